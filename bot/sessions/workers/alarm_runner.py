"""Alarm runner: handles what is due at a set time: reminders, clocks that run out, and other alarms.

Due rows are found by queries and claimed, so that none is lost in a restart. The transaction that handles a
row also removes the row, delays it or makes it not due, so that none is handled twice.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Row
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.sessions.manager import SessionManager
from bot.sessions.workers.heartbeat import Heartbeat
from bot.sessions.workers.wake_up import IDLE, WakeUp
from storage import clocks
from storage.claims import Queue

AlarmHandler = Callable[[AsyncConnection, str, datetime], Awaitable[None]]

"""Handles an alarm in the transaction that removes it.

It receives the transaction's connection, the alarm's subject and the moment when the alarm was due. It may
set the alarm again.
"""

logger = logging.getLogger(__name__)

BATCH = 50
"""The most rows of a queue that are claimed at once."""
LEASE = timedelta(minutes=2)
"""How long a claim on due rows lasts: longer than handling a whole batch should take."""
AFTER_A_FAULT = timedelta(seconds=30)
"""How long after an error a row is retried."""
_LEAST = timedelta(seconds=1)
"""The shortest pause before the next search, unless woken.

So a due row that cannot be claimed does not make the runner search without a pause.
"""


@dataclass(frozen=True, slots=True)
class Chore:
    """A queue of rows that become due, and the function that handles each of them.

    Args:
        queue: the queue; its rows have an `id`.
        handle: handles one row in a transaction, after which the row is not due now. It receives the
            connection, the row and the moment when the claim expires.
    """

    queue: Queue
    handle: Callable[[AsyncConnection, Row[Any], datetime], Awaitable[None]]


class AlarmRunner:
    """Handles due rows until cancelled.

    Args:
        manager: the database and the clock.
        heartbeat: gives players back the time in which the bot did not work. It beats before each search, so
            that no clock runs out because of that time.
        handlers: the handlers of alarms, by the alarm's kind.
        chores: further queues, besides the alarms and the clocks that run out.
    """

    def __init__(
        self,
        manager: SessionManager,
        heartbeat: Heartbeat,
        handlers: Mapping[str, AlarmHandler],
        chores: Sequence[Chore] = (),
    ) -> None:
        self._manager = manager
        self._heartbeat = heartbeat
        self._handlers = handlers
        self._chores = (
            Chore(clocks.ALARMS, self._handle_alarm),
            Chore(clocks.RUN_OUT, manager.clocks.ran_out),
            *chores,
        )
        self._wake_up = WakeUp()

    def wake(self) -> None:
        """Search for due rows at once."""
        self._wake_up.set()

    async def run(self) -> None:
        """Handle rows as they become due, until cancelled.

        If a search fails, search again when woken or after 30 seconds (`AFTER_A_FAULT`).
        """
        while True:
            self._wake_up.clear()
            try:
                while await self.handle_due():
                    pass
                wait = await self._wait()
            except Exception:
                logger.exception("searching for due alarms failed, next search in 30 seconds")
                wait = AFTER_A_FAULT
            await self._wake_up.wait(wait)

    async def handle_due(self) -> bool:
        """Handle at most `BATCH` due rows of each queue; return True if any was handled without an error."""
        handled = False
        # First extend the clocks that ran while the bot did not work, so that none runs out because of that.
        await self._heartbeat.beat()
        for chore in self._chores:
            now = self._manager.clock()
            until = now + LEASE
            for row in await chore.queue.claim(self._manager.database, BATCH, now, until):
                handled = await self._handle(chore, row, until) or handled
        if handled:
            self._manager.changed(concerns_engine=False)
        return handled

    async def _handle(self, chore: Chore, row: Row[Any], until: datetime) -> bool:
        """Handle one due row of a queue; return True if that succeeded.

        If it fails, the row is retried after 30 seconds (`AFTER_A_FAULT`).

        Args:
            row: the claimed row.
            until: when the claim expires, which identifies it.
        """
        database = self._manager.database
        try:
            async with database.write() as connection:
                await chore.handle(connection, row, until)
        except Exception:
            logger.exception("handling a due row failed, retrying in 30 seconds", extra=_ids(chore, row))
            async with database.write() as connection:
                await chore.queue.release(connection, row.id, until, self._manager.clock() + AFTER_A_FAULT)
            return False
        return True

    async def _handle_alarm(self, connection: AsyncConnection, alarm: Row[Any], until: datetime) -> None:
        if await clocks.take_alarm(connection, alarm.id, until):
            await self._handlers[alarm.kind](connection, alarm.subject, alarm.due)

    async def _wait(self) -> timedelta:
        """Return how long until the next row is due, at least `_LEAST` and at most `IDLE`."""
        async with self._manager.database.read() as connection:
            due = [await clocks.next_alarm(connection), await clocks.next_due(connection)]
        now = self._manager.clock()
        return min([IDLE, *(max(_LEAST, each - now) for each in due if each is not None)])


def _ids(chore: Chore, row: Row[Any]) -> dict[str, object]:
    """Return the log fields of a due row: an alarm's kind and subject, or its table and the game's id."""
    if chore.queue is clocks.ALARMS:
        return {"kind": row.kind, "alarm": row.subject}
    return {"kind": chore.queue.table.name, "game": row.id}
