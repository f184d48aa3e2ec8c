"""Dialects: one interface to a SQLite file and to a database on a PostgreSQL server."""

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
    """A database: all operations on it that differ between SQLite and PostgreSQL."""

    @property
    def place(self) -> Place:
        """The database's file or server address."""

    @property
    def locks(self) -> Locks:
        """The locks of this process."""

    @property
    def signals(self) -> Signals:
        """The signals between processes that serve this database; a file has none to send."""

    def engine(self, *, writes: bool) -> AsyncEngine:
        """Return an engine for writing transactions, or for reading ones.

        Writing transactions run one at a time over all processes. Reading transactions cannot write, never
        wait for a writer, and see a snapshot.

        Errors contain the statement but not its parameters, which may hold names and messages of people.
        """

    async def examine(self, *, thorough: bool = False) -> bool:
        """Return True if there is a Nardy database, False if one can be created. Nothing is changed.

        Args:
            thorough: True to check a file longer: every index is compared with its table.

        Raises:
            UnusableDatabase: it is damaged, belongs to another program, or cannot be reached.
        """

    async def is_newest(self) -> bool:
        """Return True if the database has the newest revision. Nothing is changed.

        Raises:
            NewerDatabase: its revision is unknown to this version of the program.
            UnusableDatabase: it has the newest revision but lacks a table, column or index.
        """

    async def upgrade(self) -> None:
        """Migrate the database to the newest revision in one transaction, or create it.

        Raises:
            UnusableDatabase: the migration failed.
            NewerDatabase: its revision is unknown to this version of the program.
        """

    async def copy(self, target: Path) -> None:
        """Make a consistent copy of a database, which may be in use; replace the target.

        Args:
            target: the file. It appears only when the copy is complete.

        Raises:
            UnusableDatabase: the database is damaged or cannot be reached.
            NoCopy: the server's copy program is missing, too old, or failed.
        """

    async def dangling_rows(self) -> list[str]:
        """Return lines about rows that refer to missing rows: the two tables, and how many rows."""

    def hold(self) -> AbstractAsyncContextManager[None]:
        """Use the database exclusively until the context is left.

        Raises:
            DatabaseInUse: another process uses it.
        """

    def serve(self) -> AbstractAsyncContextManager[None]:
        """Serve the database until the context is left; on a server, other processes may serve it too.

        Raises:
            DatabaseInUse: another process serves the file; or others serve a database that must be migrated
                first; or another process uses it exclusively.
        """

    async def highest_keys(self, connection: AsyncConnection) -> dict[str, int]:
        """Return the highest automatic key ever used in each table with automatic keys, by table name."""

    async def set_highest_keys(self, connection: AsyncConnection, highest: dict[str, int]) -> None:
        """Have new automatic keys of each table begin after these highest ones, as from `highest_keys`."""

    def as_stored(self, row: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return a row as it would be read back after writing it."""

    async def wipe_deleted_rows(self, *, thorough: bool) -> bool:
        """Erase traces of deleted rows from the disk. Return True if none are left.

        Args:
            thorough: True if writers may be blocked for seconds.
        """

    async def try_to_write(self) -> None:
        """Create a table, write a row, and roll both back.

        Raises:
            UnusableDatabase: the database cannot be reached or refuses the write.
        """

    async def keep_open(self) -> None:
        """Keep one connection to a file open until `close`, so that SQLite does not delete the file's log.

        For a server this does nothing.

        Raises:
            UnusableDatabase: the file cannot be opened.
        """

    def is_in_place(self) -> bool:
        """Return False if the files that `keep_open` opened were moved, removed or replaced."""

    def fault(self, error: BaseException) -> UnusableDatabase | None:
        """Return the error that says what is wrong with the database; None if an exception has another cause.

        It is an `UnreachableDatabase` if a retry may succeed.
        """

    async def close(self) -> None:
        """Close the connections of locks and of `keep_open`, and wait for those of the engines to end.

        The engines must be disposed of before.
        """


def dialect_of(place: Place) -> Dialect:
    """Return the dialect for the database at a place."""
    if isinstance(place, Path):
        from storage.sqlite import SQLite  # noqa: PLC0415 (only the driver that is used is loaded)

        return SQLite(place)
    from storage.postgresql import PostgreSQL  # noqa: PLC0415 (as above)

    return PostgreSQL(place)
