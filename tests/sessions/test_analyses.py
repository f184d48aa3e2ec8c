"""Analyses: made in threads, stored with their game, and reported below games against the computer player."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import BrokenExecutor, ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from bot.engine import Engine
from bot.engine_pool import EnginePool
from bot.rules import Grade, Side
from bot.sessions import Analysis, LoadedGame, Review, record_of
from bot.sessions.errors import TooManyAnalyses
from bot.sessions.workers import AnalysisQueue, AnalysisRequest, Analyst, AutoReview, Subject
from bot.sessions.workers.analysis_queue import AT_ONCE, MOST_PER_PLAYER, MOST_WAITING
from storage import Database, analyses
from storage.rows import AnalysisRow
from tests.pace import HANG
from tests.sessions.analyst import COST, HeldAnalyst, QuickAnalyst
from tests.sessions.world import World, second_manager
from tests.talk.test_replays import random_record


async def finished_game(world: World) -> LoadedGame:
    """A game between Anna and Boris that was resigned after some turns."""
    game = await world.game()
    for _ in range(4):
        game = await world.turn(game)
    return await world.manager.resign(world.actor(world.anna), game.id, Grade.MARS)


async def finished_game_against_computer(world: World) -> LoadedGame:
    """A game between Anna and the computer player that was resigned after some turns."""
    game = await world.manager.challenges.challenge_computer(world.actor(world.anna), "long")
    for _ in range(4):
        game = await world.turn(game)
    return await world.manager.resign(world.actor(world.anna), game.id, Grade.MARS)


async def subject(world: World, game: LoadedGame, *, replies: bool = False) -> Subject:
    """Return a finished game as the subject of an analysis."""
    stored, events = await world.manager.with_events(game.id)
    return Subject(game.id, 1, record_of(stored, events), replies)


@asynccontextmanager
async def analysis_queue_of(world: World, analyst: Analyst) -> AsyncIterator[AnalysisQueue]:
    """Yield a world's analysis queue."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        async with AnalysisQueue(analyst, world.manager.analyses, pool) as analysis_queue:
            yield analysis_queue


def exists(path: str) -> bool:
    """Return True if a file exists at a path."""
    return Path(path).exists()


async def outcome(request: AnalysisRequest) -> Analysis:
    """Return the analysis that was requested."""
    async with asyncio.timeout(HANG):
        return await request.outcome


async def reached(analyst: HeldAnalyst) -> None:
    """Wait until an analyst has reviewed one more turn."""
    assert await asyncio.to_thread(analyst.reached.acquire, timeout=HANG)


@pytest.mark.built(by=finished_game)
@pytest.mark.on_both
async def test_an_analysis_is_stored_with_its_game(world: World, game: LoadedGame) -> None:
    """A stored analysis is found again by another process."""
    async with analysis_queue_of(world, QuickAnalyst()) as analysis_queue:
        analysis = await outcome(analysis_queue.ask(await subject(world, game), world.anna.id))
    assert len(analysis.turns) == game.turns
    async with Database.open(world.database.place) as database:
        found = await second_manager(database, world.clock).analyses.find(game.id, 1)
    assert found is not None
    assert [turn.played.moves for turn in found.turns] == [turn.played.moves for turn in analysis.turns]


@pytest.mark.built(by=finished_game)
async def test_a_deeper_analysis_stays(world: World, game: LoadedGame) -> None:
    """A shallower analysis does not replace a deeper one."""
    async with analysis_queue_of(world, QuickAnalyst()) as analysis_queue:
        for replies in (True, False):
            await outcome(analysis_queue.ask(await subject(world, game, replies=replies), world.anna.id))
    found = await world.manager.analyses.find(game.id, 1)
    assert found is not None
    assert found.replies


async def test_two_requests_for_one_game_share_one_analysis(world: World) -> None:
    """Two players who request the same analysis share one run and both get its outcome."""
    game, analyst = await finished_game(world), HeldAnalyst()
    async with analysis_queue_of(world, analyst) as analysis_queue:
        first = analysis_queue.ask(await subject(world, game), world.anna.id)
        second = analysis_queue.ask(await subject(world, game), world.boris.id)
        await reached(analyst)
        assert (first.job.done, first.job.total) == (1, game.turns)
        analyst.finish()
        assert await outcome(first) is await outcome(second)
    assert analyst.calls == 1


async def test_analyses_beyond_the_limit_queue(world: World) -> None:
    """Analyses beyond the limit wait and know their place in the queue; a full queue refuses more."""
    game, analyst = await finished_game(world), HeldAnalyst()
    record = (await subject(world, game)).record
    async with analysis_queue_of(world, analyst) as analysis_queue:
        numbers = range(1, MOST_WAITING + 1)
        requests = [analysis_queue.ask(Subject("iab", number, record), number) for number in numbers]
        for _ in range(AT_ONCE):
            await reached(analyst)
        assert [analysis_queue.queue_position(each.job) for each in requests[: AT_ONCE + 2]] == [0, 0, 2, 3]
        with pytest.raises(TooManyAnalyses):
            analysis_queue.ask(Subject("iab", MOST_WAITING + 1, record), 1)
        assert analyst.calls == AT_ONCE
        analyst.finish()


async def test_a_stopped_analysis_ends(world: World) -> None:
    """An analysis stopped by its only requester ends between two turns, and nothing is stored."""
    game, analyst = await finished_game(world), HeldAnalyst()
    async with analysis_queue_of(world, analyst) as analysis_queue:
        request = analysis_queue.ask(await subject(world, game), world.anna.id)
        await reached(analyst)
        assert analysis_queue.stop(game.id, 1, world.anna.id)
        assert request.outcome.cancelled()
        analyst.released.release()
        assert not analysis_queue.stop(game.id, 1, world.anna.id)
    assert request.job.done == 1
    assert await world.manager.analyses.find(game.id, 1) is None


async def test_each_player_has_a_limit_of_pending_analyses(world: World) -> None:
    """A player at the limit of pending analyses is refused another; a different player is not."""
    game, analyst = await finished_game(world), HeldAnalyst()
    record = (await subject(world, game)).record
    async with analysis_queue_of(world, analyst) as analysis_queue:
        for number in range(MOST_PER_PLAYER):
            analysis_queue.ask(Subject("iab", number + 1, record), world.anna.id)
        with pytest.raises(TooManyAnalyses):
            analysis_queue.ask(Subject("iac", 1, record), world.anna.id)
        analysis_queue.ask(Subject("iac", 1, record), world.boris.id)
        analyst.finish()


async def test_an_analysis_stopped_in_the_queue_leaves_no_file(world: World) -> None:
    """A queued analysis that is stopped ends at once and removes its progress file."""
    game, analyst = await finished_game(world), HeldAnalyst()
    record = (await subject(world, game)).record
    async with analysis_queue_of(world, analyst) as analysis_queue:
        for number in range(AT_ONCE):
            analysis_queue.ask(Subject("iab", number + 1, record), world.boris.id)
            await reached(analyst)
        work = analysis_queue.ask(Subject("iac", 1, record), world.anna.id).job
        assert analysis_queue.stop("iac", 1, world.anna.id)
        assert work.task is not None
        async with asyncio.timeout(HANG):
            await asyncio.wait({work.task})
        assert not exists(work.progress.path)
        analyst.finish()


async def test_stopping_a_shared_analysis_leaves_it_for_the_other_player(world: World) -> None:
    """An analysis that one player stops continues while another player waits for it."""
    game, analyst = await finished_game(world), HeldAnalyst()
    async with analysis_queue_of(world, analyst) as analysis_queue:
        request = analysis_queue.ask(await subject(world, game), world.anna.id)
        analysis_queue.ask(await subject(world, game), world.boris.id)
        assert analysis_queue.stop(game.id, 1, world.boris.id)
        analyst.finish()
        assert len((await outcome(request)).turns) == game.turns


async def test_closing_the_queue_ends_an_analysis(world: World) -> None:
    """Closing the queue ends a running analysis between two turns and cancels its outcome."""
    game, analyst = await finished_game(world), HeldAnalyst()
    async with asyncio.timeout(HANG):
        async with analysis_queue_of(world, analyst) as analysis_queue:
            request = analysis_queue.ask(await subject(world, game), world.anna.id)
            await reached(analyst)
            asyncio.get_running_loop().call_soon(analyst.finish)
    assert request.outcome.cancelled()
    assert await world.manager.analyses.find(game.id, 1) is None


async def test_a_failing_analysis_raises_and_stops_no_other(world: World) -> None:
    """An analyst's exception reaches the requester, and the next analysis works."""
    game, analyst = await finished_game(world), HeldAnalyst(fault=RuntimeError("no idea"))
    async with analysis_queue_of(world, analyst) as analysis_queue:
        with pytest.raises(RuntimeError, match="no idea"):
            await outcome(analysis_queue.ask(await subject(world, game), world.anna.id))
        analyst.fault = None
        analyst.finish()
        assert (await outcome(analysis_queue.ask(await subject(world, game), world.anna.id))).turns


@pytest.mark.slow
async def test_an_engine_process_reports_progress_and_can_be_cancelled(world: World) -> None:
    """The engine reports its progress from another process, and ends soon after the queue closes."""
    record = random_record("long")
    with EnginePool(1) as pool:
        async with AnalysisQueue(Engine(), world.manager.analyses, pool) as analysis_queue:
            request = analysis_queue.ask(Subject("iab", 1, record, replies=True), world.anna.id)
            async with asyncio.timeout(HANG):
                while not request.job.done:  # noqa: ASYNC110 (the other process sends no event)
                    await asyncio.sleep(0.01)
    assert 0 < request.job.done < request.job.total
    assert request.outcome.cancelled()


@pytest.mark.parametrize("text", ["w b", "= =", "b =", "= w"])
def test_a_review_round_trips(text: str) -> None:
    """A review parsed from its own text has the same text."""
    assert str(Review.parse(text)) == text


@pytest.mark.built(by=finished_game)
async def test_a_review_names_the_better_player_and_the_luckier_one(world: World, game: LoadedGame) -> None:
    """The player with the smaller error played better, and the player with more luck rolled better."""
    async with analysis_queue_of(world, QuickAnalyst()) as analysis_queue:
        analysis = await outcome(analysis_queue.ask(await subject(world, game), world.anna.id))
    white, black = analysis.performance(Side.WHITE), analysis.performance(Side.BLACK)
    review = Review.of(analysis)
    assert review is not None
    assert (review.played is Side.WHITE) == (white.error < black.error)
    assert (review.rolled is Side.WHITE) == (white.luck > black.luck)


async def test_a_game_resigned_before_both_played_has_no_review(world: World) -> None:
    """A game in which one side has not played is analysed but gets no review."""
    game = await world.turn(
        await world.manager.challenges.challenge_computer(world.actor(world.anna), "long")
    )
    await world.manager.resign(world.actor(world.anna), game.id, Grade.MARS)
    async with analysis_queue_of(world, QuickAnalyst()) as analysis_queue:
        assert await AutoReview(world.manager, analysis_queue).review_all()
    assert await world.manager.analyses.find(game.id, 1) is not None
    assert await world.manager.analyses.review(game.id) is None


@pytest.mark.built(by=finished_game_against_computer)
async def test_a_deeper_analysis_with_another_review_redraws_the_boards(
    world: World, game: LoadedGame
) -> None:
    """A deeper analysis with a different review redraws the boards once, by an edit."""
    async with analysis_queue_of(world, QuickAnalyst()) as analysis_queue:
        await AutoReview(world.manager, analysis_queue).review_all()
        analysis = await outcome(analysis_queue.ask(await subject(world, game), world.anna.id))
    other = tuple(replace(turn, luck=-turn.luck, cost=COST - turn.cost) for turn in analysis.turns)
    for _ in range(2):
        await world.manager.analyses.keep(game.id, 1, replace(analysis, replies=True, turns=other))
    assert (await world.manager.game(game.id)).version == game.version + 2


@pytest.mark.built(by=finished_game)
async def test_an_unreadable_analysis_is_replaced(world: World, game: LoadedGame) -> None:
    """An analysis in an unreadable old format is replaced, even by a shallower one."""
    async with world.database.write() as connection:
        old = AnalysisRow(game.id, 1, 2, "written otherwise", "w b", world.clock())
        await analyses.keep_analysis(connection, old, MOST_WAITING)
    async with analysis_queue_of(world, QuickAnalyst()) as analysis_queue:
        await outcome(analysis_queue.ask(await subject(world, game), world.anna.id))
    assert await world.manager.analyses.find(game.id, 1) is not None


@pytest.mark.built(by=finished_game_against_computer)
async def test_a_game_against_the_computer_player_is_reviewed_automatically(
    world: World, game: LoadedGame
) -> None:
    """A finished game against the computer player is reviewed, and its board edited without notifying."""
    before = await world.everything()
    async with analysis_queue_of(world, QuickAnalyst()) as analysis_queue:
        reviewer = AutoReview(world.manager, analysis_queue)
        assert await reviewer.review_all()
        assert not await reviewer.review_all()
    after = await world.everything()
    assert (await world.manager.game(game.id)).version == game.version + 1
    assert await world.manager.analyses.review(game.id) is not None
    assert before["notifications"] == after["notifications"]
    assert before["events"] == after["events"]


@pytest.mark.built(by=finished_game_against_computer)
async def test_a_review_edits_the_board_without_a_new_message(world: World, game: LoadedGame) -> None:
    """The post of a reviewed game wants the new revision, but no new message."""
    async with analysis_queue_of(world, QuickAnalyst()) as analysis_queue:
        await AutoReview(world.manager, analysis_queue).review_all()
    posts = [post for post in (await world.everything())["posts"] if post[2] == game.id]
    assert [(post[4], post[7]) for post in posts] == [(game.version + 1, game.version)]


@pytest.mark.built(by=finished_game)
async def test_a_requested_analysis_shows_the_review_in_a_game_between_people(
    world: World, game: LoadedGame
) -> None:
    """A requested analysis of a game between two people redraws its board with the review."""
    async with analysis_queue_of(world, QuickAnalyst()) as analysis_queue:
        await outcome(analysis_queue.ask(await subject(world, game), world.anna.id))
    assert await world.manager.analyses.review(game.id) is not None
    posts = [post for post in (await world.everything())["posts"] if post[1:3] == ("game", game.id)]
    assert [(post[4], post[7]) for post in posts] == [(game.version + 1, game.version)]


async def test_games_between_people_and_unfinished_games_are_not_reviewed(world: World) -> None:
    """The automatic review skips games between two people and unfinished games."""
    await finished_game(world)
    await world.manager.challenges.challenge_computer(world.actor(world.anna), "long")
    analyst = QuickAnalyst()
    async with analysis_queue_of(world, analyst) as analysis_queue:
        assert not await AutoReview(world.manager, analysis_queue).review_all()
    assert analyst.calls == 0


async def test_old_games_are_not_reviewed(world: World) -> None:
    """A game that ended more than a day ago is not reviewed automatically; a recent one is."""
    await finished_game_against_computer(world)
    world.clock.forward(hours=25)
    recent = await finished_game_against_computer(world)
    async with analysis_queue_of(world, QuickAnalyst()) as analysis_queue:
        await AutoReview(world.manager, analysis_queue).review_all()
    assert await world.manager.analyses.review(recent.id) is not None
    assert len((await world.everything())["analyses"]) == 1


@pytest.mark.built(by=finished_game_against_computer)
@pytest.mark.on_both
async def test_a_review_is_made_after_a_restart(world: World, game: LoadedGame) -> None:
    """A new process reviews a game that ended before it started."""
    async with Database.open(world.database.place) as database:
        manager = second_manager(database, world.clock)
        with ThreadPoolExecutor(1) as pool:
            async with AnalysisQueue(QuickAnalyst(), manager.analyses, pool) as analysis_queue:
                await AutoReview(manager, analysis_queue).review_all()
    assert await world.manager.analyses.review(game.id) is not None


async def test_a_game_whose_review_fails_is_skipped(world: World) -> None:
    """A game whose analysis fails is not retried, even after a restart; other games are reviewed."""
    bad = await finished_game_against_computer(world)
    analyst = HeldAnalyst(fault=RuntimeError("no idea"))
    async with analysis_queue_of(world, analyst) as analysis_queue:
        reviewer = AutoReview(world.manager, analysis_queue)
        assert [await reviewer.review_all() for _ in range(3)] == [True, False, False]
    assert analyst.calls == 1
    good = await finished_game_against_computer(world)
    async with analysis_queue_of(world, QuickAnalyst()) as analysis_queue:
        await AutoReview(world.manager, analysis_queue).review_all()
    reviews = [await world.manager.analyses.review(game.id) for game in (bad, good)]
    assert [review is None for review in reviews] == [True, False]


@pytest.mark.built(by=finished_game_against_computer)
async def test_a_killed_review_is_retried_after_an_hour(world: World, game: LoadedGame) -> None:
    """If the analysing process is killed, the game is retried after an hour."""
    async with analysis_queue_of(world, HeldAnalyst(fault=BrokenExecutor("killed"))) as analysis_queue:
        reviewer = AutoReview(world.manager, analysis_queue)
        assert [await reviewer.review_all() for _ in range(2)] == [True, False]
        world.clock.forward(hours=1)
    async with analysis_queue_of(world, QuickAnalyst()) as analysis_queue:
        assert await AutoReview(world.manager, analysis_queue).review_all()
    assert await world.manager.analyses.review(game.id) is not None


async def test_a_review_that_ends_early_does_not_stop_the_reviewer(world: World) -> None:
    """The reviewer skips a game whose queued analysis lost its progress file."""
    game, analyst = await finished_game_against_computer(world), HeldAnalyst()
    async with analysis_queue_of(world, analyst) as analysis_queue:
        record = (await subject(world, game)).record
        for number in range(AT_ONCE):
            analysis_queue.ask(Subject("iab", number + 1, record), world.boris.id)
            await reached(analyst)
        waiting = analysis_queue.ask(await subject(world, game), None).job
        reviewing = asyncio.create_task(AutoReview(world.manager, analysis_queue).review_all())
        waiting.progress.remove()
        analyst.finish()
        async with asyncio.timeout(HANG):
            assert await reviewing


@pytest.mark.built(by=finished_game_against_computer)
async def test_a_skipped_game_can_still_be_requested(world: World, game: LoadedGame) -> None:
    """A game that the automatic review gave up is analysed on request."""
    await world.manager.analyses.give_up(game.id)
    assert await world.manager.analyses.find(game.id, 1) is None
    async with analysis_queue_of(world, QuickAnalyst()) as analysis_queue:
        await outcome(analysis_queue.ask(await subject(world, game), world.anna.id))
    assert await world.manager.analyses.find(game.id, 1) is not None


async def test_the_reviewer_wakes_when_a_game_ends(world: World) -> None:
    """A game that ends while the reviewer is idle is reviewed at once."""
    async with analysis_queue_of(world, QuickAnalyst()) as analysis_queue:
        reviewer = AutoReview(world.manager, analysis_queue)
        game_changed = asyncio.Event()
        world.manager.engine_listeners += [reviewer.wake, game_changed.set]
        reviewing = asyncio.create_task(reviewer.run())
        game = await finished_game_against_computer(world)
        async with asyncio.timeout(HANG):
            while await world.manager.analyses.review(game.id) is None:
                game_changed.clear()
                await game_changed.wait()
        reviewing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await reviewing
