"""Locks: names of which each is held by one task at a time, over all processes that share a database."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from types import TracebackType

from storage.errors import LockLost

Key = tuple[str, int]
"""A name, and which of those that have it."""


class Lock:
    """A lock that was taken.

    Args:
        key: which it is.
        is_sure: True if it is known now that nobody else can have it.
    """

    def __init__(self, key: Key, is_sure: Callable[[], bool]) -> None:
        self.key = key
        self._is_sure = is_sure
        self._is_lost = False
        self._on_lost: Callable[[], None] | None = None

    @property
    def is_held(self) -> bool:
        """True if it is held still. Once it is not, it never is again."""
        if not self._is_lost and not self._is_sure():
            self.lose()
        return not self._is_lost

    def when_lost(self, callback: Callable[[], None] | None) -> None:
        """Register what is called once it is lost; nothing, if none is given."""
        self._on_lost = callback

    def lose(self) -> None:
        """Note that somebody else may have it, or that it was given back."""
        if self._is_lost:
            return
        self._is_lost = True
        if self._on_lost is not None:
            self._on_lost()


class Locks(ABC):
    """Takes locks and gives them back. What differs by dialect is how other processes are kept out.

    A lock is its holder's until he gives it back, dies, or cannot be sure any more that he has it.
    """

    def __init__(self) -> None:
        self._taken: dict[Key, Lock | None] = {}
        """Those that this process has, or is asking for."""
        self._given_back = asyncio.Event()

    @property
    @abstractmethod
    def are_shared(self) -> bool:
        """True if another process may have some of them."""

    @abstractmethod
    async def held(self, name: str) -> frozenset[int]:
        """Return the numbers of those locks of a name that anybody has.

        Raises:
            UnusableDatabase: nobody can say now.
        """

    @abstractmethod
    async def close(self) -> None:
        """Lose all of them."""

    async def take(self, key: Key) -> Lock | None:
        """Take a lock; nothing, if somebody else has it or nobody can say whether anybody has."""
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
        """Take a lock as soon as it is free."""
        while True:
            self._given_back.clear()
            lock = await self.take(key)
            if lock is not None:
                return lock
            await self._pause()

    async def give_back(self, lock: Lock) -> None:
        """Let others have a lock."""
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
        """Take a lock that nobody in this process has."""

    @abstractmethod
    async def _give_back(self, key: Key) -> None:
        """Let other processes have a lock."""

    async def _pause(self) -> None:
        """Wait until it is worth while to try again."""
        await self._given_back.wait()


class LocalLocks(Locks):
    """The locks of a database that one process at a time serves."""

    are_shared = False

    async def held(self, name: str) -> frozenset[int]:
        """Return the numbers of those locks of a name that are held."""
        return frozenset(number for (of, number), lock in self._taken.items() if of == name and lock)

    async def close(self) -> None:
        """Lose all of them."""
        for lock in filter(None, [*self._taken.values()]):
            lock.lose()

    async def _take(self, key: Key) -> Lock | None:
        return Lock(key, lambda: True)

    async def _give_back(self, key: Key) -> None:
        """Nobody else needs to be told."""


class Holding:
    """What is done under a lock: `async with` it. It is ended by a cancellation when the lock is lost.

    Args:
        locks: where the lock is.
        key: which it is.

    Raises:
        LockLost: when left, the lock was lost before.
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
        # From here on nothing is ended any more: whether it was, is decided.
        self._lock.when_lost(None)
        if not self._is_ended:
            await self._locks.give_back(self._lock)
            return
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
    """Take note of a cancellation that has not arrived yet: what it was to end has ended by itself."""
    try:
        await asyncio.sleep(0)
    except asyncio.CancelledError:
        return
