"""Inline: a connection to SQLite in the event loop's own thread, whose statements may fail."""

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
"""How often a statement is tried while another connection holds the lock: as long as the product waits."""
_INSTEAD = {
    "PRAGMA busy_timeout": "PRAGMA busy_timeout = 0",  # SQLite would wait for a task of this very thread
    "PRAGMA synchronous": "PRAGMA synchronous = OFF",  # no test takes the power away
}


async def others_first(_statement: str) -> None:
    """Let every other task that can go on take its next step: tasks take turns at each statement."""
    await asyncio.sleep(0)


class InlineConnection(ThreadedConnection):
    """A connection that carries out statements where they are asked for.

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
        """End as with a process that is killed: what was not committed is not there."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def stop(self) -> None:
        """End."""
        self.kill()

    async def close(self) -> None:
        """End."""
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
    """Has ended: a database that closes waits for the threads of its connections."""

    def join(self, timeout: float | None = None) -> None:
        """Return at once."""


def _sql(fn: Callable[..., Any], args: tuple[Any, ...]) -> str:
    """Return the statement, in capitals where it is not written out."""
    return args[0] if args and isinstance(args[0], str) else fn.__name__.upper()


class _AtOnce(SimpleQueue[tuple["asyncio.Future[Any] | None", "Callable[[], Any]"]]):
    """What SQLAlchemy lays its own requests into, of which a thread would take them."""

    def put_nowait(self, item: tuple[asyncio.Future[Any] | None, Callable[[], Any]]) -> None:
        """Do it."""
        future, function = item
        if future is not None:
            future.set_result(function())
