"""Dialects: one interface to a database in a file (SQLite) and on a server (PostgreSQL)."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any, Protocol

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from storage.errors import UnusableDatabase
from storage.locks import Locks
from storage.places import Place
from storage.signals import Signals


class Dialect(Protocol):
    """One database, as its dialect handles it."""

    @property
    def place(self) -> Place:
        """Where it is."""

    @property
    def locks(self) -> Locks:
        """The locks of this process, for as long as it is open."""

    @property
    def signals(self) -> Signals:
        """What tells other processes that serve it that something has changed."""

    def engine(self, *, writes: bool) -> AsyncEngine:
        """Return an engine.

        One that writes has transactions of which one is open at a time, over all processes; one that reads
        cannot write, waits for no writer, and sees one state in a transaction.

        Errors of either tell the statement and hide its parameters: they are what people are called, and say.
        """

    async def examine(self, *, thorough: bool = False) -> bool:
        """Return True if there is a database of ours; if not, one can be made there. It stays as it is.

        Raises:
            UnusableDatabase: it is damaged, is no database of ours, or cannot be reached.
        """

    async def is_newest(self) -> bool:
        """Return True if a database of ours is up to date; it stays as it is.

        Raises:
            NewerDatabase: its revision is not known here.
            UnusableDatabase: it is of the newest revision, and lacks something that this revision has.
        """

    async def upgrade(self) -> None:
        """Bring it up to date, wholly or not at all; make it where there is none.

        Raises:
            UnusableDatabase: it cannot be.
            NewerDatabase: its revision is not known here.
        """

    async def copy(self, target: Path) -> None:
        """Make a consistent copy of a database of ours, which may be in use; replace what is at the target.

        Args:
            target: a file. It is there when the copy is whole, and not before.

        Raises:
            UnusableDatabase: it is damaged, or cannot be reached.
            NoCopy: the server's program for it is missing, or older than the server, or has failed.
        """

    async def dangling_rows(self) -> list[str]:
        """Return a line for each two tables where rows of the one point to no row of the other."""

    def hold(self) -> AbstractAsyncContextManager[None]:
        """Be the only process that has anything to do with it, until left.

        Raises:
            DatabaseInUse: another process serves it.
        """

    def serve(self) -> AbstractAsyncContextManager[None]:
        """Serve it until left; on a server others may do so at the same time.

        Raises:
            DatabaseInUse: another process serves a file; or others serve a database that is to be brought up
                to date before; or one must be alone with it.
        """

    async def highest_keys(self, connection: AsyncConnection) -> dict[str, int]:
        """Return the highest key that it ever made, of each table whose keys it makes."""

    async def set_highest_keys(self, connection: AsyncConnection, highest: dict[str, int]) -> None:
        """Let the keys that it makes go on behind these."""

    def as_stored(self, row: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return what is read back of a row that was written."""

    async def wipe_deleted_rows(self, *, thorough: bool) -> bool:
        """Wipe from the disk what is left there of deleted rows, as far as it can; say whether nothing is.

        Args:
            thorough: True if it may take seconds in which nobody can write.
        """

    async def try_to_write(self) -> None:
        """Make a table, write a row, and roll both back.

        Raises:
            UnusableDatabase: it cannot be reached, or does not take that.
        """

    async def keep_open(self) -> None:
        """Keep one connection to a file open until `close`, so that its log stays the same file.

        Raises:
            UnusableDatabase: the file cannot be opened.
        """

    def is_in_place(self) -> bool:
        """Return False if the files that `keep_open` opened are no longer those at the database's place."""

    def fault(self, error: BaseException) -> UnusableDatabase | None:
        """Return what an error says about the database, in a sentence; None if it is another's error.

        It is an `UnreachableDatabase` where a later attempt may succeed.
        """

    async def close(self) -> None:
        """Wait for what is left of connections, once the engines are disposed of."""


def dialect_of(place: Place) -> Dialect:
    """Return how the database at a place is handled."""
    if isinstance(place, Path):
        from storage.sqlite import SQLite  # noqa: PLC0415 (only the driver that is used is loaded)

        return SQLite(place)
    from storage.postgresql import PostgreSQL  # noqa: PLC0415 (as above)

    return PostgreSQL(place)
