from __future__ import annotations

import asyncio
import multiprocessing
import os
import sys
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from tests.forked import FORKING
from tests.pace import HANG
from tests.process import Server, serving


def work(folder: Path, told: Connection) -> None:
    """Serve as a worker of the tests does, and tell the number of the bot."""

    async def serve() -> None:
        server = Server(folder)
        await server.start()
        told.send(server.pid)
        await asyncio.sleep(HANG)

    asyncio.run(serve())


def lives(process: int) -> bool:
    """Whether a process is there and has not ended: one that nobody has taken note of yet counts as ended."""
    try:
        status = Path(f"/proc/{process}/stat").read_text("ascii")
    except FileNotFoundError:
        return False
    return status.rpartition(")")[2].split()[0] not in {"Z", "X"}


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends a process with the one that began it")
async def test_a_bot_ends_with_the_tests_that_are_killed(tmp_path: Path) -> None:
    """When a worker of the tests is killed with its bot running, the bot is gone too."""
    here, there = multiprocessing.Pipe(duplex=False)
    worker = FORKING.Process(target=work, args=(tmp_path, there))
    await asyncio.to_thread(worker.start)
    there.close()
    bot = await asyncio.to_thread(here.recv)
    assert lives(bot)
    worker.kill()
    await asyncio.to_thread(worker.join)
    async with asyncio.timeout(HANG):
        while lives(bot):  # noqa: ASYNC110 (nothing tells)
            await asyncio.sleep(0.01)


async def test_a_bot_that_does_not_come_up_is_not_left_running(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the first line is waited for in vain, the process is killed before the test fails."""
    server = Server(tmp_path)
    monkeypatch.setattr("tests.process.HANG", 0.0)
    with pytest.raises(TimeoutError):
        await server.start()
    assert server.pid is not None
    with pytest.raises(ProcessLookupError):
        os.kill(server.pid, 0)


async def test_a_bot_is_stopped_when_its_test_fails(tmp_path: Path) -> None:
    """Whatever a test raises, its bot has ended when the test has."""
    bots = []

    async def test() -> None:
        async with serving(tmp_path) as server:
            assert server.pid is not None
            bots.append(server.pid)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await test()
    with pytest.raises(ProcessLookupError):
        os.kill(bots[0], 0)
