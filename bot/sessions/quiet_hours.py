"""Quiet hours: the hours of a day in which a player's notifications are silent, and local times of day.

Hours are in the player's time zone. When daylight saving begins, a time in the skipped hour comes one hour
later by the clock. When it ends, a time that occurs twice means its first occurrence.
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
    """A daily range of whole hours, which may pass midnight.

    >>> str(QuietHours.parse("22-8"))
    '22-8'

    Args:
        start: the first quiet hour, from 0 to 23.
        end: the hour at whose beginning the quiet hours end, from 0 to 23.

    Raises:
        ValueError: an hour is out of range, or both are the same.
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
        """Parse a text such as `22-8`.

        Raises:
            ValueError: the text has another form, or both hours are the same.
        """
        found = _FORM.fullmatch(text)
        if found is None:
            raise ValueError(f"no quiet hours: {text!r}")
        return cls(int(found[1]), int(found[2]))

    def holds(self, moment: datetime, zone: ZoneInfo) -> bool:
        """Return True if a moment falls into these hours."""
        hour = moment.astimezone(zone).hour
        if self.start < self.end:
            return self.start <= hour < self.end
        return hour >= self.start or hour < self.end

    def begun(self, moment: datetime, zone: ZoneInfo) -> datetime:
        """Return when the quiet hours that contain a moment began; the moment must lie in quiet hours."""
        local = moment.astimezone(zone)
        before = self.start > self.end and local.hour < self.end
        return moment_of(local.date() - _DAY if before else local.date(), time(self.start), zone)

    def over(self, moment: datetime, zone: ZoneInfo) -> datetime:
        """Return when the quiet hours that contain a moment end; the moment must lie in quiet hours."""
        local = moment.astimezone(zone)
        after = self.start > self.end and local.hour >= self.start
        return moment_of(local.date() + _DAY if after else local.date(), time(self.end), zone)


def is_quiet(player: Player, moment: datetime) -> bool:
    """Return True if a moment falls into a player's quiet hours; False if the player has none."""
    hours = hours_of(player)
    return hours is not None and hours[0].holds(moment, hours[1])


def hours_of(player: Player) -> tuple[QuietHours, ZoneInfo] | None:
    """Return a player's quiet hours and time zone; None if either is not set."""
    if player.quiet is None or player.zone is None:
        return None
    return QuietHours.parse(player.quiet), ZoneInfo(player.zone)


def after_quiet_hours(player: Player, moment: datetime) -> datetime:
    """Return the end of the player's quiet hours that contain a moment; outside them the moment itself."""
    hours = hours_of(player)
    while hours is not None and hours[0].holds(moment, hours[1]):
        # A loop, because daylight saving can skip the only free hour of a player with 23 quiet hours.
        moment = hours[0].over(moment, hours[1])
    return moment


def moment_of(day: date, at: time, zone: ZoneInfo) -> datetime:
    """Return the moment, in UTC, of a local date and time.

    A time that occurs twice means its first occurrence. A time that daylight saving skips is computed with
    the offset before the change: 02:30 comes when clocks show 03:30.
    """
    return datetime.combine(day, at, zone).astimezone(UTC)


def parse_time(text: str) -> time:
    """Parse a time of day: `09:00`, `9:00` or `9`.

    Raises:
        ValueError: the text has another form.
    """
    found = _TIME.fullmatch(text)
    if found is None:
        raise ValueError(f"no time of day: {text!r}")
    return time(int(found[1]), int(found[2] or 0))


def next_at(at: time, after: datetime, zone: ZoneInfo) -> datetime:
    """Return the first moment later than `after` at which clocks in a time zone show the time `at`."""
    day = after.astimezone(zone).date()
    moments = (moment_of(each, at, zone) for each in (day - _DAY, day, day + _DAY, day + 2 * _DAY))
    return next(moment for moment in moments if moment > after)
