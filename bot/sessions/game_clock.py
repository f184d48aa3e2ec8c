"""Game clock: the time that each player of a game has left, when it runs out, and what stops it. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.rules import Side, TimeControl
from bot.sessions.live_game import LiveGame

ClockStop = tuple[datetime, datetime]
"""From when, to when: the end is no part of it. Those of one player do not overlap."""


def run_out(start: datetime, time: timedelta, stops: Iterable[ClockStop]) -> datetime:
    """Return the moment at which so much time has run since a start, what falls into stops left out."""
    end = start + time
    for begins, ends in sorted(stops):
        if begins >= end:
            break
        if ends > start:
            end += ends - max(begins, start)
    return end


def time_before(end: datetime, time: timedelta, stops: Iterable[ClockStop]) -> datetime:
    """Return the moment at which so much time runs until an end, what falls into stops left out."""
    start = end - time
    for begins, ends in sorted(stops, reverse=True):
        if ends <= start:
            break
        if begins < end:
            start -= min(ends, end) - begins
    return start


def running_time(start: datetime, end: datetime, stops: Iterable[ClockStop]) -> timedelta:
    """Return how much time runs from a moment to another, what falls into stops left out."""
    stopped = (min(ends, end) - max(begins, start) for begins, ends in stops)
    return max(timedelta(), end - start - sum((each for each in stopped if each > timedelta()), timedelta()))


AT_LEAST = timedelta(hours=24)
"""What a player who is to act has at least when a pause ends."""
GRACE = timedelta(hours=24)
"""How long the time of a player stands still whom no chat reaches, by his own or an administrator's doing."""


@dataclass(frozen=True, slots=True)
class GameClock:
    """The clock of a game. The time of at most one player runs: of the one who is to act.

    Args:
        white: what was in White's bank when his time began to run, or since it stands still.
        black: the same of Black.
        due: when the time that runs has run out; nothing, if nobody's time runs: who is to act was not yet
            notified, or the game pauses, or is over.
        is_told: True if the opponent was told that it has run out, and may claim the game.
    """

    white: timedelta
    black: timedelta
    due: datetime | None = None
    is_told: bool = False

    @classmethod
    def full(cls, control: TimeControl) -> GameClock:
        """Return the clock of a game that begins: nobody's time runs yet."""
        return cls(control.start, control.start)

    def bank(self, side: Side) -> timedelta:
        """What was in a side's bank when its time began to run, or since it stands still."""
        return self.white if side is Side.WHITE else self.black

    def due_of(self, side: Side, now: datetime) -> datetime:
        """When the time of a side, which is to act, runs out if it runs from now on at the latest."""
        return self.due if self.due is not None else now + self.bank(side)

    def left(self, side: Side, now: datetime, stops: Iterable[ClockStop] = ()) -> timedelta:
        """What a side, which is to act, has left; nothing, if its time has run out.

        It is no more than was in its bank, as it would be where its time begins to run later.
        """
        return (
            self.bank(side) if self.due is None else min(self.bank(side), running_time(now, self.due, stops))
        )

    def started(self, side: Side, at: datetime, stops: Iterable[ClockStop] = ()) -> GameClock:
        """Return the clock whose time runs for a side from a moment on, but not in its stops."""
        return replace(self, due=run_out(at, self.bank(side), stops), is_told=False)

    def given(self, side: Side, time: timedelta, now: datetime, stops: Iterable[ClockStop] = ()) -> GameClock:
        """Return the clock with so much time for a side whose own has run out."""
        return self._with_bank(side, time).started(side, now, stops)

    def stopped(self) -> GameClock:
        """Return the clock of a game that is over."""
        return replace(self, due=None, is_told=False)

    def paused(self, side: Side, now: datetime, stops: Iterable[ClockStop] = ()) -> GameClock:
        """Return the clock of a game that pauses while a side is to act, which keeps what it has left."""
        return self._with_bank(side, self.left(side, now, stops))

    def resumed(self, side: Side) -> GameClock:
        """Return the clock of a game that has paused, in which a side is to act. Nobody's time runs yet."""
        return self._with_bank(side, max(AT_LEAST, self.bank(side)))

    def acted(
        self, side: Side, control: TimeControl, now: datetime, stops: Iterable[ClockStop] = ()
    ) -> GameClock:
        """Return the clock after a side has done what it was to do. Nobody's time runs then."""
        return self._with_bank(side, control.left_after(self.left(side, now, stops), timedelta()))

    def _with_bank(self, side: Side, bank: timedelta) -> GameClock:
        """Return the clock with what a side has, while nobody's time runs."""
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
        clock: the clock before it.
        control: what was agreed on.
        games: the game before it, and after it.
        now: when it was done.
        starts: when the time of whoever is to act then begins to run; nothing, where that waits until the
            player was notified.
        stops: when the time of each side stands still.
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
        # Who acts though his notification has not arrived knows that it is his turn.
        return clock if clock.due or starts is None else clock.started(follows, starts, stops[follows])
    else:
        clock = clock.acted(acts, control, now, stops[acts])
    return clock if starts is None else clock.started(follows, starts, stops[follows])
