"""Rate limits: how much may be done in a time, for one key or for many."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound="Hashable")
Limit = TypeVar("Limit")

_FORGIVEN = 1e-9
_SECONDS_FORGIVEN = 1e-6


class RateLimits(Generic[Key, Limit]):
    """One rate limit for each key. When there are too many, those unused longest are forgotten.

    Args:
        make: makes the rate limit of a key.
        most: how many are kept.
    """

    def __init__(self, make: Callable[[Key], Limit], most: int = 10_000) -> None:
        self._make = make
        self._most = most
        self._kept: OrderedDict[Key, Limit] = OrderedDict()

    def of(self, key: Key) -> Limit:
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


class SlidingWindow:
    """A sliding window: in no stretch of so many seconds more than so many.

    Whoever shares it with others may ask for its pace, too: then the first go at once, and the rest are given
    out as fast as places come free, so that no burst is followed by a long gap.

    Args:
        most: how many in a stretch.
        seconds: how long a stretch is.
        at_once: how many of them go at once.
        clock: what time it is, in seconds.
    """

    def __init__(self, most: int, seconds: float, at_once: int, clock: Callable[[], float]) -> None:
        self._most = most
        self._seconds = seconds
        self._at_once = at_once
        self._clock = clock
        self._taken: deque[float] = deque(maxlen=most)
        """When each was taken that counts yet, the first before the last."""

    def take(self) -> bool:
        """Take one; return whether it was available."""
        if self.wait() > 0:
            return False
        self.note()
        return True

    def note(self) -> None:
        """Note that one was taken, available or not."""
        self._taken.append(self._clock())

    @property
    def last(self) -> float:
        """When one was taken last; there must be one."""
        return self._taken[-1]

    def give_back(self, taken: float) -> None:
        """Give back what was taken at a moment and not used."""
        if taken in self._taken:
            self._taken.remove(taken)

    def wait(self, spare: int = 0) -> float:
        """Return in how many seconds one can be taken such that `spare` others are left."""
        now = self._clock()
        self._forget(now)
        too_many = len(self._taken) + spare + 1 - self._most
        return self._taken[too_many - 1] + self._seconds - now if too_many > 0 else 0.0

    def wait_at_pace(self, spare: int = 0, last: float | None = None) -> float:
        """Return in how many seconds the next is to be taken, as `wait`, but not faster than the pace.

        Args:
            spare: how many others are left.
            last: when the one before it was taken, if others were taken since that follow no pace.
        """
        wait, taken = self.wait(spare), self._taken
        if len(taken) < self._at_once:
            return wait
        # The shortest interval at which one after another can be taken from now on: after those that are left
        # the next needs the place of the one taken first, and so on.
        left = self._most - spare - len(taken)
        last = taken[-1] if last is None else last
        interval = max(
            (time + self._seconds - last) / needed
            for needed, time in enumerate(taken, left + 1)
            if needed > 0
        )
        return max(wait, last + interval - self._clock(), 0.0)

    def stop(self, seconds: float) -> None:
        """Allow nothing for some seconds, then one, and then the others one by one."""
        until = max(self._clock() + seconds, self._taken[0] + self._seconds if self._is_full else 0.0)
        apart = self._seconds / self._most
        self._taken.extend(until - self._seconds + apart * number for number in range(self._most))

    def copy(self, clock: Callable[[], float]) -> SlidingWindow:
        """Return a window with the same taken, under another clock."""
        copied = SlidingWindow(self._most, self._seconds, self._at_once, clock)
        copied._taken.extend(self._taken)
        return copied

    @property
    def _is_full(self) -> bool:
        return len(self._taken) == self._most

    def _forget(self, now: float) -> None:
        while self._taken and self._taken[0] + self._seconds <= now + _SECONDS_FORGIVEN:
            self._taken.popleft()
