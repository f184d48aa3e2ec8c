"""Membership: this process among those that serve a database, and who does what one that is gone had begun.

Each process has a number, and a lock of that number which it loses when it dies, freezes or is cut off. One
that has lost it finds that by itself before the others do: from then on it sends nothing and claims nothing,
until it has another number. What it had claimed the others share, and so does it.
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
"""Between two looks whether another process is gone."""
_NAME: Final = "process"


class Membership:
    """Serves a database as one of its processes: `async with` it.

    Args:
        core: what actions stand on.
    """

    def __init__(self, core: SessionCore) -> None:
        self._core = core
        self._database = core.database
        self._locks = core.database.dialect.locks
        self._lock: Lock | None = None
        self.is_alone = True
        """True if no other process was there at the last look."""

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
            # Where that fails, it is found gone.
            async with releasing(bot_process=lock.key[1]):
                await self._take_over([lock.key[1]])
            await self._locks.give_back(lock)

    @property
    def is_alive(self) -> bool:
        """True if no other process can have found this one gone."""
        return self._lock is not None and self._lock.is_held

    async def run(self) -> None:
        """Look until cancelled whether a process is gone; where no other can be, there is nothing to do."""
        is_away = False
        while self._locks.are_shared:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                if await self.look():
                    self._core.changed()
                is_away = False
            except Exception as error:  # noqa: BLE001 (whatever it is, the next look comes)
                # Once for each outage: it may last for hours, and a look comes every second.
                if not is_away:
                    logger.warning("the other processes could not be looked at: %s", type(error).__name__)
                is_away = True

    async def look(self) -> bool:
        """Join anew if this process counts as gone, and take over from others; say whether anything was so.

        Raises:
            UnusableDatabase: it cannot be told who lives.
            sqlalchemy.exc.SQLAlchemyError: as above.
        """
        async with self._database.read() as connection:
            there = await claims.process_numbers(connection)
        if joins := not (self.is_alive and self._database.process in there):
            await self._join()
        # Asked for after the rows were read: who had a row then had its lock before.
        others = there - {self._database.process}
        gone = others - await self._locks.held(_NAME) if others else others
        self.is_alone = others == gone
        taken_over = bool(gone) and await self._take_over(gone)
        if taken_over:
            logger.info("what processes had claimed that are gone is free: %s", sorted(gone))
        return taken_over or joins

    async def _join(self) -> None:
        """Become a process of a new number.

        Raises:
            UnusableDatabase: its lock cannot be had.
        """
        if (old := self._lock) is not None:
            logger.warning("this process counted as gone, and goes on under another number")
            self._lock = None
            await self._locks.give_back(old)
        lock: Lock | None = None
        try:
            # The row is seen only once it is committed, so nobody sees it without its lock.
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
        # A process that may be frozen can still send what it has begun; one that has ended cannot.
        deadline = DEADLINE if self._locks.are_shared else timedelta()
        async with self._database.write() as connection:
            return await claims.take_over(connection, gone, self._core.clock(), deadline)
