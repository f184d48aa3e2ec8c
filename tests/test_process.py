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


def work(folder: Path, pipe: Connection) -> None:
    """Serve as a test worker does, and send the bot's process id."""

    async def serve() -> None:
        server = Server(folder)
        await server.start()
        pipe.send(server.pid)
        await asyncio.sleep(HANG)

    asyncio.run(serve())


def is_running(process: int) -> bool:
    """Return True if a process exists and is no zombie."""
    try:
        status = Path(f"/proc/{process}/stat").read_text("ascii")
    except FileNotFoundError:
        return False
    return status.rpartition(")")[2].split()[0] not in {"Z", "X"}


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends a process with its parent")
async def test_a_bot_ends_with_a_killed_test_worker(tmp_path: Path) -> None:
    """If a test worker is killed while its bot runs, the bot ends too."""
    here, there = multiprocessing.Pipe(duplex=False)
    worker = FORKING.Process(target=work, args=(tmp_path, there))
    await asyncio.to_thread(worker.start)
    there.close()
    bot = await asyncio.to_thread(here.recv)
    assert is_running(bot)
    worker.kill()
    await asyncio.to_thread(worker.join)
    async with asyncio.timeout(HANG):
        while is_running(bot):  # noqa: ASYNC110 (no event is sent)
            await asyncio.sleep(0.01)


async def test_a_bot_that_fails_to_start_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the first line does not come in time, the process is killed before the test fails."""
    server = Server(tmp_path)
    monkeypatch.setattr("tests.process.HANG", 0.0)
    with pytest.raises(TimeoutError):
        await server.start()
    assert server.pid is not None
    with pytest.raises(ProcessLookupError):
        os.kill(server.pid, 0)


async def test_a_bot_is_stopped_when_its_test_fails(tmp_path: Path) -> None:
    """A bot has ended when its test raises an error."""
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
