"""Steady clock: the bot's time, which does not jump when the machine's clock is set.

The bot adopts the machine's new time at the next heartbeat, in the transaction that shifts all deadlines.
Until then everything is timed by one even clock, so deadlines set in between are shifted correctly too. A
process that starts with a time before the last heartbeat uses a `HeldClock` first.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

Reading = tuple[datetime, float]
"""The machine's time and the monotonic clock's seconds, read at the same moment."""

SILENT = timedelta(minutes=5)
"""If the last stored heartbeat is older than this, all other processes count as dead."""


@dataclass(frozen=True, slots=True)
class HeldClock:
    """A substitute clock that runs on from the last heartbeat while the machine's clock lies before it.

    A machine without a clock battery starts in the past, and its clock is corrected later.

    Args:
        shown: the time of that last heartbeat.
        counted: the monotonic clock's seconds at which the substitute clock starts from `shown`.
        noted: the last heartbeat that this process has stored with a time of the substitute clock, or None.
    """

    shown: datetime
    counted: float
    noted: datetime | None = None

    def at(self, counted: float) -> datetime:
        """Return this clock's time at the moment at which the monotonic clock shows `counted` seconds."""
        return self.shown + timedelta(seconds=counted - self.counted)

    def is_alone(self, last: datetime | None, counted: float) -> bool:
        """Return True if no other process stores heartbeats, so that this one may store them by this clock.

        Another process, with the right time, would take the lag of this clock's heartbeats for an outage.

        Args:
            last: the last stored heartbeat of any process, or None.
            counted: the monotonic clock's seconds now.
        """
        return last in (None, self.noted) or self.at(counted) - last > SILENT


class SteadyClock:
    """Callable clock that reads the machine's time once and continues it by a monotonic clock.

    Later changes of the machine's clock have no effect until `followed` is replaced.

    Args:
        machine: returns the machine's time.
        monotonic: returns the seconds of a clock that cannot be set.
    """

    def __init__(
        self,
        machine: Callable[[], datetime] = lambda: datetime.now(UTC),
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self.machine = machine
        self._monotonic = monotonic
        self.followed: Reading = machine(), monotonic()
        """The readings of both clocks when the machine's time was last adopted; heartbeats replace them."""

    def __call__(self) -> datetime:
        """Return the present time by this clock."""
        shown, counted = self.followed
        return shown + timedelta(seconds=self._monotonic() - counted)
