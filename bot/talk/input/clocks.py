"""Clocks: how much time a game's players are to have, as it is typed: `3 days`, `bank 7d+1d`, `no clock`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from typing import Final

from bot.rules import TimeControl
from bot.sessions.errors import Refusal
from bot.talk.input.keywords import Keyword, forms_of, keyword_of

_UNITS: Final = {
    Keyword.MINUTES: timedelta(minutes=1),  # read so that they can be refused in words
    Keyword.HOURS: timedelta(hours=1),
    Keyword.DAYS: timedelta(days=1),
    Keyword.WEEKS: timedelta(weeks=1),
}


@dataclass(frozen=True, slots=True)
class TypedClock:
    """A clock that was typed.

    Args:
        control: how much time the players have; nothing, if there is to be no clock.
    """

    control: TimeControl | None


def take_clock(typed: Sequence[str]) -> tuple[TypedClock | None, list[str]]:
    """Return the clock that words tell of, if they do, and the other words.

    A time alone is for each turn: `3 days`, `12h`. A bank says with what it begins, what comes with each
    turn, and how much it holds at most: `7d+1d<10d`; without the last that is what it begins with.

    Raises:
        Refusal: no game can have that clock.
        Refusal: more than one was typed.
    """
    left, rest = list(typed), list[str]()
    found: TypedClock | None = None
    while left:
        clock, count = _clock_at(left)
        if clock is None:
            rest.append(left.pop(0))
            continue
        if found is not None:
            raise Refusal("two-clocks")
        found = clock
        del left[:count]
    return found, rest


def reads_as_clock(text: str) -> bool:
    """Return True if a text says how much time there is, or that there is no clock, and nothing else."""
    try:
        clock, rest = take_clock(text.split())
    except Refusal:
        return False
    return clock is not None and not rest


def _clock_at(words: Sequence[str]) -> tuple[TypedClock | None, int]:
    """Return the clock with which words begin, if they do, and how many words that takes."""
    first, *others = [keyword_of(word) for word in words[:2]]
    # Russian has one word for a clock and for hours.
    if first is Keyword.NO and others and others[0] in (Keyword.CLOCK, Keyword.HOURS):
        return TypedClock(None), 2
    named = 1 if first in (Keyword.BANK, Keyword.CLOCK) else 0
    found = _written().match(" ".join(words[named:]))
    if found is None:
        if first is Keyword.BANK:
            raise Refusal("no-such-clock")
        return None, 0
    start, per_turn, most = (_time(found[at], found[at + 1]) for at in (1, 3, 5))
    if first is Keyword.BANK and per_turn is None:
        raise Refusal("no-such-clock")
    return TypedClock(_control(start, per_turn, most)), named + len(found[0].split())


def _time(number: str | None, unit: str | None) -> timedelta | None:
    """Return a time that was typed, if it was.

    Raises:
        Refusal: nobody has that long.
    """
    if number is None or unit is None or (keyword := keyword_of(unit)) is None:
        return None
    try:
        return int(number) * _UNITS[keyword]
    except OverflowError as error:
        raise Refusal("no-such-clock") from error


def _control(start: timedelta | None, per_turn: timedelta | None, most: timedelta | None) -> TimeControl:
    """Return a time control.

    Raises:
        Refusal: there is none like that.
    """
    if start is None:
        raise Refusal("no-such-clock")
    try:
        return TimeControl(start, start if per_turn is None else per_turn, start if most is None else most)
    except ValueError as error:
        raise Refusal("no-such-clock") from error


@cache
def _written() -> re.Pattern[str]:
    """Return the form in which times are typed, in all languages."""
    units = sorted((form for keyword in _UNITS for form in forms_of(keyword)), key=len, reverse=True)
    time = rf"([0-9]+) ?({'|'.join(map(re.escape, units))})"
    return re.compile(rf"{time}(?: ?\+ ?{time}(?: ?< ?{time})?)?(?= |$)", re.IGNORECASE)
