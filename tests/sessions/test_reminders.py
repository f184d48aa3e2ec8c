"""Reminders: when somebody who does not act is reminded."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given, strategies as st

from bot.sessions import GameClock, Player
from bot.sessions.quiet_hours import is_quiet
from bot.sessions.reminders import changed_reminder, first_reminder, next_reminder

START = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)


def player(reminders: str = "once", quiet: str | None = None, zone: str | None = "Etc/UTC") -> Player:
    """Return a player who wishes to be reminded so."""
    return Player(1, "Anna", reminders=reminders, quiet=quiet, zone=zone)


def clock(bank: timedelta) -> GameClock:
    """Return a clock that runs from the start on with so much time."""
    return GameClock(bank, bank, START + bank)


def test_one_reminder_comes_when_a_quarter_of_the_time_is_left() -> None:
    """Of three days three quarters have passed then, of twelve hours nine of them."""
    assert first_reminder(player(), START, clock(3 * DAY)) == START + 54 * HOUR
    assert first_reminder(player(), START, clock(12 * HOUR)) == START + 9 * HOUR


def test_a_turn_of_less_than_half_a_day_has_no_reminder() -> None:
    """Who begins with less than twelve hours has just been notified, whatever the game's time control is."""
    assert first_reminder(player(), START, clock(12 * HOUR - MINUTE)) is None
    assert first_reminder(player("daily"), START, clock(12 * HOUR - MINUTE)) is None


def test_no_reminder_while_nobody_s_time_runs() -> None:
    """A clock that stands still reminds nobody."""
    assert first_reminder(player(), START, GameClock(DAY, DAY)) is None
    assert next_reminder(player("daily"), START, START, GameClock(DAY, DAY)) is None


def test_without_a_clock_three_days_of_silence_are_waited_for() -> None:
    """The reminder comes after three days."""
    assert first_reminder(player(), START, None) == START + 3 * DAY


def test_neither_the_program_nor_who_wishes_none_is_reminded() -> None:
    """Whether there is a clock or not."""
    program = Player(2, "Computer", is_computer=True)
    for who in (program, player("off")):
        assert first_reminder(who, START, None) is None
        assert first_reminder(who, START, clock(3 * DAY)) is None


def test_a_daily_reminder_comes_every_day_while_there_is_time() -> None:
    """It comes a day after the last one, with the days left out that have passed, and never at the end."""
    daily, last = player("daily"), START + 3 * DAY
    assert next_reminder(daily, last, last + MINUTE, None) == last + DAY
    assert next_reminder(daily, last, last + 5 * DAY + HOUR, None) == last + 6 * DAY
    assert next_reminder(daily, last, last, clock(5 * DAY)) == last + DAY
    assert next_reminder(daily, last, last, clock(4 * DAY)) is None
    assert next_reminder(player("once"), last, last, None) is None


def test_a_reminder_in_quiet_hours_comes_a_minute_before_them() -> None:
    """It is due at three at night, and comes at 21:59."""
    who, runs = player(quiet="22-8"), clock(84 * HOUR)
    assert first_reminder(player(), START, runs) == START + 63 * HOUR
    assert first_reminder(who, START, runs) == START + 57 * HOUR + 59 * MINUTE


def test_where_that_has_passed_it_comes_at_the_end_of_the_quiet_hours() -> None:
    """A turn that begins in the quiet hours has its reminder after them, if there is time left then."""
    who = player(quiet="11-0")
    assert first_reminder(who, START, clock(12 * HOUR)) is None
    assert first_reminder(who, START, clock(15 * HOUR)) == START + 12 * HOUR


ZONES = ("Europe/Berlin", "America/New_York", "Asia/Beirut", "Australia/Lord_Howe")
HOURS = st.tuples(st.integers(0, 23), st.integers(0, 23)).filter(lambda pair: pair[0] != pair[1])


@given(
    hours=HOURS,
    zone=st.sampled_from(ZONES),
    start=st.datetimes(datetime(2026, 1, 1), datetime(2027, 1, 1), timezones=st.just(UTC)),  # noqa: DTZ001 (its zone stands beside)
    bank=st.none() | st.integers(12, 400).map(lambda each: each * HOUR),
    later=st.integers(0, 500),
)
def test_nobody_is_ever_reminded_in_his_quiet_hours_or_too_late(
    hours: tuple[int, int], zone: str, start: datetime, bank: timedelta | None, later: int
) -> None:
    """Over every change of summer time a reminder comes in time, before the end, and at no quiet hour."""
    who = Player(1, "Anna", reminders="daily", quiet="{}-{}".format(*hours), zone=zone)
    runs = None if bank is None else GameClock(bank, bank, start + bank)
    first = first_reminder(who, start, runs)
    now = (first or start) + later * HOUR
    for at, after in ((first, start), (next_reminder(who, first or start, now, runs), now)):
        assert at is None or (at >= after and not is_quiet(who, at))
        assert at is None or runs is None or runs.due is None or at < runs.due


def test_a_night_between_two_others_that_is_left_out_moves_a_reminder_to_the_next() -> None:
    """Who is awake at two only gets no reminder in the night in which that hour does not exist."""
    start = datetime(2026, 3, 26, 0, 30, tzinfo=UTC)
    who = player(quiet="3-2", zone="Europe/Berlin")
    at = first_reminder(who, start, None)
    assert at is not None
    assert at.astimezone(ZoneInfo("Europe/Berlin")).hour == 2


def changed(
    who: Player, after: timedelta, *, waiting: bool = True, is_reminded: bool = False
) -> datetime | None:
    """Return when somebody is reminded next who wished something else, so long after his time began."""
    return changed_reminder(who, START, START + after, None, waiting=waiting, is_reminded=is_reminded)


def test_a_changed_wish_moves_a_reminder_that_is_still_to_come() -> None:
    """It comes when it would have come with that wish from the beginning on."""
    assert changed(player(), DAY, waiting=False) == START + 3 * DAY
    assert changed(player(quiet="11-13"), DAY) == START + 3 * DAY - HOUR - MINUTE
    assert changed(player("off"), DAY) is None


def test_a_changed_wish_brings_no_second_reminder() -> None:
    """Who was reminded once of his turn is reminded again only where he wishes that daily."""
    assert changed(player(), 4 * DAY, waiting=False, is_reminded=True) is None
    assert changed(player("daily"), 4 * DAY, waiting=False, is_reminded=True) == START + 5 * DAY
    assert changed(player(quiet="11-13"), DAY, waiting=False, is_reminded=True) is None


def test_who_switches_reminders_on_is_not_reminded_of_the_past() -> None:
    """What would have come before is left out; what was moved to the end of quiet hours comes at once."""
    assert changed(player(), 4 * DAY, waiting=False) is None
    assert changed(player("daily"), 4 * DAY, waiting=False) == START + 5 * DAY
    assert changed(player(), 4 * DAY, waiting=True) == START + 4 * DAY


def test_without_a_zone_there_are_no_quiet_hours() -> None:
    """Hours of a day mean nothing until it is known where."""
    assert first_reminder(player(quiet="11-13", zone=None), START, None) == START + 3 * DAY
