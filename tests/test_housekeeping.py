from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from bot.app import keep_house
from bot.sessions.namesakes import looks
from tests.databases import create_database
from tests.pace import HANG
from tests.process import Server

OLD = """
INSERT INTO applied VALUES ('pressed', '2020-01-01T00:00:00.000000Z');
INSERT INTO key_values VALUES ('web:names', 'anna', 'a1'), ('web:names', 'vera', 'a1');
INSERT INTO key_values VALUES ('web:accounts', 'a1', 'Vera');
"""


async def test_a_failing_chore_stops_nothing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """A failing chore is logged and retried next time, and the chores after it run."""
    done: list[str] = []
    twice = asyncio.Event()

    async def failing() -> None:
        done.append("failing")
        raise RuntimeError("the database is busy")

    async def following() -> None:
        done.append("following")
        if len(done) >= 4:
            twice.set()

    keeping = asyncio.create_task(keep_house(timedelta(), failing, following))
    async with asyncio.timeout(HANG):
        await twice.wait()
    keeping.cancel()
    assert done[:4] == ["failing", "following"] * 2
    assert "the database is busy" in caplog.text


async def test_a_start_deletes_old_rows(tmp_path: Path) -> None:
    """Soon after the start, old events of sessions and old names of the local table are deleted."""
    create_database(tmp_path / "nardy.db")
    with closing(sqlite3.connect(tmp_path / "nardy.db")) as connection:
        connection.executescript(OLD)
        server = Server(tmp_path)
        await server.start()
        try:
            async with asyncio.timeout(HANG):
                while left(connection):  # noqa: ASYNC110 (another process sends no event)
                    await asyncio.sleep(0.01)
        finally:
            await server.stop()
        kept = connection.execute("SELECT key FROM key_values WHERE namespace = 'web:names'").fetchall()
        assert {key for (key,) in kept} == looks("Vera")


def left(connection: sqlite3.Connection) -> list[object]:
    """Return the old rows that are still there."""
    names = "SELECT key FROM key_values WHERE namespace = 'web:names' AND key = 'anna'"
    query = f"SELECT key FROM applied UNION {names}"  # noqa: S608 (our own words)
    return connection.execute(query).fetchall()
