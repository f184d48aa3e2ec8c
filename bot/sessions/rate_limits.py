"""Rate limits: token buckets and sliding windows, for one key or for many.

Their state is in memory only: each process counts for itself, and a restart resets them, which is harmless.
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
_ROUNDING = 1e-9
"""If fewer tokens than this are lacking, the shortage is a rounding error."""
_ROUNDING_SECONDS = 1e-6
_PERSONAL_SHARE = 4
"""In a `SharedWindows` one person gets at most a quarter of a key's requests."""


class KeyedLimits(Generic[Key, Limit]):
    """A rate limit for each key, created at the key's first use.

    Args:
        make: creates the rate limit of a key.
        most: the most keys in memory. Beyond it the least recently used key's rate limit is forgotten.
    """

    def __init__(self, make: Callable[[Key], Limit], most: int = _MOST_KEYS) -> None:
        self._make = make
        self._kept: LRUCache[Key, Limit] = LRUCache(most)

    def of(self, key: Key) -> Limit:
        """Return the rate limit of a key; create it if the key has none."""
        if key not in self._kept:
            self._kept[key] = self._make(key)
        return self._kept[key]


class TokenBucket:
    """A token bucket: each request takes tokens, and tokens are added at a steady rate. It begins full.

    Args:
        burst: the capacity in tokens, which is the largest burst.
        per_second: the tokens added per second.
        clock: returns the time in seconds. When it goes backwards, no tokens are added or removed.
    """

    def __init__(self, burst: float, per_second: float, clock: Callable[[], float]) -> None:
        self._most = self._left = burst
        self._per_second = per_second
        self._clock = clock
        self._since = clock()
        self._stopped_until = float("-inf")

    def take(self, number: float = 1) -> bool:
        """Take `number` tokens; return False, taking none, if fewer are available or `stop` is in force."""
        if self.wait(spare=number - 1) > 0:
            return False
        self._left -= number
        return True

    def wait(self, spare: float = 0) -> float:
        """Return the seconds until one token can be taken with `spare` tokens left over; 0 for now."""
        now = self._clock()
        passed = max(0.0, now - max(self._since, self._stopped_until))
        self._left = min(self._most, self._left + passed * self._per_second)
        self._since = now
        ahead = max(0.0, self._stopped_until - now)
        lacking = 1 + spare - self._left
        # Waiting for exactly the returned time must suffice, in spite of rounding errors.
        return ahead + (lacking / self._per_second if lacking > _ROUNDING else 0.0)

    def stop(self, seconds: float) -> None:
        """Allow nothing for some seconds, then start with one token and add more at the usual rate.

        An earlier stop that lasts longer stays in force.
        """
        self._stopped_until = max(self._stopped_until, self._clock() + seconds)
        self._left = 1.0


class KeyedTokenBuckets(Generic[Key]):
    """A token bucket for each key, from which requests take tokens according to their cost.

    Args:
        burst: the capacity of each bucket.
        per_second: the tokens added per second.
        clock: returns the present time.
    """

    def __init__(self, burst: float, per_second: float, clock: Clock) -> None:
        self._burst = burst
        begun = clock()

        def seconds() -> float:
            return (clock() - begun).total_seconds()

        self._limits = KeyedLimits[Key, TokenBucket](lambda _: TokenBucket(burst, per_second, seconds))

    def take(self, key: Key, cost: float) -> timedelta | None:
        """Take `cost` tokens and return None; if too few are there, take none and return how long to wait.

        A cost above the capacity counts as the capacity.
        """
        wait = self.wait(key, cost)
        if wait is None:
            self._limits.of(key).take(min(cost, self._burst))
        return wait

    def wait(self, key: Key, cost: float) -> timedelta | None:
        """Return how long to wait until `cost` tokens are available; None if they are available now.

        A cost above the capacity counts as the capacity.
        """
        wait = self._limits.of(key).wait(min(cost, self._burst) - 1)
        return timedelta(seconds=wait) if wait > 0 else None


class SlidingWindow:
    """A sliding window: at most `most` requests in any period of `seconds`.

    A caller that waits for `wait_at_pace` instead of `wait` also spreads the requests: after the first
    `burst` requests they are evenly spaced, so that no burst is followed by a long gap.

    Args:
        most: the most requests in a period.
        seconds: the length of the period.
        burst: the number of requests in a period that are not spaced.
        clock: returns the time in seconds.
    """

    def __init__(self, most: int, seconds: float, burst: int, clock: Callable[[], float]) -> None:
        self._most = most
        self._seconds = seconds
        self._burst = burst
        self._clock = clock
        self._taken: deque[float] = deque(maxlen=most)
        """The times of at most `most` requests, oldest first; `wait` drops those that no longer count."""

    def take(self) -> bool:
        """Count a request and return True if it is allowed now; otherwise count nothing and return False."""
        if self.wait() > 0:
            return False
        self.note()
        return True

    def note(self) -> None:
        """Count a request now, even if it is over the limit."""
        self._taken.append(self._clock())

    @property
    def last(self) -> float:
        """The time of the last counted request, in seconds. There must be a counted request."""
        return self._taken[-1]

    def give_back(self, taken: float) -> None:
        """Uncount a request that was counted at the time `taken` but not sent, if it still counts."""
        if taken in self._taken:
            self._taken.remove(taken)

    def wait(self, spare: int = 0) -> float:
        """Return the seconds until a request is allowed and `spare` more would be; 0 if that is so now."""
        now = self._clock()
        self._forget(now)
        too_many = len(self._taken) + spare + 1 - self._most
        return self._taken[too_many - 1] + self._seconds - now if too_many > 0 else 0.0

    def wait_at_pace(self, spare: int = 0, last: float | None = None) -> float:
        """Return the seconds until the next evenly spaced request; never fewer than `wait` returns.

        Args:
            spare: the number of further requests for which the window must have room then.
            last: the time of the last evenly spaced request, if requests that need no spacing have been
                counted since; None for the last counted request.
        """
        wait, taken = self.wait(spare), self._taken
        if len(taken) < self._burst:
            return wait
        # The shortest interval at which no request ever finds the window full: once the free places are used
        # up, each further request needs an old one to leave the window, the oldest first.
        left = self._most - spare - len(taken)
        last = taken[-1] if last is None else last
        interval = max(
            (time + self._seconds - last) / needed
            for needed, time in enumerate(taken, left + 1)
            if needed > 0
        )
        return max(wait, last + interval - self._clock(), 0.0)

    def stop(self, seconds: float) -> None:
        """Allow nothing for some seconds; after that, `most` requests evenly spaced over one period.

        If the window is full now, the pause lasts at least until its oldest request leaves it.

        Args:
            seconds: the length of the pause.
        """
        until = max(self._clock() + seconds, self._taken[0] + self._seconds if self._is_full else 0.0)
        apart = self._seconds / self._most
        self._taken.extend(until - self._seconds + apart * number for number in range(self._most))

    def copy(self, clock: Callable[[], float]) -> SlidingWindow:
        """Return a window with the same limit, the same counted requests and another clock."""
        copied = SlidingWindow(self._most, self._seconds, self._burst, clock)
        copied._taken.extend(self._taken)
        return copied

    @property
    def _is_full(self) -> bool:
        return len(self._taken) == self._most

    def _forget(self, now: float) -> None:
        while self._taken and self._taken[0] + self._seconds <= now + _ROUNDING_SECONDS:
            self._taken.popleft()


class SharedWindows(Generic[Key]):
    """A sliding window for each key, shared by several people; each gets at most a quarter of it.

    Args:
        most: the most requests for one key within `span`, of all people together.
        span: the length of the window.
        clock: returns the present time.
    """

    def __init__(self, most: int, span: timedelta, clock: Clock) -> None:
        self._most = most
        self._span = span
        self._clock = clock
        self._taken = KeyedLimits[Key, deque[tuple[datetime, int, bool]]](lambda _: deque())

    def take(self, key: Key, person: int, *, counts: bool = True) -> timedelta | None:
        """Count a request of a person and return None; if over a limit, count nothing and return the wait.

        Args:
            person: the person's id.
            counts: False to count the request only against this person's quarter, not against the others.
        """
        now = self._clock()
        taken = self._taken.of(key)
        # Entries from the future, which exist if the machine's clock was set back, are dropped too.
        while taken and not timedelta() <= now - taken[0][0] < self._span:
            taken.popleft()
        own = [at for at, taker, _ in taken if taker == person]
        too_many = own if len(own) >= self._most // _PERSONAL_SHARE else []
        shared = [at for at, _, counted in taken if counted]
        if not too_many and len(shared) >= self._most:
            too_many = shared
        if too_many:
            return too_many[0] + self._span - now
        taken.append((now, person, counts))
        return None


NEW_IN_A_CHAT = 40
"""The most new challenges and boards in a shared chat per `SPAN`; at most a quarter of them by one person."""
NEW_TO_A_PERSON = 16
"""The most challenges to one person per `SPAN`: by all strangers, by all neighbours, and by each opponent.

Neighbours have written in one shared chat with the person; opponents have played them. Each player may make
at most a quarter of these challenges. A new board that tells an opponent that a game is shared counts as one.
"""
SPAN = timedelta(minutes=10)
"""The period in which `NEW_IN_A_CHAT` and `NEW_TO_A_PERSON` are counted."""


class Closeness(Enum):
    """How well a player who challenges and the challenged player know each other."""

    STRANGER = "stranger"
    NEIGHBOUR = "neighbour"
    """Both have written in the same shared chat, but they have not played each other."""
    OPPONENT = "opponent"
    """They have played each other."""


class NewMessages:
    """Rate limits for new challenges and boards in a shared chat, and for challenges to one person.

    Turns, answers and resignations are not counted, so these limits never delay a game. Challenges to
    a player by strangers, by neighbours and by each former opponent have separate limits: a flood from many
    strange accounts cannot keep an opponent from challenging the player.
    """

    def __init__(self, clock: Clock) -> None:
        self._in_chats: SharedWindows[int] = SharedWindows(NEW_IN_A_CHAT, SPAN, clock)
        self._to_people: SharedWindows[tuple[int, Closeness | int]] = SharedWindows(
            NEW_TO_A_PERSON, SPAN, clock
        )

    def in_chat(self, chat: int, person: int) -> timedelta | None:
        """Count a challenge or board that a person asks for in a shared chat, and return None.

        If the chat or the person is over the limit, count nothing and return how long to wait.
        """
        return self._in_chats.take(chat, person)

    def to_person(
        self, other: int, person: int, closeness: Closeness, *, is_heard: bool = True
    ) -> timedelta | None:
        """Count a challenge (or a new board, when a game is shared) to another player, and return None.

        If a limit is reached, count nothing and return how long to wait.

        Args:
            other: the id of the player who is challenged.
            person: the id of the player who challenges.
            closeness: how the two know each other.
            is_heard: False if `other` has blocked `person`. The challenge then uses up nothing of the common
                limit, but `person` is still held to their quarter, so that they cannot notice the block.
        """
        own = person if closeness is Closeness.OPPONENT else closeness
        return self._to_people.take((other, own), person, counts=is_heard)
