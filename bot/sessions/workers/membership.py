"""Membership: registers this process among those that serve a database, and takes over from dead ones.

Each process has a number and a lock in the database with that number. It loses the lock when it dies, freezes
or is disconnected. Unless it is frozen, it notices the loss before other processes do, and then sends and
claims nothing until it has a new number. The remaining processes release its claims, so that they can claim
the same chats and games.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection
from datetime import timedelta
from types import TracebackType
from typing import Final, Self

from bot.sessions.core import SessionCore
from bot.sessions.outbox.claims import DEADLINE
from bot.sessions.workers.wake_up import releasing
from storage import claims
from storage.errors import UnusableDatabase
from storage.locks import Lock

logger = logging.getLogger(__name__)

LOOK_SECONDS: Final = 1.0
"""Seconds between two checks for dead processes."""
_NAME: Final = "process"
"""The first part of the key of a process's lock; the second part is the process's number."""


class Membership:
    """Registers this process on entering `async with`; on leaving gives up its number, lock and claims."""

    def __init__(self, core: SessionCore) -> None:
        self._core = core
        self._database = core.database
        self._locks = core.database.dialect.locks
        self._lock: Lock | None = None
        self.is_alone = True
        """True if no other process that serves the database was alive at the last check."""

    async def __aenter__(self) -> Self:
        await self.look()
        self._core.is_alive = lambda: self.is_alive
        self._core.is_alone = lambda: self.is_alone
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        lock, self._lock, self._database.process = self._lock, None, None
        if lock is not None:
            # If releasing the claims fails, other processes find this one dead and release them.
            async with releasing(bot_process=lock.key[1]):
                await self._take_over([lock.key[1]])
            await self._locks.give_back(lock)

    @property
    def is_alive(self) -> bool:
        """True if this process has its lock, so that no other process can have declared it dead."""
        return self._lock is not None and self._lock.is_held

    async def run(self) -> None:
        """Check for dead processes every second until cancelled.

        Return at once if the database cannot be shared with other processes (SQLite).
        """
        is_away = False
        while self._locks.are_shared:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                if await self.look():
                    self._core.changed()
                is_away = False
            except Exception as error:  # noqa: BLE001 (any failure is retried at the next check)
                # Logged once per outage: it may last for hours, with a check every second.
                if not is_away:
                    logger.warning(
                        "checking for other processes failed", extra={"error": type(error).__name__}
                    )
                is_away = True

    async def look(self) -> bool:
        """Register this process if it is not registered or counts as dead; release claims of dead processes.

        Return True if either was done.

        Raises:
            UnusableDatabase: the database does not give the lock of the new number.
            sqlalchemy.exc.SQLAlchemyError: a statement failed.
        """
        async with self._database.read() as connection:
            there = await claims.process_numbers(connection)
        if joins := not (self.is_alive and self._database.process in there):
            await self._join()
        # Locks are read after the rows: a process takes its lock before its row is visible, so that a process
        # that has just registered does not look dead.
        others = there - {self._database.process}
        gone = others - await self._locks.held(_NAME) if others else others
        self.is_alone = others == gone
        taken_over = bool(gone) and await self._take_over(gone)
        if taken_over:
            logger.info(
                "claims of dead processes released", extra={"bot_process": ",".join(map(str, sorted(gone)))}
            )
        return taken_over or joins

    async def _join(self) -> None:
        """Register this process under a new number, and give back the lock of its old one, if there is one.

        Raises:
            UnusableDatabase: the number's lock could not be taken.
        """
        if (old := self._lock) is not None:
            logger.warning(
                "this process counted as dead, registering it under a new number",
                extra={"bot_process": old.key[1]},
            )
            self._lock = None
            await self._locks.give_back(old)
        lock: Lock | None = None
        try:
            # The row is visible to others only after the commit, when its lock is held.
            async with self._database.write() as connection:
                number = await claims.add_process(connection, self._core.clock())
                lock = await self._locks.take((_NAME, number))
                if lock is None:
                    raise UnusableDatabase(self._database.place, "does not give its locks.")  # noqa: TRY301 (rolled back)
        except BaseException:
            if lock is not None:
                await self._locks.give_back(lock)
            raise
        self._lock, self._database.process = lock, number

    async def _take_over(self, gone: Collection[int]) -> bool:
        # Where processes share the database, a dead one may only be frozen and can still send what it has
        # begun. A SQLite database is served by this process alone: earlier ones have ended.
        deadline = DEADLINE if self._locks.are_shared else timedelta()
        async with self._database.write() as connection:
            return await claims.take_over(connection, gone, self._core.clock(), deadline)
