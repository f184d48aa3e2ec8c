"""What several processes do that serve one database: each thing once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from threading import Event

import pytest
from sqlalchemy import text

from bot.engine import Level
from bot.rules import Game, Grade, Turn
from bot.sessions import LoadedGame, Outbox, SessionManager
from bot.sessions.outbox.outbox import LEASE as DELIVERY
from bot.sessions.workers import AnalysisQueue, AutoReview, ComputerPlayer
from bot.sessions.workers.auto_review import LEASE as REVIEW
from bot.sessions.workers.computer_player import LEASE as TURN
from storage import Database
from tests.pace import HANG
from tests.sessions.analyst import HeldAnalyst, QuickAnalyst
from tests.sessions.world import World, second_manager
from tests.strategies import Plain

pytestmark = pytest.mark.on_both


class Slow(Plain):
    """A strategy that thinks until it is let go on."""

    def __init__(self) -> None:
        self.begun = Event()
        self.go_on = Event()

    def choose(self, state: Game, level: Level | None = None) -> Turn:
        """Return a turn, some time."""
        self.begun.set()
        assert self.go_on.wait(HANG)
        return super().choose(state, level)


@pytest.fixture
def threads() -> Iterator[ThreadPoolExecutor]:
    """Where the program thinks."""
    with ThreadPoolExecutor(2) as threads:
        yield threads


@pytest.fixture
async def second(world: World) -> AsyncIterator[SessionManager]:
    """The manager of another process on the same database."""
    async with Database.open(world.database.place) as database:
        yield second_manager(database, world.clock)


async def break_games(world: World) -> None:
    """Let everything fail that is asked of games."""
    async with world.database.write() as connection:
        await connection.execute(text("ALTER TABLE games RENAME TO broken"))


async def waiting(world: World) -> LoadedGame:
    """A game in which the program is to move."""
    game = await world.manager.challenges.challenge_computer(world.actor(world.anna), "long")
    while not world.mover(game).is_computer:
        game = await world.turn(game)
    return game


@asynccontextmanager
async def thinking(
    world: World, strategy: Slow, threads: ThreadPoolExecutor
) -> AsyncIterator[asyncio.Task[bool]]:
    """The program while it thinks, until it is let go on or cancelled."""
    task = asyncio.create_task(ComputerPlayer(world.manager, strategy).play_all(threads))
    try:
        assert await asyncio.to_thread(strategy.begun.wait, HANG)
        yield task
    finally:
        strategy.go_on.set()
        await asyncio.gather(task, return_exceptions=True)


async def test_one_process_thinks_about_a_turn(
    world: World, second: SessionManager, threads: ThreadPoolExecutor
) -> None:
    """While one process thinks about a turn, another finds nothing to think about."""
    game, strategy = await waiting(world), Slow()
    async with thinking(world, strategy, threads) as task:
        assert not await ComputerPlayer(second, Plain()).play_all(threads)
        strategy.go_on.set()
        assert await task
    assert (await second.game(game.id)).version == game.version + 1


async def test_a_turn_that_a_dead_process_thought_about_is_made_by_another(
    world: World, second: SessionManager, threads: ThreadPoolExecutor
) -> None:
    """When the time of a claim has passed, another process thinks about the turn, and one turn is made."""
    game, strategy = await waiting(world), Slow()
    async with thinking(world, strategy, threads):
        world.clock.now += TURN
        assert await ComputerPlayer(second, Plain()).play_all(threads)
    assert (await second.game(game.id)).version == game.version + 1


async def test_a_turn_is_given_back_when_the_bot_stops(
    world: World, second: SessionManager, threads: ThreadPoolExecutor
) -> None:
    """A turn that was still being thought about at a clean stop is found at once by the next process."""
    game, strategy = await waiting(world), Slow()
    async with thinking(world, strategy, threads) as task:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert await ComputerPlayer(second, Plain()).play_all(threads)
    assert (await second.game(game.id)).version == game.version + 1


async def test_the_program_stops_where_nothing_can_be_given_back(
    world: World, threads: ThreadPoolExecutor
) -> None:
    """A stop is a stop also while the database takes nothing any more."""
    await waiting(world)
    strategy = Slow()
    async with thinking(world, strategy, threads) as task:
        await break_games(world)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task


async def test_the_judge_stops_where_nothing_can_be_given_back(world: World) -> None:
    """A stop is a stop also while the database takes nothing any more, and a game is judged."""
    game = await world.turn(await waiting(world))
    await world.manager.resign(world.actor(world.anna), game.id, Grade.MARS)
    analyst = HeldAnalyst()
    with ThreadPoolExecutor(1) as pool:
        async with AnalysisQueue(analyst, world.manager.analyses, pool) as analysis_queue:
            judging = asyncio.create_task(AutoReview(world.manager, analysis_queue).review_all())
            assert await asyncio.to_thread(analyst.reached.acquire, timeout=HANG)
            await break_games(world)
            judging.cancel()
            analyst.go_on()
            with pytest.raises(asyncio.CancelledError):
                await judging


async def test_a_game_that_goes_on_is_thought_about_anew_at_once(
    world: World, second: SessionManager, threads: ThreadPoolExecutor
) -> None:
    """What the program thinks about is a version: its claim does not hold up an answer to the next one."""
    game, strategy = await waiting(world), Slow()
    async with thinking(world, strategy, threads):
        await world.manager.offer_draw(world.actor(world.anna), game.id)
        assert await ComputerPlayer(second, Plain()).play_all(threads)
    assert (await second.game(game.id)).live.offer is None


@pytest.mark.built(by=waiting)
async def test_one_process_reviews_a_game(world: World, game: LoadedGame, second: SessionManager) -> None:
    """A game that one process has claimed for its review is found by another when that time has passed."""
    await world.manager.resign(world.actor(world.anna), game.id, Grade.MARS)
    until = world.clock() + REVIEW
    assert await world.manager.analyses.claim_unreviewed(until) == game.id
    with ThreadPoolExecutor(1) as pool:
        async with AnalysisQueue(QuickAnalyst(), second.analyses, pool) as analysis_queue:
            review = AutoReview(second, analysis_queue)
            assert not await review.review_all()
            world.clock.now += REVIEW
            assert await review.review_all()
    assert await second.analyses.find(game.id, 1) is not None


async def test_what_one_process_delivers_is_found_by_another_when_its_time_has_passed(
    world: World, second: SessionManager
) -> None:
    """A dead process holds up a chat for as long as its claim lasts, and no longer."""
    await world.manager.challenges.make(world.actor(world.anna), "long")
    (first,) = (await Outbox(world.manager).claim({"web": 10})).claims
    assert (await Outbox(second).claim({"web": 10})).claims == ()
    world.clock.now += DELIVERY
    (again,) = (await Outbox(second).claim({"web": 10})).claims
    assert again.chat == first.chat
