"""Games that people brought along: kept under an id of their own, beside those that are played here."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from bot.sessions.chance import short_id
from bot.sessions.errors import NoSuchGame
from storage import ids, imports

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.sessions.by import By
    from bot.sessions.desk import Desk

MOST_KEPT = 20
"""So many imports of one player are kept; the oldest go."""

_MARK = "i"
"""No game that is played here has an id that begins so."""


def is_import(key: str) -> bool:
    """Whether an id is that of an import."""
    return key.startswith(_MARK)


class Imports:
    """Games that people brought along.

    Args:
        desk: where they are kept.

    Attributes:
        reading: held while a text is read, which takes a processor: one at a time.
    """

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.reading = asyncio.Semaphore(1)

    async def keep(self, by: By, records: Sequence[str]) -> str:
        """Keep the records of games and return the id of them all.

        Raises:
            AlreadyDone: this very event was applied before.
        """
        async with self._desk.action(by) as connection:
            for attempt in range(100):
                key = _MARK + short_id(self._desk.chance, 3 + attempt // 4)[1:]
                if await ids.give(connection, key):
                    await imports.add(connection, key, by.player, by.chat, records, MOST_KEPT)
                    return key
        raise RuntimeError("no id is free")

    async def games(self, key: str) -> tuple[str, ...]:
        """Return the records of an import.

        Raises:
            NoSuchGame: there is none with this id.
        """
        async with self._desk.database.read() as connection:
            found = await imports.games(connection, key)
        if not found:
            raise NoSuchGame(key)
        return found
