"""Cancelled writes keep no lock, and are stored completely or rolled back."""

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
"""How often each kind of write is cancelled. SQLite's connections are our own code; the server's are not."""
SEEDS = range(6)
"""All seeds together run six times as many rounds."""
ROWS = 40
"""Rows of each write, enough to keep the thread busy with one statement."""
LONGEST = 60
"""The most turns of the event loop between two cancellations."""

_rows = [{"namespace": "cancelled", "text": "x"} for _ in range(ROWS)]
_count = select(func.count()).where(log_entries.c.namespace == "cancelled")


async def many(connection: AsyncConnection) -> None:
    """Write all rows with one statement, executed once for each row."""
    await connection.execute(insert(log_entries), _rows)


async def single(connection: AsyncConnection) -> None:
    """Write each row with a statement."""
    for row in _rows:
        await connection.execute(insert(log_entries), row)


async def after_a_look(connection: AsyncConnection) -> None:
    """Read first, then write."""
    assert (await connection.execute(_count)).scalar_one() == 0
    await many(connection)


async def returning(connection: AsyncConnection) -> None:
    """Write, then read the rows that a statement returns."""
    await many(connection)
    changed = update(log_entries).where(log_entries.c.namespace == "cancelled").values(text="y")
    assert len((await connection.execute(changed.returning(log_entries.c.number))).all()) == ROWS


@pytest.fixture(params=PLACES)
async def database(request: pytest.FixtureRequest) -> AsyncIterator[Database]:
    """An empty database; a SQLite file is in memory."""
    with TemporaryDirectory(dir=IN_MEMORY) as folder:
        async with new_place(request.param, Path(folder)) as place, opened(place, threaded=True) as database:
            yield database


async def cancel(task: asyncio.Task[None], chance: Random, times: int) -> None:
    """Cancel a task some times, each time after some turns of the event loop."""
    for _ in range(times):
        for _ in range(chance.randrange(LONGEST)):
            await asyncio.sleep(0)
        task.cancel()


@pytest.mark.parametrize("seed", long_except(SEEDS, 0))
@pytest.mark.parametrize("write", [many, single, after_a_look, returning])
async def test_a_cancelled_write_keeps_no_lock(
    database: Database, write: Callable[[AsyncConnection], Awaitable[None]], seed: int
) -> None:
    """After one to three cancellations, the next write succeeds within a second, and no write is partial."""
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
        async with database.write() as connection:  # the cancelled task may commit only now
            await connection.execute(delete(log_entries))


async def test_a_cancelled_read_releases_its_snapshot(tmp_path: Path) -> None:
    """After cancelled reads, the file's log can be truncated: no connection reads an old snapshot."""
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


async def test_a_cancelled_first_writer_does_not_block_the_next(tmp_path: Path) -> None:
    """A second writer succeeds at once, at whatever moment the first one is cancelled."""
    for turns in range(30):
        async with opened(tmp_path / f"{turns}.db", threaded=True) as database:
            first, second = (asyncio.create_task(_write(database)) for _ in range(2))
            for _ in range(turns):
                await asyncio.sleep(0)
            first.cancel()
            async with asyncio.timeout(slowness()):
                await second


async def test_a_database_closes_while_another_program_writes(tmp_path: Path) -> None:
    """A database closes within three seconds, even if a write waits for another program's lock."""
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
        for thread in threading.enumerate():  # join the threads while the event loop still runs
            if thread.name.endswith("(_connection_worker_thread)"):
                thread.join(HANG)


async def _write(database: Database) -> None:
    async with database.write() as connection:
        await many(connection)
