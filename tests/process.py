"""The bot as a separate process."""

from __future__ import annotations

import asyncio
import atexit
import os
import re
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.settings_faults import PREFIXES
from tests.forked import ForkedBot
from tests.pace import HANG

_DIES_WITH_PARENT = """
import ctypes, os, signal, sys
PR_SET_PDEATHSIG = 1
ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
if os.getppid() == int(sys.argv[1]):  # or it went before it could be seen
    os.execv(sys.executable, [sys.executable, *sys.argv[2:]])
"""
"""A program that arranges to be killed when its parent ends, and then runs Python in its place."""


@dataclass(frozen=True, slots=True)
class Ended:
    """The exit status and output of a run of the program."""

    status: int
    out: str
    err: str


@dataclass
class Server:
    """The program with its own database, serving on a port that stays the same over restarts.

    Args:
        folder: where the database lies and the program runs.
        settings: settings besides the database and the port.
        port: where the page is; 0 as long as any port will do.
        host_link: what the program printed last: the link by which the host comes.
    """

    folder: Path
    settings: Mapping[str, str] = field(default_factory=dict)
    port: int = 0
    host_link: str = ""
    _process: ForkedBot | None = field(default=None, repr=False)

    @property
    def address(self) -> str:
        """The address of the page."""
        return f"http://127.0.0.1:{self.port}/"

    @property
    def pid(self) -> int | None:
        """The process id, or None if the program does not run."""
        return None if self._process is None else self._process.pid

    async def start(self) -> None:
        """Start the program and wait until the page can be opened; kill it if that fails."""
        its_own = environment(self.folder, self.port, self.settings)
        self._process = await ForkedBot.begin(self.folder, its_own, log=self.folder / "log")
        async with killed_if_left(self._process):
            await self.read_host_link()

    async def read_host_link(self) -> None:
        """Read the host's sign-in link from the next line that the program prints."""
        assert self._process is not None
        async with asyncio.timeout(HANG):
            line = (await self._process.stdout.readline()).decode()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/\S*", line)
        assert found is not None, f"It says {line!r}, and in its log stands: {self.log()}"
        self.port = int(found[1])
        self.host_link = found[0]

    async def stop(self, with_signal: signal.Signals = signal.SIGTERM) -> int:
        """Send a signal and return the exit status; 0 if the program does not run.

        The program is killed if it does not end, or if the wait is cancelled.
        """
        process, self._process = self._process, None
        if process is None:
            return 0
        async with killed_if_left(process):
            process.send_signal(with_signal)
            async with asyncio.timeout(HANG):
                await process.communicate()
        return process.returncode or 0

    async def ended(self) -> int:
        """Wait until the program ends without a signal, and return the exit status."""
        process, self._process = self._process, None
        assert process is not None
        async with killed_if_left(process), asyncio.timeout(HANG):
            await process.communicate()
        return process.returncode or 0

    def signal(self, number: signal.Signals) -> None:
        """Send a signal that does not end the program."""
        if self._process is not None:
            self._process.send_signal(number)

    def log(self) -> str:
        """Return the program's log."""
        return (self.folder / "log").read_text("utf-8")

    async def begin(
        self, *arguments: str, port: int = 0, before: Callable[[], None] | None = None
    ) -> ForkedBot:
        """Start a second process of the program beside this one; the caller ends it.

        Args:
            arguments: those of its command line.
            port: where its page is; 0 for any.
            before: what its process does first; it is pickled.
        """
        its_own = environment(self.folder, port, self.settings)
        return await ForkedBot.begin(self.folder, its_own, *arguments, before=before)

    async def begin_to_load(self, *arguments: str) -> Process:
        """Start the program in a new Python, which has to import everything first."""
        its_own = environment(self.folder, 0, self.settings)
        return await spawn(*("-m", "bot", *arguments), cwd=self.folder, env=its_own, stdout=PIPE, stderr=PIPE)

    async def run(self, *arguments: str, port: int = 0, before: Callable[[], None] | None = None) -> Ended:
        """Run a second process on the same database until it ends; see `begin`."""
        process = await self.begin(*arguments, port=port, before=before)
        async with killed_if_left(process), asyncio.timeout(HANG):
            out, err = await process.communicate()
        return Ended(process.returncode or 0, out.decode(), err.decode())


@asynccontextmanager
async def serving(folder: Path, **settings: str) -> AsyncIterator[Server]:
    """Serve on a free port of this machine until left."""
    server = Server(folder, settings)
    await server.start()
    try:
        yield server
    finally:
        await server.stop()


async def spawn(*arguments: str, **options: object) -> Process:
    """Start Python with these arguments, as a process that does not outlive this one.

    A test that is killed cannot clean up, and its bot would run for ever. On Linux the kernel kills the
    process then; other systems have no such call, and only the arguments are run.

    Args:
        arguments: what Python is called with.
        options: those of `asyncio.create_subprocess_exec`.
    """
    bound = ("-I", "-S", "-c", _DIES_WITH_PARENT, str(os.getpid())) if sys.platform == "linux" else ()
    return await asyncio.create_subprocess_exec(
        sys.executable,
        *bound,
        *arguments,
        **options,  # type: ignore[arg-type]  # whatever the function takes
    )


@asynccontextmanager
async def killed_if_left(process: Process | ForkedBot) -> AsyncIterator[None]:
    """Kill a process if the block fails or is cancelled."""
    try:
        yield
    except BaseException:
        if process.returncode is None:
            process.kill()
            await process.wait()
        raise


def environment(folder: Path, port: int, settings: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of a bot: this process's, without our settings, plus its own."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(PREFIXES)}
    environment |= {"NARDY_CACHE": _cache(), "NARDY_DATABASE": str(folder / "nardy.db")}
    return environment | {"NARDY_PORT": str(port), **settings}


@cache
def _cache() -> str:
    """Return the cache folder of all bots of this process.

    Without it each engine computes tables for 1.5 s.
    """
    folder = TemporaryDirectory()  # the bots outlive any one test
    atexit.register(folder.cleanup)
    return folder.name
