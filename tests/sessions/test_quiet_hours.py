"""Quiet hours: which moments they hold, and both changes of summer time."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, strategies as st

from bot.sessions.quiet_hours import QuietHours, moment_of, next_at, parse_time

BERLIN = ZoneInfo("Europe/Berlin")
ZONES = (
    "Europe/Berlin",
    "Europe/London",
    "America/New_York",
    "Asia/Beirut",
    "Australia/Lord_Howe",
    "Asia/Tokyo",
)
HOURS = st.tuples(st.integers(0, 23), st.integers(0, 23)).filter(lambda pair: pair[0] != pair[1])


def utc(text: str) -> datetime:
    """Return a moment in UTC."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def berlin(text: str, fold: int = 0) -> datetime:
    """Return the moment at which a clock in Berlin shows something, the first or the second time."""
    return datetime.fromisoformat(text).replace(tzinfo=BERLIN, fold=fold)


@pytest.mark.parametrize("text", ["22-8", "0-23", "13-14"])
def test_quiet_hours_are_read_as_they_are_written(text: str) -> None:
    """The text form of quiet hours reads back as the same hours."""
    assert str(QuietHours.parse(text)) == text


@pytest.mark.parametrize("text", ["", "22", "22-24", "8-8", "-1-8", "22-08", "22:00-8:00", "٢٢-٨", "22-8 "])
def test_what_says_no_hours_is_refused(text: str) -> None:
    """Hours that do not exist, two that are the same, and any other text are no quiet hours."""
    with pytest.raises(ValueError, match="no quiet hours"):
        QuietHours.parse(text)


@pytest.mark.parametrize(
    ("hours", "at", "quiet"),
    [
        ("22-8", "2026-11-20 21:59", False),
        ("22-8", "2026-11-20 22:00", True),
        ("22-8", "2026-11-21 07:59", True),
        ("22-8", "2026-11-21 08:00", False),
        ("13-15", "2026-11-20 12:59", False),
        ("13-15", "2026-11-20 13:00", True),
        ("13-15", "2026-11-20 15:00", False),
    ],
)
def test_quiet_hours_are_those_of_the_clock_on_the_wall(hours: str, at: str, quiet: bool) -> None:
    """They hold their first minute and not the one at which they end, over midnight too."""
    assert QuietHours.parse(hours).holds(berlin(at), BERLIN) is quiet


@given(
    pair=HOURS,
    zone=st.sampled_from(ZONES),
    moment=st.datetimes(datetime(2026, 1, 1), datetime(2027, 1, 1), timezones=st.just(UTC)),  # noqa: DTZ001 (its zone stands beside)
)
def test_quiet_hours_begin_before_and_end_after_what_they_hold(
    pair: tuple[int, int], zone: str, moment: datetime
) -> None:
    """Around a quiet moment everything is quiet from the beginning on and until the end, over any change."""
    hours, there = QuietHours(*pair), ZoneInfo(zone)
    if not hours.holds(moment, there):
        return
    begun, over = hours.begun(moment, there), hours.over(moment, there)
    assert begun <= moment < over <= begun + timedelta(hours=25)
    step = (over - begun) / 50
    assert all(hours.holds(begun + step * part, there) for part in range(50))


def test_a_night_is_an_hour_shorter_in_spring_and_longer_in_autumn() -> None:
    """From 22 to 8 there are nine hours over the one change of summer time, and eleven over the other."""
    night = QuietHours(22, 8)
    for at, length in (("2026-03-29 01:00", 9), ("2026-10-25 01:00", 11), ("2026-11-20 01:00", 10)):
        moment = berlin(at)
        assert night.over(moment, BERLIN) - night.begun(moment, BERLIN) == timedelta(hours=length)


def test_an_hour_that_comes_twice_is_quiet_twice() -> None:
    """Quiet hours from 2 to 3 hold both hours that the clock calls two, and are one span of two hours."""
    hours = QuietHours(2, 3)
    for fold in (0, 1):
        moment = berlin("2026-10-25 02:30", fold)
        assert hours.holds(moment, BERLIN)
        assert hours.begun(moment, BERLIN) == utc("2026-10-25 00:00")
        assert hours.over(moment, BERLIN) == utc("2026-10-25 02:00")


@pytest.mark.parametrize(
    ("day", "at"),
    [("2026-03-28", "01:30"), ("2026-03-29", "01:30"), ("2026-03-30", "00:30"), ("2026-10-25", "00:30")],
)
def test_half_past_two_comes_on_every_day(day: str, at: str) -> None:
    """02:30 comes an hour later by the clock where it is left out, the first time where it is twice."""
    moment = moment_of(datetime.fromisoformat(day).date(), time(2, 30), BERLIN)
    assert moment == utc(f"{day} {at}")


@given(
    zone=st.sampled_from(ZONES),
    at=st.times().map(lambda each: each.replace(second=0, microsecond=0)),
    start=st.datetimes(datetime(2026, 1, 1), datetime(2026, 12, 1), timezones=st.just(UTC)),  # noqa: DTZ001 (its zone stands beside)
)
def test_a_time_of_day_comes_once_a_day(zone: str, at: time, start: datetime) -> None:
    """From one to the next it is a day, give or take the hour by which the clock is set."""
    there = ZoneInfo(zone)
    first = next_at(at, start, there)
    second = next_at(at, first, there)
    assert start < first <= start + timedelta(hours=25)
    assert timedelta(hours=23) <= second - first <= timedelta(hours=25)


@pytest.mark.parametrize(("text", "meant"), [("09:00", time(9)), ("9:05", time(9, 5)), ("23", time(23))])
def test_a_time_of_day_is_read(text: str, meant: time) -> None:
    """A time of day is read with its minutes and without them."""
    assert parse_time(text) == meant


@pytest.mark.parametrize("text", ["", "24:00", "9:60", "9.30", "-1", "9:5", "morning"])
def test_what_is_no_time_of_day_is_refused(text: str) -> None:
    """What a clock cannot show is no time of day."""
    with pytest.raises(ValueError, match="no time of day"):
        parse_time(text)
