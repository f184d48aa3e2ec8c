"""Clocks: parsing of typed time controls: `3 days`, `bank 7d+1d`, `no clock`."""

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
    # Clocks are whole hours. Minutes are parsed so that `30m` gets a reason and not "not understood".
    Keyword.MINUTES: timedelta(minutes=1),
    Keyword.HOURS: timedelta(hours=1),
    Keyword.DAYS: timedelta(days=1),
    Keyword.WEEKS: timedelta(weeks=1),
}


@dataclass(frozen=True, slots=True)
class TypedClock:
    """The clock that a player typed.

    Args:
        control: the time control; None if the player typed `no clock`.
    """

    control: TimeControl | None


def take_clock(typed: Sequence[str]) -> tuple[TypedClock | None, list[str]]:
    """Take the clock out of typed words; return it, or None if there is none, and the other words.

    A single time is for each turn: `3 days`, `12h`, `3 days per move`. A bank such as `7d+1d<10d` starts with
    7 days, gains 1 day a turn, and grows to at most 10 days. Without a maximum, it never grows beyond its
    start.

    Raises:
        Refusal: the rules allow no such clock.
        Refusal: the words contain more than one clock.
    """
    left, rest = list(typed), list[str]()
    found: TypedClock | None = None
    while left:
        clock, count = clock_at(left)
        if clock is None:
            rest.append(left.pop(0))
            continue
        if found is not None:
            raise Refusal("two-clocks")
        found = clock
        del left[:count]
    return found, rest


def reads_as_clock(text: str) -> bool:
    """Return True if a text is a time control or `no clock`, without other words."""
    try:
        clock, rest = take_clock(text.split())
    except Refusal:
        return False
    return clock is not None and not rest


def clock_at(words: Sequence[str]) -> tuple[TypedClock | None, int]:
    """Return the clock at the start of the words and its number of words; None and 0 if there is none.

    Raises:
        Refusal: the rules allow no such clock, or `bank` is not followed by a time and an increment.
    """
    first, *others = [keyword_of(word) for word in words[:2]] or [None]
    # Russian has one word for a clock and for hours, which is read as hours.
    if first is Keyword.NO and others and others[0] in (Keyword.CLOCK, Keyword.HOURS):
        return TypedClock(None), 2
    named = 1 if first in (Keyword.BANK, Keyword.CLOCK) else 0
    while named < len(words) and keyword_of(words[named]) in (Keyword.AT, Keyword.OF):
        named += 1
    found = _clock_pattern().match(" ".join(words[named:]))
    if found is None:
        if first is Keyword.BANK:
            raise Refusal("no-such-clock")
        return _one_unit(words, named)
    start, per_turn, most = (_time(found[at], found[at + 1]) for at in (1, 3, 5))
    if first is Keyword.BANK and per_turn is None:
        raise Refusal("no-such-clock")
    count = named + len(found[0].split())
    return TypedClock(_control(start, per_turn, most)), count + _count_per_turn(words[count:])


def _one_unit(words: Sequence[str], at: int) -> tuple[TypedClock | None, int]:
    """Return the clock of words such as `a day per move`, which have no number, and the number of words.

    Args:
        at: the number of words before the time.
    """
    at += at < len(words) and keyword_of(words[at]) is Keyword.ARTICLE
    unit = keyword_of(words[at]) if at < len(words) else None
    behind = _count_per_turn(words[at + 1 :])
    if unit not in _UNITS or not behind:
        return None, 0
    return TypedClock(_control(_UNITS[unit], None, None)), at + 1 + behind


def _count_per_turn(words: Sequence[str]) -> int:
    """Return how many words after a time only say that it is for each turn: `per move`, `for every turn`."""
    for count, word in enumerate(words, 1):
        keyword = keyword_of(word)
        if keyword is Keyword.TURN:
            return count
        if keyword not in (Keyword.EACH, Keyword.ARTICLE):
            break
    return 0


def _time(number: str | None, unit: str | None) -> timedelta | None:
    """Return a number of minutes, hours, days or weeks as a time; None if either part is missing.

    Raises:
        Refusal: the time is too long to represent.
    """
    if number is None or unit is None or (keyword := keyword_of(unit)) is None:
        return None
    try:
        return int(number) * _UNITS[keyword]
    except OverflowError as error:
        raise Refusal("no-such-clock") from error


def _control(start: timedelta | None, per_turn: timedelta | None, most: timedelta | None) -> TimeControl:
    """Return the time control of a bank; a missing increment or maximum is equal to the starting time.

    Raises:
        Refusal: the starting time is missing, or the rules allow no such time control.
    """
    if start is None:
        raise Refusal("no-such-clock")
    try:
        return TimeControl(start, start if per_turn is None else per_turn, start if most is None else most)
    except ValueError as error:
        raise Refusal("no-such-clock") from error


@cache
def _clock_pattern() -> re.Pattern[str]:
    """Return the pattern of a typed time or bank, with the units of all languages."""
    # Longest first: a regular expression takes the first alternative that matches.
    units = sorted((form for keyword in _UNITS for form in forms_of(keyword)), key=len, reverse=True)
    time = rf"([0-9]+) ?({'|'.join(map(re.escape, units))})"
    return re.compile(rf"{time}(?: ?\+ ?{time}(?: ?< ?{time})?)?(?= |$)", re.IGNORECASE)
