"""Store: a connection to SQLite in the loop's own thread, whose statements may fail."""

from __future__ import annotations

import sqlite3
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any

from storage.sqlite import ThreadedConnection

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Awaitable, Callable, Generator
    from pathlib import Path


class InlineConnection(ThreadedConnection):
    """A connection that carries out statements where they are asked for.

    Args:
        path: the database file.
        reached: called with the first words of each statement before it is carried out; it may raise.
    """

    def __init__(self, path: Path, reached: Callable[[str], Awaitable[None]]) -> None:
        super().__init__(path)
        self._thread = Thread(target=int)
        """Whoever closes a database waits for the threads of its connections: this one ends at once."""

        self._tx = _AtOnce()
        self._reached = reached

    def __await__(self) -> Generator[Any, None, InlineConnection]:
        self._thread.start()
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
        await self._reached(_sql(fn, args))
        if self._connection is None:
            raise sqlite3.ProgrammingError("Cannot operate on a closed database.")
        return fn(*args, **options)


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
