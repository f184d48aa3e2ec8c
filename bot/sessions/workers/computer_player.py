"""Computer player: makes its turns and answers offers to it, with the same actions as people.

Games that wait for it are found by a query, so that none is lost in a restart. It thinks outside any
transaction. Its action is refused if the game no longer waits for it.
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
"""The most games that are claimed at once."""
LEASE = timedelta(minutes=2)
"""How long a claim on a game lasts: longer than thinking about a whole batch should take."""
AFTER_A_FAULT = timedelta(seconds=30)
"""How long after an error, or a refused action, the computer player retries, unless the game changes."""


class Strategy(Protocol):
    """The engine's decisions for the computer player. It is called in a thread or another process."""

    def choose(self, state: Game, level: Level) -> Turn:
        """Return the mover's turn to play at a level. The caller makes sure that a legal turn exists."""

    def agrees_to_draw(self, state: Game, side: Side, score: Score) -> bool:
        """Return True if the computer player accepts a draw as this side."""

    def accepts_resignation(self, state: Game, side: Side, grade: Grade, score: Score) -> bool:
        """Return True if the computer player accepts, as this side, the opponent's resignation at a value."""

    def doubles(self, state: Game, score: Score) -> bool:
        """Return True if the mover, which is the computer player, doubles before rolling."""

    def takes_double(self, state: Game, side: Side, score: Score) -> bool:
        """Return True if the computer player takes, as this side, the opponent's double."""

    def keeps_roll(self, state: Game) -> bool:
        """Return True if the computer player keeps an opening roll that the rules let it roll again."""


class ComputerPlayer:
    """Plays the computer player's turns until cancelled.

    Args:
        manager: the games and the actions.
        strategy: the engine that decides.
    """

    def __init__(self, manager: SessionManager, strategy: Strategy) -> None:
        self._manager = manager
        self._strategy = strategy
        self._wake_up = WakeUp()
        self._storing = asyncio.Semaphore(1)
        """Stores the computer player's actions one at a time, so that people's actions wait little."""

    def wake(self) -> None:
        """Search at once for games that wait for the computer player."""
        self._wake_up.set()

    async def run(self, pool: Executor) -> None:
        """Play until cancelled; search for waiting games when woken, or after 30 seconds (`IDLE`).

        Args:
            pool: the threads or processes that think; their number bounds how many games it thinks about at
                once.
        """
        while True:
            self._wake_up.clear()
            if not await self._play(pool):
                await self._wake_up.wait()

    async def play_all(self, pool: Executor) -> bool:
        """Act in at most `BATCH` games that wait for the computer player; return True if there were any.

        A game in which that fails is left alone for 30 seconds, or until a player acts in it.

        Args:
            pool: the threads or processes that think.
        """
        now = self._manager.clock()
        until = now + LEASE
        waiting = await games.COMPUTER_PLAYER.claim(self._manager.database, BATCH, now, until)
        # Not `asyncio.gather`: if that is cancelled, it does not wait until its tasks have released their
        # claims.
        async with asyncio.TaskGroup() as tasks:
            for row in waiting:
                tasks.create_task(self._act(row.id, row.version, until, pool))
        return bool(waiting)

    async def _play(self, pool: Executor) -> bool:
        try:
            return await self.play_all(pool)
        except Exception:
            logger.exception("searching for games that wait for the computer player failed")
            return False

    async def _act(self, game_id: str, version: int, until: datetime, pool: Executor) -> None:
        """Play or answer in a claimed game, unless the game has changed since the claim.

        The action raises the version, which ends the claim. If the action fails, the game can be claimed
        again after `AFTER_A_FAULT`; the error is logged unless it is a refusal. If the task is cancelled, the
        claim is released at once.

        Args:
            version: the game's version when it was claimed.
            until: when the claim expires, which identifies it.
        """
        try:
            game = await self._manager.game(game_id)
            if game.version == version:
                await self._act_in(game, pool)
        except asyncio.CancelledError:
            await self._release(game_id, until)
            raise
        except (AlreadyDone, Refusal):
            # Usually a player acted meanwhile, which raised the version and ended the claim. Otherwise the
            # game must not be claimed again at once.
            await self._release(game_id, until, self._manager.clock() + AFTER_A_FAULT)
        except Exception:
            logger.exception(
                "the computer player's action failed, retrying in 30 seconds", extra={"game": game_id}
            )
            await self._release(game_id, until, self._manager.clock() + AFTER_A_FAULT)

    async def _release(self, game_id: str, until: datetime, again: datetime | None = None) -> None:
        """Release a claimed game; an error is only logged.

        Args:
            until: when the claim expires, which identifies it.
            again: from when on the game can be claimed again; None for at once.
        """
        async with releasing(game=game_id), self._manager.database.write() as connection:
            await games.COMPUTER_PLAYER.release(connection, game_id, until, again)

    async def _act_in(self, game: LoadedGame, pool: Executor) -> None:
        """Make and store the decision that the game waits for.

        It is an answer to an offer or a double, the choice of the opening roll, a double or roll, or a turn.
        """
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
    """Return True if a strategy accepts an opponent's offer of a draw or a resignation."""
    if offer.what == DRAW:
        return strategy.agrees_to_draw(state, offer.side.other, score)
    return strategy.accepts_resignation(state, offer.side.other, Grade(offer.what), score)


def _actor(game: LoadedGame, side: Side) -> Actor:
    # The idempotency key has the version: however often this is retried, the computer player acts once in
    # each version of the game.
    return Actor(game.player(side).id, f"program:{game.id}:{game.version}")
