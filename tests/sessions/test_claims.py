"""Claims: several processes on one database do each thing once."""

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
    """A strategy that thinks until the test releases it."""

    def __init__(self) -> None:
        self.begun = Event()
        self.released = Event()

    def choose(self, state: Game, level: Level | None = None) -> Turn:
        """Wait, then return a turn."""
        self.begun.set()
        assert self.released.wait(HANG)
        return super().choose(state, level)


@pytest.fixture
def threads() -> Iterator[ThreadPoolExecutor]:
    """Threads for the computer player."""
    with ThreadPoolExecutor(2) as threads:
        yield threads


@pytest.fixture
async def second(world: World) -> AsyncIterator[SessionManager]:
    """The manager of another process on the same database."""
    async with Database.open(world.database.place) as database:
        yield second_manager(database, world.clock)


async def break_games(world: World) -> None:
    """Make every query of games fail."""
    async with world.database.write() as connection:
        await connection.execute(text("ALTER TABLE games RENAME TO broken"))


async def computer_to_move(world: World) -> LoadedGame:
    """A game in which the computer player is to move."""
    game = await world.manager.challenges.challenge_computer(world.actor(world.anna), "long")
    while not world.mover(game).is_computer:
        game = await world.turn(game)
    return game


@asynccontextmanager
async def thinking(
    world: World, strategy: Slow, threads: ThreadPoolExecutor
) -> AsyncIterator[asyncio.Task[bool]]:
    """Run the computer player while it thinks; release it at the end."""
    task = asyncio.create_task(ComputerPlayer(world.manager, strategy).play_all(threads))
    try:
        assert await asyncio.to_thread(strategy.begun.wait, HANG)
        yield task
    finally:
        strategy.released.set()
        await asyncio.gather(task, return_exceptions=True)


async def test_one_process_thinks_about_a_turn(
    world: World, second: SessionManager, threads: ThreadPoolExecutor
) -> None:
    """While one process thinks about a turn, another finds nothing to do."""
    game, strategy = await computer_to_move(world), Slow()
    async with thinking(world, strategy, threads) as task:
        assert not await ComputerPlayer(second, Plain()).play_all(threads)
        strategy.released.set()
        assert await task
    assert (await second.game(game.id)).version == game.version + 1


async def test_an_expired_claim_on_a_turn_is_taken_over(
    world: World, second: SessionManager, threads: ThreadPoolExecutor
) -> None:
    """When a claim on a turn expires, another process plays the turn, and only one turn is played."""
    game, strategy = await computer_to_move(world), Slow()
    async with thinking(world, strategy, threads):
        world.clock.now += TURN
        assert await ComputerPlayer(second, Plain()).play_all(threads)
    assert (await second.game(game.id)).version == game.version + 1


async def test_a_clean_stop_releases_the_turn(
    world: World, second: SessionManager, threads: ThreadPoolExecutor
) -> None:
    """A turn under way at a clean stop is found at once by the next process."""
    game, strategy = await computer_to_move(world), Slow()
    async with thinking(world, strategy, threads) as task:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert await ComputerPlayer(second, Plain()).play_all(threads)
    assert (await second.game(game.id)).version == game.version + 1


async def test_the_computer_player_stops_although_the_claim_cannot_be_released(
    world: World, threads: ThreadPoolExecutor
) -> None:
    """The computer player stops even if the database fails while it releases its claim."""
    await computer_to_move(world)
    strategy = Slow()
    async with thinking(world, strategy, threads) as task:
        await break_games(world)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task


async def test_the_reviewer_stops_although_the_claim_cannot_be_released(world: World) -> None:
    """The automatic review stops even if the database fails while it releases its claim."""
    game = await world.turn(await computer_to_move(world))
    await world.manager.resign(world.actor(world.anna), game.id, Grade.MARS)
    analyst = HeldAnalyst()
    with ThreadPoolExecutor(1) as pool:
        async with AnalysisQueue(analyst, world.manager.analyses, pool) as analysis_queue:
            reviewing = asyncio.create_task(AutoReview(world.manager, analysis_queue).review_all())
            assert await asyncio.to_thread(analyst.reached.acquire, timeout=HANG)
            await break_games(world)
            reviewing.cancel()
            analyst.finish()
            with pytest.raises(asyncio.CancelledError):
                await reviewing


async def test_a_claim_on_a_turn_does_not_block_the_next_version(
    world: World, second: SessionManager, threads: ThreadPoolExecutor
) -> None:
    """A claim on one version of a game does not delay the computer player's answer to the next one."""
    game, strategy = await computer_to_move(world), Slow()
    async with thinking(world, strategy, threads):
        await world.manager.offer_draw(world.actor(world.anna), game.id)
        assert await ComputerPlayer(second, Plain()).play_all(threads)
    assert (await second.game(game.id)).live.offer is None


@pytest.mark.built(by=computer_to_move)
async def test_one_process_reviews_a_game(world: World, game: LoadedGame, second: SessionManager) -> None:
    """A game claimed for review by one process is reviewed by another when the claim expires."""
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


async def test_an_expired_delivery_claim_is_taken_over(world: World, second: SessionManager) -> None:
    """A dead process blocks a chat only until its claim expires."""
    await world.manager.challenges.make(world.actor(world.anna), "long")
    (first,) = (await Outbox(world.manager).claim({"web": 10})).claims
    assert (await Outbox(second).claim({"web": 10})).claims == ()
    world.clock.now += DELIVERY
    (again,) = (await Outbox(second).claim({"web": 10})).claims
    assert again.chat == first.chat
