"""A SQLite connection that runs in the event loop's own thread, and whose statements can be made to fail."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Generator
from itertools import count
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any

from storage.sqlite import ThreadedConnection

BETWEEN_ATTEMPTS = 0.001
ATTEMPTS = 10_000
"""How often a statement is retried while another connection holds the lock: as long as the product waits."""
_INSTEAD = {
    "PRAGMA busy_timeout": "PRAGMA busy_timeout = 0",  # SQLite would block this whole thread
    "PRAGMA synchronous": "PRAGMA synchronous = OFF",  # no test cuts the power
}


async def others_first(_statement: str) -> None:
    """Yield to every other task that is ready, so that tasks take turns at each statement."""
    await asyncio.sleep(0)


class InlineConnection(ThreadedConnection):
    """A connection that executes statements in the calling thread.

    Args:
        path: the database file.
        reached: called with the first words of each statement before it is carried out; it may raise.
    """

    def __init__(self, path: Path, reached: Callable[[str], Awaitable[None]] = others_first) -> None:
        super().__init__(path)
        self._thread = _NoThread()
        self._tx = _AtOnce()
        self._reached = reached

    def __await__(self) -> Generator[Any, None, InlineConnection]:
        return self._connect().__await__()

    def kill(self) -> None:
        """Close as if the process were killed: uncommitted changes are lost."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def stop(self) -> None:
        """Close the connection."""
        self.kill()

    async def close(self) -> None:
        """Close the connection."""
        self.kill()

    async def _connect(self) -> InlineConnection:
        if self._connection is None:
            self._connection = self._connector()
        return self

    async def _execute(self, fn: Callable[..., Any], *args: Any, **options: Any) -> Any:  # noqa: ANN401 (aiosqlite's own)
        sql = _sql(fn, args)
        await self._reached(sql)
        if instead := _INSTEAD.get(sql.partition(" = ")[0]):
            args = (instead, *args[1:])
        for attempt in count(1):
            if self._connection is None:
                raise sqlite3.ProgrammingError("Cannot operate on a closed database.")
            try:
                return fn(*args, **options)
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or attempt == ATTEMPTS:
                    raise
            await asyncio.sleep(BETWEEN_ATTEMPTS)
        return None


class _NoThread(Thread):
    """A thread that has ended, because closing a database joins the threads of its connections."""

    def join(self, timeout: float | None = None) -> None:
        """Return at once."""


def _sql(fn: Callable[..., Any], args: tuple[Any, ...]) -> str:
    """Return the statement, or the name of the connection's method in capitals."""
    return args[0] if args and isinstance(args[0], str) else fn.__name__.upper()


class _AtOnce(SimpleQueue[tuple["asyncio.Future[Any] | None", "Callable[[], Any]"]]):
    """A queue that executes SQLAlchemy's own requests at once instead of passing them to a thread."""

    def put_nowait(self, item: tuple[asyncio.Future[Any] | None, Callable[[], Any]]) -> None:
        """Execute the request."""
        future, function = item
        if future is not None:
            future.set_result(function())
