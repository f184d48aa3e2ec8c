"""Rate limits: how much may be done in a time, for one key or for many."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

Key = TypeVar("Key", bound="Hashable")

_FORGIVEN = 1e-9


class RateLimits(Generic[Key]):
    """One rate limit for each key. When there are too many, those unused longest are forgotten.

    Args:
        make: makes the rate limit of a key.
        most: how many are kept.
    """

    def __init__(self, make: Callable[[Key], RateLimit], most: int = 10_000) -> None:
        self._make = make
        self._most = most
        self._kept: OrderedDict[Key, RateLimit] = OrderedDict()

    def of(self, key: Key) -> RateLimit:
        """Return the rate limit of a key."""
        if key not in self._kept:
            self._kept[key] = self._make(key)
        self._kept.move_to_end(key)
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return self._kept[key]


class RateLimit:
    """A token bucket: so many at once, and so many a second in the long run.

    Args:
        at_once: how many at once.
        per_second: how many are added every second.
        clock: what time it is, in seconds.
    """

    def __init__(self, at_once: int, per_second: float, clock: Callable[[], float]) -> None:
        self._most = float(at_once)
        self._per_second = per_second
        self._clock = clock
        self._left = self._most
        self._since = clock()

    def take(self, number: int = 1) -> bool:
        """Take one, or some at once; return whether so many were available."""
        if self.wait(spare=number - 1) > 0:
            return False
        self._left -= number
        return True

    def wait(self, spare: int = 0) -> float:
        """Return in how many seconds one can be taken such that `spare` others are left."""
        now = self._clock()
        if now > self._since:
            self._left = min(self._most, self._left + (now - self._since) * self._per_second)
            self._since = now
        ahead = max(0.0, self._since - now)
        lacking = 1 + spare - self._left
        # A billionth is forgiven: floats are rounded, and waiting exactly as long as returned must suffice.
        return ahead + (lacking / self._per_second if lacking > _FORGIVEN else 0.0)

    def stop(self, seconds: float) -> None:
        """Allow nothing for some seconds, and then one."""
        self._since = max(self._since, self._clock() + seconds)
        self._left = 1.0
