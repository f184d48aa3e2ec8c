"""Quiet hours: the hours of a player's day in which nothing rings; times of day in a zone.

Hours are those that a clock on the wall shows. Where the clock is set forward, an hour that does not exist
begins at the moment of the change; where it is set back, what begins at an hour that comes twice begins the
first time.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from bot.sessions.values import Player

_FORM: Final = re.compile(r"([0-9]|1[0-9]|2[0-3])-([0-9]|1[0-9]|2[0-3])", re.ASCII)
_TIME: Final = re.compile(r"(0?[0-9]|1[0-9]|2[0-3])(?::([0-5][0-9]))?", re.ASCII)
_DAY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class QuietHours:
    """From which hour to which nothing rings.

    >>> str(QuietHours.parse("22-8"))
    '22-8'

    Args:
        start: the hour at which they begin, from 0 to 23.
        end: the hour at which they end.

    Raises:
        ValueError: there is no such hour, or the two are the same.
    """

    start: int
    end: int

    def __post_init__(self) -> None:
        if not {self.start, self.end} <= {*range(24)} or self.start == self.end:
            raise ValueError(f"no quiet hours: {self}")

    def __str__(self) -> str:
        return f"{self.start}-{self.end}"

    @classmethod
    def parse(cls, text: str) -> QuietHours:
        """Read `22-8`.

        Raises:
            ValueError: the text says no hours.
        """
        found = _FORM.fullmatch(text)
        if found is None:
            raise ValueError(f"no quiet hours: {text!r}")
        return cls(int(found[1]), int(found[2]))

    def holds(self, moment: datetime, zone: ZoneInfo) -> bool:
        """True if a moment is one of these hours."""
        hour = moment.astimezone(zone).hour
        if self.start < self.end:
            return self.start <= hour < self.end
        return hour >= self.start or hour < self.end

    def begun(self, moment: datetime, zone: ZoneInfo) -> datetime:
        """When the quiet hours began that hold a moment."""
        local = moment.astimezone(zone)
        before = self.start > self.end and local.hour < self.end
        return moment_of(local.date() - _DAY if before else local.date(), time(self.start), zone)

    def over(self, moment: datetime, zone: ZoneInfo) -> datetime:
        """When the quiet hours end that hold a moment."""
        local = moment.astimezone(zone)
        after = self.start > self.end and local.hour >= self.start
        return moment_of(local.date() + _DAY if after else local.date(), time(self.end), zone)


def is_quiet(player: Player, moment: datetime) -> bool:
    """True if nothing rings for a player at a moment."""
    hours = hours_of(player)
    return hours is not None and hours[0].holds(moment, hours[1])


def hours_of(player: Player) -> tuple[QuietHours, ZoneInfo] | None:
    """Return a player's quiet hours and the zone in which they are meant; without a zone there are none."""
    if player.quiet is None or player.zone is None:
        return None
    return QuietHours.parse(player.quiet), ZoneInfo(player.zone)


def after_quiet_hours(player: Player, moment: datetime) -> datetime:
    """Return a moment, or the end of the player's quiet hours that hold it."""
    hours = hours_of(player)
    while hours is not None and hours[0].holds(moment, hours[1]):
        # Once a year what lies between two quiet nights is the hour that is left out.
        moment = hours[0].over(moment, hours[1])
    return moment


def moment_of(day: date, at: time, zone: ZoneInfo) -> datetime:
    """Return the moment, in UTC, at which a clock on the wall shows a time of day, or would have shown it.

    A time that comes twice is meant the first time. One that a clock set forward leaves out is counted by the
    time before the change: with an hour left out, 02:30 comes when the clock shows 03:30.
    """
    return datetime.combine(day, at, zone).astimezone(UTC)


def parse_time(text: str) -> time:
    """Read a time of day: `09:00`, `9:00` or `9`.

    Raises:
        ValueError: the text says none.
    """
    found = _TIME.fullmatch(text)
    if found is None:
        raise ValueError(f"no time of day: {text!r}")
    return time(int(found[1]), int(found[2] or 0))


def next_at(at: time, after: datetime, zone: ZoneInfo) -> datetime:
    """Return the first moment after another at which a clock on the wall shows a time of day."""
    day = after.astimezone(zone).date()
    moments = (moment_of(each, at, zone) for each in (day - _DAY, day, day + _DAY, day + 2 * _DAY))
    return next(moment for moment in moments if moment > after)
