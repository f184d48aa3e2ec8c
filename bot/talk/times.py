"""Times: writes durations and times in words, and finds time zones by what people type."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cache
from importlib.resources import files
from typing import Final
from zoneinfo import ZoneInfo

from bot.rules import TimeControl
from bot.sessions import EndedHoliday, Holiday
from bot.sessions.errors import Refusal
from bot.talk.catalog import Words
from bot.talk.reply import Timestamp

_HOUR = timedelta(hours=1)
_DAYS_OF_A_WEEK = 7


def time_words(words: Words, time: timedelta, *, short: bool = False) -> str:
    """Return a duration in words: in days and hours, or in minutes if it is under an hour.

    It is rounded down, so that players never count on time that they do not have.

    Args:
        short: True to abbreviate the units to letters.
    """
    hours = time // _HOUR
    if hours < 1:
        minutes = max(0, time // timedelta(minutes=1))
        return words.words("time-short-minutes" if short else "time-minutes", count=minutes)
    days, hours = divmod(hours, 24)
    parts = [words.words("time-short-days" if short else "time-days", count=days)] if days else []
    parts += [words.words("time-short-hours" if short else "time-hours", count=hours)] if hours else []
    return " ".join(parts)


def control_words(words: Words, control: TimeControl) -> str:
    """Return a time control in words: the time for each turn; or the bank, its increment and its maximum."""
    if control.is_for_each_turn and control.start == control.most:
        return words.words("clock-turn", time=time_words(words, control.start))
    start, more, most = (time_words(words, time) for time in (control.start, control.per_turn, control.most))
    return words.words("clock-bank", start=start, more=more, most=most)


def day_words(words: Words, day: date) -> str:
    """Return a date in words, such as "24 Dec"."""
    return words.words("day", day=str(day.day), month=words.words("month", number=day.month))


def holiday_days(words: Words, holiday: Holiday | EndedHoliday) -> str:
    """Return the first and last day of a holiday in words; one day alone if they are the same."""
    if holiday.first == holiday.last:
        return day_words(words, holiday.first)
    first, last = day_words(words, holiday.first), day_words(words, holiday.last)
    return words.words("holidays-days", first=first, last=last)


def timestamp(words: Words, at: datetime, zone: str | None, now: datetime) -> Timestamp:
    """Return a time as weekday and time of day, with the date if it is not today or in the next six days.

    Args:
        at: the time.
        zone: the time zone of the reader or their chat; if None, the text is in UTC and says so.
        now: the current time.
    """
    there = zone_of(zone)
    local, today = at.astimezone(there or UTC), now.astimezone(there or UTC).date()
    weekday, time = words.words("weekday", number=local.isoweekday()), f"{local:%H:%M}"
    if 0 <= (local.date() - today).days < _DAYS_OF_A_WEEK:  # Within a week a weekday is unambiguous.
        text = words.words("moment-near", weekday=weekday, time=time)
    else:
        day, month = str(local.day), words.words("month", number=local.month)
        text = words.words("moment-far", weekday=weekday, day=day, month=month, time=time)
    return Timestamp(at, text if there is not None else words.words("moment-utc", moment=text))


_PLACEHOLDER_ZONE: Final = "Factory"
"""A placeholder in the time zone database for machines without a configured zone; it is no player's zone."""


def find_zone(typed: str) -> str:
    """Return the full name of a typed time zone: `Europe/Berlin` for `europe/berlin`, or for `Berlin`.

    A city's name alone is enough if only one zone of an inhabited place has it, or else only one other zone.

    Raises:
        Refusal: no zone has this name, or several do.
    """
    known, name = _zones(), "_".join(typed.casefold().split())
    for found in (known.by_name.get(name, ()), known.by_place.get(name, ()), known.by_city.get(name, ())):
        if len(found) == 1:
            return found[0]
        if found:
            raise Refusal("several-zones", typed=typed, names=found)
    raise Refusal("no-such-zone", typed=typed)


def zone_names() -> tuple[str, ...]:
    """Return the zone names to suggest: those of all inhabited places, then the unambiguous city names."""
    known = _zones()
    places = sorted(found[0] for found in known.by_name.values() if found[0] in known.places)
    cities = (_city(place) for place in places if len(known.by_place[_city(place).casefold()]) == 1)
    return (*places, *cities)


def zone_of(name: str | None) -> ZoneInfo | None:
    """Return the time zone with this exact full name, such as `Europe/Berlin`; None if there is none."""
    known = _zones().by_name
    return ZoneInfo(name) if name is not None and known.get(name.casefold()) == (name,) else None


@dataclass(frozen=True, slots=True)
class _Zones:
    """Indexes of zone names, with lower-case keys.

    Args:
        places: the canonical zones of inhabited places; all other names are aliases or have no place.
        by_name: all zones by full name, each as the only element of a tuple.
        by_place: the zones in `places` by city (the last part of the name).
        by_city: all zones by city.
    """

    places: frozenset[str]
    by_name: Mapping[str, tuple[str, ...]]
    by_place: Mapping[str, tuple[str, ...]]
    by_city: Mapping[str, tuple[str, ...]]


@cache
def _zones() -> _Zones:
    """Read the zone lists of the tzdata package; cached. It is faster than walking the system's folders."""
    names = [name for name in _lines("zones") if name != _PLACEHOLDER_ZONE]
    table = (line.split("\t") for line in _lines("zoneinfo/zone.tab") if not line.startswith("#"))
    places = frozenset(row[2] for row in table)
    return _Zones(
        places,
        {name.casefold(): (name,) for name in names},
        _by_city(name for name in names if name in places),
        _by_city(names),
    )


def _lines(name: str) -> list[str]:
    return files("tzdata").joinpath(name).read_text("utf-8").splitlines()


def _by_city(names: Iterable[str]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for name in names:
        city = _city(name).casefold()
        found[city] = (*found.get(city, ()), name)
    return found


def _city(name: str) -> str:
    return name.rpartition("/")[2]
