"""The program's part: its turns and its answers are actions like everybody's.

Games that wait for it are found by a query, so none is forgotten over a restart; it thinks outside any
transaction, and its turn is made only if the game is still at the version that it thought about.
"""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import TYPE_CHECKING, Protocol, TypeVar, TypeVarTuple

from bot.rules import Grade
from bot.sessions.by import By
from bot.sessions.errors import AlreadyDone, Refusal
from bot.sessions.play import DRAW
from storage import games

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Executor
    from datetime import datetime

    from bot.rules import GameState, Side, Turn
    from bot.sessions.manager import SessionManager
    from bot.sessions.stored import StoredGame

Thought = TypeVar("Thought")
Arguments = TypeVarTuple("Arguments")

logger = logging.getLogger(__name__)

AT_ONCE = 2
BATCH = 20
IDLE = timedelta(seconds=30)
AFTER_A_FAULT = timedelta(seconds=30)


class Mind(Protocol):
    """What the program thinks with. It is called in threads."""

    def choose(self, state: GameState) -> Turn:
        """Return the turn to play; there is one."""

    def agrees_to_draw(self, state: GameState, side: Side) -> bool:
        """Whether it accepts a draw, playing a side."""

    def accepts_resignation(self, state: GameState, side: Side, grade: Grade) -> bool:
        """Whether it accepts that the opponent of its side resigns at a value."""

    def takes_double(self, state: GameState, side: Side) -> bool:
        """Whether it takes the double that the opponent of its side has offered."""

    def keeps_throw(self, state: GameState) -> bool:
        """Whether it keeps the opening throw that it may choose about."""


class ProgramPlayer:
    """Plays the program's turns until cancelled.

    Args:
        manager: where games are found and turns are made.
        mind: what it thinks with.
    """

    def __init__(self, manager: SessionManager, mind: Mind) -> None:
        self._manager = manager
        self._mind = mind
        self._bell = asyncio.Event()
        self._put_off: dict[tuple[str, int], datetime] = {}
        """Games, by id and version, that it could not play in, and when it may try again."""

    def wake(self) -> None:
        """Look at once whether a game waits for the program."""
        self._bell.set()

    async def run(self) -> None:
        """Play until cancelled."""
        with ThreadPoolExecutor(AT_ONCE, thread_name_prefix="program") as threads:
            while True:
                self._bell.clear()
                if not await self._play(threads):
                    await self._rest()

    async def play_all(self, threads: Executor) -> bool:
        """Do what waits for the program now; say whether anything did.

        A game in which that fails is left alone for a while, or until it has gone on.
        """
        now = self._manager.clock()
        self._put_off = {game: until for game, until in self._put_off.items() if until > now}
        async with self._manager.database.read() as connection:
            waiting = await games.games_of_program(connection, BATCH, self._put_off)
        await asyncio.gather(*(self._act(row.id, row.version, threads) for row in waiting))
        return bool(waiting)

    async def _play(self, threads: Executor) -> bool:
        try:
            return await self.play_all(threads)
        except Exception:
            logger.exception("the program's games could not be read")
            return False

    async def _act(self, game_id: str, version: int, threads: Executor) -> None:
        """Play or answer in one game, as it stands at a version."""
        self._put_off[game_id, version] = self._manager.clock() + AFTER_A_FAULT
        try:
            game = await self._manager.game(game_id)
            if game.row.version == version:
                await self._act_in(game, threads)
        except (AlreadyDone, Refusal):
            return  # the game has gone on without it
        except Exception:
            logger.exception("the program could not play in game %s", game_id)

    async def _act_in(self, game: StoredGame, threads: Executor) -> None:
        """Do what the game waits for."""
        state = game.play.state
        if self._is_asked(game):
            await self._answer(game, threads)
        elif state.is_doubled:
            side = game.play.mover.other
            take = await self._thought(threads, self._mind.takes_double, state, side)
            await self._manager.answer_double(_by(game, side), game.id, state.turns, take=take)
        elif state.choice is not None:
            keep = await self._thought(threads, self._mind.keeps_throw, state)
            await self._manager.choose(_by(game, game.play.mover), game.id, keep=keep)
        else:
            await self._move(game, threads)

    async def _move(self, game: StoredGame, threads: Executor) -> None:
        turn = await self._thought(threads, self._mind.choose, game.play.state)
        by = _by(game, game.play.mover)
        await self._manager.play_turn(by, game.id, turn, game.row.version)

    async def _answer(self, game: StoredGame, threads: Executor) -> None:
        accept = await self._thought(threads, self._accepts, game)
        by = _by(game, game.play.offer.by.other if game.play.offer else game.play.mover)
        await self._manager.answer(by, game.id, accept=accept, version=game.row.version)

    async def _thought(
        self, threads: Executor, think: Callable[[*Arguments], Thought], *about: *Arguments
    ) -> Thought:
        return await asyncio.get_running_loop().run_in_executor(threads, think, *about)

    def _is_asked(self, game: StoredGame) -> bool:
        offer = game.play.offer
        return offer is not None and game.player(offer.by.other).program is not None

    def _accepts(self, game: StoredGame) -> bool:
        offer = game.play.offer
        if offer is None:
            return False
        if offer.what == DRAW:
            return self._mind.agrees_to_draw(game.play.state, offer.by.other)
        return self._mind.accepts_resignation(game.play.state, offer.by.other, Grade(offer.what))

    async def _rest(self) -> None:
        try:
            async with asyncio.timeout(IDLE.total_seconds()):
                await self._bell.wait()
        except TimeoutError:
            return


def _by(game: StoredGame, side: Side) -> By:
    return By(game.player(side).id, f"program:{game.id}:{game.row.version}")
