"""Locks: what one process at a time does, of all that serve a database, such as delivering on a platform."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Set as AbstractSet
from typing import Final, Protocol

from storage import Database
from storage.errors import LockLost
from storage.locks import Holding, LocalLocks, Lock, Locks as StoredLocks

logger = logging.getLogger(__name__)

LOOK_SECONDS: Final = 0.25
"""Between two looks whether the platform is reached."""


class Locks:
    """The locks of a database, for whoever serves it.

    Args:
        locks: where they are; in this process alone, if not given.
    """

    def __init__(self, locks: StoredLocks | None = None) -> None:
        self._locks = locks or LocalLocks()

    @property
    def are_shared(self) -> bool:
        """True if another process may have some of them."""
        return self._locks.are_shared

    def lock(self, name: str, number: int = 0) -> Holding:
        """Wait for a lock, and hold it until left; see `storage.Database.lock`.

        Raises:
            LockLost: when left, it was lost before.
        """
        return Holding(self._locks, (name, number))

    async def held(self, name: str) -> AbstractSet[int]:
        """Return the numbers of those locks of a name that any process has.

        Raises:
            OSError: nobody can say now.
        """
        return await self._locks.held(name)


class Remote(Protocol):
    """A platform reached over a network."""

    name: str

    @property
    def is_online(self) -> bool:
        """True if anything can be sent now."""


class SoleSender:
    """True if this process delivers on one platform.

    Args:
        database: where the lock is. That of a file is always this process's.
        wake: called when this process may deliver there from now on.
    """

    def __init__(self, database: Database, platform: Remote, wake: Callable[[], None]) -> None:
        self._database = database
        self._platform = platform
        self._wake = wake
        self._lock: Lock | None = None

    @property
    def is_this(self) -> bool:
        """True if this process delivers there."""
        if not self._database.dialect.locks.are_shared:
            return True
        return self._lock is not None and self._lock.is_held

    async def run(self) -> None:
        """Deliver there whenever nobody else does, until cancelled."""
        while self._database.dialect.locks.are_shared:
            await asyncio.sleep(LOOK_SECONDS)
            if not self._platform.is_online:
                continue
            try:
                await self._deliver()
            except LockLost:
                logger.warning("this process does not deliver on %s any more", self._platform.name)
            except Exception:
                logger.exception("the lock of who delivers on %s could not be taken", self._platform.name)

    async def _deliver(self) -> None:
        """Hold the lock for as long as the platform is reached."""
        async with self._database.lock(f"sender-{self._platform.name}") as lock:
            self._lock = lock
            try:
                self._wake()
                while self._platform.is_online:  # noqa: ASYNC110 (an adapter tells when it comes online, and not when it goes)
                    await asyncio.sleep(LOOK_SECONDS)
            finally:
                self._lock = None
