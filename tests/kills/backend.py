"""Backend: a database as rounds of kills want it: an old one, a copy, a full disk, a crash."""

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
"""People in an old database, so that bringing it up to date takes a moment."""


class Backend(Protocol):
    """A database, and what can happen to it besides."""

    @property
    def place(self) -> Place:
        """Where it is."""

    @property
    def left_out(self) -> Mapping[str, str]:
        """The rounds that cannot be had on it, each with why."""

    @property
    def migrating_seconds(self) -> float:
        """Within what time a migration is killed once it has begun: what one takes, more or less."""

    @property
    def copying_seconds(self) -> float:
        """Within what time a copy is killed."""

    def old(self, folder: Path) -> AbstractAsyncContextManager[Place]:
        """A database of an earlier revision, in which people stand; it is thrown away at the end."""

    def migrating(self, place: Place) -> AbstractAsyncContextManager[None]:
        """Enter once it is being brought up to date, which may be held up until this is left."""

    async def begin_copy(self, server: Server, target: Path) -> Process | ForkedBot:
        """Begin to make a copy beside the bot."""

    def is_whole(self, copy: Path, status: int | None) -> bool:
        """Whether there is a copy that anybody would take for one, once making it has ended."""

    def restored(self, copy: Path) -> AbstractAsyncContextManager[Place]:
        """A database that a copy was brought back into; it is thrown away at the end."""

    def full(self, bot: int) -> AbstractAsyncContextManager[None]:
        """Let there be no room on the disk until left. `bot` is the number of the bot's process."""

    async def crash(self) -> None:
        """Kill the database's own server, and have it back."""

    async def until_idle(self) -> None:
        """Wait until it can be looked into after the bot was killed."""


def setting(place: Place) -> str:
    """Return a place as `NARDY_DATABASE` names it."""
    return place.url if isinstance(place, ServerPlace) else str(place)
