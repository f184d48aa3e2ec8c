"""Database: opening, migrating, and transactions for writing and reading."""

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
"""Pause before the second check of the database's files: moving a file away and back is no loss."""


class Database:
    """A database with one engine for writing and one for reading.

    Use `async with Database.open(place) as database`.

    Args:
        dialect: how to handle the database; None: as its place (a file or a server) requires.
    """

    def __init__(self, place: Place, dialect: Dialect | None = None) -> None:
        self.place = place
        self.dialect = dialect or dialect_of(place)
        self.process: int | None = None
        """Number of this process in the table `processes`, used for claims; None if it makes no claims."""
        self._is_lost = False
        self._writer = self.dialect.engine(writes=True)
        self._reader = self.dialect.engine(writes=False)

    @classmethod
    @asynccontextmanager
    async def open(cls, place: Place) -> AsyncIterator[Self]:
        """Open a database, creating or migrating it if necessary, and close it on exit.

        Raises:
            UnusableDatabase: it is damaged, belongs to another program, or cannot be reached. It is
                unchanged.
            NewerDatabase: its revision is unknown to this version of the program. It is unchanged.
        """
        await dialect_of(place).upgrade()
        database = cls(place)
        try:
            await database._connect()
            await database.dialect.keep_open()
            yield database
        finally:
            # Shielded: a second cancellation must not leave connections open.
            await asyncio.shield(database.close())

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """A writing transaction: committed on exit, rolled back by an exception.

        There is one writer at a time over all processes. Others wait up to ten seconds and then see what it
        wrote. SQLite allows no more; on PostgreSQL a lock that each writing transaction takes first has the
        same effect. So code that reads and then writes is correct on both, without lost updates, deadlocks or
        retries.

        The price: writes do not overlap, so all processes together write as fast as one. A process that
        freezes while writing blocks the others until the server ends its transaction.

        Raises:
            LostDatabase: `must_be_in_place` found that the open file is no longer the database.
        """
        if self._is_lost:
            raise LostDatabase(self.place)
        async with self._writer.begin() as connection:
            yield connection

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A reading transaction that sees a snapshot of the database."""
        async with self._reader.begin() as connection:
            yield connection

    def lock(self, name: str, number: int = 0) -> Holding:
        """Wait for a lock and hold it in the context; one task of all processes has it.

        `async with database.lock("telegram-inbox") as lock`: while `lock.is_held`, no other task has it. If
        it is lost, the body is cancelled. A process that dies or freezes loses it within ten seconds. A
        frozen process notices by its own clock before any other process can take the lock.

        Args:
            number: number of the lock among those of this name.

        Raises:
            LockLost: on exit, if the lock was lost.
        """
        return Holding(self.dialect.locks, (name, number))

    async def must_be_in_place(self, pause: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        """Refuse all further writes if the open files are no longer at the database's place.

        Without this check SQLite would keep writing to a removed file, and every action would be lost.

        Args:
            pause: sleeps before the second check.

        Raises:
            LostDatabase: two checks in a row found other files or none.
        """
        if self.dialect.is_in_place():
            return
        await pause(SECOND_LOOK_SECONDS)
        if not self.dialect.is_in_place():
            self._is_lost = True
            logger.error(
                "database file or log was replaced, writes are refused", extra={"database": self.place}
            )
            raise LostDatabase(self.place)

    async def _connect(self) -> None:
        """Open the writer's connection in advance.

        If a pool's first connection is cancelled while it opens, the next waiting task is not woken and waits
        for half a minute.
        """
        async with self._writer.connect():
            pass

    async def close(self) -> None:
        """Close all connections."""
        await self._reader.dispose()
        await self._writer.dispose()
        await self.dialect.close()
