"""Computer player: its turns and its answers are actions like everybody's.

Games that wait for it are found by a query, so none is forgotten over a restart; it thinks outside any
transaction, and its turn is made only if the game is still at the version that it thought about.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Executor
from datetime import datetime, timedelta
from typing import Protocol, TypeVar, TypeVarTuple

from bot.engine import Level, Score
from bot.rules import Game, Grade, Side, Turn
from bot.sessions.errors import AlreadyDone, Refusal
from bot.sessions.live_game import DRAW, Offer
from bot.sessions.loaded_game import LoadedGame
from bot.sessions.manager import SessionManager
from bot.sessions.options import USUAL_LEVEL
from bot.sessions.values import Actor
from bot.sessions.workers.wake_up import WakeUp, releasing
from storage import games

Thought = TypeVar("Thought")
Arguments = TypeVarTuple("Arguments")

logger = logging.getLogger(__name__)

BATCH = 20
LEASE = timedelta(minutes=2)
"""How long a game is left to whoever thinks about it: longer than the program thinks about so many."""
AFTER_A_FAULT = timedelta(seconds=30)


class Strategy(Protocol):
    """What the program thinks with. It is called beside the event loop, perhaps in another process."""

    def choose(self, state: Game, level: Level) -> Turn:
        """Return the turn to play at a level; there is one."""

    def agrees_to_draw(self, state: Game, side: Side, score: Score) -> bool:
        """True if it accepts a draw, playing a side."""

    def accepts_resignation(self, state: Game, side: Side, grade: Grade, score: Score) -> bool:
        """True if it accepts that the opponent of its side resigns at a value."""

    def doubles(self, state: Game, score: Score) -> bool:
        """True if it doubles before the roll, being the mover."""

    def takes_double(self, state: Game, side: Side, score: Score) -> bool:
        """True if it takes the double that the opponent of its side has offered."""

    def keeps_roll(self, state: Game) -> bool:
        """True if it keeps the opening throw that it may choose about."""


class ComputerPlayer:
    """Plays the program's turns until cancelled.

    Args:
        manager: where games are found and turns are made.
        strategy: what it thinks with.
    """

    def __init__(self, manager: SessionManager, strategy: Strategy) -> None:
        self._manager = manager
        self._strategy = strategy
        self._wake_up = WakeUp()
        self._storing = asyncio.Semaphore(1)
        """One of its turns at a time waits to be stored, so that people's turns wait for few of them."""

    def wake(self) -> None:
        """Look at once whether a game waits for the program."""
        self._wake_up.set()

    async def run(self, pool: Executor) -> None:
        """Play until cancelled.

        Args:
            pool: where it thinks. They say how many thoughts are thought at once.
        """
        while True:
            self._wake_up.clear()
            if not await self._play(pool):
                await self._wake_up.wait()

    async def play_all(self, pool: Executor) -> bool:
        """Do what waits for the program now; say whether anything did.

        A game in which that fails is left alone for a while, or until it has gone on.

        Args:
            pool: where it thinks.
        """
        now = self._manager.clock()
        until = now + LEASE
        waiting = await games.COMPUTER_PLAYER.claim(self._manager.database, BATCH, now, until)
        # Not `gather`: when it is cancelled, it does not wait until what was claimed is given back.
        async with asyncio.TaskGroup() as tasks:
            for row in waiting:
                tasks.create_task(self._act(row.id, row.version, until, pool))
        return bool(waiting)

    async def _play(self, pool: Executor) -> bool:
        try:
            return await self.play_all(pool)
        except Exception:
            logger.exception("the program's games could not be read")
            return False

    async def _act(self, game_id: str, version: int, until: datetime, pool: Executor) -> None:
        """Play or answer in one game that is claimed, as it stands at a version.

        What it does makes the next version, with which the claim is void.
        """
        try:
            game = await self._manager.game(game_id)
            if game.version == version:
                await self._act_in(game, pool)
        except asyncio.CancelledError:
            await self._release(game_id, until)
            raise
        except (AlreadyDone, Refusal):
            # The game has gone on without it: then there is no claim any more.
            await self._release(game_id, until, self._manager.clock() + AFTER_A_FAULT)
        except Exception:
            logger.exception("the program could not play in game %s", game_id)
            await self._release(game_id, until, self._manager.clock() + AFTER_A_FAULT)

    async def _release(self, game_id: str, until: datetime, again: datetime | None = None) -> None:
        """Release a claimed game; until `again` it is not claimed again."""
        async with releasing(game=game_id), self._manager.database.write() as connection:
            await games.COMPUTER_PLAYER.release(connection, game_id, until, again)

    async def _act_in(self, game: LoadedGame, pool: Executor) -> None:
        """Do what the game waits for."""
        state = game.live.state
        if self._is_to_answer(game):
            await self._answer(game, pool)
        elif state.is_doubled:
            side = game.live.mover.other
            take = await self._decide(pool, self._strategy.takes_double, state, side, game.score)
            async with self._storing:
                await self._manager.answer_double(_actor(game, side), game.id, state.turns, take=take)
        elif state.choice is not None:
            keep = await self._decide(pool, self._strategy.keeps_roll, state)
            async with self._storing:
                await self._manager.choose_opening_roll(_actor(game, game.live.mover), game.id, keep=keep)
        elif state.roll is None:
            await self._double_or_roll(game, pool)
        else:
            await self._move(game, pool)

    async def _double_or_roll(self, game: LoadedGame, pool: Executor) -> None:
        state, actor = game.live.state, _actor(game, game.live.mover)
        double = await self._decide(pool, self._strategy.doubles, state, game.score)
        act = self._manager.double if double else self._manager.roll
        async with self._storing:
            await act(actor, game.id, state.turns)

    async def _move(self, game: LoadedGame, pool: Executor) -> None:
        level = game.level or USUAL_LEVEL
        turn = await self._decide(pool, self._strategy.choose, game.live.state, level)
        actor = _actor(game, game.live.mover)
        async with self._storing:
            await self._manager.play_turn(actor, game.id, turn, game.version)

    async def _answer(self, game: LoadedGame, pool: Executor) -> None:
        offer = game.live.offer
        if offer is None:
            return
        accept = await self._decide(pool, _accepts, self._strategy, game.live.state, offer, game.score)
        actor = _actor(game, offer.side.other)
        async with self._storing:
            await self._manager.answer(actor, game.id, accept=accept, version=game.version)

    async def _decide(
        self, pool: Executor, think: Callable[[*Arguments], Thought], *about: *Arguments
    ) -> Thought:
        return await asyncio.get_running_loop().run_in_executor(pool, think, *about)

    def _is_to_answer(self, game: LoadedGame) -> bool:
        offer = game.live.offer
        return offer is not None and game.player(offer.side.other).is_computer


def _accepts(strategy: Strategy, state: Game, offer: Offer, score: Score) -> bool:
    """True if a strategy accepts what is offered to its side."""
    if offer.what == DRAW:
        return strategy.agrees_to_draw(state, offer.side.other, score)
    return strategy.accepts_resignation(state, offer.side.other, Grade(offer.what), score)


def _actor(game: LoadedGame, side: Side) -> Actor:
    return Actor(game.player(side).id, f"program:{game.id}:{game.version}")
