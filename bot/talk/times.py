"""Times: how long something takes, and when it is, in words."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from bot.rules import TimeControl
from bot.sessions import EndedHoliday, Holiday
from bot.talk.catalog import Words
from bot.talk.reply import Timestamp
from bot.talk.zones import zone_of

_HOUR = timedelta(hours=1)
_DAYS_OF_A_WEEK = 7


def time_words(words: Words, time: timedelta, *, short: bool = False) -> str:
    """Return how long a time is, in days and hours; in minutes, if it is less than an hour.

    Nobody is told of more than there is: an hour or a minute that is not whole does not count.

    Args:
        words: the language.
        time: the time.
        short: whether the units are letters.
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
    """Return how much time the players of a game have."""
    if control.is_for_each_turn and control.start == control.most:
        return words.words("clock-turn", time=time_words(words, control.start))
    start, more, most = (time_words(words, time) for time in (control.start, control.per_turn, control.most))
    return words.words("clock-bank", start=start, more=more, most=most)


def day_words(words: Words, day: date) -> str:
    """Return a day: 24 Dec."""
    return words.words("day", day=str(day.day), month=words.words("month", number=day.month))


def holiday_days(words: Words, holiday: Holiday | EndedHoliday) -> str:
    """Return from which day to which a holiday lasts."""
    if holiday.first == holiday.last:
        return day_words(words, holiday.first)
    first, last = day_words(words, holiday.first), day_words(words, holiday.last)
    return words.words("holidays-days", first=first, last=last)


def timestamp(words: Words, at: datetime, zone: str | None, now: datetime) -> Timestamp:
    """Return when something is: weekday and time, and the date, if that is more than six days away.

    Args:
        words: the language.
        at: when it is.
        zone: the name of the reader's time zone, or of his chat's; without one UTC is told, and named.
        now: when that is told.
    """
    there = zone_of(zone)
    local, today = at.astimezone(there or UTC), now.astimezone(there or UTC).date()
    weekday, time = words.words("weekday", number=local.isoweekday()), f"{local:%H:%M}"
    if 0 <= (local.date() - today).days < _DAYS_OF_A_WEEK:
        text = words.words("moment-near", weekday=weekday, time=time)
    else:
        day, month = str(local.day), words.words("month", number=local.month)
        text = words.words("moment-far", weekday=weekday, day=day, month=month, time=time)
    return Timestamp(at, text if there is not None else words.words("moment-utc", moment=text))
