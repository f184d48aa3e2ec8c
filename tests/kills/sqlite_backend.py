"""SQLite: a database file that is migrated, copied, and grows no more while the disk is full."""

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
"""The revision from which files are brought up to date."""
_SMALL = 4096
"""Bytes to which a file may grow while the disk is full: less than any has."""


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
        """A file of an earlier revision; see `Backend.old`."""
        path = folder / "nardy.db"
        await asyncio.to_thread(_lay_out_old, path)
        yield path

    @asynccontextmanager
    async def migrating(self, place: Place) -> AsyncIterator[None]:
        """Enter once it is being brought up to date: first of all a copy is laid beside the file."""
        assert not isinstance(place, ServerPlace)
        while not any(await asyncio.to_thread(list, place.parent.glob("*.before-*"))):  # noqa: ASYNC110 (nothing tells)
            await asyncio.sleep(0.005)
        yield

    async def begin_copy(self, server: Server, target: Path) -> ForkedBot:
        """Begin to make a copy by the bot's own command."""
        return await server.begin("backup", str(target))

    def is_whole(self, copy: Path, status: int | None) -> bool:  # noqa: ARG002 (a file that is there counts)
        """Whether there is a copy: it has its name only when it is whole."""
        return copy.exists()

    @asynccontextmanager
    async def restored(self, copy: Path) -> AsyncIterator[Place]:
        """The copy itself, which is a database."""
        yield copy

    @asynccontextmanager
    async def full(self, bot: int) -> AsyncIterator[None]:
        """Let no file of the bot grow until left."""
        before = resource.prlimit(bot, resource.RLIMIT_FSIZE)
        resource.prlimit(bot, resource.RLIMIT_FSIZE, (_SMALL, before[1]))
        yield
        resource.prlimit(bot, resource.RLIMIT_FSIZE, before)

    async def crash(self) -> None:
        """Do nothing: there is no server."""

    async def until_idle(self) -> None:
        """Do nothing: nobody has the file any more."""


def _lay_out_old(path: Path) -> None:
    upgrade(path, OLD)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executemany(
            "INSERT INTO players (id, name, auto_roll, auto_forced, auto_confirm, since)"
            " VALUES (?, ?, 1, 1, 0, '2026-11-20T18:00:00+00:00')",
            [(number + 1, f"old {number}") for number in range(OLD_PEOPLE)],
        )
