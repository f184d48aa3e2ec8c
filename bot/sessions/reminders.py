"""Reminders: when a player who does not act in a game is reminded of it."""

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
"""Who begins his turn with less is not reminded: he has just been notified."""
SILENCE: Final = timedelta(days=3)
"""Without a clock one is reminded so long after one was notified."""
_PART: Final = 4
"""With a clock one is reminded when this part of the bank is left with which the turn began."""
_DAY: Final = timedelta(days=1)
_MINUTE: Final = timedelta(minutes=1)


def first_reminder(
    player: Player, starts: datetime, clock: GameClock | None, stops: Sequence[ClockStop] = ()
) -> datetime | None:
    """Return when a player is reminded of a turn first, if he is; never against the program.

    Args:
        player: who is to act.
        starts: when his time began to run, what it stood still left out; without a clock, when it came to be
            his turn.
        clock: the clock of the game, whose time runs since then; none, if the game has none.
        stops: when the player's time stands still.
    """
    at = _unmoved(player, starts, clock, stops)
    return None if at is None else _outside_quiet_hours(player, at, starts, _end(clock))


def moved_reminder(
    player: Player, at: datetime, now: datetime, ends: tuple[datetime, datetime], *stops: Sequence[ClockStop]
) -> datetime | None:
    """Return when a player is reminded of whose time the end has moved: when as much of it is left as before.

    Args:
        player: who is to act.
        at: when he was to be reminded.
        now: what time it is.
        ends: when his time ran out before, and when it does now.
        stops: when it stood still before, and when it does now, if that is not the same.
    """
    left = running_time(at, ends[0], stops[0])
    return _outside_quiet_hours(player, max(now, time_before(ends[1], left, stops[-1])), now, ends[1])


def next_reminder(player: Player, last: datetime, now: datetime, clock: GameClock | None) -> datetime | None:
    """Return when a player is reminded of the same turn again, if he is: every day, if he wishes that.

    Args:
        player: who is to act.
        last: when he was to be reminded last.
        now: what time it is. Days that have passed meanwhile are left out.
        clock: the clock of the game, if it has one.
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
    """Return when a player is reminded of a turn next, after he has changed what he wishes.

    Args:
        player: who is to act, as he wishes it now.
        starts: as in `first_reminder`.
        now: what time it is.
        clock: the clock of the game, if it has one.
        stops: as in `first_reminder`.
        waiting: True if he was to be reminded of this turn.
        is_reminded: True if he was reminded of it already.
    """
    at = _unmoved(player, starts, clock, stops)
    if at is None:
        return None
    if not is_reminded and (at > now or waiting):
        return _outside_quiet_hours(player, max(at, now), now, _end(clock))
    return next_reminder(player, at, now, clock)


def _unmoved(
    player: Player, starts: datetime, clock: GameClock | None, stops: Sequence[ClockStop]
) -> datetime | None:
    """Return when a player would be reminded of a turn first if he had no quiet hours."""
    if player.reminders == OFF or player.is_computer:
        return None
    if clock is None:
        return starts + SILENCE
    if clock.due is None or clock.due - starts < SHORTEST_BANK:
        return None
    return time_before(clock.due, (clock.due - starts) / _PART, stops)


def _end(clock: GameClock | None) -> datetime | None:
    return None if clock is None else clock.due


def _outside_quiet_hours(
    player: Player, at: datetime, earliest: datetime, end: datetime | None
) -> datetime | None:
    """Return a moment, moved out of a player's quiet hours, if it can be.

    It is moved to the last minute before they begin, or else, where that has passed, to their end.

    Args:
        player: whose quiet hours.
        earliest: what comes before it has passed.
        end: when the player's time runs out: nobody is reminded then or later.
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
    """Return when who must act after an action is reminded, if the action says that.

    In a game with a clock it is said as soon as his time runs.

    Args:
        before: the game before the action; nothing, if that began it.
        after: the game as the action leaves it.
        players: White and Black.
        now: when it is done.
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
    """Return when the time of who must act began to run, of which it is known when it has run out."""
    left = row.white_left if row.to_act == row.white else row.black_left
    return due - timedelta(seconds=left or 0)


def reminder_key(game: str, turns: int, at: datetime) -> str:
    """Return what tells a reminder from all others: the game, its turn, and the minute at which it comes."""
    return f"{game}:{turns}:{at:%Y%m%d%H%M}"


def turn_of(key: str) -> tuple[str, int]:
    """Return the game and the turn of which a reminder reminds."""
    game, turns, _ = key.split(":")
    return game, int(turns)
