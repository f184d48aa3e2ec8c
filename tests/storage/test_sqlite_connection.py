"""A connection with a thread: its results, and the rollback of cancelled transactions."""

from __future__ import annotations

import asyncio
import gc
import sqlite3
import warnings
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy.exc import IntegrityError

from storage import Database
from storage.sqlite import ThreadedConnection
from tests.pace import HANG

INSERT = "INSERT INTO log_entries (namespace, text) VALUES ('test', ?)"


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    """An empty database."""
    async with Database.open(tmp_path / "nardy.db") as database:
        yield database


async def write(database: Database, *texts: str | None) -> None:
    """Write texts in one transaction."""
    async with database.write() as connection:
        for text in texts:
            await connection.exec_driver_sql(INSERT, (text,))


async def texts(database: Database) -> list[str]:
    """Return the written texts."""
    async with database.read() as connection:
        found = await connection.exec_driver_sql("SELECT text FROM log_entries ORDER BY number")
        return [row.text for row in found]


async def test_rows_keys_and_counts_are_those_of_the_statement(database: Database) -> None:
    """An insert returns its key, an update its number of rows, and a RETURNING clause its rows."""
    async with database.write() as connection:
        first = await connection.exec_driver_sql(INSERT, ("one",))
        second = await connection.exec_driver_sql(INSERT, ("two",))
        assert second.lastrowid == first.lastrowid + 1
        changed = await connection.exec_driver_sql("UPDATE log_entries SET text = text || '!'")
        assert changed.rowcount == 2
        gone = await connection.exec_driver_sql("DELETE FROM log_entries WHERE text = 'one!' RETURNING text")
        assert gone.scalars().all() == ["one!"]
        none = await connection.exec_driver_sql("SELECT text FROM log_entries WHERE text = 'one!'")
        assert none.first() is None
    assert await texts(database) == ["two!"]


async def test_a_failed_transaction_is_rolled_back(database: Database) -> None:
    """After an error nothing of its transaction is stored, and the next one succeeds."""
    with pytest.raises(IntegrityError):
        await write(database, "one", None)
    await write(database, "two")
    assert await texts(database) == ["two"]


async def test_a_cancelled_begin_keeps_no_lock(database: Database, tmp_path: Path) -> None:
    """A transaction that gets its lock after its task was cancelled is rolled back."""
    await write(database, "one")
    with closing(sqlite3.connect(tmp_path / "nardy.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        writing = asyncio.create_task(write(database, "two"))
        for _ in range(50):  # until it waits for the lock
            await asyncio.sleep(0)
        writing.cancel()
        other.execute("ROLLBACK")
        await asyncio.wait({writing})
        async with asyncio.timeout(HANG):
            await write(database, "three")
        other.execute("BEGIN IMMEDIATE")
        other.execute("ROLLBACK")
    assert await texts(database) == ["one", "three"]


def test_a_connection_whose_event_loop_has_ended_is_closed(tmp_path: Path) -> None:
    """The thread closes a connection whose event loop has ended, without a warning of a leak."""

    async def make() -> ThreadedConnection:
        connection = ThreadedConnection(tmp_path / "a.db")
        connection._thread.daemon = True  # noqa: SLF001 (as SQLAlchemy does)
        await connection
        return connection

    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always", ResourceWarning)
        connection: ThreadedConnection | None = asyncio.run(make())
        assert connection is not None
        thread = connection._thread  # noqa: SLF001 (the same)
        connection = None
        gc.collect()
        thread.join(HANG)
    assert not thread.is_alive()
    assert [str(each.message) for each in found if "before being closed" in str(each.message)] == []
