"""PostgreSQL for tests: Debian's server, started once for a process of pytest, and databases on it."""

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
"""Whose server it is, where the tests are root's: it refuses to be."""
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
"""Nothing of a test's database is to outlive a loss of power, and nobody else reaches it."""
LASTING = {"max_connections": "60", "listen_addresses": ""}
"""A server as it is installed, which keeps what it has answered: what is measured is measured on it."""


@cache
def programs() -> Path | None:
    """Return where the server's programs are: what `TEST_POSTGRESQL` names, or else the newest of Debian.

    None if it is not installed.
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
    """A server of its own in a folder that goes with it, reached by a socket in that folder alone.

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
        """The number of the process that began all others; it must run."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Start it, made where there is none, and wait until it answers."""
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
        """Wait until it answers after a crash; where it has given up, start it anew, as its host would."""
        self._until_ready(revived=True)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it by its number; whoever is connected is cut off."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(STARTING_SECONDS)
            self._process = None

    def place(self, name: str) -> Server:
        """Where a database of this name is."""
        return Server(f"postgresql://{_USER}@/{name}?host={quote(str(self.folder), safe='')}")

    def another(self) -> Server:
        """A place where there is no database yet."""
        return self.place(f"nardy{next(self._numbers)}")

    async def make(self, place: Server, template: Server | None = None) -> None:
        """Make a database, as another one is or empty."""
        like = _name(template) if template else "template0"
        await self.ask(f"CREATE DATABASE {_name(place)} TEMPLATE {like} STRATEGY FILE_COPY")

    async def exists(self, place: Server) -> bool:
        """Whether there is a database."""
        return bool(await self.ask(f"SELECT FROM pg_database WHERE datname = '{_name(place)}'"))

    async def drop(self, place: Server) -> None:
        """Throw a database away, if there is one."""
        await self.ask(f"DROP DATABASE IF EXISTS {_name(place)} WITH (FORCE)")

    async def ask(self, statement: str) -> list[asyncpg.Record]:
        """Carry out a statement that is about databases."""
        connection = await asyncpg.connect(self.place("postgres").url)
        try:
            return list(await connection.fetch(statement))
        finally:
            await connection.close()

    def begin(self) -> None:
        """Start it, and do not wait until it answers."""
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
    """Return where a client program is: beside the server, or of Debian's, which may be older."""
    for folder in (programs(), _debian()):
        if folder is not None and (folder / name).exists():
            return folder / name
    pytest.fail(f"{name} is not installed (apt-get install postgresql-client)")


def _name(place: Server) -> str:
    return urlsplit(place.url).path[1:]


def _identity() -> dict[str, Any]:
    """Whose the server's processes are."""
    if os.geteuid() != 0:
        return {}
    return {"user": _USER, "group": _USER, "extra_groups": [], "cwd": "/"}


@cache
def server() -> TestServer:
    """The server of this process, started when it is asked for first and stopped by `stop`."""
    started = TestServer(new_folder(IN_MEMORY))
    started.start()
    return started


def new_folder(parent: Path | None = None) -> Path:
    """Make a folder for a server, which is another user's than ours where we are root."""
    folder = Path(tempfile.mkdtemp(prefix="nardy-pg-", dir=parent))
    give(folder)
    return folder


def give(folder: Path) -> None:
    """Let a folder be the server's."""
    if os.geteuid() == 0:
        known = pwd.getpwnam(_USER)
        os.chown(folder, known.pw_uid, known.pw_gid)


def stop() -> None:
    """Stop the server of this process, if it was started."""
    if server.cache_info().currsize:
        server().stop(signal.SIGQUIT)
        shutil.rmtree(server().folder, ignore_errors=True)
        server.cache_clear()
