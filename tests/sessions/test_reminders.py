"""Reminders: when a player who does not act is reminded."""

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
    """Return a player with these reminder settings."""
    return Player(1, "Anna", reminders=reminders, quiet=quiet, zone=zone)


def clock(bank: timedelta) -> GameClock:
    """Return a clock that runs from `START` with this bank."""
    return GameClock(bank, bank, START + bank)


def test_one_reminder_comes_when_a_quarter_of_the_time_is_left() -> None:
    """A single reminder comes when a quarter of the time is left."""
    assert first_reminder(player(), START, clock(3 * DAY)) == START + 54 * HOUR
    assert first_reminder(player(), START, clock(12 * HOUR)) == START + 9 * HOUR


def test_a_turn_of_less_than_half_a_day_has_no_reminder() -> None:
    """A turn that begins with less than twelve hours has no reminder."""
    assert first_reminder(player(), START, clock(12 * HOUR - MINUTE)) is None
    assert first_reminder(player("daily"), START, clock(12 * HOUR - MINUTE)) is None


def test_a_stopped_clock_reminds_nobody() -> None:
    """While no time runs there is no reminder."""
    assert first_reminder(player(), START, GameClock(DAY, DAY)) is None
    assert next_reminder(player("daily"), START, START, GameClock(DAY, DAY)) is None


def test_a_game_without_a_clock_reminds_after_three_days() -> None:
    """Without a clock the reminder comes after three days."""
    assert first_reminder(player(), START, None) == START + 3 * DAY


def test_reminders_can_be_off() -> None:
    """Neither the computer player nor a player with reminders off is reminded, with a clock or without."""
    computer = Player(2, "Computer", is_computer=True)
    for who in (computer, player("off")):
        assert first_reminder(who, START, None) is None
        assert first_reminder(who, START, clock(3 * DAY)) is None


def test_a_daily_reminder_comes_every_day_while_there_is_time() -> None:
    """A daily reminder comes a day after the last one, skips missed days, and never comes at the deadline."""
    daily, last = player("daily"), START + 3 * DAY
    assert next_reminder(daily, last, last + MINUTE, None) == last + DAY
    assert next_reminder(daily, last, last + 5 * DAY + HOUR, None) == last + 6 * DAY
    assert next_reminder(daily, last, last, clock(5 * DAY)) == last + DAY
    assert next_reminder(daily, last, last, clock(4 * DAY)) is None
    assert next_reminder(player("once"), last, last, None) is None


def test_a_reminder_in_quiet_hours_comes_a_minute_before_them() -> None:
    """A reminder due at three at night comes at 21:59, before the quiet hours."""
    who, runs = player(quiet="22-8"), clock(84 * HOUR)
    assert first_reminder(player(), START, runs) == START + 63 * HOUR
    assert first_reminder(who, START, runs) == START + 57 * HOUR + 59 * MINUTE


def test_a_reminder_of_a_turn_begun_in_quiet_hours_comes_after_them() -> None:
    """A turn that begins in quiet hours has its reminder after them, if time is left then."""
    who = player(quiet="11-0")
    assert first_reminder(who, START, clock(12 * HOUR)) is None
    assert first_reminder(who, START, clock(15 * HOUR)) == START + 12 * HOUR


ZONES = ("Europe/Berlin", "America/New_York", "Asia/Beirut", "Australia/Lord_Howe")
HOURS = st.tuples(st.integers(0, 23), st.integers(0, 23)).filter(lambda pair: pair[0] != pair[1])


@given(
    hours=HOURS,
    zone=st.sampled_from(ZONES),
    start=st.datetimes(datetime(2026, 1, 1), datetime(2027, 1, 1), timezones=st.just(UTC)),  # noqa: DTZ001 (the zone is an argument)
    bank=st.none() | st.integers(12, 400).map(lambda each: each * HOUR),
    later=st.integers(0, 500),
)
def test_no_reminder_comes_in_quiet_hours_or_too_late(
    hours: tuple[int, int], zone: str, start: datetime, bank: timedelta | None, later: int
) -> None:
    """Over every clock change a reminder comes before the deadline and outside quiet hours."""
    player = Player(1, "Anna", reminders="daily", quiet="{}-{}".format(*hours), zone=zone)
    runs = None if bank is None else GameClock(bank, bank, start + bank)
    first = first_reminder(player, start, runs)
    now = (first or start) + later * HOUR
    for at, after in ((first, start), (next_reminder(player, first or start, now, runs), now)):
        assert at is None or (at >= after and not is_quiet(player, at))
        assert at is None or runs is None or runs.due is None or at < runs.due


def test_a_skipped_hour_moves_a_reminder_to_the_next_day() -> None:
    """A player awake only from two to three gets no reminder in the night that skips this hour."""
    start = datetime(2026, 3, 26, 0, 30, tzinfo=UTC)
    who = player(quiet="3-2", zone="Europe/Berlin")
    at = first_reminder(who, start, None)
    assert at is not None
    assert at.astimezone(ZoneInfo("Europe/Berlin")).hour == 2


def changed(
    player: Player, after: timedelta, *, waiting: bool = True, is_reminded: bool = False
) -> datetime | None:
    """Return the next reminder of a player who changed settings some time after their turn began."""
    return changed_reminder(player, START, START + after, None, waiting=waiting, is_reminded=is_reminded)


def test_changed_settings_move_a_coming_reminder() -> None:
    """A coming reminder moves to where the new settings would have put it."""
    assert changed(player(), DAY, waiting=False) == START + 3 * DAY
    assert changed(player(quiet="11-13"), DAY) == START + 3 * DAY - HOUR - MINUTE
    assert changed(player("off"), DAY) is None


def test_changed_settings_bring_no_second_reminder() -> None:
    """A player reminded once is reminded again only with daily reminders."""
    assert changed(player(), 4 * DAY, waiting=False, is_reminded=True) is None
    assert changed(player("daily"), 4 * DAY, waiting=False, is_reminded=True) == START + 5 * DAY
    assert changed(player(quiet="11-13"), DAY, waiting=False, is_reminded=True) is None


def test_turning_reminders_on_brings_no_past_reminder() -> None:
    """Reminders due before they were turned on are skipped; one that is pending comes at once."""
    assert changed(player(), 4 * DAY, waiting=False) is None
    assert changed(player("daily"), 4 * DAY, waiting=False) == START + 5 * DAY
    assert changed(player(), 4 * DAY, waiting=True) == START + 4 * DAY


def test_without_a_zone_there_are_no_quiet_hours() -> None:
    """Quiet hours have no effect without a time zone."""
    assert first_reminder(player(quiet="11-13", zone=None), START, None) == START + 3 * DAY
