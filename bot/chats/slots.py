"""Slots: how many requests of one platform go on at once, and which of them no longer count."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager

SLOTS = 8
"""How many requests of one platform go on at once.

Each makes work for the loop that answers presses too. With twice as many, fifty people who press at once wait
twice as long for their toasts, and the boards come a tenth sooner (docs/limits.md).
"""
PATIENCE = 0.25
"""Seconds after which a request gives its slot back, and goes on beside the others.

It hangs, or a library holds it back for a rate limit: either way it makes no work, and whoever it keeps
waiting would wait for nothing.
"""
MOST_SLOW = 32
"""How many go on beside the others. Any more keep their slots: connections are not without number either."""


class Slots:
    """The slots of one platform.

    Args:
        on_free: called when a slot is free that a request has held.
    """

    def __init__(self, on_free: Callable[[], None]) -> None:
        self.free = SLOTS
        """How many may begin now. For a moment it may be less than none: see `taken`."""
        self._slow = 0
        self._on_free = on_free

    def reserve(self) -> None:
        """Keep a slot for what was claimed and is about to begin."""
        self.free -= 1

    def give_back(self) -> None:
        """Give back a slot that was reserved."""
        self.free += 1

    @contextmanager
    def taken(self) -> Iterator[Slot]:
        """Take a slot for one delivery, free or not: what is claimed waits for its chat alone."""
        self.free -= 1
        slot = Slot(self)
        try:
            yield slot
        finally:
            if slot.is_held:
                self.free += 1
            else:
                self._slow -= 1

    def let_go(self) -> bool:
        """Let one request go on beside the others; return whether there was room for it there."""
        if self._slow >= MOST_SLOW:
            return False
        self._slow += 1
        self.free += 1
        self._on_free()
        return True


class Slot:
    """A slot that one delivery holds.

    Args:
        slots: where it is one of.
    """

    def __init__(self, slots: Slots) -> None:
        self._slots = slots
        self._timer: asyncio.TimerHandle | None = None
        self.is_held = True

    @contextmanager
    def patience(self) -> Iterator[None]:
        """Give the slot back when a request takes long."""
        self._wait()
        try:
            yield
        finally:
            if self._timer is not None:
                self._timer.cancel()

    def _wait(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(PATIENCE, self._let_go)

    def _let_go(self) -> None:
        if not self.is_held:
            return
        self.is_held = not self._slots.let_go()
        if self.is_held:
            self._wait()
