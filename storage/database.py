"""The database: opened, brought up to date, written and read in transactions."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Self
from weakref import WeakSet

from sqlalchemy.exc import DBAPIError

from storage import sqlite
from storage.migrate import is_newest, upgrade
from storage.threaded import ThreadedConnection

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Collection
    from pathlib import Path
    from threading import Thread

    from sqlalchemy.ext.asyncio import AsyncConnection


CLOSING_SECONDS = 5
"""The longest wait for one connection at the end: its statement may still be at work."""


class Database:
    """One database file with an engine for writing and one for reading.

    Use `async with Database.open(path) as database`.

    Args:
        path: the file.
        connection: makes a connection, of which each is used by one task at a time.
    """

    def __init__(
        self, path: Path, connection: Callable[[Path], ThreadedConnection] = ThreadedConnection
    ) -> None:
        self.path = path
        self._threads: WeakSet[Thread] = WeakSet()
        self._writer = sqlite.engine(path, self._threads, writes=True, connection=connection)
        self._reader = sqlite.engine(path, self._threads, writes=False, connection=connection)

    @classmethod
    @asynccontextmanager
    async def open(cls, path: Path) -> AsyncIterator[Self]:
        """Open a database file, made or brought up to date where needed, and close it at the end.

        Raises:
            UnusableDatabase: it is damaged, or is no database of ours. It stays as it is.
            NewerDatabase: its revision is not known here. It stays as it is.
        """
        await asyncio.to_thread(_prepare, path)
        database = cls(path)
        try:
            yield database
        finally:
            await asyncio.shield(database.close())

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that may write: committed at the end, rolled back by any exception."""
        async with self._writer.begin() as connection:
            yield connection

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that sees one state of the database and changes nothing."""
        async with self._reader.begin() as connection:
            yield connection

    async def close(self) -> None:
        """Give back all connections, and wait for those that were left to their threads."""
        await self._reader.dispose()
        await self._writer.dispose()
        # A thread answers to the event loop, and must not do so when that is closed.
        await asyncio.to_thread(_join, tuple(self._threads))


def _join(threads: Collection[Thread]) -> None:
    for thread in threads:
        thread.join(CLOSING_SECONDS)


def _prepare(path: Path) -> None:
    """Bring a file up to date, once it was seen that it is one that may be touched."""
    try:
        if sqlite.examine(path):
            is_newest(path)  # or of a revision that is known here
        upgrade(path)
    except sqlite3.Error as error:
        raise sqlite.unusable(path, error) from error
    except DBAPIError as error:
        if isinstance(error.orig, sqlite3.Error):
            raise sqlite.unusable(path, error.orig) from error
        raise
