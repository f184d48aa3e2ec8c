"""World: the time and the agenda, outside of all processes."""

from __future__ import annotations

import heapq
from datetime import UTC, datetime, timedelta
from itertools import count, pairwise
from random import Random
from typing import TYPE_CHECKING

from tests.simulator.faults import Faults

if TYPE_CHECKING:
    from collections.abc import Callable

FOLLOWED = 90.0
"""Seconds after which, at the latest, the bot follows a clock that was set."""
BEGINNING = datetime(2026, 11, 20, 18, 0, tzinfo=UTC)


class World:
    """The time, the agenda and the faults.

    Args:
        seed: determines everything.
        rate: how often faults happen.
    """

    def __init__(self, seed: int, rate: float = 1.0) -> None:
        self.chance = Random(seed)
        self.faults = Faults(Random(f"faults {seed}"), rate)
        self.seconds = 0.0
        self.settings = [(0.0, timedelta())]
        """When the wall clock was set, and by how much in total."""
        self._order = count()
        self._agenda: list[tuple[float, int, Callable[[], None]]] = []

    def passed(self) -> float:
        """Return the seconds that have passed: a monotonic clock."""
        return self.seconds

    def clock(self) -> datetime:
        """Return the time of the wall clock, which may be set."""
        return BEGINNING + timedelta(seconds=self.seconds) + self.settings[-1][1]

    def set_clock(self, by: timedelta) -> None:
        """Set the wall clock forward or back."""
        self.settings.append((self.seconds, self.settings[-1][1] + by))

    def seconds_at(self, moment: datetime) -> float:
        """Return how many seconds had passed when the bot last took it to be some moment.

        It follows a setting of the wall clock at its next heartbeat.
        """
        passed = 0.0
        for (since, by), (until, _) in pairwise((*self.settings, (self.seconds, timedelta()))):
            seconds = (moment - BEGINNING - by).total_seconds()
            if since <= seconds <= until + FOLLOWED:
                passed = seconds
        return passed

    def after(self, seconds: float, do: Callable[[], None]) -> None:
        """Schedule something after some seconds."""
        heapq.heappush(self._agenda, (self.seconds + seconds, next(self._order), do))

    def next_moment(self) -> float | None:
        """Return when the next thing on the agenda is due, or None."""
        return self._agenda[0][0] if self._agenda else None

    def happen(self) -> None:
        """Do what is due."""
        while self._agenda and self._agenda[0][0] <= self.seconds:
            heapq.heappop(self._agenda)[2]()

    def cease(self) -> None:
        """Clear the agenda."""
        self._agenda.clear()
