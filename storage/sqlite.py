"""SQLite: a database in a file, used by this process alone: its engines, connections and transactions."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Collection, Iterable, MutableSet
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from threading import Thread
from typing import Any
from weakref import WeakSet

import aiosqlite
from aiosqlite.context import contextmanager
from sqlalchemy import column, create_engine, delete, event, func, insert, select, table
from sqlalchemy.engine import URL, Connection, Engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from storage import migrate, sqlite_file
from storage.errors import UnusableDatabase, copy_before
from storage.locks import LocalLocks
from storage.signals import NoSignals
from storage.sqlite_file import BUSY_SECONDS, OpenedFile
from storage.tables import metadata

CONNECTION_CLOSING_SECONDS = 0.5
"""The longest wait for a busy thread when its connection is closed."""


class ThreadedConnection(aiosqlite.Connection):
    """A SQLite connection in its own thread, adapted to SQLAlchemy's pool."""

    def __init__(self, path: Path) -> None:
        super().__init__(lambda: sqlite3.connect(path, check_same_thread=False), iter_chunk_size=64)
        self._is_committed = False
        """True if the last operation was a completed commit."""
        self._end: asyncio.Future[Any] | None = None
        """Done when the thread has closed the connection; None before closing was requested."""
        self._loop = asyncio.get_running_loop()

    def __del__(self) -> None:
        """Warn if the connection was never closed, unless its event loop has already ended."""
        if self._end is None and not self._loop.is_closed():
            super().__del__()  # type: ignore[no-untyped-call]  # the library's own
        self.stop()

    async def close(self) -> None:
        """Roll back and close; wait for that half a second at most, as a statement may wait for a lock."""
        end = self.stop()
        if end is not None:
            await asyncio.wait({end}, timeout=CONNECTION_CLOSING_SECONDS)

    def stop(self) -> asyncio.Future[Any] | None:
        """Make the thread roll back and close after its queued work; return a future that is done then.

        Further calls do nothing and return the same future.

        A cancelled task may leave an unfinished statement. SQLite would keep the closed connection alive with
        its transaction and lock. Only a rollback ends them.
        """
        if self._end is None:
            if self._connection is not None:
                self._tx.put_nowait((None, self._connection.rollback))
            self._end = super().stop()
        return self._end

    @contextmanager
    async def cursor(self) -> aiosqlite.Cursor:
        """Return a cursor."""
        self._is_committed = False
        return ThreadedCursor(self, self._conn.cursor())

    async def commit(self) -> None:
        """Commit the transaction."""
        await super().commit()
        self._is_committed = True

    async def rollback(self) -> None:
        """Roll the transaction back, unless the last operation was a commit.

        The pool calls this whenever a connection is returned. A cancelled statement may still be executed;
        then the last operation was no commit, so the rollback is not skipped.
        """
        if not self._is_committed:
            await super().rollback()


class ThreadedCursor(aiosqlite.Cursor):
    """A cursor that fetches all rows when it executes a statement."""

    _rows: list[sqlite3.Row]

    async def execute(self, sql: str, parameters: Iterable[Any] | None = None) -> ThreadedCursor:
        """Execute a statement and fetch its rows."""
        given = () if parameters is None else parameters
        # One switch to the thread instead of aiosqlite's four: a switch costs more than most statements.
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


logger = logging.getLogger(__name__)

_given = table("sqlite_sequence", column("name"), column("seq"))
"""SQLite's internal table of the highest keys used in tables with AUTOINCREMENT."""
READERS = 8
CLOSING_SECONDS = 1.0
"""The longest wait for all connections at shutdown; a waiting statement ends with the process."""


class SQLite:
    """A database in a SQLite file, which only this process serves.

    Args:
        connection: opens a connection, which is used by one task at a time.
    """

    def __init__(
        self, place: Path, connection: Callable[[Path], ThreadedConnection] = ThreadedConnection
    ) -> None:
        self.place = place
        self._connection = connection
        self._threads: WeakSet[Thread] = WeakSet()
        self._opened: OpenedFile | None = None
        self.locks = LocalLocks()
        self.signals = NoSignals()

    def engine(self, *, writes: bool) -> AsyncEngine:
        """Return an engine on the file; see the function `engine`."""
        return engine(self.place, self._threads, writes=writes, connection=self._connection)

    async def examine(self, *, thorough: bool = False) -> bool:
        """Return True if there is a Nardy database; see `sqlite_file.examine`."""
        return await asyncio.to_thread(sqlite_file.examine, self.place, thorough=thorough)

    async def is_newest(self) -> bool:
        """Return True if the database has the newest revision; see `Dialect.is_newest`."""
        return await asyncio.to_thread(is_newest, self.place)

    async def upgrade(self) -> None:
        """Migrate the file, or create it; raise if it is no Nardy database of a known revision."""
        try:
            if await self.examine():
                await self.is_newest()  # raises if its revision is unknown
            await asyncio.to_thread(upgrade, self.place)
        except (sqlite3.Error, DBAPIError) as error:
            if (fault := self.fault(error)) is None:
                raise
            raise fault from error

    async def copy(self, target: Path) -> None:
        """Make a consistent copy of the file; see `Dialect.copy`."""
        try:
            await asyncio.to_thread(sqlite_file.copy, self.place, target)
        except sqlite3.Error as error:
            raise sqlite_file.unusable(self.place, error) from error

    async def dangling_rows(self) -> list[str]:
        """Return a line for each pair of tables where rows of one refer to missing rows of the other."""
        return await asyncio.to_thread(sqlite_file.dangling_rows, self.place)

    @asynccontextmanager
    async def hold(self) -> AsyncIterator[None]:
        """Use the file exclusively, by a lock file beside it, until the context is left."""
        with sqlite_file.hold(self.place):
            yield

    def serve(self) -> AbstractAsyncContextManager[None]:
        """Serve the file until the context is left; only one process can at a time."""
        return self.hold()

    async def highest_keys(self, connection: AsyncConnection) -> dict[str, int]:
        """Return the highest automatic key ever used, for each table with automatic keys.

        For tables that reuse keys it is the highest existing key.
        """
        highest = {}
        for each in metadata.sorted_tables:
            if each.autoincrement_column is not None:
                query = select(func.coalesce(func.max(each.autoincrement_column), 0))
                highest[each.name] = (await connection.execute(query)).scalar_one()
        given = await connection.execute(select(_given.c.name, _given.c.seq))
        return highest | {row.name: row.seq for row in given if row.name in highest}

    async def set_highest_keys(self, connection: AsyncConnection, highest: dict[str, int]) -> None:
        """Have new automatic keys begin after these highest ones, in tables that never reuse keys.

        All other tables continue after their highest existing key by themselves.
        """
        for each in metadata.sorted_tables:
            if each.kwargs.get("sqlite_autoincrement"):
                await connection.execute(delete(_given).where(_given.c.name == each.name))
                await connection.execute(insert(_given).values(name=each.name, seq=highest[each.name]))

    def as_stored(self, row: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return the row unchanged, because SQLite stores it as written."""
        return row

    async def wipe_deleted_rows(self, *, thorough: bool) -> bool:
        """Erase traces of deleted rows; see `sqlite_file.wipe_deleted_rows`."""
        return await asyncio.to_thread(sqlite_file.wipe_deleted_rows, self.place, thorough=thorough)

    async def try_to_write(self) -> None:
        """Create a table, write a row, and roll back; see `Dialect.try_to_write`."""
        await asyncio.to_thread(sqlite_file.try_to_write, self.place)

    async def keep_open(self) -> None:
        """Keep one connection open until `close`; see `Dialect.keep_open`."""
        try:
            self._opened = await asyncio.to_thread(OpenedFile, self.place)
        except sqlite3.Error as error:
            raise sqlite_file.unusable(self.place, error) from error

    def is_in_place(self) -> bool:
        """Return False if the file or its log is no longer the one that `keep_open` opened."""
        return self._opened is None or self._opened.is_in_place()

    def fault(self, error: BaseException) -> UnusableDatabase | None:
        """Return the database error behind an exception; see `Dialect.fault`."""
        if isinstance(error, UnusableDatabase):
            return error
        origin = error.orig if isinstance(error, DBAPIError) else error
        return sqlite_file.unusable(self.place, origin) if isinstance(origin, sqlite3.Error) else None

    async def close(self) -> None:
        """Wait up to a second for the threads of connections to end; close the connection of `keep_open`."""
        # A thread reports to the event loop, so it must finish before the loop is closed.
        await asyncio.to_thread(_join, tuple(self._threads))
        if self._opened is not None:
            await asyncio.to_thread(self._opened.close)


def _join(threads: Collection[Thread]) -> None:
    until = time.monotonic() + CLOSING_SECONDS
    for thread in threads:
        thread.join(max(0.0, until - time.monotonic()))


def is_newest(path: Path) -> bool:
    """Return True if a Nardy database has the newest revision. The file is unchanged.

    Raises:
        NewerDatabase: its revision is unknown to this version of the program.
        UnusableDatabase: it lacks a table, column or index of the newest revision.
    """
    revision, columns, indexes = sqlite_file.schema_of(path)
    if not migrate.is_newest(revision, path):
        return False
    migrate.must_be_whole(path, columns, indexes)
    return True


def upgrade(path: Path, revision: str = "head", scripts: Path = migrate.SCRIPTS) -> None:
    """Migrate a file to a revision in one transaction, or create it.

    An existing database is first copied to a file beside it, named after the new revision.

    Raises:
        NewerDatabase: its revision is unknown to this version of the program.
        UnusableDatabase: the result lacks a table, column or index of the newest revision.
        sqlite3.IntegrityError: a row would refer to a missing row.
    """

    def lay_copy(wanted: str) -> None:
        sqlite_file.copy(path, copy_before(path, wanted))

    path.parent.mkdir(parents=True, exist_ok=True)
    with migrating_engine(path).begin() as connection:
        done = migrate.upgrade(connection, path, revision, scripts, before_changes=lay_copy)
        if done:
            check_foreign_keys(connection)
            if revision == "head":
                _check_tables(connection, path)
    if done and done[0] is not None:
        old, new = done
        logger.info(
            "migrated the database",
            extra={"database": path, "previous": old, "revision": new, "file": copy_before(path, new)},
        )


def engine(
    path: Path,
    threads: MutableSet[Thread],
    *,
    writes: bool,
    connection: Callable[[Path], ThreadedConnection] = ThreadedConnection,
) -> AsyncEngine:
    """Return an engine on a database file.

    A writing engine takes the write lock at the beginning of a transaction (`BEGIN IMMEDIATE`). A later lock
    could fail or lose an update to another writer. It has one connection, for which writers queue here
    instead of polling the file's lock. A reading engine takes no lock, so readers never wait, and cannot
    write.

    Errors contain the statement but not its parameters, which may hold names and messages of people.

    Args:
        threads: collects the thread of each connection. The thread of a cancelled connection closes it by
            itself, and closing the database waits for the thread.
        writes: True for the writing engine.
    """

    def connect() -> ThreadedConnection:
        made = connection(path)
        thread = made._thread  # noqa: SLF001 (as SQLAlchemy does; there is no other way to it)
        # A statement that still waits for a lock must not keep the process from ending.
        thread.daemon = True
        threads.add(thread)
        return made

    url = URL.create("sqlite+aiosqlite", database=str(path))
    size = 1 if writes else READERS
    made = create_async_engine(
        url, async_creator=connect, pool_size=size, max_overflow=0, hide_parameters=True
    )
    _prepare(made.sync_engine, writes=writes, foreign_keys=True)
    return made


def migrating_engine(path: Path) -> Engine:
    """Return an engine for migrations, whose transactions include changes of tables.

    Foreign keys are off, because rebuilding a table would otherwise delete the rows that refer to it.
    """
    url = URL.create("sqlite", database=str(path))
    made = create_engine(url, poolclass=NullPool, hide_parameters=True)
    _prepare(made, writes=True, foreign_keys=False)
    return made


def _prepare(made: Engine, *, writes: bool, foreign_keys: bool) -> None:
    @event.listens_for(made, "connect")
    def connected(connection: Any, _record: object) -> None:  # noqa: ANN401 (the driver's own, untyped)
        # The driver would begin transactions by itself, but late, and not before changes of tables.
        connection.isolation_level = None
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")
        _keep_a_log(cursor)
        for pragma in (
            "synchronous = FULL",
            f"foreign_keys = {'ON' if foreign_keys else 'OFF'}",
            f"query_only = {'OFF' if writes else 'ON'}",
            # Deleted data is overwritten on disk. It costs at most a tenth of a move's time.
            f"secure_delete = {'ON' if writes else 'OFF'}",
        ):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(made, "begin")
    def begun(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN DEFERRED")


def _keep_a_log(cursor: Any) -> None:  # noqa: ANN401 (the driver's own, untyped)
    """Switch the file to write-ahead logging, retrying while another process does the same.

    On a new file this needs a lock for which SQLite itself does not wait.
    """
    for _ in range(BUSY_SECONDS * 20):
        try:
            cursor.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError:
            time.sleep(0.05)
        else:
            return
    cursor.execute("PRAGMA journal_mode = WAL")


def check_foreign_keys(connection: Connection) -> None:
    """Check that no row of a database refers to a missing row.

    Raises:
        sqlite3.IntegrityError: a row refers to a missing row.
    """
    faults = connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall()
    if faults:
        tables = ", ".join(sorted({fault[0] for fault in faults}))
        raise sqlite3.IntegrityError(f"rows point to nothing in: {tables}")


def _check_tables(connection: Connection, path: Path) -> None:
    """Check that a file has every table, column and index of the newest revision.

    Raises:
        UnusableDatabase: something is missing.
    """
    columns = {(table, column) for table, column in connection.exec_driver_sql(sqlite_file.COLUMNS)}
    indexes = set(connection.exec_driver_sql(sqlite_file.INDEXES).scalars())
    migrate.must_be_whole(path, columns, indexes)
