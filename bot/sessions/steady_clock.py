"""Steady clock: the machine's clock, which goes on evenly however somebody sets that of the machine.

That it was set is followed at a heartbeat, in the transaction that puts off everything that is due. What was
done meanwhile is put off with the rest, since all of it was counted by one clock.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

Reading = tuple[datetime, float]
"""What the machine's clock showed, and one in seconds that nobody sets."""

SILENT = timedelta(minutes=5)
"""A process that has noted nothing for so long does not work."""


@dataclass(frozen=True, slots=True)
class HeldClock:
    """A clock that goes on evenly from the last heartbeat, while the machine's clock lies before that.

    Args:
        shown: that heartbeat.
        counted: what a clock in seconds that nobody sets showed when this one was held.
        noted: the last heartbeat that this process has noted meanwhile, or None.
    """

    shown: datetime
    counted: float
    noted: datetime | None = None

    def at(self, counted: float) -> datetime:
        """Return the time at which the monotonic clock shows `counted` seconds."""
        return self.shown + timedelta(seconds=counted - self.counted)

    def is_alone(self, last: datetime | None, counted: float) -> bool:
        """True if no process notes heartbeats by a clock that is not held.

        The first few minutes tell: a heartbeat by this clock would look as if that process had none.
        """
        return last in (None, self.noted) or self.at(counted) - last > SILENT


class SteadyClock:
    """What time it is, as the machine's clock would show it had nobody set it since it was followed last.

    Args:
        machine: the machine's clock.
        monotonic: a clock in seconds that nobody sets.
    """

    def __init__(
        self,
        machine: Callable[[], datetime] = lambda: datetime.now(UTC),
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self.machine = machine
        self._monotonic = monotonic
        self.followed: Reading = machine(), monotonic()
        """What both clocks showed when this one was set by the machine's last."""

    def __call__(self) -> datetime:
        """What time it is."""
        shown, counted = self.followed
        return shown + timedelta(seconds=self._monotonic() - counted)
