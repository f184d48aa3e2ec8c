"""What every action stands on: the database, time, chance, and the transaction that applies one event."""

from __future__ import annotations

from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from bot.rules import RULESETS, Side
from bot.sessions import owing, play, stored
from bot.sessions.chance import SystemChance
from bot.sessions.errors import AlreadyDone, NoSuchGame
from storage import games, notes, owed, people

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.sessions.by import By
    from bot.sessions.chance import Chance
    from bot.sessions.stored import StoredGame
    from storage import Database
    from storage.rows import GameRow


class Desk:
    """Where actions are done.

    Args:
        database: where everything is kept.
        chance: where dice come from.
        clock: what time it is.
    """

    def __init__(
        self,
        database: Database,
        *,
        chance: Chance | None = None,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self.database = database
        self.chance = chance or SystemChance()
        self.clock = clock
        self.listeners: list[Callable[[], None]] = []
        """Called after every action that changed something."""

    @asynccontextmanager
    async def action(self, by: By) -> AsyncIterator[AsyncConnection]:
        """A transaction in which one event is applied.

        Raises:
            AlreadyDone: the event was applied before.
        """
        async with self.database.write() as connection:
            if not await notes.apply_once(connection, by.event, self.clock()):
                raise AlreadyDone
            yield connection
        self.changed()

    def changed(self) -> None:
        """Tell the listeners that something has changed."""
        for listener in self.listeners:
            listener()

    async def load(self, connection: AsyncConnection, game_id: str) -> StoredGame:
        """Return a game as a transaction sees it.

        Raises:
            NoSuchGame: there is none with this id.
        """
        row = await games.game(connection, game_id)
        if row is None:
            raise NoSuchGame(game_id)
        return await self.seated(connection, row)

    async def seated(self, connection: AsyncConnection, row: GameRow) -> StoredGame:
        """Return the game that a row holds, with the two who play it."""
        white = await people.player(connection, row.white)
        black = await people.player(connection, row.black)
        return stored.load(row, white, black)

    async def start(
        self,
        connection: AsyncConnection,
        by: By,
        *,
        game_id: str,
        ruleset: str,
        seats: tuple[int, int],
        chats: tuple[int | None, int | None],
        starter: int | None = None,
    ) -> StoredGame:
        """Start a game within the action that accepts a challenge.

        Args:
            connection: that action's transaction.
            by: who accepts.
            game_id: an id that no game has.
            ruleset: what is played.
            seats: the two players.
            chats: where each of them is told of the game.
            starter: who starts; thrown for, if not given (R7.1).
        """
        throws = None
        first = 0
        if starter is None:
            thrown = play.throw_for_the_start(self.chance)
            first = 0 if thrown[-1][0] > thrown[-1][1] else 1
            throws = thrown if first == 0 else tuple((black, white) for white, black in thrown)
        elif starter == seats[1]:
            first = 1
        white = await people.player(connection, seats[first])
        black = await people.player(connection, seats[1 - first])
        begun = play.begin(
            game_id,
            RULESETS[ruleset],
            throws,
            {side: who.name for side, who in zip(Side, (white, black), strict=True)},
            {side: stored.manners_of(who) for side, who in zip(Side, (white, black), strict=True)},
            self.chance,
        )
        now = self.clock()
        row = stored.new_row(game_id, white.id, black.id, (chats[first], chats[1 - first]), begun, now)
        await games.add_game(connection, row)
        await games.add_events(connection, stored.event_rows(game_id, 0, row.version, begun.happened, now))
        for chat in dict.fromkeys(chat for chat in (*chats, by.chat) if chat is not None):
            await owed.show_in(connection, "game", game_id, chat, row.version)
        await owing.ring_actor(connection, row, by)
        return stored.load(row, white, black)
