"""Analyses: made in threads, kept with their game, and told below games against the program."""

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
from tests.talk.test_replays import played


async def over(world: World) -> LoadedGame:
    """A game of Anna and Boris that has ended after some turns."""
    game = await world.game()
    for _ in range(4):
        game = await world.turn(game)
    return await world.manager.resign(world.actor(world.anna), game.id, Grade.MARS)


async def over_against_computer(world: World) -> LoadedGame:
    """A game of Anna against the program that has ended."""
    game = await world.manager.challenges.challenge_computer(world.actor(world.anna), "long")
    for _ in range(4):
        game = await world.turn(game)
    return await world.manager.resign(world.actor(world.anna), game.id, Grade.MARS)


async def subject(world: World, game: LoadedGame, *, replies: bool = False) -> Subject:
    """A finished game, to be analysed."""
    stored, events = await world.manager.with_events(game.id)
    return Subject(game.id, 1, record_of(stored, events), replies)


@asynccontextmanager
async def analysts_of(world: World, analyst: Analyst) -> AsyncIterator[AnalysisQueue]:
    """Those who analyse games in a world."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        async with AnalysisQueue(analyst, world.manager.analyses, pool) as analysis_queue:
            yield analysis_queue


def is_there(path: str) -> bool:
    """Whether a file stands at a path."""
    return Path(path).exists()


async def made(asking: AnalysisRequest) -> Analysis:
    """The analysis that somebody has asked for."""
    async with asyncio.timeout(HANG):
        return await asking.outcome


async def reached(analyst: HeldAnalyst) -> None:
    """Wait until an analyst has judged one more turn."""
    assert await asyncio.to_thread(analyst.reached.acquire, timeout=HANG)


@pytest.mark.built(by=over)
@pytest.mark.on_both
async def test_an_analysis_is_kept_with_its_game(world: World, game: LoadedGame) -> None:
    """What was analysed once is found again, also after a restart."""
    async with analysts_of(world, QuickAnalyst()) as analysis_queue:
        analysis = await made(analysis_queue.ask(await subject(world, game), world.anna.id))
    assert len(analysis.turns) == game.turns
    async with Database.open(world.database.place) as database:
        found = await second_manager(database, world.clock).analyses.find(game.id, 1)
    assert found is not None
    assert [turn.played.moves for turn in found.turns] == [turn.played.moves for turn in analysis.turns]


@pytest.mark.built(by=over)
async def test_a_deeper_analysis_stays(world: World, game: LoadedGame) -> None:
    """An analysis that looks at fewer replies does not take the place of a deeper one."""
    async with analysts_of(world, QuickAnalyst()) as analysis_queue:
        for replies in (True, False):
            await made(analysis_queue.ask(await subject(world, game, replies=replies), world.anna.id))
    found = await world.manager.analyses.find(game.id, 1)
    assert found is not None
    assert found.replies


async def test_two_who_ask_for_the_same_are_given_one_analysis(world: World) -> None:
    """A game that is being analysed already is not analysed twice, and both are told."""
    game, analyst = await over(world), HeldAnalyst()
    async with analysts_of(world, analyst) as analysis_queue:
        first = analysis_queue.ask(await subject(world, game), world.anna.id)
        second = analysis_queue.ask(await subject(world, game), world.boris.id)
        await reached(analyst)
        assert (first.job.done, first.job.total) == (1, game.turns)
        analyst.go_on()
        assert await made(first) is await made(second)
    assert analyst.asked == 1


async def test_others_wait_their_turn(world: World) -> None:
    """Beyond so many at once an analysis waits and knows how many come before; too many are refused."""
    game, analyst = await over(world), HeldAnalyst()
    record = (await subject(world, game)).record
    async with analysts_of(world, analyst) as analysis_queue:
        numbers = range(1, MOST_WAITING + 1)
        askings = [analysis_queue.ask(Subject("iab", number, record), number) for number in numbers]
        for _ in range(AT_ONCE):
            await reached(analyst)
        assert [analysis_queue.queue_position(each.job) for each in askings[: AT_ONCE + 2]] == [0, 0, 2, 3]
        with pytest.raises(TooManyAnalyses):
            analysis_queue.ask(Subject("iab", MOST_WAITING + 1, record), 1)
        assert analyst.asked == AT_ONCE
        analyst.go_on()


async def test_a_stopped_analysis_ends(world: World) -> None:
    """When the only one who waits stops an analysis, it ends between two turns and nothing is kept."""
    game, analyst = await over(world), HeldAnalyst()
    async with analysts_of(world, analyst) as analysis_queue:
        asking = analysis_queue.ask(await subject(world, game), world.anna.id)
        await reached(analyst)
        assert analysis_queue.stop(game.id, 1, world.anna.id)
        assert asking.outcome.cancelled()
        analyst.let.release()
        assert not analysis_queue.stop(game.id, 1, world.anna.id)
    assert asking.job.done == 1
    assert await world.manager.analyses.find(game.id, 1) is None


async def test_one_player_waits_for_few(world: World) -> None:
    """Who waits for as many as one may is refused the next, while another player is not."""
    game, analyst = await over(world), HeldAnalyst()
    record = (await subject(world, game)).record
    async with analysts_of(world, analyst) as analysis_queue:
        for number in range(MOST_PER_PLAYER):
            analysis_queue.ask(Subject("iab", number + 1, record), world.anna.id)
        with pytest.raises(TooManyAnalyses):
            analysis_queue.ask(Subject("iac", 1, record), world.anna.id)
        analysis_queue.ask(Subject("iac", 1, record), world.boris.id)
        analyst.go_on()


async def test_what_is_stopped_before_it_is_begun_leaves_nothing(world: World) -> None:
    """An analysis that still waits its turn when nobody wants it any more is over at once."""
    game, analyst = await over(world), HeldAnalyst()
    record = (await subject(world, game)).record
    async with analysts_of(world, analyst) as analysis_queue:
        for number in range(AT_ONCE):
            analysis_queue.ask(Subject("iab", number + 1, record), world.boris.id)
            await reached(analyst)
        work = analysis_queue.ask(Subject("iac", 1, record), world.anna.id).job
        assert analysis_queue.stop("iac", 1, world.anna.id)
        assert work.task is not None
        async with asyncio.timeout(HANG):
            await asyncio.wait({work.task})
        assert not is_there(work.progress.path)
        analyst.go_on()


async def test_who_stops_an_analysis_stops_it_for_nobody_else(world: World) -> None:
    """While somebody else waits for the same analysis it goes on."""
    game, analyst = await over(world), HeldAnalyst()
    async with analysts_of(world, analyst) as analysis_queue:
        asking = analysis_queue.ask(await subject(world, game), world.anna.id)
        analysis_queue.ask(await subject(world, game), world.boris.id)
        assert analysis_queue.stop(game.id, 1, world.boris.id)
        analyst.go_on()
        assert len((await made(asking)).turns) == game.turns


async def test_the_end_of_the_program_ends_an_analysis(world: World) -> None:
    """When the program stops, a thread that analyses ends between two turns, and nobody waits for ever."""
    game, analyst = await over(world), HeldAnalyst()
    async with asyncio.timeout(HANG):
        async with analysts_of(world, analyst) as analysis_queue:
            asking = analysis_queue.ask(await subject(world, game), world.anna.id)
            await reached(analyst)
            asyncio.get_running_loop().call_soon(analyst.go_on)
    assert asking.outcome.cancelled()
    assert await world.manager.analyses.find(game.id, 1) is None


async def test_a_fault_is_told_and_stops_no_other(world: World) -> None:
    """Where the analyst raises, who waits is told; the next analysis is made as if nothing had been."""
    game, analyst = await over(world), HeldAnalyst(fault=RuntimeError("no idea"))
    async with analysts_of(world, analyst) as analysis_queue:
        with pytest.raises(RuntimeError, match="no idea"):
            await made(analysis_queue.ask(await subject(world, game), world.anna.id))
        analyst.fault = None
        analyst.go_on()
        assert (await made(analysis_queue.ask(await subject(world, game), world.anna.id))).turns


@pytest.mark.slow
async def test_another_process_tells_how_far_it_is_and_notices_the_end(world: World) -> None:
    """The engine analyses a game in a process of its own, and ends soon after nobody wants it any more."""
    record = played("long")
    with EnginePool(1) as pool:
        async with AnalysisQueue(Engine(), world.manager.analyses, pool) as analysis_queue:
            asking = analysis_queue.ask(Subject("iab", 1, record, replies=True), world.anna.id)
            async with asyncio.timeout(HANG):
                while not asking.job.done:  # noqa: ASYNC110 (another process tells nobody)
                    await asyncio.sleep(0.01)
    assert 0 < asking.job.done < asking.job.total
    assert asking.outcome.cancelled()


@pytest.mark.parametrize("text", ["w b", "= =", "b =", "= w"])
def test_a_verdict_round_trips(text: str) -> None:
    """A verdict read from its own text is the same verdict."""
    assert str(Review.parse(text)) == text


@pytest.mark.built(by=over)
async def test_the_verdict_says_who_gave_away_less_and_rolled_more(world: World, game: LoadedGame) -> None:
    """Who lost fewer thousandths a turn played better, who had more luck rolled better."""
    async with analysts_of(world, QuickAnalyst()) as analysis_queue:
        analysis = await made(analysis_queue.ask(await subject(world, game), world.anna.id))
    white, black = analysis.performance(Side.WHITE), analysis.performance(Side.BLACK)
    verdict = Review.of(analysis)
    assert verdict is not None
    assert (verdict.played is Side.WHITE) == (white.error < black.error)
    assert (verdict.rolled is Side.WHITE) == (white.luck > black.luck)


async def test_a_game_given_up_before_both_had_a_choice_has_no_verdict(world: World) -> None:
    """Where one side has not played, it is not said that both played equally well."""
    game = await world.turn(
        await world.manager.challenges.challenge_computer(world.actor(world.anna), "long")
    )
    await world.manager.resign(world.actor(world.anna), game.id, Grade.MARS)
    async with analysts_of(world, QuickAnalyst()) as analysis_queue:
        assert await AutoReview(world.manager, analysis_queue).review_all()
    assert await world.manager.analyses.find(game.id, 1) is not None
    assert await world.manager.analyses.review(game.id) is None


@pytest.mark.built(by=over_against_computer)
async def test_boards_owe_what_a_deeper_analysis_says_otherwise(world: World, game: LoadedGame) -> None:
    """When somebody looks deeper and that finds another verdict, the boards are owed it, as an edit."""
    async with analysts_of(world, QuickAnalyst()) as analysis_queue:
        await AutoReview(world.manager, analysis_queue).review_all()
        analysis = await made(analysis_queue.ask(await subject(world, game), world.anna.id))
    other = tuple(replace(turn, luck=-turn.luck, cost=COST - turn.cost) for turn in analysis.turns)
    for _ in range(2):
        await world.manager.analyses.keep(game.id, 1, replace(analysis, replies=True, turns=other))
    assert (await world.manager.game(game.id)).version == game.version + 2


@pytest.mark.built(by=over)
async def test_an_analysis_that_cannot_be_read_any_more_makes_room(world: World, game: LoadedGame) -> None:
    """Where a later version reads them otherwise, a new analysis takes the place of a deeper old one."""
    async with world.database.write() as connection:
        old = AnalysisRow(game.id, 1, 2, "written otherwise", "w b", world.clock())
        await analyses.keep_analysis(connection, old, MOST_WAITING)
    async with analysts_of(world, QuickAnalyst()) as analysis_queue:
        await made(analysis_queue.ask(await subject(world, game), world.anna.id))
    assert await world.manager.analyses.find(game.id, 1) is not None


@pytest.mark.built(by=over_against_computer)
async def test_a_game_against_the_program_is_judged_by_itself(world: World, game: LoadedGame) -> None:
    """When such a game has ended, it is analysed, kept, and its board owed once more, as an edit."""
    before = await world.everything()
    async with analysts_of(world, QuickAnalyst()) as analysis_queue:
        judge = AutoReview(world.manager, analysis_queue)
        assert await judge.review_all()
        assert not await judge.review_all()
    after = await world.everything()
    assert (await world.manager.game(game.id)).version == game.version + 1
    assert await world.manager.analyses.review(game.id) is not None
    assert before["notifications"] == after["notifications"]
    assert before["events"] == after["events"]


@pytest.mark.built(by=over_against_computer)
async def test_the_boards_owe_the_verdict_and_no_new_message(world: World, game: LoadedGame) -> None:
    """The post of a judged game wants the new revision; what is to be sent afresh is what it was."""
    async with analysts_of(world, QuickAnalyst()) as analysis_queue:
        await AutoReview(world.manager, analysis_queue).review_all()
    posts = [post for post in (await world.everything())["posts"] if post[2] == game.id]
    assert [(post[4], post[7]) for post in posts] == [(game.version + 1, game.version)]


@pytest.mark.built(by=over)
async def test_who_did_better_is_shown_between_people_too_once_somebody_has_asked(
    world: World, game: LoadedGame
) -> None:
    """The board of a game that was analysed is owed once more: so it says the same however it came about."""
    async with analysts_of(world, QuickAnalyst()) as analysis_queue:
        await made(analysis_queue.ask(await subject(world, game), world.anna.id))
    assert await world.manager.analyses.review(game.id) is not None
    posts = [post for post in (await world.everything())["posts"] if post[1:3] == ("game", game.id)]
    assert [(post[4], post[7]) for post in posts] == [(game.version + 1, game.version)]


async def test_games_of_people_and_games_that_go_on_are_not_judged(world: World) -> None:
    """Nobody asked about a game of two people, and an unfinished one is nobody's to judge."""
    await over(world)
    await world.manager.challenges.challenge_computer(world.actor(world.anna), "long")
    analyst = QuickAnalyst()
    async with analysts_of(world, analyst) as analysis_queue:
        assert not await AutoReview(world.manager, analysis_queue).review_all()
    assert analyst.asked == 0


async def test_a_game_that_ended_long_ago_is_left_alone(world: World) -> None:
    """A game that ended more than a day ago is not judged by itself; one that has just ended is."""
    await over_against_computer(world)
    world.clock.forward(hours=25)
    recent = await over_against_computer(world)
    async with analysts_of(world, QuickAnalyst()) as analysis_queue:
        await AutoReview(world.manager, analysis_queue).review_all()
    assert await world.manager.analyses.review(recent.id) is not None
    assert len((await world.everything())["analyses"]) == 1


@pytest.mark.built(by=over_against_computer)
@pytest.mark.on_both
async def test_a_game_is_found_again_after_a_restart(world: World, game: LoadedGame) -> None:
    """A judge that has just been started judges what the one before it was to judge."""
    async with Database.open(world.database.place) as database:
        manager = second_manager(database, world.clock)
        with ThreadPoolExecutor(1) as pool:
            async with AnalysisQueue(QuickAnalyst(), manager.analyses, pool) as analysis_queue:
                await AutoReview(manager, analysis_queue).review_all()
    assert await world.manager.analyses.review(game.id) is not None


async def test_a_game_that_cannot_be_judged_is_given_up(world: World) -> None:
    """Where the analyst fails it is not asked again, not even after a restart; the other games are judged."""
    bad = await over_against_computer(world)
    analyst = HeldAnalyst(fault=RuntimeError("no idea"))
    async with analysts_of(world, analyst) as analysis_queue:
        judge = AutoReview(world.manager, analysis_queue)
        assert [await judge.review_all() for _ in range(3)] == [True, False, False]
    assert analyst.asked == 1
    good = await over_against_computer(world)
    async with analysts_of(world, QuickAnalyst()) as analysis_queue:
        await AutoReview(world.manager, analysis_queue).review_all()
    verdicts = [await world.manager.analyses.review(game.id) for game in (bad, good)]
    assert [verdict is None for verdict in verdicts] == [True, False]


@pytest.mark.built(by=over_against_computer)
async def test_a_judging_that_was_killed_says_nothing_of_the_game(world: World, game: LoadedGame) -> None:
    """Where the process that judges is killed, the game is left alone for an hour, and judged then."""
    async with analysts_of(world, HeldAnalyst(fault=BrokenExecutor("killed"))) as analysis_queue:
        judge = AutoReview(world.manager, analysis_queue)
        assert [await judge.review_all() for _ in range(2)] == [True, False]
        world.clock.forward(hours=1)
    async with analysts_of(world, QuickAnalyst()) as analysis_queue:
        assert await AutoReview(world.manager, analysis_queue).review_all()
    assert await world.manager.analyses.review(game.id) is not None


async def test_a_judging_that_is_ended_does_not_end_the_judge(world: World) -> None:
    """Where the slip of an analysis that waits has been swept away, its game is passed over."""
    game, analyst = await over_against_computer(world), HeldAnalyst()
    async with analysts_of(world, analyst) as analysis_queue:
        record = (await subject(world, game)).record
        for number in range(AT_ONCE):
            analysis_queue.ask(Subject("iab", number + 1, record), world.boris.id)
            await reached(analyst)
        waiting = analysis_queue.ask(await subject(world, game), None).job
        judging = asyncio.create_task(AutoReview(world.manager, analysis_queue).review_all())
        waiting.progress.remove()
        analyst.go_on()
        async with asyncio.timeout(HANG):
            assert await judging


@pytest.mark.built(by=over_against_computer)
async def test_a_game_that_was_given_up_can_still_be_asked_for(world: World, game: LoadedGame) -> None:
    """What could not be judged by itself is analysed when somebody asks and it works now."""
    await world.manager.analyses.give_up(game.id)
    assert await world.manager.analyses.find(game.id, 1) is None
    async with analysts_of(world, QuickAnalyst()) as analysis_queue:
        await made(analysis_queue.ask(await subject(world, game), world.anna.id))
    assert await world.manager.analyses.find(game.id, 1) is not None


async def test_the_judge_wakes_when_a_game_ends(world: World) -> None:
    """A game that ends while the judge rests is judged without waiting for the next look."""
    async with analysts_of(world, QuickAnalyst()) as analysis_queue:
        judge = AutoReview(world.manager, analysis_queue)
        judged = asyncio.Event()
        world.manager.engine_listeners += [judge.wake, judged.set]
        judging = asyncio.create_task(judge.run())
        game = await over_against_computer(world)
        async with asyncio.timeout(HANG):
            while await world.manager.analyses.review(game.id) is None:
                judged.clear()
                await judged.wait()
        judging.cancel()
        with pytest.raises(asyncio.CancelledError):
            await judging
