"""A player of whole games, which takes every action that a game waits for."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from bot.rules import Side
from bot.sessions import Actor, LoadedGame, SessionManager


class Autoplayer:
    """Plays the games of a manager, each side in the chat where its player is notified.

    Args:
        manager: the games.
        word: the beginning of each action's idempotency key.
    """

    def __init__(self, manager: SessionManager, word: str) -> None:
        self._manager = manager
        self._keys: Iterator[str] = (f"{word} {number}" for number in count())

    def actor(self, game: LoadedGame, side: Side) -> Actor:
        """Return an actor for a side of a game."""
        return Actor(game.player(side).id, next(self._keys), game.chat_of(side))

    async def step(self, game: LoadedGame) -> LoadedGame:
        """Take one action and return the game after it. Offers are refused, doubles taken, pauses ended."""
        live, manager = game.live, self._manager
        side = live.state.to_act
        assert side is not None
        actor = self.actor(game, side)
        if game.paused is not None:
            done = manager.resume(actor, game.id)
        elif live.offer is not None:
            done = manager.answer(self.actor(game, live.offer.side.other), game.id, accept=False)
        elif live.state.is_doubled:
            done = manager.answer_double(actor, game.id, take=True)
        elif live.state.choice is not None:
            done = manager.choose_opening_roll(actor, game.id, keep=True)
        elif live.draft is None:
            done = manager.roll(actor, game.id)
        elif live.draft.is_complete:
            done = manager.confirm(actor, game.id)
        else:
            done = manager.move(actor, game.id, str(live.draft.next_moves()[0]))
        return await done

    async def on(self, game: LoadedGame, turns: int | None = None) -> LoadedGame:
        """Play turns, or to the game's end if `turns` is None; return the game.

        Stop at the first action of a turn, and if the computer player is to act.
        """
        end = None if turns is None else game.turns + turns
        while not game.is_over and (end is None or game.turns < end) and not self._is_computers(game):
            game = await self.step(game)
        return game

    def _is_computers(self, game: LoadedGame) -> bool:
        offer = game.live.offer
        side = game.live.state.to_act if offer is None else offer.side.other
        return any(side is each and game.player(each).is_computer for each in Side)
