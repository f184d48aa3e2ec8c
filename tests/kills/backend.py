"""Backend: a database as the kills need it, with an old revision, a backup, a full disk and a crash."""

from __future__ import annotations

from asyncio.subprocess import Process
from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Protocol

from storage.places import Place, Server as ServerPlace
from tests.forked import ForkedBot
from tests.process import Server

OLD_PEOPLE = 2_000
"""Players in an old database, so that its migration takes a moment."""


class Backend(Protocol):
    """A database, and what can happen to it."""

    @property
    def place(self) -> Place:
        """The database's place."""

    @property
    def left_out(self) -> Mapping[str, str]:
        """The rounds that this database does not support, with the reasons."""

    @property
    def migrating_seconds(self) -> float:
        """The time within which a running migration is killed: about as long as one takes."""

    @property
    def copying_seconds(self) -> float:
        """The time within which a backup is killed."""

    def old(self, folder: Path) -> AbstractAsyncContextManager[Place]:
        """Yield a database of an earlier revision with players in it, and delete it at the end."""

    def migrating(self, place: Place) -> AbstractAsyncContextManager[None]:
        """Enter once the migration has begun, which may be held up until the exit."""

    async def begin_copy(self, server: Server, target: Path) -> Process | ForkedBot:
        """Start a backup beside the bot."""

    def is_whole(self, copy: Path, status: int | None) -> bool:
        """Return True if a finished backup looks complete."""

    def restored(self, copy: Path) -> AbstractAsyncContextManager[Place]:
        """Yield a database restored from a backup, and delete it at the end."""

    def full(self, bot: int) -> AbstractAsyncContextManager[None]:
        """Leave no space on the disk until the exit. `bot` is the bot's process id."""

    async def crash(self) -> None:
        """Kill the database server and recover it."""

    async def until_idle(self) -> None:
        """Wait until the database can be read after the bot was killed."""


def setting(place: Place) -> str:
    """Return a place in the form of `NARDY_DATABASE`."""
    return place.url if isinstance(place, ServerPlace) else str(place)
