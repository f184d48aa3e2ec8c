"""Rate limits: how much may be done in a time, for one key or for many.

They are kept in memory. A restart resets them, which is harmless.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable
from datetime import datetime, timedelta
from enum import Enum
from typing import Generic, TypeVar

from cachetools import LRUCache

Clock = Callable[[], datetime]

Key = TypeVar("Key", bound="Hashable")
Limit = TypeVar("Limit")

_MOST_KEYS = 10_000
_FORGIVEN = 1e-9
_SECONDS_FORGIVEN = 1e-6
_A_QUARTER = 4


class RateLimits(Generic[Key, Limit]):
    """One rate limit for each key. The keys unused for longest are forgotten beyond a number.

    Args:
        make: makes the rate limit of a key.
        most: how many are kept.
    """

    def __init__(self, make: Callable[[Key], Limit], most: int = _MOST_KEYS) -> None:
        self._make = make
        self._kept: LRUCache[Key, Limit] = LRUCache(most)

    def of(self, key: Key) -> Limit:
        """Return the rate limit of a key."""
        if key not in self._kept:
            self._kept[key] = self._make(key)
        return self._kept[key]


class RateLimit:
    """A token bucket: so many at once, and so many a second in the long run.

    Args:
        at_once: how many at once.
        per_second: how many are added every second.
        clock: what time it is, in seconds. If it is set back, nothing is added for it or taken.
    """

    def __init__(self, at_once: float, per_second: float, clock: Callable[[], float]) -> None:
        self._most = self._left = at_once
        self._per_second = per_second
        self._clock = clock
        self._since = clock()
        self._stopped_until = float("-inf")

    def take(self, number: float = 1) -> bool:
        """Take one, or some at once; return True if so many were available."""
        if self.wait(spare=number - 1) > 0:
            return False
        self._left -= number
        return True

    def wait(self, spare: float = 0) -> float:
        """Return in how many seconds one can be taken such that `spare` others are left."""
        now = self._clock()
        passed = max(0.0, now - max(self._since, self._stopped_until))
        self._left = min(self._most, self._left + passed * self._per_second)
        self._since = now
        ahead = max(0.0, self._stopped_until - now)
        lacking = 1 + spare - self._left
        # A billionth is forgiven: floats are rounded, and waiting exactly as long as returned must suffice.
        return ahead + (lacking / self._per_second if lacking > _FORGIVEN else 0.0)

    def stop(self, seconds: float) -> None:
        """Allow nothing for some seconds, and then one."""
        self._stopped_until = max(self._stopped_until, self._clock() + seconds)
        self._left = 1.0


class TokenBuckets(Generic[Key]):
    """A token bucket for each key, of which something takes more or less by what it costs.

    Args:
        at_once: how much a key that was quiet may take at once.
        per_second: how much comes back every second.
        clock: what time it is.
    """

    def __init__(self, at_once: float, per_second: float, clock: Clock) -> None:
        self._at_once = at_once
        begun = clock()

        def seconds() -> float:
            return (clock() - begun).total_seconds()

        self._limits = RateLimits[Key, RateLimit](lambda _: RateLimit(at_once, per_second, seconds))

    def take(self, key: Key, cost: float) -> timedelta | None:
        """Take what something costs; if that is not there, take nothing and return how long to wait for it.

        What costs more than a key may ever take costs all of that.
        """
        wait = self.wait(key, cost)
        if wait is None:
            self._limits.of(key).take(min(cost, self._at_once))
        return wait

    def wait(self, key: Key, cost: float) -> timedelta | None:
        """Return how long to wait for what something costs, or None if that is there."""
        wait = self._limits.of(key).wait(min(cost, self._at_once) - 1)
        return timedelta(seconds=wait) if wait > 0 else None


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


class SharedWindows(Generic[Key]):
    """For each key so much within a span of time, of which one person gets at most a quarter.

    Args:
        most: how much a key takes within the span.
        span: the span, which slides.
        clock: what time it is.
    """

    def __init__(self, most: int, span: timedelta, clock: Clock) -> None:
        self._most = most
        self._span = span
        self._clock = clock
        self._taken = RateLimits[Key, deque[tuple[datetime, int, bool]]](lambda _: deque())

    def take(self, key: Key, person: int, *, counts: bool = True) -> timedelta | None:
        """Take one for a person; if that is too much, take nothing and return how long to wait for it.

        Args:
            counts: True if it leaves less to others.
        """
        now = self._clock()
        taken = self._taken.of(key)
        while taken and not timedelta() <= now - taken[0][0] < self._span:
            taken.popleft()
        own = [at for at, who, _ in taken if who == person]
        too_many = own if len(own) >= self._most // _A_QUARTER else []
        everybodys = [at for at, _, counted in taken if counted]
        if not too_many and len(everybodys) >= self._most:
            too_many = everybodys
        if too_many:
            return too_many[0] + self._span - now
        taken.append((now, person, counts))
        return None


NEW_IN_A_CHAT = 40
NEW_TO_A_PERSON = 16
SPAN = timedelta(minutes=10)


class Closeness(Enum):
    """How two players know each other."""

    STRANGER = "stranger"
    NEIGHBOUR = "neighbour"
    """They were heard in the same shared chat."""
    OPPONENT = "opponent"
    """They have played each other."""


class NewMessages:
    """Bounds the new cards and boards that people bring about: in a shared chat, and to one person.

    Turns, answers and resignations are not counted, so that nobody's game waits because of another's wishes.
    Strangers, people from a shared chat and opponents are counted apart, and each opponent alone: many
    accounts together cannot keep a friend from challenging a player.
    """

    def __init__(self, clock: Clock) -> None:
        self._in_chats: SharedWindows[int] = SharedWindows(NEW_IN_A_CHAT, SPAN, clock)
        self._to_people: SharedWindows[tuple[int, Closeness | int]] = SharedWindows(
            NEW_TO_A_PERSON, SPAN, clock
        )

    def in_chat(self, chat: int, person: int) -> timedelta | None:
        """Count a card or board that a person asks for; return how long to wait if it is too much."""
        return self._in_chats.take(chat, person)

    def to_person(
        self, other: int, person: int, closeness: Closeness, *, is_heard: bool = True
    ) -> timedelta | None:
        """Count a challenge to another player; return how long to wait if it is too much.

        Args:
            other: the other player.
            person: the player who challenges.
            closeness: how the two know each other.
            is_heard: False if the other has blocked the player. The player is refused all the same when there
                are too many, so that a block cannot be felt, and takes nothing from others.
        """
        own = person if closeness is Closeness.OPPONENT else closeness
        return self._to_people.take((other, own), person, counts=is_heard)
