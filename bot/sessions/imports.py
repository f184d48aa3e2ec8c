"""Imports: records of games from elsewhere that players uploaded, stored apart from games played here."""

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
"""The most imports stored per player, besides those of a merged player; another one replaces the oldest."""

_PREFIX = "i"
"""The first letter of every import's id. The id of a game played with the bot never begins with it."""


def is_import(key: str) -> bool:
    """Return True if an id has the form of an import's; there need be no such import."""
    return key.startswith(_PREFIX)


class Imports:
    """Service that stores and returns uploaded records.

    Attributes:
        reading: callers hold it while they parse an uploaded text. Parsing keeps a processor busy, so each
            process parses only one text at a time.
    """

    def __init__(self, core: SessionCore) -> None:
        self._core = core
        self.reading = asyncio.Semaphore(1)

    async def keep(self, actor: Actor, records: Sequence[str]) -> str:
        """Store the records of one or more games as one import and return its id.

        If the actor then has more than `MOST_KEPT` imports, the oldest are deleted. Imports that came from a
        player whose accounts were linked to the actor's do not count.

        Raises:
            AlreadyDone: the same request was applied before.
        """
        async with self._core.action(actor) as connection:
            for attempt in range(100):
                # Ids are as short as possible; after every four collisions the id gets one character longer.
                key = _PREFIX + short_id(self._core.chance, 3 + attempt // 4)[1:]
                if await inbox.give_id(connection, key):
                    await analyses.add_import(connection, key, actor.player, actor.chat, records, MOST_KEPT)
                    return key
        raise RuntimeError("no id is free")

    async def is_being_played(self, record: Record) -> bool:
        """Return True if a record's first `FIRST_ROLLS` rolls are those of any unfinished game on this bot.

        An analysis of such a record would help one of the game's players. For a record with fewer than
        `FIRST_ROLLS` rolls return False, because they do not identify a game.
        """
        rolls = await asyncio.to_thread(mapping.first_rolls, _rolls_of(record))
        if len(rolls.split()) < mapping.FIRST_ROLLS:
            return False
        async with self._core.database.read() as connection:
            return await game_lists.is_being_played(connection, rolls)

    async def games(self, key: str) -> tuple[str, ...]:
        """Return the records of an import as texts, one for each game.

        Raises:
            NoSuchGame: no import has this id.
        """
        async with self._core.database.read() as connection:
            found = await analyses.imported_games(connection, key)
        if not found:
            raise NoSuchGame(key)
        return found


def _rolls_of(record: Record) -> Iterator[str]:
    """Yield the roll of each turn that was played or passed, as text, in order.

    A first turn played with the opening roll is included.
    """
    for state, event in zip(record.replay(), record.events, strict=False):
        if isinstance(event, Played) and state.roll is not None:
            yield str(state.roll)
