"""A PostgreSQL server for tests, started once for each pytest process, and databases on it."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import count
from pathlib import Path
from time import monotonic, sleep
from typing import Any
from urllib.parse import quote, urlsplit

import asyncpg
import pytest

from storage.places import Server
from tests.in_memory import IN_MEMORY

_USER = "postgres"
"""The owner of the server if the tests run as root: PostgreSQL refuses to run as root."""
STARTING_SECONDS = 30
_OPTIONS = {
    "fsync": "off",
    "full_page_writes": "off",
    "synchronous_commit": "off",
    "autovacuum": "off",
    "max_connections": "60",
    "shared_buffers": "32MB",
    "listen_addresses": "",
    "max_wal_senders": "0",
    "wal_level": "minimal",
}
"""A test's database need not survive a power loss, and only the tests reach it."""
LASTING = {"max_connections": "60", "listen_addresses": ""}
"""A server as it is installed, which keeps what it has committed. Measurements use it."""


@cache
def programs() -> Path | None:
    """Return the folder of the server's programs, or None if it is not installed.

    `TEST_POSTGRESQL` names the folder; the default is Debian's newest version.
    """
    if named := os.environ.get("TEST_POSTGRESQL"):
        return Path(named)
    return _debian()


def _debian() -> Path | None:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    return found[-1].parent if found else None


needs_postgresql = pytest.mark.skipif(
    programs() is None, reason="PostgreSQL's server is not installed (apt-get install postgresql)"
)


class TestServer:
    """A server in a folder that is deleted with it, reached only by a socket in that folder.

    Args:
        folder: where it keeps everything.
        options: its settings.
        making: further options with which its files are made.
    """

    __test__ = False

    def __init__(
        self, folder: Path, options: Mapping[str, str] = _OPTIONS, making: Sequence[str] = ()
    ) -> None:
        self.folder = folder
        self.options = options
        self._making = making
        self._numbers = count()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        """The process id of the server's main process; it must run."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Start the server, initialize its files if there are none, and wait until it answers."""
        there = programs()
        assert there is not None
        data = self.folder / "data"
        if not (data / "PG_VERSION").exists():
            self._as_user(
                [
                    *(there / "initdb", "-D", data, "-U", _USER, "--auth=trust"),
                    *("--encoding=UTF8", "--locale=C.UTF-8", "--no-sync", "--no-instructions"),
                    *self._making,
                ]
            )
        self.begin()
        self._until_ready(revived=False)

    def revive(self) -> None:
        """Wait until the server answers after a crash; if it has ended, start it again as a host would."""
        self._until_ready(revived=True)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop the server with a signal; all clients are disconnected."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(STARTING_SECONDS)
            self._process = None

    def place(self, name: str) -> Server:
        """Return the place of a database with this name."""
        return Server(f"postgresql://{_USER}@/{name}?host={quote(str(self.folder), safe='')}")

    def another(self) -> Server:
        """Return a place that has no database yet."""
        return self.place(f"nardy{next(self._numbers)}")

    async def make(self, place: Server, template: Server | None = None) -> None:
        """Create a database, as a copy of a template or empty."""
        like = _name(template) if template else "template0"
        await self.ask(f"CREATE DATABASE {_name(place)} TEMPLATE {like} STRATEGY FILE_COPY")

    async def exists(self, place: Server) -> bool:
        """Return True if there is a database."""
        return bool(await self.ask(f"SELECT FROM pg_database WHERE datname = '{_name(place)}'"))

    async def drop(self, place: Server) -> None:
        """Drop a database if there is one."""
        await self.ask(f"DROP DATABASE IF EXISTS {_name(place)} WITH (FORCE)")

    async def ask(self, statement: str) -> list[asyncpg.Record]:
        """Execute a statement about databases."""
        connection = await asyncpg.connect(self.place("postgres").url)
        try:
            return list(await connection.fetch(statement))
        finally:
            await connection.close()

    def begin(self) -> None:
        """Start the server without waiting until it answers."""
        there = programs()
        assert there is not None
        command: list[str | Path] = [there / "postgres", "-D", self.folder / "data", "-k", self.folder]
        command += [f"-c{name}={value}" for name, value in self.options.items()]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(  # noqa: S603 (our own server)
                command,
                stdout=log,
                stderr=log,
                stdin=subprocess.DEVNULL,
                **_identity(),
            )

    def _until_ready(self, *, revived: bool) -> None:
        until = monotonic() + STARTING_SECONDS
        while subprocess.run(  # noqa: S603 (as above)
            [_client("pg_isready"), "-q", "-h", self.folder], check=False
        ).returncode:
            assert monotonic() < until, (self.folder / "log").read_text()
            if revived and self._process is not None and self._process.poll() is not None:
                self.begin()
            sleep(0.02)

    def _as_user(self, command: list[str | Path]) -> None:
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, **_identity())  # noqa: S603 (our own)


def _client(name: str) -> Path:
    """Return the path of a client program: beside the server, or Debian's, which may be older."""
    for folder in (programs(), _debian()):
        if folder is not None and (folder / name).exists():
            return folder / name
    pytest.fail(f"{name} is not installed (apt-get install postgresql-client)")


def _name(place: Server) -> str:
    return urlsplit(place.url).path[1:]


def _identity() -> dict[str, Any]:
    """Return the user and group of the server's processes."""
    if os.geteuid() != 0:
        return {}
    return {"user": _USER, "group": _USER, "extra_groups": [], "cwd": "/"}


@cache
def server() -> TestServer:
    """Return the server of this process, started at the first call; `stop` stops it."""
    started = TestServer(new_folder(IN_MEMORY))
    started.start()
    return started


def new_folder(parent: Path | None = None) -> Path:
    """Create a folder for a server, owned by the server's user if the tests run as root."""
    folder = Path(tempfile.mkdtemp(prefix="nardy-pg-", dir=parent))
    give(folder)
    return folder


def give(folder: Path) -> None:
    """Make the server's user the owner of a folder."""
    if os.geteuid() == 0:
        known = pwd.getpwnam(_USER)
        os.chown(folder, known.pw_uid, known.pw_gid)


def stop() -> None:
    """Stop the server of this process if it was started."""
    if server.cache_info().currsize:
        server().stop(signal.SIGQUIT)
        shutil.rmtree(server().folder, ignore_errors=True)
        server.cache_clear()
