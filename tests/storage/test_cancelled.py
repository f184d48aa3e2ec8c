"""Writes whose task is cancelled at any moment: they keep no lock, and are there wholly or not at all."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import Database
from storage.tables import log_entries
from tests.databases import PLACES, new_place, opened
from tests.in_memory import IN_MEMORY
from tests.long_parameters import long_except
from tests.pace import HANG, slowness

ROUNDS = {"sqlite": 125, "postgresql": 5}
"""How often a write of each kind is cancelled; SQLite's connections are ours, those of the server are not."""
SEEDS = range(6)
"""With all of them there are six times as many rounds."""
ROWS = 40
"""How many rows each write has: the thread is long at work on those of one statement."""
LONGEST = 60
"""How many turns of the loop a write is left to go on at most before the next cancellation."""

_rows = [{"namespace": "cancelled", "text": "x"} for _ in range(ROWS)]
_count = select(func.count()).where(log_entries.c.namespace == "cancelled")


async def many(connection: AsyncConnection) -> None:
    """Write all rows by one statement that is executed many times."""
    await connection.execute(insert(log_entries), _rows)


async def single(connection: AsyncConnection) -> None:
    """Write each row by a statement."""
    for row in _rows:
        await connection.execute(insert(log_entries), row)


async def after_a_look(connection: AsyncConnection) -> None:
    """Look first, then write."""
    assert (await connection.execute(_count)).scalar_one() == 0
    await many(connection)


async def returning(connection: AsyncConnection) -> None:
    """Write, and read the rows of a statement that returns some."""
    await many(connection)
    changed = update(log_entries).where(log_entries.c.namespace == "cancelled").values(text="y")
    assert len((await connection.execute(changed.returning(log_entries.c.number))).all()) == ROWS


@pytest.fixture(params=PLACES)
async def database(request: pytest.FixtureRequest) -> AsyncIterator[Database]:
    """An empty database, in memory where it is a file."""
    with TemporaryDirectory(dir=IN_MEMORY) as folder:
        async with new_place(request.param, Path(folder)) as place, opened(place, threaded=True) as database:
            yield database


async def cancel(task: asyncio.Task[None], chance: Random, times: int) -> None:
    """Cancel a task some times, each time after some turns of the loop."""
    for _ in range(times):
        for _ in range(chance.randrange(LONGEST)):
            await asyncio.sleep(0)
        task.cancel()


@pytest.mark.parametrize("seed", long_except(SEEDS, 0))
@pytest.mark.parametrize("write", [many, single, after_a_look, returning])
async def test_a_cancelled_write_keeps_no_lock(
    database: Database, write: Callable[[AsyncConnection], Awaitable[None]], seed: int
) -> None:
    """After one, two or three cancellations the next write succeeds within a second; none is half there."""
    chance, allowed = Random(seed), slowness()

    async def written() -> None:
        async with database.write() as connection:
            await write(connection)

    for number in range(ROUNDS["sqlite" if isinstance(database.place, Path) else "postgresql"]):
        task = asyncio.create_task(written())
        await cancel(task, chance, 1 + number % 3)
        async with asyncio.timeout(allowed), database.write() as connection:
            assert (await connection.execute(_count)).scalar_one() in (0, ROWS)
            await connection.execute(delete(log_entries))
        await asyncio.wait({task})
        async with database.write() as connection:  # it may have been committed only now
            await connection.execute(delete(log_entries))


async def test_a_cancelled_read_holds_no_state_of_the_file(tmp_path: Path) -> None:
    """After reads were cancelled the log of the file can be emptied: nothing reads an old state of it."""
    chance = Random(1)
    async with opened(tmp_path / "nardy.db", threaded=True) as database:

        async def read() -> None:
            async with database.read() as connection:
                for _ in range(3):
                    await connection.execute(_count)

        for number in range(60):
            tasks = [asyncio.create_task(read()) for _ in range(4)]
            for task in tasks:
                await cancel(task, chance, 1 + number % 3)
            async with database.write() as connection:
                await connection.execute(insert(log_entries), _rows)
            await asyncio.wait(tasks)
        with closing(sqlite3.connect(tmp_path / "nardy.db", timeout=HANG)) as file:
            (is_busy, *_) = file.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            assert not is_busy


async def test_the_first_writer_that_is_cancelled_keeps_nobody_waiting(tmp_path: Path) -> None:
    """A writer that comes while the first one is cancelled writes at once, however early that was."""
    for turns in range(30):
        async with opened(tmp_path / f"{turns}.db", threaded=True) as database:
            first, second = (asyncio.create_task(_write(database)) for _ in range(2))
            for _ in range(turns):
                await asyncio.sleep(0)
            first.cancel()
            async with asyncio.timeout(slowness()):
                await second


async def test_a_database_closes_soon_while_another_program_writes(tmp_path: Path) -> None:
    """A write that waits for another program's lock is cancelled, and all closed, within three seconds."""
    with closing(sqlite3.connect(tmp_path / "nardy.db", isolation_level=None)) as other:
        async with opened(tmp_path / "nardy.db", threaded=True) as database:
            other.execute("BEGIN IMMEDIATE")
            writing = asyncio.create_task(_write(database))
            for _ in range(LONGEST):
                await asyncio.sleep(0)
            began = time.monotonic()
            writing.cancel()
            await asyncio.wait({writing})
        assert time.monotonic() - began < 3 * slowness()
        other.execute("ROLLBACK")
        for thread in threading.enumerate():  # it may answer to the loop as long as that runs
            if thread.name.endswith("(_connection_worker_thread)"):
                thread.join(HANG)


async def _write(database: Database) -> None:
    async with database.write() as connection:
        await many(connection)
