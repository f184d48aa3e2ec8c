"""Rate limits: how much one person may ask for, and how many new messages a chat or a person is sent.

They are kept in memory: a restart forgives everybody, which is harmless.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum
from typing import Any, Generic, TypeVar

Clock = Callable[[], datetime]

Key = TypeVar("Key", bound="Hashable")

_MOST_KEYS = 10_000
"""So many people or chats are remembered; who was quiet longest is forgotten first, and begins anew."""

_A_QUARTER = 4


@dataclass(slots=True)
class _Level:
    """How much was left at a moment."""

    left: float
    at: datetime


class TokenBuckets(Generic[Key]):
    """For each key so much at once, and so much a second in the long run.

    Args:
        at_once: how much a key that was quiet may take at once.
        per_second: how much comes back every second.
        clock: what time it is. One that is set back gives nothing back meanwhile, and takes nothing away.
    """

    def __init__(self, at_once: float, per_second: float, clock: Clock) -> None:
        self._at_once = at_once
        self._per_second = per_second
        self._clock = clock
        self._levels: OrderedDict[Key, _Level] = OrderedDict()

    def take(self, key: Key, cost: float) -> timedelta | None:
        """Take what something costs; if that is not there, take nothing and return how long to wait for it.

        What costs more than a key may ever take costs all of that.
        """
        wait = self.wait(key, cost)
        if wait is None:
            self._level(key).left -= min(cost, self._at_once)
        return wait

    def wait(self, key: Key, cost: float) -> timedelta | None:
        """Return how long to wait for what something costs; nothing, if that is there."""
        lacking = min(cost, self._at_once) - self._level(key).left
        return timedelta(seconds=lacking / self._per_second) if lacking > 0 else None

    def _level(self, key: Key) -> _Level:
        now = self._clock()
        level = self._levels.setdefault(key, _Level(self._at_once, now))
        self._levels.move_to_end(key)
        _bound(self._levels)
        passed = max(0.0, (now - level.at).total_seconds())
        level.left = min(self._at_once, level.left + passed * self._per_second)
        level.at = now
        return level


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
        self._taken: OrderedDict[Key, deque[tuple[datetime, int, bool]]] = OrderedDict()

    def take(self, key: Key, person: int, *, counts: bool = True) -> timedelta | None:
        """Take one for a person; if that is too much, take nothing and return how long to wait for it.

        Args:
            key: the key.
            person: the person.
            counts: whether it leaves less to others.
        """
        now = self._clock()
        taken = self._taken.setdefault(key, deque())
        self._taken.move_to_end(key)
        _bound(self._taken)
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


def _bound(kept: OrderedDict[Key, Any]) -> None:
    while len(kept) > _MOST_KEYS:
        kept.popitem(last=False)


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
