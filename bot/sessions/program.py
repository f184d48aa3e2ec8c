"""The program's part: its turns and its answers are actions like everybody's.

Games that wait for it are found by a query, so none is forgotten over a restart; it thinks outside any
transaction, and its turn is made only if the game is still at the version that it thought about.
"""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta
from typing import TYPE_CHECKING, Protocol, TypeVar, TypeVarTuple

from bot.rules import Grade
from bot.sessions.bell import Bell
from bot.sessions.by import By
from bot.sessions.errors import AlreadyDone, Refusal
from bot.sessions.options import USUAL_LEVEL
from bot.sessions.play import DRAW
from bot.sessions.stakes import accepts_by_score, doubles_by_score, takes_by_score
from storage import games

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Executor
    from datetime import datetime

    from bot.engine import Level
    from bot.rules import GameState, Side, Turn
    from bot.sessions.manager import SessionManager
    from bot.sessions.play import Offer
    from bot.sessions.stored import StoredGame

Thought = TypeVar("Thought")
Arguments = TypeVarTuple("Arguments")

logger = logging.getLogger(__name__)

BATCH = 20
AFTER_A_FAULT = timedelta(seconds=30)


class Mind(Protocol):
    """What the program thinks with. It is called beside the event loop, perhaps in another process."""

    def choose(self, state: GameState, level: Level) -> Turn:
        """Return the turn to play at a level; there is one."""

    def agrees_to_draw(self, state: GameState, side: Side) -> bool:
        """Whether it accepts a draw, playing a side."""

    def accepts_resignation(self, state: GameState, side: Side, grade: Grade) -> bool:
        """Whether it accepts that the opponent of its side resigns at a value."""

    def doubles(self, state: GameState) -> bool:
        """Whether it doubles before the roll, being the mover."""

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
        self._bell = Bell()
        self._put_off: dict[tuple[str, int], datetime] = {}
        """Games, by id and version, that it could not play in, and when it may try again."""
        self._storing = asyncio.Semaphore(1)
        """One of its turns at a time waits to be stored, so that people's turns wait for few of them."""

    def wake(self) -> None:
        """Look at once whether a game waits for the program."""
        self._bell.ring()

    async def run(self, thinkers: Executor) -> None:
        """Play until cancelled.

        Args:
            thinkers: where it thinks. They say how many thoughts are thought at once.
        """
        while True:
            self._bell.quiet()
            if not await self._play(thinkers):
                await self._bell.rest()

    async def play_all(self, thinkers: Executor) -> bool:
        """Do what waits for the program now; say whether anything did.

        A game in which that fails is left alone for a while, or until it has gone on.

        Args:
            thinkers: where it thinks.
        """
        now = self._manager.clock()
        # What is put off for longer was put off before the clock was set back.
        self._put_off = {
            game: until for game, until in self._put_off.items() if now < until <= now + AFTER_A_FAULT
        }
        async with self._manager.database.read() as connection:
            waiting = await games.games_of_program(connection, BATCH, self._put_off)
        await asyncio.gather(*(self._act(row.id, row.version, thinkers) for row in waiting))
        return bool(waiting)

    async def _play(self, thinkers: Executor) -> bool:
        try:
            return await self.play_all(thinkers)
        except Exception:
            logger.exception("the program's games could not be read")
            return False

    async def _act(self, game_id: str, version: int, thinkers: Executor) -> None:
        """Play or answer in one game, as it stands at a version."""
        self._put_off[game_id, version] = self._manager.clock() + AFTER_A_FAULT
        try:
            game = await self._manager.game(game_id)
            if game.row.version == version:
                await self._act_in(game, thinkers)
        except (AlreadyDone, Refusal):
            return  # the game has gone on without it
        except Exception:
            logger.exception("the program could not play in game %s", game_id)

    async def _act_in(self, game: StoredGame, thinkers: Executor) -> None:
        """Do what the game waits for."""
        state = game.play.state
        if self._is_asked(game):
            await self._answer(game, thinkers)
        elif state.is_doubled:
            side = game.play.mover.other
            take = takes_by_score(game, side) or await self._thought(
                thinkers, self._mind.takes_double, state, side
            )
            async with self._storing:
                await self._manager.answer_double(_by(game, side), game.id, state.turns, take=take)
        elif state.choice is not None:
            keep = await self._thought(thinkers, self._mind.keeps_throw, state)
            async with self._storing:
                await self._manager.choose(_by(game, game.play.mover), game.id, keep=keep)
        elif state.roll is None:
            await self._double_or_roll(game, thinkers)
        else:
            await self._move(game, thinkers)

    async def _double_or_roll(self, game: StoredGame, thinkers: Executor) -> None:
        state, by = game.play.state, _by(game, game.play.mover)
        double = doubles_by_score(game, game.play.mover)
        if double is None:
            double = await self._thought(thinkers, self._mind.doubles, state)
        act = self._manager.double if double else self._manager.roll
        async with self._storing:
            await act(by, game.id, state.turns)

    async def _move(self, game: StoredGame, thinkers: Executor) -> None:
        level = game.level or USUAL_LEVEL
        turn = await self._thought(thinkers, self._mind.choose, game.play.state, level)
        by = _by(game, game.play.mover)
        async with self._storing:
            await self._manager.play_turn(by, game.id, turn, game.row.version)

    async def _answer(self, game: StoredGame, thinkers: Executor) -> None:
        offer = game.play.offer
        if offer is None:
            return
        by_score = offer.what != DRAW and accepts_by_score(game, offer.by.other, Grade(offer.what))
        accept = by_score or await self._thought(thinkers, _accepts, self._mind, game.play.state, offer)
        by = _by(game, offer.by.other)
        async with self._storing:
            await self._manager.answer(by, game.id, accept=accept, version=game.row.version)

    async def _thought(
        self, thinkers: Executor, think: Callable[[*Arguments], Thought], *about: *Arguments
    ) -> Thought:
        return await asyncio.get_running_loop().run_in_executor(thinkers, think, *about)

    def _is_asked(self, game: StoredGame) -> bool:
        offer = game.play.offer
        return offer is not None and game.player(offer.by.other).program is not None


def _accepts(mind: Mind, state: GameState, offer: Offer) -> bool:
    """Whether a mind accepts what is offered to its side."""
    if offer.what == DRAW:
        return mind.agrees_to_draw(state, offer.by.other)
    return mind.accepts_resignation(state, offer.by.other, Grade(offer.what))


def _by(game: StoredGame, side: Side) -> By:
    return By(game.player(side).id, f"program:{game.id}:{game.row.version}")
