"""Hints: the best turns, or what doubling the stakes is worth, for a player who must act."""

from __future__ import annotations

import asyncio
from concurrent.futures import Executor
from typing import Protocol

from bot.engine import CubeDecision, Hint, Score
from bot.rules import Game, Side
from bot.sessions.actions.turns import must_be_to_act
from bot.sessions.core import SessionCore
from bot.sessions.errors import GameIsOver, NotSeated, Refusal
from bot.sessions.loaded_game import LoadedGame


class Adviser(Protocol):
    """The engine's advice. Its methods run in a thread or process of a pool, outside the event loop."""

    def hint(self, state: Game) -> Hint:
        """Return the best turns for the mover, whose dice are rolled and who has a legal turn."""

    def cube_hint(self, state: Game, score: Score) -> CubeDecision:
        """Return what doubling the stakes is worth; the mover may double now, or has doubled.

        Args:
            score: the match score before this game.
        """


class Hints:
    """Service that answers players' requests for hints, one at a time per player (in each process).

    Args:
        adviser: the engine.
        pool: the threads or processes that compute hints; their number is the most computed at the same time.
    """

    def __init__(self, core: SessionCore, adviser: Adviser, pool: Executor) -> None:
        self._core = core
        self._adviser = adviser
        self._pool = pool
        self._thoughts: dict[int, asyncio.Future[Hint | CubeDecision]] = {}
        """The hints being computed, by the player's id."""

    async def ask(self, player: int, game_id: str) -> tuple[LoadedGame, asyncio.Future[Hint | CubeDecision]]:
        """Return a game, and a future of the hint for the player, who must be the one to act.

        After a roll the hint is the best whole turns; moves already made in the turn are ignored. Before a
        roll, if the player may double, and when they must answer a double, it is what doubling the stakes is
        worth. The game is not changed.

        Raises:
            NoSuchGame: no game has this id.
            NotSeated: the player does not play in it.
            GameIsOver: the game has ended.
            Refusal: the game allows no hints: it is between people who did not agree on hints.
            NotYourTurn: the other side is to act.
            Refusal: the opening roll must be kept or rolled again first.
            Refusal: the dice must be rolled first.
            Refusal: another hint for the player is being computed.
        """
        async with self._core.database.read() as connection:
            game = await self._core.load(connection, game_id)
        side = game.side_of(player)
        if side is None:
            raise NotSeated(game_id)
        if game.is_over:
            raise GameIsOver(game_id)
        if not game.allows_hints:
            raise Refusal("no-hints")
        about_cube = _decides_about_cube(game, side)
        if not about_cube:
            must_be_to_act(game.live, side)
            if game.live.state.choice is not None:
                raise Refusal("choice-waits", game=game_id)
            if game.live.draft is None:
                raise Refusal("not-rolled", game=game_id)
        if player in self._thoughts:
            raise Refusal("hint-waits")
        thought = self._think(game, about_cube=about_cube)
        self._thoughts[player] = thought
        thought.add_done_callback(lambda _: self._thoughts.pop(player))
        return game, thought

    def _think(self, game: LoadedGame, *, about_cube: bool) -> asyncio.Future[Hint | CubeDecision]:
        loop, state = asyncio.get_running_loop(), game.live.state
        thought: asyncio.Future[Hint | CubeDecision]
        if about_cube:
            thought = loop.run_in_executor(self._pool, self._adviser.cube_hint, state, game.score)
        else:
            thought = loop.run_in_executor(self._pool, self._adviser.hint, state)
        return thought


def may_ask(game: LoadedGame, player: int) -> bool:
    """Return True if a player may ask for a hint in a game now; other hints being computed are ignored."""
    side = game.side_of(player)
    if side is None or game.is_over or not game.allows_hints:
        return False
    rolled = game.live.draft is not None and side is game.live.mover
    return rolled or _decides_about_cube(game, side)


def _decides_about_cube(game: LoadedGame, side: Side) -> bool:
    """Return True if a side may double the stakes now, or must answer the other side's doubling."""
    state = game.live.state
    return state.to_act is side and (state.is_doubled or state.may_double)
