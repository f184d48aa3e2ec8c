"""Viewing: all that a post's text and picture are made of, read at one moment."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.rules import Side
from bot.sessions.analyses import review_in
from bot.sessions.people import display_in
from storage import people

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from bot.sessions.analyses import Review
    from bot.sessions.mapping import LoadedEvent, LoadedGame
    from bot.sessions.people import DisplayPreferences
    from bot.sessions.unit_of_work import UnitOfWork


@dataclass(frozen=True, slots=True)
class GameView:
    """A game as a chat is to show it.

    Args:
        game: the game.
        events: everything that happened in it.
        display: how the chat wants to be shown things.
        unreached: the sides whose players are told of the game in a chat that cannot be written to.
        review: who did better, if the game is over and that can be told.
        accounts: the keys of the players' accounts on the chat's platform, by the players' ids.
    """

    game: LoadedGame
    events: list[LoadedEvent]
    display: DisplayPreferences
    unreached: tuple[Side, ...]
    review: Review | None
    accounts: Mapping[int, str]


class Views:
    """Where the presenter reads.

    Args:
        unit: where games are found.
    """

    def __init__(self, unit: UnitOfWork) -> None:
        self._unit = unit

    async def game(self, game_id: str, chat: int, others: Collection[int] = ()) -> GameView:
        """Return all that a chat is to show of a game.

        It is read in one transaction, so that the text, the buttons and who is mentioned tell of one moment.

        Args:
            game_id: the game.
            chat: the chat.
            others: players whose accounts are wanted beside those who play.

        Raises:
            NoSuchGame: there is no such game.
        """
        async with self._unit.database.read() as connection:
            display, _ = await display_in(connection, chat)
            found = await self._unit.seated(connection, game_id)
            (game,) = await self._unit.loaded(connection, [found])
            told = (found.white_gone, Side.WHITE), (found.black_gone, Side.BLACK)
            return GameView(
                game,
                await self._unit.events_of(connection, game_id),
                display,
                tuple(side for gone, side in told if gone),
                await review_in(connection, game_id) if game.is_over else None,
                await people.account_keys(
                    connection, display.platform, {found.game.white, found.game.black, *others}
                ),
            )
