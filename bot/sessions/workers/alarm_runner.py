"""Alarm runner: does at its time what nobody does: reminders, clocks that run out, and whatever else is set.

What is due is found by queries and claimed, so none is forgotten over a restart; each is handled in one
transaction that removes it, so none is handled twice.
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

"""Does what an alarm is for, in the transaction that removes it. It is given the subject, and the moment
at which that was to be done; it may set the alarm anew."""

logger = logging.getLogger(__name__)

BATCH = 50
LEASE = timedelta(minutes=2)
"""How long what is due is left to whoever handles it: longer than so many take."""
AFTER_A_FAULT = timedelta(seconds=30)
_LEAST = timedelta(seconds=1)
"""The shortest time between two looks, where what is due is claimed by another, or is put off."""


@dataclass(frozen=True, slots=True)
class Chore:
    """A queue of what comes due, and what is done with each of its rows.

    Args:
        queue: the queue; its rows have an `id`.
        handle: handles one row, claimed until a moment, in a transaction, after which it is not due any more.
    """

    queue: Queue
    handle: Callable[[AsyncConnection, Row[Any], datetime], Awaitable[None]]


class AlarmRunner:
    """Handles what is due until cancelled.

    Args:
        manager: where time and the database come from.
        heartbeat: gives back the time in which nobody could act, before anything runs out.
        handlers: what is done with alarms, by their kinds.
        chores: the other queues.
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
        """Look at once what is due."""
        self._wake_up.set()

    async def run(self) -> None:
        """Handle what is due until cancelled."""
        while True:
            self._wake_up.clear()
            try:
                while await self.handle_due():
                    pass
                wait = await self._wait()
            except Exception:
                logger.exception("what is due could not be read")
                wait = AFTER_A_FAULT
            await self._wake_up.wait(wait)

    async def handle_due(self) -> bool:
        """Handle what is due now, so many of each kind; say whether anything was."""
        handled = False
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
        """Handle one row; return whether that was done. If not, it is tried again after a while."""
        database = self._manager.database
        try:
            async with database.write() as connection:
                await chore.handle(connection, row, until)
        except Exception:
            logger.exception("%s of %s could not be handled", row.id, chore.queue.table.name)
            async with database.write() as connection:
                await chore.queue.release(connection, row.id, until, self._manager.clock() + AFTER_A_FAULT)
            return False
        return True

    async def _handle_alarm(self, connection: AsyncConnection, alarm: Row[Any], until: datetime) -> None:
        if await clocks.take_alarm(connection, alarm.id, until):
            await self._handlers[alarm.kind](connection, alarm.subject, alarm.due)

    async def _wait(self) -> timedelta:
        """Return how long nothing comes due, at most for as long as a worker waits."""
        async with self._manager.database.read() as connection:
            due = [await clocks.next_alarm(connection), await clocks.next_due(connection)]
        now = self._manager.clock()
        return min([IDLE, *(max(_LEAST, each - now) for each in due if each is not None)])
