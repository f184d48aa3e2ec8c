"""Promises: the deadlines and times that texts state, read as a person in Berlin reads them."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from bot.talk.catalog import words_in
from tests.scenario.stage import BERLIN

_STAMP = re.compile(r"<t:([0-9]+):f>")


def stamped(text: str) -> datetime:
    """Return the only moment that a text states in Discord's markup."""
    (seconds,) = set(_STAMP.findall(text))
    return datetime.fromtimestamp(int(seconds), UTC)


def written(text: str, language: str, now: datetime) -> datetime:
    """Return the only moment that a text states as a weekday and a time, within six days from now."""
    words, today = words_in(language), now.astimezone(BERLIN).date()
    found = set()
    for days in range(7):
        day = today + timedelta(days)
        weekday = words.words("weekday", number=day.isoweekday())
        for hour, minute in re.findall(rf"\b{weekday} ([0-9]{{2}}):([0-9]{{2}})\.", text):
            found.add(datetime(day.year, day.month, day.day, int(hour), int(minute), tzinfo=BERLIN))
    (moment,) = found
    return moment.astimezone(UTC)


def left(text: str, language: str) -> timedelta:
    """Return the time left that the only such line in a list of games states."""
    words = words_in(language)
    line = re.escape(words.words("games-time-left", time="TIME")).replace("TIME", "(.+)")
    (time,) = re.findall(line, text)
    found = timedelta()
    for key, unit in (("days", timedelta(days=1)), ("hours", timedelta(hours=1))):
        part = re.escape(words.words(f"time-short-{key}", count=0)).replace("0", "([0-9]+)")
        found += sum((int(count) * unit for count in re.findall(part, time)), timedelta())
    return found
