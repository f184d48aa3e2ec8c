"""The database: opened, brought up to date, written and read in transactions."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Self

from sqlalchemy.ext.asyncio import AsyncConnection

from storage.dialects import Dialect, dialect_of
from storage.errors import LostDatabase
from storage.locks import Holding
from storage.places import Place

logger = logging.getLogger(__name__)

SECOND_LOOK_SECONDS = 1.0
"""Between two looks at the database's files: a file that is moved and moved back is no loss."""


class Database:
    """One database with an engine for writing and one for reading.

    Use `async with Database.open(place) as database`.

    Args:
        place: where it is.
        dialect: how it is handled; as all that are there, if not given.
    """

    def __init__(self, place: Place, dialect: Dialect | None = None) -> None:
        self.place = place
        self.dialect = dialect or dialect_of(place)
        self.process: int | None = None
        """The number of this process among those that serve it, by which it claims; none, if it does not."""
        self._is_lost = False
        self._writer = self.dialect.engine(writes=True)
        self._reader = self.dialect.engine(writes=False)

    @classmethod
    @asynccontextmanager
    async def open(cls, place: Place) -> AsyncIterator[Self]:
        """Open a database, made or brought up to date where needed, and close it at the end.

        Raises:
            UnusableDatabase: it is damaged, is no database of ours, or cannot be reached. It stays as it is.
            NewerDatabase: its revision is not known here. It stays as it is.
        """
        await dialect_of(place).upgrade()
        database = cls(place)
        try:
            await database._connect()
            await database.dialect.keep_open()
            yield database
        finally:
            await asyncio.shield(database.close())

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that may write: committed at the end, rolled back by any exception.

        One writer at a time, over all processes: whoever comes meanwhile waits, for ten seconds at most, and
        then finds what the other has left. SQLite knows no other way. PostgreSQL is held to it by a lock that
        each such transaction takes first: so what reads and then writes is right on both, and nothing is
        lost, runs into a deadlock, or has to be tried again.

        What it costs: writes do not overlap, so all processes together write as fast as one. A process that
        is frozen while it writes holds up the others until the server ends its transaction.

        Raises:
            LostDatabase: `must_be_in_place` has found that the open file is no longer the database.
        """
        if self._is_lost:
            raise LostDatabase(self.place)
        async with self._writer.begin() as connection:
            yield connection

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that sees one state of the database and changes nothing."""
        async with self._reader.begin() as connection:
            yield connection

    def lock(self, name: str, number: int = 0) -> Holding:
        """Wait for a lock, and hold it until left: one task of all processes has it.

        `async with database.lock("telegram-inbox") as lock`: `lock.is_held` tells whether it is held still.
        Once it is not, what is done under it is cancelled. A process that dies or freezes loses it within
        ten seconds; one that is frozen knows by its own clock, before anybody else can have it.

        Args:
            name: its name.
            number: which of those that have this name.

        Raises:
            LockLost: when left, it was lost before.
        """
        return Holding(self.dialect.locks, (name, number))

    async def must_be_in_place(self, pause: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        """Refuse all writes from now on if the open files are no longer those at the database's place.

        Without this, SQLite would go on writing to a removed file, and every action would be lost at the end.

        Args:
            pause: waits for some seconds before the second look.

        Raises:
            LostDatabase: two looks in a row found other files, or none.
        """
        if self.dialect.is_in_place():
            return
        await pause(SECOND_LOOK_SECONDS)
        if not self.dialect.is_in_place():
            self._is_lost = True
            logger.error("the database file or its log was replaced or removed; writes are refused")
            raise LostDatabase(self.place)

    async def _connect(self) -> None:
        """Make the writer's connection.

        A pool whose first connection is cancelled while it is made does not wake the next task that waits for
        one: that task would wait for half a minute.
        """
        async with self._writer.connect():
            pass

    async def close(self) -> None:
        """Give back all connections."""
        await self._reader.dispose()
        await self._writer.dispose()
        await self.dialect.close()
