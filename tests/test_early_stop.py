from __future__ import annotations

import asyncio
import signal
import sqlite3
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest

from tests.databases import create_database
from tests.forked import ForkedBot
from tests.pace import HANG
from tests.process import Server
from tests.unusable import content

STOPPED = ["Nardy was stopped before it was ready."]


@asynccontextmanager
async def killed_if_late(process: Process | ForkedBot) -> AsyncIterator[None]:
    """Kill a process if it has not ended in time."""
    try:
        async with asyncio.timeout(HANG):
            yield
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


@pytest.mark.parametrize("number", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.long)])
async def test_a_program_stopped_while_it_loads_says_so_in_one_line(tmp_path: Path, number: int) -> None:
    """A program stopped during its imports prints one line and creates no file."""
    server = Server(tmp_path, {"PYTHONPROFILEIMPORTTIME": "1"})  # one line on stderr for each import
    process = await server.begin_to_load()
    async with killed_if_late(process):
        assert process.stderr is not None
        while not (line := await process.stderr.readline()).endswith(b" aiohttp\n"):
            assert line, "it ended by itself"
        process.send_signal(number)
        out, err = await process.communicate()
    said = [line for line in err.decode().splitlines() if not line.startswith("import time:")]
    assert (process.returncode, out, said) == (1, b"", STOPPED)
    assert content(tmp_path) == {}


async def test_a_program_stopped_while_it_opens_the_database_leaves_it_unchanged(tmp_path: Path) -> None:
    """A program stopped while it waits for a lock prints one line and leaves the file unchanged."""
    path = tmp_path / "nardy.db"
    create_database(path)
    before = content(tmp_path)
    with closing(sqlite3.connect(path)) as other:
        other.execute("BEGIN IMMEDIATE")
        process = await Server(tmp_path).begin()
        async with killed_if_late(process):
            while not _is_locked_by(path, process.pid):
                assert process.returncode is None
                await asyncio.sleep(0.01)
            process.send_signal(signal.SIGTERM)
            other.rollback()
            out, err = await process.communicate()
    assert (process.returncode, out, err.decode().splitlines()) == (1, b"", STOPPED)
    assert content(tmp_path) == before


def _is_locked_by(path: Path, pid: int) -> bool:
    """Return True if a process has written its id into the lock file."""
    try:
        return path.with_name("nardy.db.lock").read_text("utf-8") == f"{pid}\n"
    except FileNotFoundError:
        return False
