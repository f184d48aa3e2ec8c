"""Dates: parsing of typed days, times of day and quiet hours."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from bot.sessions import QuietHours, parse_time
from bot.sessions.errors import Refusal
from bot.talk.input.keywords import Keyword, keyword_of
from bot.talk.input.signs import plain_signs

_ISO = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})", re.ASCII)
_DOTTED = re.compile(r"([0-9]{1,2})\.([0-9]{1,2})(?:\.([0-9]{4})?)?", re.ASCII)


def read_days(typed: Sequence[str], today: date) -> tuple[date, date] | None:
    """Parse one day or a range of days into its first and last day; None if the words are no days.

    A day is typed as `2026-12-24`, `24.12.2026` or `24.12`. Without a year it is the next such day: the first
    day from today on, the last from the first on. Days with a year may be past.

    Args:
        today: the current date in the player's time zone.
    """
    seen = map(plain_signs, typed)
    words = [word for word in seen if word != "-" and keyword_of(word) is not Keyword.TO]
    if len(words) not in (1, 2):
        return None
    first = _read(words[0], today)
    last = None if first is None else _read(words[-1], first)
    return None if first is None or last is None else (first, last)


def _read(word: str, earliest: date) -> date | None:
    if found := _ISO.fullmatch(word):
        return _day(int(found[1]), int(found[2]), int(found[3]))
    found = _DOTTED.fullmatch(word)
    if found is None:
        return None
    day, month = int(found[1]), int(found[2])
    if found[3]:
        return _day(int(found[3]), month, day)
    # Leap years are at most eight years apart (2096 and 2104), so nine years always have a 29 February.
    coming = (_day(earliest.year + years, month, day) for years in range(9))
    return next((each for each in coming if each is not None and each >= earliest), None)


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


_HOURS = re.compile(r"0?(\d{1,2})(?::00)?\s*[-–—]\s*0?(\d{1,2})(?::00)?", re.ASCII)


def quiet_hours(typed: str) -> str:
    """Return typed quiet hours, such as `22:00 – 08:00` or `22-8`, in the stored form `22-8`.

    Raises:
        Refusal: the text is not a range of hours.
    """
    hours = _HOURS.fullmatch(typed)
    try:
        return str(QuietHours.parse("-".join(hours.groups()) if hours else typed))
    except ValueError:
        raise Refusal("no-such-hours") from None


def time_of_day(typed: str) -> str:
    """Return a typed time of day, such as `9` or `9:00`, in the stored form `09:00`.

    Raises:
        Refusal: the text is not a time of day.
    """
    try:
        return f"{parse_time(typed):%H:%M}"
    except ValueError:
        raise Refusal("no-such-time") from None
