"""PostgreSQL: a database on a given server, or on a new one, whose disk can be filled and which can crash."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from itertools import count
from pathlib import Path
from urllib.parse import urlsplit

import asyncpg
from sqlalchemy import text

from storage import migrate
from storage.dialects import dialect_of
from storage.places import Place, Server as ServerPlace
from storage.postgresql_locks import UNREACHABLE
from tests import postgres
from tests.kills.backend import OLD_PEOPLE
from tests.pace import HANG
from tests.process import Server

OLD = "0017"
"""The revision from which databases are migrated: the first on PostgreSQL."""
DISK_MIB = 256
"""The size of the new server's disk."""
SEGMENT_MIB = 1
"""The size of its write-ahead log files."""
_ROOM_IN_LOG = 100_000
"""Bytes left in its write-ahead log while the disk is full, enough to store some actions."""
_OPTIONS = {
    "listen_addresses": "",
    "max_connections": "60",
    "shared_buffers": "32MB",
    "min_wal_size": "2MB",
    "max_wal_size": "8MB",
}


class PostgreSQLBackend:
    """A database on an existing server.

    Args:
        place: the database, which is empty. Its user may create others.
    """

    migrating_seconds = 0.02
    copying_seconds = 0.5

    def __init__(self, place: ServerPlace) -> None:
        self.place = place
        self.left_out = {
            "full disk": "the server's disk is not ours to fill",
            "crash": "the server is not ours to kill",
        }
        self._numbers = count()

    @asynccontextmanager
    async def old(self, folder: Path) -> AsyncIterator[Place]:  # noqa: ARG002 (it has no file)
        """Yield a database of the first revision; see `Backend.old`."""
        async with self._another() as place:
            engine = dialect_of(place).engine(writes=True)
            async with engine.begin() as connection:
                await connection.run_sync(migrate.upgrade, place, OLD)
                await connection.execute(
                    text(
                        "INSERT INTO players (name, auto_roll, auto_forced, auto_confirm, since)"
                        " VALUES (:name, true, true, false, '2026-11-20T18:00:00.000000Z')"
                    ),
                    [{"name": f"old {number}"} for number in range(OLD_PEOPLE)],
                )
            await engine.dispose()
            yield place

    @asynccontextmanager
    async def migrating(self, place: Place) -> AsyncIterator[None]:
        """Hold the migration up in the middle: it takes a few milliseconds, too few to be killed otherwise.

        Until the exit it waits for a table that is being read.
        """
        assert isinstance(place, ServerPlace)
        waits = "SELECT EXISTS (SELECT FROM pg_locks WHERE relation = 'posts'::regclass AND NOT granted)"
        connection = await asyncpg.connect(place.url)
        try:
            async with connection.transaction():
                await connection.execute("LOCK TABLE posts IN ACCESS SHARE MODE")
                while not await connection.fetchval(waits):  # noqa: ASYNC110 (no event for it)
                    await asyncio.sleep(0.005)
                yield
        finally:
            await connection.close()

    async def begin_copy(self, server: Server, target: Path) -> Process:  # noqa: ARG002 (the bot is not involved)
        """Start a backup as docs/hosting.md describes."""
        return await _begin("pg_dump", "--format=custom", f"--file={target}", self.place.url)

    def is_whole(self, copy: Path, status: int | None) -> bool:
        """Return True if the backup program has succeeded."""
        return status == 0 and copy.exists()

    @asynccontextmanager
    async def restored(self, copy: Path) -> AsyncIterator[Place]:
        """Yield a database restored from a backup as docs/hosting.md describes."""
        async with self._another() as place:
            process = await _begin("pg_restore", "--no-owner", f"--dbname={place.url}", str(copy))
            _, said = await process.communicate()
            assert process.returncode == 0, said.decode()
            yield place

    @asynccontextmanager
    async def full(self, bot: int) -> AsyncIterator[None]:  # noqa: ARG002 (it writes no file)
        """Raise: this backend leaves it out."""
        raise NotImplementedError
        yield  # makes this function a generator

    async def crash(self) -> None:
        """Raise: this backend leaves it out."""
        raise NotImplementedError

    async def until_idle(self) -> None:
        """Wait until the server has noticed that the bot is gone."""
        left = (
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE datname = current_database() AND application_name LIKE 'nardy%'"
        )
        async with asyncio.timeout(HANG):
            while True:
                with suppress(*UNREACHABLE):
                    if not await self._query(left):
                        return
                await asyncio.sleep(0.01)

    @asynccontextmanager
    async def _another(self) -> AsyncIterator[ServerPlace]:
        """Yield an empty database on the same server, and delete it at the end."""
        name = f"nardy_killed_{os.getpid()}_{next(self._numbers)}"
        await self._query(f"CREATE DATABASE {name} TEMPLATE template0 ENCODING 'UTF8'")
        try:
            yield ServerPlace(urlsplit(self.place.url)._replace(path=f"/{name}").geturl())
        finally:
            await self._query(f"DROP DATABASE {name} WITH (FORCE)")

    async def _query(self, statement: str) -> object:
        connection = await asyncpg.connect(self.place.url)
        try:
            return await connection.fetchval(statement)
        finally:
            await connection.close()


class OwnServerBackend(PostgreSQLBackend):
    """A database on a new server.

    Args:
        server: the server.
        disk_is_small: True if it has its own small disk, which can be filled.
    """

    def __init__(self, server: postgres.TestServer, *, disk_is_small: bool) -> None:
        super().__init__(server.another())
        self._server = server
        self.left_out = {} if disk_is_small else {"full disk": "no small disk can be mounted here"}
        if not (there := postgres.programs()) or not (there / "pg_dump").exists():
            self.left_out["backup"] = "there is no pg_dump beside the server"

    @asynccontextmanager
    async def full(self, bot: int) -> AsyncIterator[None]:  # noqa: ARG002 (it writes no file)
        """Fill the server's disk until the exit. The server gives up then, and is restarted."""
        ballast = self._server.folder / "data" / "ballast"
        try:
            _fill(ballast)
            with suppress(*UNREACHABLE):  # the server may already give up here
                await self._use_up_log()
            yield
        finally:
            ballast.unlink()
            await asyncio.to_thread(self._server.revive)

    async def _use_up_log(self) -> None:
        """Leave little space in the write-ahead log's files, so that the server soon needs another one."""
        files = self._server.folder / "data" / "pg_wal"
        now = "SELECT pg_walfile_name(pg_logical_emit_message(false, '', ''))"
        while max(file.name for file in files.glob("?" * 24)) > str(await self._query(now)):
            await self._query("SELECT pg_switch_wal()")
        left = (
            f"{SEGMENT_MIB} << 20) - mod((pg_current_wal_insert_lsn() - '0/0')::bigint, {SEGMENT_MIB} << 20"
        )
        taken = f"greatest(0, ({left}) - {_ROOM_IN_LOG})::integer"
        await self._query(f"SELECT pg_logical_emit_message(false, '', repeat(' ', {taken}))")

    async def crash(self) -> None:
        """Kill the process that serves the bot's writer: the server ends all others too, and recovers."""
        watching = await asyncpg.connect(self.place.url)
        ended = asyncio.Event()
        watching.add_termination_listener(lambda _: ended.set())
        pid = await watching.fetchval(
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database()"
            " AND application_name = 'nardy' AND pid <> pg_backend_pid() ORDER BY state_change DESC LIMIT 1"
        )
        if pid is None:  # the bot is gone already
            await watching.close()
            return
        os.kill(pid, signal.SIGKILL)
        async with asyncio.timeout(HANG):
            await ended.wait()
        await asyncio.to_thread(self._server.revive)

    async def until_idle(self) -> None:
        """Wait until the server answers and has noticed that the bot is gone."""
        await asyncio.to_thread(self._server.revive)
        await super().until_idle()


@contextmanager
def own_server() -> Iterator[tuple[postgres.TestServer, bool]]:
    """Yield a new server, as durable as a host's, and True if its disk is small."""
    folder = postgres.new_folder()
    data = folder / "data"
    data.mkdir()
    is_small = _is_mounted(data)
    postgres.give(data)
    server = postgres.TestServer(folder, _OPTIONS, [f"--wal-segsize={SEGMENT_MIB}"])
    try:
        server.start()
        yield server, is_small
    finally:
        server.stop(signal.SIGQUIT)
        if is_small:
            subprocess.run(["umount", data], check=False)  # noqa: S603, S607 (our own)
        shutil.rmtree(folder, ignore_errors=True)


def _is_mounted(folder: Path) -> bool:
    """Mount a small disk in memory on a folder if allowed; return True if it was mounted."""
    mount = shutil.which("mount")
    if mount is None or os.geteuid() != 0:
        return False
    command = [mount, "-t", "tmpfs", "-o", f"size={DISK_MIB}m,mode=0700", "tmpfs", str(folder)]
    return subprocess.run(command, check=False, capture_output=True).returncode == 0  # noqa: S603 (our own)


def _fill(ballast: Path) -> None:
    """Use up all free space, while other processes may be using it too."""
    with ballast.open("wb") as file:
        while left := os.statvfs(ballast).f_bavail:
            with suppress(OSError):
                size = os.fstat(file.fileno()).st_size
                os.posix_fallocate(file.fileno(), size, left * os.statvfs(ballast).f_frsize)


async def _begin(program: str, *arguments: str) -> Process:
    there = postgres.programs()
    assert there is not None
    return await asyncio.create_subprocess_exec(there / program, *arguments, stdout=PIPE, stderr=PIPE)
