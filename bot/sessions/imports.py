"""Imports: games that people brought along, kept beside those that are played here."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence

from bot.rules.events import Played
from bot.rules.formats import Record
from bot.sessions import mapping
from bot.sessions.core import SessionCore
from bot.sessions.dice import short_id
from bot.sessions.errors import NoSuchGame
from bot.sessions.values import Actor
from storage import analyses, game_lists, inbox

MOST_KEPT = 20
"""So many imports of one player are kept; the oldest go."""

_MARK = "i"
"""No game that is played here has an id that begins so."""


def is_import(key: str) -> bool:
    """True if an id is that of an import."""
    return key.startswith(_MARK)


class Imports:
    """Games that people brought along.

    Args:
        core: where they are kept.

    Attributes:
        reading: held while a text is read, which takes a processor: one at a time.
    """

    def __init__(self, core: SessionCore) -> None:
        self._core = core
        self.reading = asyncio.Semaphore(1)

    async def keep(self, actor: Actor, records: Sequence[str]) -> str:
        """Keep the records of games and return the id of them all.

        Raises:
            AlreadyDone: this was applied before.
        """
        async with self._core.action(actor) as connection:
            for attempt in range(100):
                key = _MARK + short_id(self._core.chance, 3 + attempt // 4)[1:]
                if await inbox.give_id(connection, key):
                    await analyses.add_import(connection, key, actor.player, actor.chat, records, MOST_KEPT)
                    return key
        raise RuntimeError("no id is free")

    async def is_being_played(self, record: Record) -> bool:
        """True if a record begins with the rolls of a game that is still being played here, by whomever.

        What was judged of it would be help. A record of fewer turns is not recognised: it tells too little.
        """
        rolls = await asyncio.to_thread(mapping.first_rolls, _rolls_of(record))
        if len(rolls.split()) < mapping.FIRST_ROLLS:
            return False
        async with self._core.database.read() as connection:
            return await game_lists.is_played_with(connection, rolls)

    async def games(self, key: str) -> tuple[str, ...]:
        """Return the records of an import.

        Raises:
            NoSuchGame: there is none with this id.
        """
        async with self._core.database.read() as connection:
            found = await analyses.imported_games(connection, key)
        if not found:
            raise NoSuchGame(key)
        return found


def _rolls_of(record: Record) -> Iterator[str]:
    """Return the dice of each turn, also of one whose dice were those that decided who starts."""
    for state, event in zip(record.replay(), record.events, strict=False):
        if isinstance(event, Played) and state.roll is not None:
            yield str(state.roll)
