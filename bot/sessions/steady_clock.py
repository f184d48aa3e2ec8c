"""Steady clock: the machine's clock, which goes on evenly however somebody sets that of the machine.

That it was set is followed at a heartbeat, in the transaction that puts off everything that is due. What was
done meanwhile is put off with the rest, since all of it was counted by one clock.
"""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

Reading = tuple[datetime, float]
"""What the machine's clock showed, and one in seconds that nobody sets."""


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
