"""Quiet hours: the moments they cover, over both changes of summer time."""

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
    """Return the moment when a clock in Berlin shows this time, the first or (`fold=1`) the second time."""
    return datetime.fromisoformat(text).replace(tzinfo=BERLIN, fold=fold)


@pytest.mark.parametrize("text", ["22-8", "0-23", "13-14"])
def test_quiet_hours_round_trip(text: str) -> None:
    """The text of quiet hours parses to the same hours."""
    assert str(QuietHours.parse(text)) == text


@pytest.mark.parametrize("text", ["", "22", "22-24", "8-8", "-1-8", "22-08", "22:00-8:00", "٢٢-٨", "22-8 "])
def test_invalid_quiet_hours_are_refused(text: str) -> None:
    """Impossible hours, two equal hours, and any other text are refused."""
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
def test_quiet_hours_follow_local_time(hours: str, at: str, quiet: bool) -> None:
    """Quiet hours include their first minute and exclude their end, also over midnight."""
    assert QuietHours.parse(hours).holds(berlin(at), BERLIN) is quiet


@given(
    pair=HOURS,
    zone=st.sampled_from(ZONES),
    moment=st.datetimes(datetime(2026, 1, 1), datetime(2027, 1, 1), timezones=st.just(UTC)),  # noqa: DTZ001 (the zone is an argument)
)
def test_quiet_hours_surround_each_moment_they_hold(
    pair: tuple[int, int], zone: str, moment: datetime
) -> None:
    """Every moment from the beginning of quiet hours to their end is quiet, over any clock change."""
    hours, there = QuietHours(*pair), ZoneInfo(zone)
    if not hours.holds(moment, there):
        return
    begun, over = hours.begun(moment, there), hours.over(moment, there)
    assert begun <= moment < over <= begun + timedelta(hours=25)
    step = (over - begun) / 50
    assert all(hours.holds(begun + step * part, there) for part in range(50))


def test_a_night_is_an_hour_shorter_in_spring_and_longer_in_autumn() -> None:
    """Quiet hours from 22 to 8 last nine hours in the spring change and eleven in the autumn one."""
    night = QuietHours(22, 8)
    for at, length in (("2026-03-29 01:00", 9), ("2026-10-25 01:00", 11), ("2026-11-20 01:00", 10)):
        moment = berlin(at)
        assert night.over(moment, BERLIN) - night.begun(moment, BERLIN) == timedelta(hours=length)


def test_an_hour_that_comes_twice_is_quiet_twice() -> None:
    """Quiet hours from 2 to 3 cover both hours of the autumn change as one span."""
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
    """02:30 comes an hour later on a day that skips it, and the first time on a day that has it twice."""
    moment = moment_of(datetime.fromisoformat(day).date(), time(2, 30), BERLIN)
    assert moment == utc(f"{day} {at}")


@given(
    zone=st.sampled_from(ZONES),
    at=st.times().map(lambda each: each.replace(second=0, microsecond=0)),
    start=st.datetimes(datetime(2026, 1, 1), datetime(2026, 12, 1), timezones=st.just(UTC)),  # noqa: DTZ001 (the zone is an argument)
)
def test_a_time_of_day_comes_once_a_day(zone: str, at: time, start: datetime) -> None:
    """A time of day comes a day apart, plus or minus the hour of a clock change."""
    there = ZoneInfo(zone)
    first = next_at(at, start, there)
    second = next_at(at, first, there)
    assert start < first <= start + timedelta(hours=25)
    assert timedelta(hours=23) <= second - first <= timedelta(hours=25)


@pytest.mark.parametrize(("text", "meant"), [("09:00", time(9)), ("9:05", time(9, 5)), ("23", time(23))])
def test_a_time_of_day_is_parsed(text: str, meant: time) -> None:
    """A time of day is parsed with and without minutes."""
    assert parse_time(text) == meant


@pytest.mark.parametrize("text", ["", "24:00", "9:60", "9.30", "-1", "9:5", "morning"])
def test_an_invalid_time_of_day_is_refused(text: str) -> None:
    """Text that is not a time of day is refused."""
    with pytest.raises(ValueError, match="no time of day"):
        parse_time(text)
