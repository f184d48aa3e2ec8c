"""Shards: the connections to Discord, divided over the processes that serve one database.

Each shard is a named lock: who has it holds the connection. Each process takes its fair share, and the
shards of one that is gone as soon as their locks are free. With one process nothing is divided.
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
"""The names of the locks: of each process, of each shard, of who asks for how many, of who identifies."""
NAMESPACE = "discord"
KEY = "shards"
LOOK_SECONDS = 1.0
"""Between two looks at which shards are free."""
TOO_MANY_SECONDS = 5.0
"""A process that has more than its share for so long gives all up, and takes its share anew."""
IDENTIFY_SECONDS = 5.0
"""Discord lets so many identify at once as it says (`max_concurrency`), and the next so much later."""

Advice = tuple[int, int]
"""How many shards there are to be, and how many of them may identify at once."""


class TooManyShards(Exception):
    """Other processes want their share of the shards."""


class Shards:
    """Takes a process's share of the shards.

    Args:
        locks: which shard is whose.
        key_values: stores how many there are.
    """

    def __init__(self, locks: Locks, key_values: KeyValues) -> None:
        self._locks = locks
        self._key_values = key_values
        self._most_at_once = 1
        self._identifying: set[asyncio.Task[None]] = set()
        self._launching = asyncio.Lock()

    @property
    def are_divided(self) -> bool:
        """True if other processes may have some of them."""
        return self._locks.are_shared

    @asynccontextmanager
    async def taking_part(self) -> AsyncIterator[None]:
        """Be one of the processes among which they are divided, until left.

        Raises:
            LockLost: this process was not heard of for too long; others have its shards.
        """
        if not self.are_divided:
            yield
            return
        async with self._locks.lock(PROCESS, 1 + secrets.randbelow((1 << 31) - 1)):
            yield

    async def number(self, ask: Callable[[], Awaitable[Advice]]) -> int:
        """Return how many there are: as all that take part have them, or else as Discord advises.

        Args:
            ask: asks Discord.
        """
        async with self._locks.lock(NUMBER):
            number, self._most_at_once = await ask()
            # All must divide by the same number, or servers would be told of twice, or by nobody.
            known = await self._key_values.read(NAMESPACE, KEY)
            if known is not None and len(await self._locks.held(PROCESS)) > 1:
                return int(known)
            if known != str(number):
                await self._key_values.write(NAMESPACE, KEY, str(number))
            return number

    async def divide(self, number: int, launch: Callable[[int], Awaitable[None]]) -> None:
        """Take this process's share, and of what becomes free, until cancelled.

        Args:
            number: how many there are.
            launch: connects one.

        Raises:
            ExceptionGroup: with `LockLost`, one is perhaps another's by now; with `TooManyShards`, this
                process has more than its share.
        """
        async with asyncio.TaskGroup() as tasks:
            mine: set[int] = set()
            too_many_for = 0.0
            while True:
                with suppress(OSError):  # nobody can say now; a loss is told by the locks themselves
                    share = -(-number // max(1, len(await self._locks.held(PROCESS))))
                    taken = await self._locks.held(SHARD)
                    for shard in sorted(set(range(number)) - taken)[: max(0, share - len(mine))]:
                        if await self._hold(tasks, shard):
                            mine.add(shard)
                            tasks.create_task(self._launch(shard, launch))
                    too_many_for = too_many_for + LOOK_SECONDS if len(mine) > share else 0.0
                if too_many_for >= TOO_MANY_SECONDS:
                    raise TooManyShards
                await asyncio.sleep(LOOK_SECONDS)

    async def may_identify(self, shard: int) -> None:
        """Wait until a shard may identify."""
        may: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        # Kept for a while after it has identified, by a task of its own.
        keeping = asyncio.create_task(self._keep_apart(shard % self._most_at_once, may))
        self._identifying.add(keeping)
        keeping.add_done_callback(self._identifying.discard)
        try:
            await may
        except asyncio.CancelledError:
            keeping.cancel()
            raise

    async def _launch(self, shard: int, launch: Callable[[int], Awaitable[None]]) -> None:
        async with self._launching:
            await launch(shard)

    async def _keep_apart(self, number: int, may: asyncio.Future[None]) -> None:
        with suppress(LockLost):
            async with self._locks.lock(IDENTIFY, number):
                if not may.done():
                    may.set_result(None)
                await asyncio.sleep(IDENTIFY_SECONDS)

    async def _hold(self, tasks: asyncio.TaskGroup, shard: int) -> bool:
        """Take a shard's lock, to be held by a task of its own; return whether it was free."""
        taken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        holding = tasks.create_task(self._keep(shard, taken))
        await asyncio.wait({taken}, timeout=LOOK_SECONDS)
        if not taken.done():
            holding.cancel()
        return taken.done()

    async def _keep(self, shard: int, taken: asyncio.Future[None]) -> None:
        async with self._locks.lock(SHARD, shard):
            if not taken.done():
                taken.set_result(None)
            await asyncio.Event().wait()
