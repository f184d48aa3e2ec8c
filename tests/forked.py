"""Forked: the bot as a process that has loaded its code already, so that not every test waits for that."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import runpy
import signal
import sys
import threading
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Mapping
    from multiprocessing.connection import Connection
    from multiprocessing.context import ForkServerProcess
    from pathlib import Path

_FORKING = multiprocessing.get_context("forkserver")
_FORKING.set_forkserver_preload(["tests.loaded"])


class ForkedBot:
    """The bot, forked from a process that has loaded it; handled like a process of `asyncio.subprocess`.

    Args:
        process: the process.
        stdout: what it prints.
    """

    def __init__(self, process: ForkServerProcess, stdout: asyncio.StreamReader) -> None:
        self._process = process
        self.stdout = stdout

    @classmethod
    async def begin(cls, folder: Path, environment: Mapping[str, str], log: Path) -> Self:
        """Begin it in a folder, with a file to which its standard error is added."""
        out, its_out = multiprocessing.Pipe(duplex=False)
        process = _FORKING.Process(target=_be_the_bot, args=(folder, dict(environment), its_out, log))
        with out, its_out:
            # The first of all waits until the code is loaded.
            await asyncio.to_thread(process.start)
            stdout = asyncio.StreamReader()
            await asyncio.get_running_loop().connect_read_pipe(
                lambda: asyncio.StreamReaderProtocol(stdout),
                os.fdopen(os.dup(out.fileno()), "rb", buffering=0),
            )
        return cls(process, stdout)

    @property
    def pid(self) -> int:
        """Its number."""
        assert self._process.pid is not None
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        """How it ended, if it has: its exit status, or less than 0 by the signal that killed it."""
        return self._process.exitcode

    def send_signal(self, number: signal.Signals) -> None:
        """Send it a signal, unless it has ended."""
        if self.returncode is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """Kill it, unless it has ended."""
        self.send_signal(signal.SIGKILL)

    async def wait(self) -> None:
        """Wait until it has ended."""
        loop, ended = asyncio.get_running_loop(), asyncio.Event()
        loop.add_reader(self._process.sentinel, ended.set)
        try:
            await ended.wait()
        finally:
            loop.remove_reader(self._process.sentinel)
        self._process.join()

    async def communicate(self) -> None:
        """Wait until it has ended, and nothing is printed any more."""
        await self.stdout.read()
        await self.wait()


def _be_the_bot(folder: Path, environment: Mapping[str, str], out: Connection, log: Path) -> None:
    """Run `nardy` in this process, as it runs by itself: with its own folder, environment and streams."""
    threading.Thread(target=_end_with_the_tests, daemon=True).start()
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    with out, log.open("ab") as file:
        os.dup2(out.fileno(), 1)
        os.dup2(file.fileno(), 2)
    sys.argv = ["nardy"]
    runpy.run_module("bot", run_name="__main__", alter_sys=True)


def _end_with_the_tests() -> None:
    """Kill this process when the one of the tests has ended: where that is killed, it cleans nothing up."""
    tests = multiprocessing.parent_process()
    if tests is not None:
        tests.join()
        os.kill(os.getpid(), signal.SIGKILL)
