"""Locks: work that only one process at a time may do, such as delivering messages on a platform."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Set as AbstractSet
from typing import Final, Protocol

from storage import Database
from storage.errors import LockLost
from storage.locks import Holding, LocalLocks, Lock, Locks as StoredLocks

logger = logging.getLogger(__name__)

POLL_SECONDS: Final = 0.25
"""The seconds between the checks of `SoleSender` if this process can send on its platform now."""


class Locks:
    """The locks that all processes of one database share.

    Args:
        locks: the database's locks; None for locks within this process only.
    """

    def __init__(self, locks: StoredLocks | None = None) -> None:
        self._locks = locks or LocalLocks()

    @property
    def are_shared(self) -> bool:
        """True if another process can hold one of these locks, which is not so with SQLite."""
        return self._locks.are_shared

    def lock(self, name: str, number: int = 0) -> Holding:
        """Return a context manager that waits for a lock and holds it; see `storage.Database.lock`.

        Args:
            name: the kind of work that the lock is for.
            number: distinguishes locks of one name.

        Raises:
            LockLost: on exit, if the lock was lost while it should have been held.
        """
        return Holding(self._locks, (name, number))

    async def held(self, name: str) -> AbstractSet[int]:
        """Return the numbers of the locks with a name that are held by any process.

        Raises:
            OSError: the database cannot be reached now.
        """
        return await self._locks.held(name)


class Remote(Protocol):
    """What `SoleSender` needs of a platform such as Discord: its name, and if it can send now."""

    name: str

    @property
    def is_online(self) -> bool:
        """True if messages can be sent now."""


class SoleSender:
    """Lock that makes one process the only sender of messages on a platform.

    Args:
        database: the database that has the lock. With SQLite the only process is always the sender.
        platform: the platform; the lock is held only while it is online.
        wake: called each time this process takes the lock.
    """

    def __init__(self, database: Database, platform: Remote, wake: Callable[[], None]) -> None:
        self._database = database
        self._platform = platform
        self._wake = wake
        self._lock: Lock | None = None

    @property
    def is_sender(self) -> bool:
        """True if this process, and no other, may deliver messages on the platform."""
        if not self._database.dialect.locks.are_shared:
            return True
        return self._lock is not None and self._lock.is_held

    async def run(self) -> None:
        """While the platform is online, take the sender's lock and hold it, until cancelled.

        The lock is released when the platform goes offline. With SQLite return at once: there is no other
        process to share the work with.
        """
        while self._database.dialect.locks.are_shared:
            await asyncio.sleep(POLL_SECONDS)
            if not self._platform.is_online:  # leave the lock to a process that can deliver messages
                continue
            try:
                await self._hold()
            except LockLost:
                logger.warning("lost the platform's sender lock", extra={"platform": self._platform.name})
            except Exception:
                logger.exception(
                    "failed to take the platform's sender lock", extra={"platform": self._platform.name}
                )

    async def _hold(self) -> None:
        """Wait for the lock, wake the sender, and hold the lock for as long as the platform is online."""
        async with self._database.lock(f"sender-{self._platform.name}") as lock:
            self._lock = lock
            try:
                self._wake()
                while self._platform.is_online:  # noqa: ASYNC110 (adapters do not signal going offline)
                    await asyncio.sleep(POLL_SECONDS)
            finally:
                self._lock = None
