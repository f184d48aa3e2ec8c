"""An open database file that is replaced, removed or loses its log, and events that are no such loss."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from pathlib import Path

import pytest

from bot.backup import back_up
from bot.maintenance import check
from storage import Database
from storage.errors import LostDatabase
from storage.sqlite_file import wipe_deleted_rows
from tests.databases import create_database
from tests.pace import HANG

INSERT = "INSERT INTO log_entries (namespace, text) VALUES ('test', 'a line')"


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    """A database with a row in the file and in its log."""
    create_database(tmp_path / "nardy.db")
    async with Database.open(tmp_path / "nardy.db") as database:
        await write(database)
        yield database


async def write(database: Database) -> None:
    """Write a row."""
    async with database.write() as connection:
        await connection.exec_driver_sql(INSERT)


def names(folder: Path) -> set[str]:
    """Return the names of the files in a folder."""
    return {path.name for path in folder.iterdir()}


async def no_pause(_seconds: float) -> None:
    """Do not pause between the two checks."""


def replace(path: Path) -> None:
    """Replace the file, as a host does to restore a copy."""
    shutil.copy(path, path.with_name("copy.db"))
    path.with_name("copy.db").replace(path)


def remove(path: Path) -> None:
    """Remove the file."""
    path.unlink()


def remove_log(path: Path) -> None:
    """Remove only the log."""
    path.with_name(f"{path.name}-wal").unlink()


def remove_index(path: Path) -> None:
    """Remove only the log's index."""
    path.with_name(f"{path.name}-shm").unlink()


def remove_folder(path: Path) -> None:
    """Move the folder away."""
    path.parent.rename(path.parent.with_name("elsewhere"))


@pytest.mark.parametrize("lose", [replace, remove, remove_log, remove_index, remove_folder])
async def test_a_lost_file_refuses_writes(
    database: Database, tmp_path: Path, lose: Callable[[Path], None]
) -> None:
    """After two checks have found another file or none, the loss is raised and every write is refused."""
    lose(tmp_path / "nardy.db")
    with pytest.raises(LostDatabase, match=r"nardy\.db was replaced or removed"):
        await database.must_be_in_place(no_pause)
    with pytest.raises(LostDatabase):
        await write(database)


async def test_a_redirected_link_is_a_loss(tmp_path: Path) -> None:
    """A symbolic link that now leads to another file counts as a replaced file."""
    link, other = tmp_path / "link.db", tmp_path / "other.db"
    link.symlink_to(tmp_path / "nardy.db")
    create_database(tmp_path / "nardy.db")
    other.touch()
    async with Database.open(link) as database:
        link.unlink()
        link.symlink_to(other)
        with pytest.raises(LostDatabase):
            await database.must_be_in_place(no_pause)


async def test_a_file_that_returns_before_the_second_check_is_not_lost(
    database: Database, tmp_path: Path
) -> None:
    """A file that is moved away and back between the two checks is still the open one."""
    path, away = tmp_path / "nardy.db", tmp_path / "away.db"
    path.rename(away)

    async def moved_back(_seconds: float) -> None:
        away.rename(path)

    await database.must_be_in_place(moved_back)
    await write(database)


async def test_backup_check_and_wiping_are_no_loss(database: Database, tmp_path: Path) -> None:
    """A copy, a check, a checkpoint and the wiping of deleted rows leave the file and its log in place."""
    path = tmp_path / "nardy.db"

    def checkpoint() -> None:
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    await back_up(path, tmp_path / "copy.db")
    assert database.dialect.is_in_place()
    await asyncio.to_thread(checkpoint)
    assert database.dialect.is_in_place()
    await check(path)
    assert database.dialect.is_in_place()
    assert await asyncio.to_thread(wipe_deleted_rows, path, thorough=True)
    await database.must_be_in_place(no_pause)
    await write(database)


@pytest.mark.parametrize("cancels", [100, pytest.param(3000, marks=pytest.mark.long)])
async def test_cancelled_writes_and_reads_are_no_loss(database: Database, cancels: int) -> None:
    """Connections that close because their tasks are cancelled leave the log in place."""

    async def read() -> None:
        async with database.read() as connection:
            await connection.exec_driver_sql("SELECT * FROM log_entries")

    for number in range(cancels):
        tasks = [asyncio.create_task(each) for each in (write(database), read(), read())]
        for _ in range(number % 30):
            await asyncio.sleep(0)
        for task in tasks:
            task.cancel()
        async with asyncio.timeout(HANG):
            await asyncio.wait(tasks)
        assert database.dialect.is_in_place()
    await database.must_be_in_place(no_pause)


async def test_closing_removes_the_log(database: Database, tmp_path: Path) -> None:
    """Closing the last connection leaves no file beside the database."""
    assert names(tmp_path) == {"nardy.db", "nardy.db-shm", "nardy.db-wal"}
    await database.close()
    assert names(tmp_path) == {"nardy.db"}
