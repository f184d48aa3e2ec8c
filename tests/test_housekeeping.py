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


async def test_a_chore_that_fails_stops_neither_the_others_nor_the_next_time(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """What fails is logged and done again the next time, and what comes after it is done."""
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


async def test_the_program_forgets_what_is_old_when_it_starts(tmp_path: Path) -> None:
    """Soon after the start what is old is gone: events of the sessions, and names of the local table."""
    create_database(tmp_path / "nardy.db")
    with closing(sqlite3.connect(tmp_path / "nardy.db")) as connection:
        connection.executescript(OLD)
        server = Server(tmp_path)
        await server.start()
        try:
            async with asyncio.timeout(HANG):
                while left(connection):  # noqa: ASYNC110 (another process tells nobody)
                    await asyncio.sleep(0.01)
        finally:
            await server.stop()
        kept = connection.execute("SELECT key FROM key_values WHERE namespace = 'web:names'").fetchall()
        assert {key for (key,) in kept} == looks("Vera")


def left(connection: sqlite3.Connection) -> list[object]:
    """What is old and still there."""
    names = "SELECT key FROM key_values WHERE namespace = 'web:names' AND key = 'anna'"
    query = f"SELECT key FROM applied UNION {names}"  # noqa: S608 (our own words)
    return connection.execute(query).fetchall()
