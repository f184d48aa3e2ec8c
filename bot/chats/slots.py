"""Slots: a limit on the concurrent requests to one platform, from which slow requests are exempt."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager

SLOTS = 8
"""The most concurrent requests to one platform, not counting slow ones.

Each takes time of the event loop that also answers presses. With twice as many, fifty people who press at
once wait twice as long for their toasts, while the boards come only a tenth sooner (docs/limits.md).
"""
SLOW_AFTER = 0.25
"""Seconds after which a request is slow and releases its slot.

Either the platform does not answer or the library waits for a rate limit. In both cases the request takes no
time of the event loop, so other chats need not wait for it.
"""
MOST_SLOW = 32
"""The most slow requests without a slot. Further ones keep theirs, because connections are limited too."""


class Slots:
    """The slots of one platform.

    Args:
        on_free: called when a slow request releases its slot.
    """

    def __init__(self, on_free: Callable[[], None]) -> None:
        self.free = SLOTS
        """The number of requests that may start now. Briefly negative at times: see `taken`."""
        self._slow = 0
        self._on_free = on_free

    def reserve(self) -> None:
        """Reserve a slot for a claimed delivery that is about to start."""
        self.free -= 1

    def release(self) -> None:
        """Release a reserved slot."""
        self.free += 1

    @contextmanager
    def taken(self) -> Iterator[Slot]:
        """Take a slot for one delivery, even if none is free: a claimed delivery must not wait for others."""
        self.free -= 1
        slot = Slot(self)
        try:
            yield slot
        finally:
            if slot.is_held:
                self.free += 1
            else:
                self._slow -= 1

    def exempt(self) -> bool:
        """Free the slot of a slow request. Return False if too many slow requests go on without a slot."""
        if self._slow >= MOST_SLOW:
            return False
        self._slow += 1
        self.free += 1
        self._on_free()
        return True


class Slot:
    """A slot that one delivery holds until its request is slow."""

    def __init__(self, slots: Slots) -> None:
        self._slots = slots
        self._timer: asyncio.TimerHandle | None = None
        self.is_held = True

    @contextmanager
    def released_when_slow(self) -> Iterator[None]:
        """Release the slot if the request in this context takes longer than `SLOW_AFTER`."""
        self._start_timer()
        try:
            yield
        finally:
            if self._timer is not None:
                self._timer.cancel()

    def _start_timer(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(SLOW_AFTER, self._release)

    def _release(self) -> None:
        if not self.is_held:
            return
        self.is_held = not self._slots.exempt()
        if self.is_held:
            self._start_timer()
