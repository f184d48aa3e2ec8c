"""Game clock: each player's time, when it runs out, and how holidays stop it. Pure functions and values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.rules import Side, TimeControl
from bot.sessions.live_game import LiveGame

ClockStop = tuple[datetime, datetime]
"""A holiday in which a player's clock does not run: its first moment, and the moment after its last.

The holidays of one player do not overlap.
"""


def run_out(start: datetime, time: timedelta, stops: Iterable[ClockStop]) -> datetime:
    """Return when a clock that starts with `time` left runs out; it does not run during holidays."""
    end = start + time
    for begins, ends in sorted(stops):
        if begins >= end:
            break
        if ends > start:
            end += ends - max(begins, start)
    return end


def time_before(end: datetime, time: timedelta, stops: Iterable[ClockStop]) -> datetime:
    """Return when a clock must start to have run for `time` by `end`; it does not run during holidays."""
    start = end - time
    for begins, ends in sorted(stops, reverse=True):
        if ends <= start:
            break
        if begins < end:
            start -= min(ends, end) - begins
    return start


def running_time(start: datetime, end: datetime, stops: Iterable[ClockStop]) -> timedelta:
    """Return how long a clock runs between two moments, without the player's holidays."""
    stopped = (min(ends, end) - max(begins, start) for begins, ends in stops)
    return max(timedelta(), end - start - sum((each for each in stopped if each > timedelta()), timedelta()))


AT_LEAST = timedelta(hours=24)
"""The player who must act when a pause ends gets at least this time."""
GRACE = timedelta(hours=24)
"""If the chat where a player is notified cannot be written to, their time starts after this delay."""


@dataclass(frozen=True, slots=True)
class GameClock:
    """The clock of a game. At most one player's time runs: that of the player who must act.

    Args:
        white: White's bank: the time left to White when White's time last started or stopped.
        black: the same for Black.
        due: when the time of the player who must act runs out. None if their time has no start yet, because
            they are not notified, or the game is paused or over.
        is_claimable: True if that player's time has run out, and the opponent may claim a win and is
            notified of it.
    """

    white: timedelta
    black: timedelta
    due: datetime | None = None
    is_claimable: bool = False

    @classmethod
    def full(cls, control: TimeControl) -> GameClock:
        """Return the clock of a new game; no time runs yet."""
        return cls(control.start, control.start)

    def bank(self, side: Side) -> timedelta:
        """Return the time that a side had left when its time last started or stopped."""
        return self.white if side is Side.WHITE else self.black

    def due_of(self, side: Side, now: datetime) -> datetime:
        """Return when the time of the side to act runs out.

        Time that does not run yet is taken to start now, and holidays are then ignored.
        """
        return self.due if self.due is not None else now + self.bank(side)

    def left(self, side: Side, now: datetime, stops: Iterable[ClockStop] = ()) -> timedelta:
        """Return the time that the side to act has left; zero if it has run out.

        It is never more than the side's bank, even if the time is set to start later.
        """
        return (
            self.bank(side) if self.due is None else min(self.bank(side), running_time(now, self.due, stops))
        )

    def started(self, side: Side, at: datetime, stops: Iterable[ClockStop] = ()) -> GameClock:
        """Return the clock after a side's time started at a moment, which may lie in the future.

        Args:
            stops: the side's holidays, in which its time does not run.
        """
        return replace(self, due=run_out(at, self.bank(side), stops), is_claimable=False)

    def given(self, side: Side, time: timedelta, now: datetime, stops: Iterable[ClockStop] = ()) -> GameClock:
        """Return the clock after a side whose time had run out was given `time`, which starts now."""
        return self._with_bank(side, time).started(side, now, stops)

    def stopped(self) -> GameClock:
        """Return the clock with no time running and no win on time to claim, as for a game that is over."""
        return replace(self, due=None, is_claimable=False)

    def paused(self, side: Side, now: datetime, stops: Iterable[ClockStop] = ()) -> GameClock:
        """Return the clock of a game that was paused while a side is to act.

        No time runs. The time that the side had left is stored as its bank.
        """
        return self._with_bank(side, self.left(side, now, stops))

    def resumed(self, side: Side) -> GameClock:
        """Return the clock of a resumed game in which a side is to act; no time runs yet.

        The side has at least `AT_LEAST` (a day) left.
        """
        return self._with_bank(side, max(AT_LEAST, self.bank(side)))

    def acted(
        self, side: Side, control: TimeControl, now: datetime, stops: Iterable[ClockStop] = ()
    ) -> GameClock:
        """Return the clock after a side has acted and another turn begins or the other side is to act.

        No time runs then. The side's bank becomes the time it has left and the time that `control` adds per
        turn, up to the most that `control` allows.
        """
        return self._with_bank(side, control.left_after(self.left(side, now, stops), timedelta()))

    def _with_bank(self, side: Side, bank: timedelta) -> GameClock:
        """Return the clock with no time running, and with `bank` as the time that a side has left."""
        after = replace(self, white=bank) if side is Side.WHITE else replace(self, black=bank)
        return after.stopped()


def clock_after(
    clock: GameClock,
    control: TimeControl,
    games: tuple[LiveGame, LiveGame],
    now: datetime,
    starts: datetime | None,
    stops: Mapping[Side, Sequence[ClockStop]],
) -> GameClock:
    """Return a game's clock after an action.

    Args:
        clock: the clock before the action.
        control: the time control that the players agreed on.
        games: the game before and after the action.
        now: when the action was done.
        starts: when the time of the player who must act next starts; None if it starts once they are
            notified.
        stops: each side's holidays.
    """
    before, after = games
    acts, follows = before.state.to_act, after.state.to_act
    if acts is None or follows is None:
        return clock.stopped()
    if after.is_paused:
        return clock if before.is_paused else clock.paused(acts, now, stops[acts])
    if before.is_paused:
        clock = clock.resumed(follows)
    elif (after.state.turns, follows) == (before.state.turns, acts):
        # The player acted and is still to act. If they did so before their notification arrived, they know
        # about their turn by now: their time starts.
        return clock if clock.due or starts is None else clock.started(follows, starts, stops[follows])
    else:
        clock = clock.acted(acts, control, now, stops[acts])
    return clock if starts is None else clock.started(follows, starts, stops[follows])
