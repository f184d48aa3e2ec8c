from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.talk.catalog import LANGUAGES, words_in
from bot.talk.times import time_words, timestamp

BERLIN = "Europe/Berlin"


def moment(at: datetime, zone: str | None, now: datetime, language: str = "en") -> str:
    """Return the text of a moment."""
    return timestamp(words_in(language), at, zone, now).text


def utc(month: int, day: int, hour: int = 12, minute: int = 0) -> datetime:
    """Return a moment of 2026 in UTC."""
    return datetime(2026, month, day, hour, minute, tzinfo=UTC)


NOW = utc(3, 2)  # a Monday


@pytest.mark.parametrize(
    ("at", "english", "russian"),
    [
        (utc(3, 2, 17), "Mon 18:00", "пн 18:00"),
        (utc(3, 3, 17), "Tue 18:00", "вт 18:00"),
        (utc(3, 8, 22, 59), "Sun 23:59", "вс 23:59"),
        (utc(3, 8, 23), "Mon 9 Mar, 00:00", "пн 9 марта, 00:00"),
        (utc(5, 1, 4, 5), "Fri 1 May, 06:05", "пт 1 мая, 06:05"),
        (utc(2, 28, 17), "Sat 28 Feb, 18:00", "сб 28 февраля, 18:00"),
    ],
)
def test_a_moment_has_weekday_and_time(at: datetime, english: str, russian: str) -> None:
    """A moment more than six days away, or in the past, also has a date, because its weekday is ambiguous."""
    assert [moment(at, BERLIN, NOW, language) for language in LANGUAGES] == [english, russian]


def test_a_moment_without_a_zone_is_in_utc() -> None:
    """Without a valid zone the text says UTC."""
    assert moment(utc(3, 3, 17), None, NOW) == "Tue 17:00 UTC"
    assert moment(utc(3, 3, 17), "Mars/Olympus", NOW, "ru") == "вт 17:00 UTC"
    assert moment(utc(3, 3, 17), "UTC", NOW) == "Tue 17:00"


def test_today_depends_on_the_zone() -> None:
    """The need for a date beside the weekday depends on the date in the zone."""
    assert moment(utc(3, 9, 11), "Pacific/Kiritimati", NOW) == "Tue 10 Mar, 01:00"
    assert moment(utc(3, 8, 9, 59), "Pacific/Kiritimati", NOW) == "Sun 23:59"


@pytest.mark.parametrize(
    ("before", "at", "text"),
    [
        (utc(3, 28, 18), utc(3, 29, 0, 59), "Sun 01:59"),
        (utc(3, 28, 18), utc(3, 29, 1, 0), "Sun 03:00"),
        (utc(3, 28, 18), utc(3, 31, 16), "Tue 18:00"),
        (utc(10, 24, 18), utc(10, 25, 0, 30), "Sun 02:30"),
        (utc(10, 24, 18), utc(10, 25, 1, 30), "Sun 02:30"),
        (utc(10, 24, 18), utc(10, 27, 17), "Tue 18:00"),
    ],
)
def test_summer_time_is_followed(before: datetime, at: datetime, text: str) -> None:
    """A moment is shown by the zone's clock, in which an hour is left out or comes twice."""
    assert moment(at, BERLIN, before) == text


def test_three_days_are_72_hours() -> None:
    """Three days that begin on Friday at 18:00 end on Monday at 19:00 if an hour is left out."""
    friday = datetime(2026, 3, 27, 18, tzinfo=ZoneInfo(BERLIN)).astimezone(UTC)
    assert moment(friday + timedelta(days=3), BERLIN, friday) == "Mon 19:00"


def test_the_text_of_a_moment_keeps_the_moment() -> None:
    """The text of a moment keeps the moment itself, for platforms that show each reader's local time."""
    assert timestamp(words_in("en"), utc(3, 3, 17), BERLIN, NOW).at == utc(3, 3, 17)


@pytest.mark.parametrize(
    ("time", "english", "russian", "short"),
    [
        (timedelta(days=6, hours=4), "6 days 4 hours", "6 дней 4 часа", "6 д 4 ч"),
        (timedelta(days=2), "2 days", "2 дня", "2 д"),
        (timedelta(days=21, hours=21), "21 days 21 hours", "21 день 21 час", "21 д 21 ч"),
        (timedelta(days=1, minutes=59), "1 day", "1 день", "1 д"),
        (timedelta(hours=1, minutes=59), "1 hour", "1 час", "1 ч"),
        (timedelta(minutes=59, seconds=59), "59 minutes", "59 минут", "59 мин"),
        (timedelta(minutes=1), "1 minute", "1 минута", "1 мин"),
        (timedelta(seconds=59), "0 minutes", "0 минут", "0 мин"),
        (timedelta(seconds=-1), "0 minutes", "0 минут", "0 мин"),
    ],
)
def test_a_duration_is_rounded_down(time: timedelta, english: str, russian: str, short: str) -> None:
    """A duration is shown in whole days, hours or minutes, rounded down."""
    assert [time_words(words_in(language), time) for language in LANGUAGES] == [english, russian]
    assert time_words(words_in("ru"), time, short=True) == short
