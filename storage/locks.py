"""Locks: named locks. Of all processes that share a database, only one task at a time holds a lock."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from types import TracebackType

from storage.errors import LockLost

Key = tuple[str, int]
"""A lock's name and its number among the locks of that name."""


class Lock:
    """A lock that a task holds.

    Args:
        is_sure: returns True while no other process can hold the lock.
    """

    def __init__(self, key: Key, is_sure: Callable[[], bool]) -> None:
        self.key = key
        self._is_sure = is_sure
        self._is_lost = False
        self._on_lost: Callable[[], None] | None = None

    @property
    def is_held(self) -> bool:
        """True while the lock is certainly held. Once False, it stays False."""
        if not self._is_lost and not self._is_sure():
            self.lose()
        return not self._is_lost

    def when_lost(self, callback: Callable[[], None] | None) -> None:
        """Set the function to call once when the lock is lost, replacing an earlier one; None for none."""
        self._on_lost = callback

    def lose(self) -> None:
        """Note, once, that the lock was released or that another process may hold it; call the callback."""
        if self._is_lost:
            return
        self._is_lost = True
        if self._on_lost is not None:
            self._on_lost()


class Locks(ABC):
    """Base class that takes and releases locks. Subclasses keep other processes out.

    A lock is held until its holder releases it, dies, or can no longer be sure of holding it.
    """

    def __init__(self) -> None:
        self._taken: dict[Key, Lock | None] = {}
        """Locks that this process holds, or is trying to take (None)."""
        self._given_back = asyncio.Event()

    @property
    @abstractmethod
    def are_shared(self) -> bool:
        """True if other processes share these locks."""

    @abstractmethod
    async def held(self, name: str) -> frozenset[int]:
        """Return the numbers of all locks of a name that any process holds.

        Raises:
            UnusableDatabase: the database does not answer.
        """

    @abstractmethod
    async def close(self) -> None:
        """Count all locks of this process as lost, and close the connection."""

    async def take(self, key: Key) -> Lock | None:
        """Try to take a lock, without waiting for its holder.

        Return None if any task, of this or another process, holds or is taking it, or if the database does
        not answer.
        """
        if key in self._taken:
            return None
        self._taken[key] = None
        try:
            lock = await self._take(key)
        except BaseException:
            del self._taken[key]
            raise
        if lock is None:
            del self._taken[key]
        else:
            self._taken[key] = lock
        return lock

    async def wait(self, key: Key) -> Lock:
        """Take a lock, waiting until it is free."""
        while True:
            self._given_back.clear()
            lock = await self.take(key)
            if lock is not None:
                return lock
            await self._pause()

    async def give_back(self, lock: Lock) -> None:
        """Release a lock without calling its callback, and wake this process's tasks that wait for locks."""
        was_held = lock.is_held
        lock.when_lost(None)
        lock.lose()
        try:
            if was_held:
                await self._give_back(lock.key)
        finally:
            if self._taken.get(lock.key) is lock:
                del self._taken[lock.key]
            self._given_back.set()

    @abstractmethod
    async def _take(self, key: Key) -> Lock | None:
        """Take a lock that is free in this process; return None if another process holds it."""

    @abstractmethod
    async def _give_back(self, key: Key) -> None:
        """Let other processes take a lock again."""

    async def _pause(self) -> None:
        """Wait until a lock was released in this process; subclasses may wait for less."""
        await self._given_back.wait()


class LocalLocks(Locks):
    """The locks of a database that only one process serves."""

    are_shared = False

    async def held(self, name: str) -> frozenset[int]:
        """Return the numbers of the held locks of a name."""
        return frozenset(number for (of, number), lock in self._taken.items() if of == name and lock)

    async def close(self) -> None:
        """Count all locks as lost."""
        for lock in filter(None, [*self._taken.values()]):
            lock.lose()

    async def _take(self, key: Key) -> Lock | None:
        return Lock(key, lambda: True)

    async def _give_back(self, key: Key) -> None:
        """Do nothing, because there are no other processes."""


class Holding:
    """Context manager that waits for a lock, holds it, and cancels the body of the context if it is lost.

    Raises:
        LockLost: on exit, if the lock was lost.
    """

    def __init__(self, locks: Locks, key: Key) -> None:
        self._locks = locks
        self._key = key
        self._is_ended = False

    async def __aenter__(self) -> Lock:
        self._lock = await self._locks.wait(self._key)
        task = asyncio.current_task()
        assert task is not None  # noqa: S101 (a coroutine runs in a task)
        self._task, self._cancelled_before = task, task.cancelling()
        self._lock.when_lost(self._end)
        if not self._lock.is_held:
            self._lock.when_lost(None)
            raise LockLost(self._key)
        return self._lock

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        # From here on a lost lock no longer cancels the task.
        self._lock.when_lost(None)
        if not self._is_ended:
            await self._locks.give_back(self._lock)
            return
        # Another task may have cancelled this one too, and that cancellation must not get lost.
        is_by_another = self._task.uncancel() > self._cancelled_before
        if kind is None:
            await _swallow_cancellation()
        await self._locks.give_back(self._lock)
        if is_by_another and kind is None:
            raise asyncio.CancelledError
        if not is_by_another and (kind is None or issubclass(kind, asyncio.CancelledError)):
            raise LockLost(self._key) from error

    def _end(self) -> None:
        self._is_ended = True
        self._task.cancel()


async def _swallow_cancellation() -> None:
    """Let a pending cancellation be raised here and ignore it, because the body had already ended."""
    try:
        await asyncio.sleep(0)
    except asyncio.CancelledError:
        return
