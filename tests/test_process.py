from __future__ import annotations

import os
import signal
import sys
import time
from asyncio.subprocess import PIPE
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.pace import HANG
from tests.process import Server, serving, spawn

ROOT = Path(__file__).parents[1]

A_WORKER = """
import asyncio, sys
from pathlib import Path
from tests.process import Server
async def main():
    server = Server(Path(sys.argv[1]))
    await server.start()
    print(server.pid, flush=True)
    await asyncio.sleep(600)
asyncio.run(main())
"""


def until(ends: Callable[[], bool], what: str) -> None:
    """Wait for something of which no process is told."""
    last = time.monotonic() + HANG
    while not ends():
        assert time.monotonic() < last, what
        os.sched_yield()


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
    worker = await spawn("-c", A_WORKER, str(tmp_path), cwd=ROOT, stdout=PIPE)
    assert worker.stdout is not None
    bot = int(await worker.stdout.readline())
    assert lives(bot)
    worker.send_signal(signal.SIGKILL)
    await worker.wait()
    until(lambda: not lives(bot), "the bot lives on")


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
