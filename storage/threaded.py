"""Threaded: a SQLite connection in a thread of its own, to which a statement crosses over once.

`aiosqlite` crosses over for each of a cursor, its execution, its rows and its end, and SQLAlchemy asks for
all four with every statement. To cross over costs more than most of our statements take.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import aiosqlite
from aiosqlite.context import contextmanager

CLOSING_SECONDS = 0.5
"""The longest wait for a thread that is at work on a connection to be closed."""


class ThreadedConnection(aiosqlite.Connection):
    """A connection as SQLAlchemy uses one.

    Args:
        path: the database file.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(lambda: sqlite3.connect(path, check_same_thread=False), iter_chunk_size=64)
        self._is_committed = False
        """Whether the last that was asked for is a commit, and was done."""
        self._end: asyncio.Future[Any] | None = None
        """Done when the thread has closed the connection; None while nothing has asked for that."""
        self._loop = asyncio.get_running_loop()

    def __del__(self) -> None:
        """Warn of a connection that nothing closed, unless its event loop ended before it could."""
        if self._end is None and not self._loop.is_closed():
            super().__del__()  # type: ignore[no-untyped-call]  # the library's own
        self.stop()

    async def close(self) -> None:
        """Roll back and close; wait for that only a moment, because a statement may wait for a lock."""
        end = self.stop()
        if end is not None:
            await asyncio.wait({end}, timeout=CLOSING_SECONDS)

    def stop(self) -> asyncio.Future[Any] | None:
        """Let the thread roll back and close behind everything that it still has to do.

        A statement of a cancelled task may be unfinished, and keeps a closed connection alive in SQLite, with
        its transaction and its lock. Only a rollback ends those.
        """
        if self._end is None:
            if self._connection is not None:
                self._tx.put_nowait((None, self._connection.rollback))
            self._end = super().stop()
        return self._end

    @contextmanager
    async def cursor(self) -> aiosqlite.Cursor:
        """Return a cursor; nothing is executed yet."""
        self._is_committed = False
        return ThreadedCursor(self, self._conn.cursor())

    async def commit(self) -> None:
        """Commit the transaction."""
        await super().commit()
        self._is_committed = True

    async def rollback(self) -> None:
        """Roll the transaction back, if there can be one.

        A pool asks for this whenever it gets a connection back. What was cancelled may be executed yet: then
        the last was no commit.
        """
        if not self._is_committed:
            await super().rollback()


class ThreadedCursor(aiosqlite.Cursor):
    """A cursor whose rows come with its execution."""

    _rows: list[sqlite3.Row]

    async def execute(self, sql: str, parameters: Iterable[Any] | None = None) -> ThreadedCursor:
        """Execute a statement and fetch what it returns."""
        given = () if parameters is None else parameters
        self._rows = await self._execute(self._run, sql, given)  # type: ignore[no-untyped-call]  # aiosqlite's
        return self

    async def fetchall(self) -> list[sqlite3.Row]:
        """Return all rows."""
        return self._rows

    async def close(self) -> None:
        """Do nothing: a statement whose rows are all fetched has ended."""

    def _run(self, sql: str, parameters: Iterable[Any]) -> list[sqlite3.Row]:
        self._cursor.execute(sql, parameters)  # type: ignore[arg-type]  # as aiosqlite passes them on
        return self._cursor.fetchall() if self._cursor.description else []
