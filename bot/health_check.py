"""Health check: is the database writable, are platforms served, is anything late. Bounded in time."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta

from bot.sessions import Health, Workload

logger = logging.getLogger(__name__)

DEADLINE = 2.0
"""Seconds within which the database must answer."""
RECENT = 1.0
"""Seconds for which a report is reused, so that frequent requests cost no more."""
LONGEST_DELAY = timedelta(minutes=10)
"""A post or alarm that is later than this, and was not postponed, shows that a worker is stuck.

Longer than the lease of a dead process and than the longest request.
"""


@dataclass(frozen=True, slots=True)
class HealthReport:
    """The state of the bot at one moment.

    Args:
        is_writable: True if the database took a write.
        workload: undelivered posts and late alarms; None if the database did not answer.
        platforms: True for each platform that is served, by name.
    """

    is_writable: bool
    workload: Workload | None
    platforms: Mapping[str, bool]

    @property
    def failing(self) -> list[str]:
        """The parts that fail: `database`, `outbox`, `alarms`, and platforms by name."""
        work = self.workload
        found = [] if self.is_writable and work is not None else ["database"]
        if work is not None:
            served = [backlog for name, backlog in work.backlogs.items() if self.platforms.get(name)]
            if any(_is_late(each.due_age) for each in served):
                found.append("outbox")
            if _is_late(work.overdue):
                found.append("alarms")
        return found + [name for name, is_up in self.platforms.items() if not is_up]

    def as_json(self) -> dict[str, object]:
        """Return the JSON of /healthz. Ages are in seconds, null if nothing is undelivered or late.

        `outbox.owed` is the old name of `outbox.undelivered`, and is served until the next release.
        """
        work = self.workload
        undelivered = 0 if work is None else sum(each.posts for each in work.backlogs.values())
        return {
            "status": "failing" if self.failing else "ok",
            "failing": self.failing,
            "database": {"writable": self.is_writable},
            "outbox": None
            if work is None
            else {
                "undelivered": undelivered,
                "owed": undelivered,
                "oldest_seconds": _seconds(work.oldest),
            },
            "alarms": None if work is None else {"overdue_seconds": _seconds(work.overdue)},
            "backup": None if work is None else {"age_seconds": _seconds(work.backup_age)},
            "platforms": {name: "up" if is_up else "down" for name, is_up in self.platforms.items()},
        }


class HealthCheck:
    """Makes health reports. Concurrent requests share one check.

    Args:
        health: reads the workload from the database; None until it is open, which counts as failing.
        platforms: functions that return True while a platform is served, by its name.
        deadline: the seconds within which the database must answer.
        monotonic: returns seconds and never goes back.
    """

    def __init__(
        self,
        health: Health | None = None,
        platforms: Mapping[str, Callable[[], bool]] | None = None,
        *,
        deadline: float = DEADLINE,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._health = health
        self._platforms = platforms or {}
        self._deadline = deadline
        self._monotonic = monotonic
        self._look: asyncio.Task[None] | None = None
        self._began = 0.0
        self._workload: Workload | None = None
        self._is_writable = False
        self._has_failed = False

    def look_at(self, health: Health, platforms: Mapping[str, Callable[[], bool]]) -> None:
        """Check this database and these platforms from now on."""
        self._health, self._platforms = health, platforms

    async def look_away(self) -> None:
        """Stop checking and cancel a check in progress."""
        self._health, self._platforms = None, {}
        if self._look is not None:
            look, self._look = self._look, None
            look.cancel()
            with suppress(asyncio.CancelledError):
                await look

    async def report(self) -> HealthReport:
        """Return a report. While a check hangs, no second one starts, and the database counts as failing."""
        if self._health is None:
            return HealthReport(is_writable=False, workload=None, platforms={})
        look = self._look
        if look is None or (look.done() and self._monotonic() - self._began >= RECENT):
            self._began, self._workload, self._is_writable = self._monotonic(), None, False
            look = self._look = asyncio.create_task(self._look_now(self._health))
        # A late check is not cancelled, because that would close the connection for which all writers queue.
        await asyncio.wait({look}, timeout=max(0.0, self._deadline - (self._monotonic() - self._began)))
        platforms = {name: is_up() for name, is_up in self._platforms.items()}
        return HealthReport(self._is_writable, self._workload, platforms)

    async def _look_now(self, health: Health) -> None:
        has_read, has_written = await self._done(self._read(health)), await self._done(self._write(health))
        self._has_failed = not (has_read and has_written)

    async def _read(self, health: Health) -> None:
        self._workload = await health.workload()

    async def _write(self, health: Health) -> None:
        await health.write()
        self._is_writable = True

    async def _done(self, step: Awaitable[None]) -> bool:
        """Return True if a step succeeded. Only the first of several failures in a row is logged."""
        try:
            await step
        except Exception:
            if not self._has_failed:
                logger.exception("health check of the database failed")
                self._has_failed = True
            return False
        return True


def _is_late(age: timedelta | None) -> bool:
    return age is not None and age > LONGEST_DELAY


def _seconds(age: timedelta | None) -> float | None:
    return None if age is None else age.total_seconds()
