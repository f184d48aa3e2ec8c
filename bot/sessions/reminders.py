"""Reminders: computing when a player who has not acted is reminded of a game. The functions store nothing."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from bot.sessions.game_clock import ClockStop, GameClock, running_time, time_before
from bot.sessions.mapping import clock_of
from bot.sessions.quiet_hours import after_quiet_hours, hours_of
from bot.sessions.settings import DAILY, OFF
from bot.sessions.values import Player
from storage.rows import GameRow

SHORTEST_BANK: Final = timedelta(hours=12)
"""A player whose clock has less than this at the beginning of a turn gets no reminder of that turn.

It would come too soon after the notification of the turn. But the opponent may give time: that sends one.
"""
REMIND_AFTER: Final = timedelta(days=3)
"""How long after the beginning of a turn the first reminder is due in a game without a clock."""
_PART: Final = 4
"""With a clock, the first reminder is due when a quarter of the time left at the turn's beginning is left."""
_DAY: Final = timedelta(days=1)
_MINUTE: Final = timedelta(minutes=1)


def first_reminder(
    player: Player, starts: datetime, clock: GameClock | None, stops: Sequence[ClockStop] = ()
) -> datetime | None:
    """Return when a player gets the first reminder of a turn, outside their quiet hours; None for never.

    Args:
        player: the player to act.
        starts: with a clock, the deadline minus the time that the player had when their time began to run
            (later than that moment if a holiday falls between); without a clock, when the turn began.
        clock: the game's clock, running for this player; None if the game has none.
        stops: the periods in which the player's clock is stopped.
    """
    at = _before_quiet_hours(player, starts, clock, stops)
    return None if at is None else _outside_quiet_hours(player, at, starts, _end(clock))


def moved_reminder(
    player: Player, at: datetime, now: datetime, ends: tuple[datetime, datetime], *stops: Sequence[ClockStop]
) -> datetime | None:
    """Return the new time of a reminder after a player's deadline has moved; None for never.

    The reminder moves so that at its time as much of the player's time is left as before, but not into the
    past or into quiet hours. It is dropped if that would not be before the deadline.

    Args:
        player: the player to act.
        at: the reminder's time before the change.
        ends: the deadline before and after the change.
        stops: the periods in which the player's clock is stopped: those before and those after the change, or
            one argument if they are the same.
    """
    left = running_time(at, ends[0], stops[0])
    return _outside_quiet_hours(player, max(now, time_before(ends[1], left, stops[-1])), now, ends[1])


def next_reminder(player: Player, last: datetime, now: datetime, clock: GameClock | None) -> datetime | None:
    """Return when a player gets the next daily reminder of the same turn; None for never.

    Only players who chose daily reminders get one.

    Args:
        player: the player to act.
        last: when the last reminder was due. Daily reminders that were missed since then are skipped.
        clock: the game's clock, or None. No reminder follows if it is stopped, or after its deadline.
    """
    if player.reminders != DAILY or (clock is not None and clock.due is None):
        return None
    at = last + _DAY * (max(timedelta(), now - last) // _DAY + 1)
    return _outside_quiet_hours(player, at, now, _end(clock))


def changed_reminder(
    player: Player,
    starts: datetime,
    now: datetime,
    clock: GameClock | None,
    stops: Sequence[ClockStop] = (),
    *,
    waiting: bool,
    is_reminded: bool,
) -> datetime | None:
    """Return a turn's next reminder after the player has changed their settings; None for never.

    Args:
        player: the player to act, with the new settings.
        starts: as in `first_reminder`.
        clock: the game's clock, or None.
        stops: as in `first_reminder`.
        waiting: True if a reminder of this turn was pending before the change; if it is overdue by the new
            settings, it comes at once.
        is_reminded: True if the player was already reminded of this turn; only daily reminders can follow.
    """
    at = _before_quiet_hours(player, starts, clock, stops)
    if at is None:
        return None
    if not is_reminded and (at > now or waiting):
        return _outside_quiet_hours(player, max(at, now), now, _end(clock))
    return next_reminder(player, at, now, clock)


def _before_quiet_hours(
    player: Player, starts: datetime, clock: GameClock | None, stops: Sequence[ClockStop]
) -> datetime | None:
    """Return when a turn's first reminder would come if the player had no quiet hours; None for never."""
    if player.reminders == OFF or player.is_computer:
        return None
    if clock is None:
        return starts + REMIND_AFTER
    if clock.due is None or clock.due - starts < SHORTEST_BANK:
        return None
    return time_before(clock.due, (clock.due - starts) / _PART, stops)


def _end(clock: GameClock | None) -> datetime | None:
    return None if clock is None else clock.due


def _outside_quiet_hours(
    player: Player, at: datetime, earliest: datetime, end: datetime | None
) -> datetime | None:
    """Return a reminder's time moved out of the player's quiet hours; None if that is not before `end`.

    It moves to the last minute before the quiet hours, or to their end if that minute is not after
    `earliest`. A time outside the quiet hours is not moved.

    Args:
        at: the reminder's time.
        earliest: usually the present; the reminder is not moved back to this moment or before it.
        end: the player's deadline; None without a clock.
    """
    hours = hours_of(player)
    if hours is not None and hours[0].holds(at, hours[1]):
        before = hours[0].begun(at, hours[1]) - _MINUTE
        if before > earliest and not hours[0].holds(before, hours[1]):
            at = before
        else:
            at = after_quiet_hours(player, at)
    return at if end is None or at < end else None


def reminder_after(
    before: GameRow | None, after: GameRow, players: tuple[Player, Player], now: datetime
) -> datetime | None:
    """Return the time of the next reminder to store with a game after an action; None if there is none yet.

    The time stays while the same player is to act in the same turn; the end of a pause sets a new one. A
    finished or paused game and a game with the computer player have none. In a game with a clock there is
    none until the clock runs.

    Args:
        before: the game before the action; None for a new game.
        after: the game after the action.
        players: White and Black.
    """
    if after.to_act is None or after.paused is not None:
        return None
    if before is not None and before.paused is None and _turn(before) == _turn(after):
        return before.remind_at
    if any(player.is_computer for player in players):
        return None
    player, clock = players[after.to_act == after.black], clock_of(after)
    if clock is None:
        return first_reminder(player, now, None)
    return None if clock.due is None else first_reminder(player, start_of(after, clock.due), clock)


def _turn(row: GameRow) -> tuple[int, int | None]:
    return row.turns, row.to_act


def start_of(row: GameRow, due: datetime) -> datetime:
    """Return when the time of the player to act began, as if it ran without stops until the deadline."""
    left = row.white_left if row.to_act == row.white else row.black_left
    return due - timedelta(seconds=left or 0)


def reminder_key(game: str, turns: int, at: datetime) -> str:
    """Return a reminder's unique key: game, turns played, and the minute at which it is due."""
    return f"{game}:{turns}:{at:%Y%m%d%H%M}"


def turn_of(key: str) -> tuple[str, int]:
    """Return the game's id and the turn's number from a reminder's key."""
    game, turns, _ = key.split(":")
    return game, int(turns)
