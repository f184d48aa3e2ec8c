"""The bot as a process forked from one that has loaded its code, so that no test waits for the imports."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import runpy
import signal
import sys
import threading
from collections.abc import Callable, Mapping
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Self

FORKING = multiprocessing.get_context("forkserver")
FORKING.set_forkserver_preload(["tests.preload"])


class ForkedBot:
    """The bot, forked from a process that has loaded it; used like a process of `asyncio.subprocess`.

    Args:
        stdout: its standard output.
        stderr: its standard error; None if that goes to a file.
    """

    def __init__(
        self, process: ForkServerProcess, stdout: asyncio.StreamReader, stderr: asyncio.StreamReader | None
    ) -> None:
        self._process = process
        self.stdout = stdout
        self.stderr = stderr

    @classmethod
    async def begin(
        cls,
        folder: Path,
        environment: Mapping[str, str],
        *arguments: str,
        log: Path | None = None,
        before: Callable[[], None] | None = None,
    ) -> Self:
        """Start the bot in a folder.

        Args:
            folder: its working directory.
            environment: all its environment variables.
            arguments: those of its command line.
            log: the file to which its standard error is added; a pipe, if None.
            before: what its process does first; it is pickled.
        """
        out, its_out = multiprocessing.Pipe(duplex=False)
        err, its_err = multiprocessing.Pipe(duplex=False)
        process = FORKING.Process(
            target=_be_the_bot, args=(folder, dict(environment), arguments, its_out, log or its_err, before)
        )
        with out, its_out, err, its_err:
            # The first start waits until the fork server has loaded the code.
            await asyncio.to_thread(process.start)
            stdout = await _read(out)
            stderr = None if log else await _read(err)
        return cls(process, stdout, stderr)

    @property
    def pid(self) -> int:
        """The process id."""
        assert self._process.pid is not None
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        """The exit status, or minus the number of the signal that killed it; None while it runs."""
        return self._process.exitcode

    def send_signal(self, number: signal.Signals) -> None:
        """Send a signal, unless the process has ended."""
        if self.returncode is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """Kill the process, unless it has ended."""
        self.send_signal(signal.SIGKILL)

    async def wait(self) -> int:
        """Wait for the process to end and return its exit status."""
        loop, ended = asyncio.get_running_loop(), asyncio.Event()
        loop.add_reader(self._process.sentinel, ended.set)
        try:
            await ended.wait()
        finally:
            loop.remove_reader(self._process.sentinel)
        self._process.join()
        return self.returncode or 0

    async def communicate(self) -> tuple[bytes, bytes]:
        """Wait for the process to end and return its output and its errors."""
        streams = [stream for stream in (self.stdout, self.stderr) if stream]
        out, *err = await asyncio.gather(*(stream.read() for stream in streams))
        await self.wait()
        return out, b"".join(err)


async def _read(pipe: Connection) -> asyncio.StreamReader:
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(os.dup(pipe.fileno()), "rb", buffering=0)
    )
    return reader


def _be_the_bot(
    folder: Path,
    environment: Mapping[str, str],
    arguments: tuple[str, ...],
    out: Connection,
    err: Connection | Path,
    before: Callable[[], None] | None,
) -> None:
    """Run `nardy` in this process, with the folder, environment and streams of a separate program."""
    threading.Thread(target=_end_with_the_tests, daemon=True).start()
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    with out, err.open("ab") if isinstance(err, Path) else err as errors:
        os.dup2(out.fileno(), 1)
        os.dup2(errors.fileno(), 2)
    if before is not None:
        before()
    sys.argv = ["nardy", *arguments]
    runpy.run_module("bot", run_name="__main__", alter_sys=True)


def _end_with_the_tests() -> None:
    """Kill this process when the test process ends: a test process that is killed cleans nothing up."""
    tests = multiprocessing.parent_process()
    if tests is not None:
        tests.join()
        os.kill(os.getpid(), signal.SIGKILL)
