"""SQLite: a database in a file, of this process alone; its engines, connections and transactions."""

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
"""The longest wait for a thread that is at work on a connection to be closed."""


class ThreadedConnection(aiosqlite.Connection):
    """A connection as SQLAlchemy uses one.

    Args:
        path: the database file.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(lambda: sqlite3.connect(path, check_same_thread=False), iter_chunk_size=64)
        self._is_committed = False
        """True if the last that was asked for is a commit, and was done."""
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
            await asyncio.wait({end}, timeout=CONNECTION_CLOSING_SECONDS)

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


logger = logging.getLogger(__name__)

_given = table("sqlite_sequence", column("name"), column("seq"))
"""Where SQLite itself keeps the highest keys that it made."""
READERS = 8
CLOSING_SECONDS = 1.0
"""The longest wait for all connections at the end: a statement that still waits ends with the process."""


class SQLite:
    """A database file.

    Args:
        connection: makes a connection, of which each is used by one task at a time.
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
        """Return an engine; see `engine`."""
        return engine(self.place, self._threads, writes=writes, connection=self._connection)

    async def examine(self, *, thorough: bool = False) -> bool:
        """Return True if there is a database of ours; see `sqlite_file.examine`."""
        return await asyncio.to_thread(sqlite_file.examine, self.place, thorough=thorough)

    async def is_newest(self) -> bool:
        """Return True if it is up to date."""
        return await asyncio.to_thread(is_newest, self.place)

    async def upgrade(self) -> None:
        """Bring the file up to date, once it was seen that it is one that may be touched."""
        try:
            if await self.examine():
                await self.is_newest()  # or of a revision that is known here
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
        """Return a line for each two tables where rows of the one point to no row of the other."""
        return await asyncio.to_thread(sqlite_file.dangling_rows, self.place)

    @asynccontextmanager
    async def hold(self) -> AsyncIterator[None]:
        """Be the only process that serves the file, until left."""
        with sqlite_file.hold(self.place):
            yield

    def serve(self) -> AbstractAsyncContextManager[None]:
        """Serve the file until left: one process at a time can."""
        return self.hold()

    async def highest_keys(self, connection: AsyncConnection) -> dict[str, int]:
        """Return the highest key that it ever made, of each table whose keys it makes.

        Of a table whose keys are used again, that is the highest that is there.
        """
        highest = {}
        for each in metadata.sorted_tables:
            if each.autoincrement_column is not None:
                query = select(func.coalesce(func.max(each.autoincrement_column), 0))
                highest[each.name] = (await connection.execute(query)).scalar_one()
        given = await connection.execute(select(_given.c.name, _given.c.seq))
        return highest | {row.name: row.seq for row in given if row.name in highest}

    async def set_highest_keys(self, connection: AsyncConnection, highest: dict[str, int]) -> None:
        """Let the keys that it makes go on behind these, in the tables whose keys are never used again."""
        for each in metadata.sorted_tables:
            if each.kwargs.get("sqlite_autoincrement"):
                await connection.execute(delete(_given).where(_given.c.name == each.name))
                await connection.execute(insert(_given).values(name=each.name, seq=highest[each.name]))

    def as_stored(self, row: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return the row: it is kept as it was written."""
        return row

    async def wipe_deleted_rows(self, *, thorough: bool) -> bool:
        """Wipe what is left of deleted rows; see `sqlite_file.wipe_deleted_rows`."""
        return await asyncio.to_thread(sqlite_file.wipe_deleted_rows, self.place, thorough=thorough)

    async def try_to_write(self) -> None:
        """Try to write; see `Dialect.try_to_write`."""
        await asyncio.to_thread(sqlite_file.try_to_write, self.place)

    async def keep_open(self) -> None:
        """Keep one connection open until `close`; see `Dialect.keep_open`."""
        try:
            self._opened = await asyncio.to_thread(OpenedFile, self.place)
        except sqlite3.Error as error:
            raise sqlite_file.unusable(self.place, error) from error

    def is_in_place(self) -> bool:
        """Return False if the file, or its log, is no longer the one that `keep_open` opened."""
        return self._opened is None or self._opened.is_in_place()

    def fault(self, error: BaseException) -> UnusableDatabase | None:
        """Return what an error says about the database; see `Dialect.fault`."""
        if isinstance(error, UnusableDatabase):
            return error
        origin = error.orig if isinstance(error, DBAPIError) else error
        return sqlite_file.unusable(self.place, origin) if isinstance(origin, sqlite3.Error) else None

    async def close(self) -> None:
        """Wait for the connections that were left to their threads."""
        # A thread answers to the event loop, and must not do so when that is closed.
        await asyncio.to_thread(_join, tuple(self._threads))
        if self._opened is not None:
            await asyncio.to_thread(self._opened.close)


def _join(threads: Collection[Thread]) -> None:
    until = time.monotonic() + CLOSING_SECONDS
    for thread in threads:
        thread.join(max(0.0, until - time.monotonic()))


def is_newest(path: Path) -> bool:
    """Return True if a database of ours is up to date; it stays as it is.

    Raises:
        NewerDatabase: its revision is not known here.
        UnusableDatabase: it lacks something that the newest revision has.
    """
    revision, columns, indexes = sqlite_file.schema_of(path)
    if not migrate.is_newest(revision, path):
        return False
    migrate.must_be_whole(path, columns, indexes)
    return True


def upgrade(path: Path, revision: str = "head", scripts: Path = migrate.SCRIPTS) -> None:
    """Bring a file up to a revision, wholly or not at all; make it where there is none.

    Before an existing database is changed, a copy is laid beside it, named after the revision to come.

    Args:
        revision: the revision to reach.
        scripts: where the migrations are.

    Raises:
        NewerDatabase: its revision is not known here.
        UnusableDatabase: it would lack something that the newest revision has.
        sqlite3.IntegrityError: a row would point to nothing afterwards.
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
        logger.info("brought from revision %s to %s; the copy is %s", old, new, copy_before(path, new))


def engine(
    path: Path,
    threads: MutableSet[Thread],
    *,
    writes: bool,
    connection: Callable[[Path], ThreadedConnection] = ThreadedConnection,
) -> AsyncEngine:
    """Return an engine on a database file.

    A writing engine takes the write lock when a transaction begins (`BEGIN IMMEDIATE`): a lock taken later
    fails, or loses an update, when another writer came between. It has one connection, for which writers
    queue here instead of trying again and again for the file's lock. A reading engine takes no lock, so that
    readers do not wait, and cannot write.

    Errors of either tell the statement and hide its parameters: they are what people are called, and say.

    Args:
        threads: gets the thread of each connection that is made. A connection whose task is cancelled is left
            to its thread, which closes it by itself: who closes the database waits for it.
        writes: which of the two.
        connection: makes a connection.
    """

    def connect() -> ThreadedConnection:
        made = connection(path)
        thread = made._thread  # noqa: SLF001 (as SQLAlchemy does; there is no other way to it)
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
    """Return an engine whose transactions change tables wholly or not at all.

    Foreign keys are off: with them on, rebuilding a table deletes what hangs on it.
    """
    url = URL.create("sqlite", database=str(path))
    made = create_engine(url, poolclass=NullPool, hide_parameters=True)
    _prepare(made, writes=True, foreign_keys=False)
    return made


def _prepare(made: Engine, *, writes: bool, foreign_keys: bool) -> None:
    @event.listens_for(made, "connect")
    def connected(connection: Any, _record: object) -> None:  # noqa: ANN401 (the driver's own, untyped)
        # The driver begins transactions by itself, too late and not for changes of tables: it must not.
        connection.isolation_level = None
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")
        _keep_a_log(cursor)
        for pragma in (
            "synchronous = FULL",
            f"foreign_keys = {'ON' if foreign_keys else 'OFF'}",
            f"query_only = {'OFF' if writes else 'ON'}",
            # What is deleted is overwritten where it stood. It costs a move a tenth of its time at most.
            f"secure_delete = {'ON' if writes else 'OFF'}",
        ):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(made, "begin")
    def begun(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN DEFERRED")


def _keep_a_log(cursor: Any) -> None:  # noqa: ANN401 (the driver's own, untyped)
    """Let changes be written to a log beside the file.

    On a new file this wants a lock for which SQLite does not wait by itself, while another process that
    starts at the same moment has it.
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
    """Check that every row points to something.

    Raises:
        sqlite3.IntegrityError: one does not.
    """
    faults = connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall()
    if faults:
        tables = ", ".join(sorted({fault[0] for fault in faults}))
        raise sqlite3.IntegrityError(f"rows point to nothing in: {tables}")


def _check_tables(connection: Connection, path: Path) -> None:
    """Check that a file has all that the newest revision has.

    Raises:
        UnusableDatabase: it lacks something.
    """
    columns = {(table, column) for table, column in connection.exec_driver_sql(sqlite_file.COLUMNS)}
    indexes = set(connection.exec_driver_sql(sqlite_file.INDEXES).scalars())
    migrate.must_be_whole(path, columns, indexes)
