"""SQLite: a database file that is migrated, backed up, and cannot grow while the disk is full."""

from __future__ import annotations

import asyncio
import resource
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

from storage.places import Place, Server as ServerPlace
from storage.sqlite import upgrade
from tests.forked import ForkedBot
from tests.kills.backend import OLD_PEOPLE
from tests.process import Server

OLD = "0001"
"""The revision from which files are migrated."""
_SMALL = 4096
"""The size in bytes to which files may grow while the disk is full: less than any file has."""


class SQLiteBackend:
    """A database file.

    Args:
        place: the file.
    """

    migrating_seconds = 0.5
    copying_seconds = 2.0

    def __init__(self, place: Path) -> None:
        self.place = place
        self.left_out = {"crash": "a file has no server"}

    @asynccontextmanager
    async def old(self, folder: Path) -> AsyncIterator[Place]:
        """Yield a file of an earlier revision; see `Backend.old`."""
        path = folder / "nardy.db"
        await asyncio.to_thread(_lay_out_old, path)
        yield path

    @asynccontextmanager
    async def migrating(self, place: Place) -> AsyncIterator[None]:
        """Enter once the migration has begun: its first step is a copy beside the file."""
        assert not isinstance(place, ServerPlace)
        while not any(await asyncio.to_thread(list, place.parent.glob("*.before-*"))):  # noqa: ASYNC110 (no event for it)
            await asyncio.sleep(0.005)
        yield

    async def begin_copy(self, server: Server, target: Path) -> ForkedBot:
        """Start a backup by the bot's own command."""
        return await server.begin("backup", str(target))

    def is_whole(self, copy: Path, status: int | None) -> bool:  # noqa: ARG002 (a file that exists is complete)
        """Return True if the backup exists: it gets its name only when it is complete."""
        return copy.exists()

    @asynccontextmanager
    async def restored(self, copy: Path) -> AsyncIterator[Place]:
        """Yield the backup, which is a database."""
        yield copy

    @asynccontextmanager
    async def full(self, bot: int) -> AsyncIterator[None]:
        """Keep the bot's files from growing until the exit."""
        before = resource.prlimit(bot, resource.RLIMIT_FSIZE)
        resource.prlimit(bot, resource.RLIMIT_FSIZE, (_SMALL, before[1]))
        yield
        resource.prlimit(bot, resource.RLIMIT_FSIZE, before)

    async def crash(self) -> None:
        """Do nothing: there is no server."""

    async def until_idle(self) -> None:
        """Do nothing: no other process has the file open."""


def _lay_out_old(path: Path) -> None:
    upgrade(path, OLD)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executemany(
            "INSERT INTO players (id, name, auto_roll, auto_forced, auto_confirm, since)"
            " VALUES (?, ?, 1, 1, 0, '2026-11-20T18:00:00+00:00')",
            [(number + 1, f"old {number}") for number in range(OLD_PEOPLE)],
        )
