"""What SQLite wants said its own way: engines, transactions, copies, and options of tables and inserts."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from typing import TYPE_CHECKING, Any

from sqlalchemy import create_engine, event
from sqlalchemy.dialects.sqlite import Insert, insert
from sqlalchemy.engine import URL, Connection, Engine
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

if TYPE_CHECKING:
    from pathlib import Path

    from sqlalchemy import ColumnElement, Table

BUSY_SECONDS = 10
READERS = 8

NEVER_REUSED_KEYS: dict[str, Any] = {"sqlite_autoincrement": True}
"""Options of a table whose keys always grow, even after its last row was deleted."""


def engine(path: Path, *, writes: bool) -> AsyncEngine:
    """Return an engine on a database file.

    A writing engine takes the write lock when a transaction begins (`BEGIN IMMEDIATE`): a lock taken later
    fails, or loses an update, when another writer came between. It has one connection, for which writers
    queue here instead of trying again and again for the file's lock. A reading engine takes no lock, so that
    readers do not wait, and cannot write.
    """
    url = URL.create("sqlite+aiosqlite", database=str(path))
    made = create_async_engine(url, pool_size=1 if writes else READERS, max_overflow=0)
    _prepare(made.sync_engine, writes=writes, foreign_keys=True)
    return made


def migrating_engine(path: Path) -> Engine:
    """Return an engine whose transactions change tables wholly or not at all.

    Foreign keys are off: with them on, rebuilding a table deletes what hangs on it.
    """
    made = create_engine(URL.create("sqlite", database=str(path)), poolclass=NullPool)
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
        with (
            closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)) as old,
            closing(sqlite3.connect(part)) as new,
        ):
            old.backup(new)
            new.execute("PRAGMA journal_mode = DELETE")
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def only_where(condition: ColumnElement[bool]) -> dict[str, Any]:
    """Return the options of an index of only those rows that meet a condition."""
    return {"sqlite_where": condition}


def insert_or_ignore(table: Table) -> Insert:
    """Return an insert that does nothing where the row is there already."""
    return insert(table).on_conflict_do_nothing()
