"""Locks: what one process at a time does, of all that serve a database."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from storage.errors import LockLost
from storage.locks import Holding, LocalLocks
from storage.locks import Locks as StoredLocks

__all__ = ["LockLost", "Locks"]


class Locks:
    """The locks of a database, for whoever serves it.

    Args:
        locks: where they are; in this process alone, if not given.
    """

    def __init__(self, locks: StoredLocks | None = None) -> None:
        self._locks = locks or LocalLocks()

    @property
    def are_shared(self) -> bool:
        """Whether another process may have some of them."""
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
