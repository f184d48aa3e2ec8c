from __future__ import annotations

import asyncio
import sqlite3
import threading
from contextlib import closing
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from traceback import format_exception

import pytest
from sqlalchemy import insert, select, text, update
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError, StatementError

from storage import Database, inbox, sqlite, sqlite_file
from storage.tables import applied, events, key_values as key_values_table, players
from tests.databases import create_database, opened
from tests.pace import HANG

NOW = datetime(2026, 11, 20, 18, 4, tzinfo=UTC)
PLANTED = "Quillobar"
ANNA = {"name": "Anna", "auto_roll": True, "auto_forced": True, "auto_confirm": False, "since": NOW}


async def write(database: Database, key: str, text: str) -> None:
    """Write one row in a transaction."""
    async with database.write() as connection:
        await connection.execute(insert(key_values_table).values(namespace="test", key=key, text=text))


async def add_one(database: Database) -> None:
    """Read a number, add one and write it."""
    async with database.write() as connection:
        number = int((await connection.execute(select(key_values_table.c.text))).scalar_one())
        await asyncio.sleep(0)
        await connection.execute(update(key_values_table).values(text=str(number + 1)))


async def number(database: Database) -> str:
    """Return the number in the only row."""
    async with database.read() as connection:
        return str((await connection.execute(select(key_values_table.c.text))).scalar_one())


async def test_no_update_is_lost(database: Database) -> None:
    """Ten concurrent read-modify-writes end at ten."""
    await write(database, "number", "0")
    await asyncio.gather(*(add_one(database) for _ in range(10)))
    assert await number(database) == "10"


async def test_no_update_is_lost_between_two_processes(database: Database) -> None:
    """Ten read-modify-writes through two open databases end at ten."""
    await write(database, "number", "0")
    async with Database.open(database.place) as second:
        await asyncio.gather(*(add_one(each) for each in (database, second) * 5))
    assert await number(database) == "10"


async def test_a_reader_does_not_wait_for_a_writer(database: Database) -> None:
    """A reader gets the committed value while a transaction that changes it is open."""
    await write(database, "number", "0")
    async with database.write() as connection:
        await connection.execute(update(key_values_table).values(text="1"))
        async with asyncio.timeout(HANG):
            assert await number(database) == "0"


async def test_a_reader_sees_one_snapshot(database: Database) -> None:
    """A reading transaction sees the same value before and after another transaction commits."""
    await write(database, "number", "0")
    async with database.read() as connection:
        before = (await connection.execute(select(key_values_table.c.text))).scalar_one()
        await add_one(database)
        after = (await connection.execute(select(key_values_table.c.text))).scalar_one()
    assert (before, after) == ("0", "0")


async def test_a_reader_cannot_write(database: Database) -> None:
    """A write in a reading transaction is refused."""
    with pytest.raises(DBAPIError, match=r"readonly|read-only"):
        async with database.read() as connection:
            await connection.execute(insert(players).values(ANNA))


@pytest.mark.parametrize("way", ["write", "read"])
async def test_an_error_hides_the_parameters(database: Database, way: str) -> None:
    """The traceback of a failed statement contains the statement and none of its parameters."""
    with pytest.raises(DBAPIError) as raised:
        async with getattr(database, way)() as connection:
            await connection.execute(text("SELECT * FROM nowhere WHERE name = :name"), {"name": PLANTED})
    traceback_text = "".join(format_exception(raised.value))
    assert ("nowhere" in traceback_text, PLANTED in traceback_text) == (True, False)


def test_an_error_of_a_migration_hides_the_parameters(tmp_path: Path) -> None:
    """The traceback of a failed statement of a migration contains no parameters."""
    with (
        pytest.raises(OperationalError) as raised,
        sqlite.migrating_engine(tmp_path / "nardy.db").begin() as connection,
    ):
        connection.execute(text("SELECT * FROM nowhere WHERE name = :name"), {"name": PLANTED})
    assert PLANTED not in "".join(format_exception(raised.value))


async def test_an_exception_rolls_back_the_transaction(database: Database) -> None:
    """An exception rolls back everything that its transaction wrote."""

    async def broken_off() -> None:
        async with database.write() as connection:
            await connection.execute(insert(players).values(ANNA))
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await broken_off()
    async with database.read() as connection:
        assert (await connection.execute(select(players))).all() == []


async def test_a_commit_survives_power_loss(database: Database) -> None:
    """A commit waits until the disk has stored it."""
    asked, answer = (
        ("PRAGMA synchronous", 2) if isinstance(database.place, Path) else ("SHOW synchronous_commit", "on")
    )
    async with database.write() as connection:
        assert (await connection.execute(text(asked))).scalar_one() == answer


async def test_foreign_keys_are_enforced(database: Database) -> None:
    """A row with a dangling foreign key is refused."""
    event = {"game": "k7f", "number": 0, "version": 1, "event": "65", "at": NOW}
    with pytest.raises(IntegrityError, match=r"(?i)foreign key"):
        async with database.write() as connection:
            await connection.execute(insert(events).values(event))


@pytest.mark.parametrize("wrong", [{"name": ""}, {"name": "x" * 65}, {"side": "x"}])
async def test_checks_are_enforced(database: Database, wrong: dict[str, str]) -> None:
    """A value that violates a check is refused."""
    with pytest.raises(IntegrityError, match=r"(?i)check constraint"):
        async with database.write() as connection:
            await connection.execute(insert(players).values(ANNA | wrong))


@pytest.mark.parametrize(
    "moment", [NOW, NOW.replace(microsecond=1), NOW.astimezone(timezone(timedelta(hours=5)))]
)
async def test_a_moment_is_stored_exactly(database: Database, moment: datetime) -> None:
    """A moment in any time zone is equal after it was stored and read."""
    async with database.write() as connection:
        await inbox.apply_once(connection, "event", moment, 1)
        assert (await connection.execute(select(applied.c.at))).scalar_one() == moment


async def test_moments_sort_by_time(database: Database) -> None:
    """Stored moments sort by time, down to the microsecond."""
    moments = [NOW + timedelta(microseconds=step) for step in (0, 1, 999_999, 1_000_000, 86_400_000_000)]
    async with database.write() as connection:
        for number_, moment in enumerate(reversed(moments)):
            await inbox.apply_once(connection, str(number_), moment, 1)
        found = await connection.execute(select(applied.c.at).order_by(applied.c.at))
        assert list(found.scalars()) == moments


async def test_a_moment_without_a_time_zone_is_refused(database: Database) -> None:
    """A moment without a time zone is refused, because its time is ambiguous."""
    with pytest.raises(StatementError, match="time zone"):
        async with database.write() as connection:
            await inbox.apply_once(connection, "event", NOW.replace(tzinfo=None), 1)


async def test_a_copy_made_while_writing_is_one_snapshot(tmp_path: Path) -> None:
    """A copy made while transactions write pairs of rows contains complete pairs only."""
    async with opened(tmp_path / "nardy.db", threaded=True) as database:
        await copied_while_written(database, tmp_path)


async def copied_while_written(database: Database, folder: Path) -> None:
    """Copy a file again and again while transactions write pairs of rows."""
    done = asyncio.Event()

    async def keep_writing() -> int:
        written = 0
        while not done.is_set():
            async with database.write() as connection:
                for half in ("left", "right"):
                    await connection.execute(
                        insert(key_values_table).values(namespace=half, key=str(written), text="x" * 500)
                    )
            written += 1
        return written

    writing = asyncio.create_task(keep_writing())
    copies = [folder / f"copy{number_}.db" for number_ in range(5)]
    for copy in copies:
        await asyncio.to_thread(sqlite_file.copy, folder / "nardy.db", copy)
    done.set()
    assert await writing > 0
    for copy in copies:
        with closing(sqlite3.connect(copy)) as connection:
            halves = dict(
                connection.execute("SELECT namespace, count(*) FROM key_values GROUP BY namespace").fetchall()
            )
            whole = connection.execute("PRAGMA integrity_check").fetchone()[0]
        assert (halves.get("left", 0), whole) == (halves.get("right", 0), "ok")


async def test_a_copy_of_a_file_with_an_odd_name_is_made(tmp_path: Path) -> None:
    """A path may contain a question mark, a hash or a percent sign."""
    odd = tmp_path / "what? #1 50%20"
    async with Database.open(odd / "nardy.db") as database:
        await write(database, "key", "kept")
        sqlite_file.copy(odd / "nardy.db", odd / "copy.db")
    with closing(sqlite3.connect(odd / "copy.db")) as connection:
        assert connection.execute("SELECT text FROM key_values").fetchall() == [("kept",)]


def test_a_failed_copy_leaves_no_file(tmp_path: Path) -> None:
    """A copy of a file that is no database fails and leaves no file."""
    source = tmp_path / "letter.txt"
    source.write_text("Dear Anna, " * 100)
    with pytest.raises(sqlite3.DatabaseError):
        sqlite_file.copy(source, tmp_path / "copy.db")
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


async def test_a_row_survives_reopening(tmp_path: Path) -> None:
    """A row is there after the database is closed and opened again."""
    create_database(tmp_path / "nardy.db")
    async with Database.open(tmp_path / "nardy.db") as database:
        await write(database, "number", "7")
    async with Database.open(tmp_path / "nardy.db") as database:
        assert await number(database) == "7"


async def test_no_thread_outlives_its_database(tmp_path: Path) -> None:
    """All threads have ended when the database is closed, at whatever moment its users were cancelled."""
    path = tmp_path / "nardy.db"
    create_database(path)
    others = set(threading.enumerate())

    async def use(database: Database) -> None:
        while True:
            async with database.read() as connection:
                await connection.execute(select(players))
            async with database.write() as connection:
                await connection.execute(select(players))

    for steps in range(120):
        async with Database.open(path) as database:
            tasks = [asyncio.create_task(use(database)) for _ in range(3)]
            for _ in range(steps):
                await asyncio.sleep(0)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        left = [each.name for each in set(threading.enumerate()) - others if "connection" in each.name]
        assert left == [], steps
