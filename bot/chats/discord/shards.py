"""Shards: Discord's gateway connections, shared between the processes that serve one database.

Each shard has a named lock, and the process with the lock holds the connection. Each process takes an equal
share. When a process stops, its locks become free and others take its shards.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

from bot.chats.base import KeyValues
from bot.sessions import LockLost, Locks

logger = logging.getLogger(__name__)

PROCESS, SHARD, NUMBER, IDENTIFY = "discord-process", "discord-shard", "discord-shards", "discord-identify"
"""The names of locks: for each process, for each shard, for reading the number of shards, for identifying."""
NAMESPACE = "discord"
KEY = "shards"
CHECK_SECONDS = 1.0
"""Seconds between two checks for free shards."""
TOO_MANY_SECONDS = 5.0
"""Seconds after which a process with more than its share releases all its shards and starts again."""
IDENTIFY_SECONDS = 5.0
"""Seconds for which an identifying shard takes one of the places that Discord allows (`max_concurrency`)."""

Advice = tuple[int, int]
"""The number of shards that Discord advises, and how many of them may identify at once."""


class TooManyShards(Exception):
    """This process holds more than its share of the shards."""


class Shards:
    """Takes a process's share of the shards.

    Args:
        locks: the locks of shards and processes.
        key_values: stores the number of shards.
    """

    def __init__(self, locks: Locks, key_values: KeyValues) -> None:
        self._locks = locks
        self._key_values = key_values
        self._most_at_once = 1
        self._identifying: set[asyncio.Task[None]] = set()
        self._launching = asyncio.Lock()

    @property
    def are_divided(self) -> bool:
        """True if several processes may share the shards."""
        return self._locks.are_shared

    @asynccontextmanager
    async def taking_part(self) -> AsyncIterator[None]:
        """Count this process among those that share the shards while in this context.

        Raises:
            LockLost: this process did not renew its locks in time, and others may have its shards.
        """
        if not self.are_divided:
            yield
            return
        async with self._locks.lock(PROCESS, 1 + secrets.randbelow((1 << 31) - 1)):
            yield

    async def number(self, ask: Callable[[], Awaitable[Advice]]) -> int:
        """Return the number of shards: the one that running processes use, or else Discord's advice.

        Args:
            ask: asks Discord for its advice.
        """
        async with self._locks.lock(NUMBER):
            number, self._most_at_once = await ask()
            # All processes must use the same number, or a server's events would arrive twice, or never.
            known = await self._key_values.read(NAMESPACE, KEY)
            if known is not None and len(await self._locks.held(PROCESS)) > 1:
                return int(known)
            if known != str(number):
                await self._key_values.write(NAMESPACE, KEY, str(number))
            return number

    async def divide(self, number: int, launch: Callable[[int], Awaitable[None]]) -> None:
        """Take and connect this process's share of the shards, and free ones later, until cancelled.

        Args:
            number: the number of shards.
            launch: connects a shard.

        Raises:
            ExceptionGroup: containing `LockLost` if a shard may belong to another process, or
                `TooManyShards` if this process holds more than its share.
        """
        async with asyncio.TaskGroup() as tasks:
            mine: set[int] = set()
            too_many_for = 0.0
            while True:
                with suppress(OSError):  # The database may be away. A lost lock raises `LockLost` by itself.
                    share = -(-number // max(1, len(await self._locks.held(PROCESS))))
                    taken = await self._locks.held(SHARD)
                    for shard in sorted(set(range(number)) - taken)[: max(0, share - len(mine))]:
                        if await self._hold(tasks, shard):
                            mine.add(shard)
                            tasks.create_task(self._launch(shard, launch))
                    too_many_for = too_many_for + CHECK_SECONDS if len(mine) > share else 0.0
                if too_many_for >= TOO_MANY_SECONDS:
                    raise TooManyShards
                await asyncio.sleep(CHECK_SECONDS)

    async def may_identify(self, shard: int) -> None:
        """Wait until a shard may identify under Discord's limit."""
        may: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        # A separate task holds the lock for some seconds after this method has returned.
        holding = asyncio.create_task(self._hold_identify(shard % self._most_at_once, may))
        self._identifying.add(holding)
        holding.add_done_callback(self._identifying.discard)
        try:
            await may
        except asyncio.CancelledError:
            holding.cancel()
            raise

    async def _launch(self, shard: int, launch: Callable[[int], Awaitable[None]]) -> None:
        async with self._launching:
            await launch(shard)

    async def _hold_identify(self, number: int, may: asyncio.Future[None]) -> None:
        with suppress(LockLost):
            async with self._locks.lock(IDENTIFY, number):
                if not may.done():
                    may.set_result(None)
                await asyncio.sleep(IDENTIFY_SECONDS)

    async def _hold(self, tasks: asyncio.TaskGroup, shard: int) -> bool:
        """Start a task that holds a shard's lock. Return False if the lock was not free."""
        taken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        holding = tasks.create_task(self._keep(shard, taken))
        await asyncio.wait({taken}, timeout=CHECK_SECONDS)
        if not taken.done():
            holding.cancel()
        return taken.done()

    async def _keep(self, shard: int, taken: asyncio.Future[None]) -> None:
        async with self._locks.lock(SHARD, shard):
            if not taken.done():
                taken.set_result(None)
            await asyncio.Event().wait()
