"""What SQLite wants said its own way: engines, transactions, copies, and options of tables and inserts."""

from __future__ import annotations

import shutil
import sqlite3
import stat
import time
from collections import Counter
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import create_engine, event
from sqlalchemy.dialects.sqlite import Insert, insert
from sqlalchemy.engine import URL, Connection, Engine
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool
from sqlalchemy.sql import operators
from sqlalchemy.sql.expression import UnaryExpression

from storage.errors import UnusableDatabase
from storage.threaded import ThreadedConnection

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, MutableSet
    from threading import Thread

    from sqlalchemy import ColumnElement, Table

Value = TypeVar("Value")

BUSY_SECONDS = 10
READERS = 8

_OURS = frozenset({"alembic_version", "games", "events"})
"""Tables that a database of this program has had since its first revision."""

NEVER_REUSED_KEYS: dict[str, Any] = {"sqlite_autoincrement": True}
"""Options of a table whose keys always grow, even after its last row was deleted."""


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
        path: the file.
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


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a database, perhaps in use, and leave its file as it is, and nothing new beside it.

    Raises:
        sqlite3.Error: when something is read: the file is no database, or is damaged.
    """
    real = path.resolve()
    with TemporaryDirectory() as folder:
        if _size(_beside(real, "-journal")):  # would be rolled back by whoever has the right to write
            options = "mode=ro&immutable=1"
        elif not _size(_beside(real, "-wal")):  # opening may lay a log beside it, which closing takes away
            options = "mode=rw"
        else:
            options = "mode=ro"  # closing would write the log into the file
            if not _beside(real, "-shm").exists():  # the index of the log would be made, and left
                copied = Path(folder, "copy")
                for end in ("", "-wal"):
                    shutil.copyfile(_beside(real, end), _beside(copied, end))
                real = copied
        with closing(
            sqlite3.connect(f"{real.as_uri()}?{options}", timeout=BUSY_SECONDS, uri=True)
        ) as connection:
            connection.execute("PRAGMA query_only = ON")
            yield connection


def examine(path: Path, *, thorough: bool = False) -> bool:
    """Return whether there is a database of ours; if not, one can be made there. The file stays as it is.

    Args:
        path: the file.
        thorough: whether every index is compared with its table too.

    Raises:
        UnusableDatabase: it is damaged, is no database of ours, or cannot be opened.
    """
    try:
        status = path.stat()
    except FileNotFoundError:
        return False
    if not stat.S_ISREG(status.st_mode):
        raise UnusableDatabase(path, f"is {'a directory' if path.is_dir() else 'no regular file'}.")
    if status.st_nlink > 1:
        # SQLite keeps the log by the file's name: what is written under one is not seen under another.
        raise UnusableDatabase(path, "has another name (a hard link), where SQLite would spoil it.")
    if not status.st_size:
        if _size(_beside(path.resolve(), "-wal")):
            raise UnusableDatabase(path, "is damaged: it is empty, and a log of changes lies beside it.")
        return False
    try:
        with reading(path) as connection:
            names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
            if names and not names >= _OURS:
                raise UnusableDatabase(path, "is a database of another program.")
            kind = "integrity_check" if thorough else "quick_check"
            faults = [fault for (fault,) in connection.execute(f"PRAGMA {kind}(1)") if fault != "ok"]
    except sqlite3.Error as error:
        raise unusable(path, error) from error
    if faults:
        raise UnusableDatabase(path, f"is damaged: {faults[0]}.")
    return bool(names)


def unusable(path: Path, error: sqlite3.Error) -> UnusableDatabase:
    """Return what an error of SQLite says about a file."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # without what extends it
    if code == sqlite3.SQLITE_NOTADB:
        return UnusableDatabase(path, "is no SQLite database.")
    verb = "is damaged" if code == sqlite3.SQLITE_CORRUPT else "cannot be used"
    return UnusableDatabase(path, f"{verb}: {error}.")


def dangling_rows(path: Path) -> list[str]:
    """Return a line for each two tables where rows of the one point to no row of the other."""
    with reading(path) as connection:
        found = Counter((row[0], row[2]) for row in connection.execute("PRAGMA foreign_key_check"))
    return [f"Table {one}: rows that point to no row of {other}: {n}." for (one, other), n in found.items()]


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(f"{path.name}{ending}")


def _size(path: Path) -> int:
    """Return the size of a file in bytes, 0 where there is none."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def check_foreign_keys(connection: Connection) -> None:
    """Check that every row points to something.

    Raises:
        sqlite3.IntegrityError: one does not.
    """
    faults = connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall()
    if faults:
        tables = ", ".join(sorted({fault[0] for fault in faults}))
        raise sqlite3.IntegrityError(f"rows point to nothing in: {tables}")


def copy(source: Path, target: Path) -> None:
    """Make a consistent copy of a database that may be in use; replace what is at the target.

    The target is there when the copy is whole, and not before.

    Raises:
        sqlite3.Error: the source is no database.
    """
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)
    try:
        with reading(source) as old, closing(sqlite3.connect(part)) as new:
            old.backup(new)
            new.execute("PRAGMA journal_mode = DELETE")
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def only_where(condition: ColumnElement[bool]) -> dict[str, Any]:
    """Return the options of an index of only those rows that meet a condition."""
    return {"sqlite_where": condition}


def unindexed(column: ColumnElement[Value]) -> ColumnElement[Value]:
    """Return a column that the planner may not look up by an index.

    Without statistics the planner takes each join to be about as good in either order. Where a short queue is
    joined to a long table, this makes it begin with the queue.
    """
    return UnaryExpression(column, operator=operators.custom_op("+"), type_=column.type)


def insert_or_ignore(table: Table) -> Insert:
    """Return an insert that does nothing where the row is there already."""
    return insert(table).on_conflict_do_nothing()
