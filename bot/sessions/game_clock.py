"""Game clock: the time that each player of a game has left, and when it runs out. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.rules import Side

if TYPE_CHECKING:
    from datetime import datetime

    from bot.rules import Game, TimeControl

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
        is_told: whether the opponent was told that it has run out, and may claim the game.
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

    def left(self, side: Side, now: datetime) -> timedelta:
        """What a side, which is to act, has left; nothing, if its time has run out."""
        return max(timedelta(), self.due_of(side, now) - now)

    def started(self, side: Side, at: datetime) -> GameClock:
        """Return the clock whose time runs for a side from a moment on."""
        return replace(self, due=at + self.bank(side), is_told=False)

    def stopped(self) -> GameClock:
        """Return the clock of a game that is over."""
        return replace(self, due=None, is_told=False)

    def acted(self, side: Side, control: TimeControl, now: datetime) -> GameClock:
        """Return the clock after a side has done what it was to do. Nobody's time runs then."""
        # More than the bank is left where the time began to run later than the board came, or stood still.
        left = min(self.bank(side), self.left(side, now))
        bank = control.left_after(left, timedelta())
        after = replace(self, white=bank) if side is Side.WHITE else replace(self, black=bank)
        return after.stopped()


def clock_after(
    clock: GameClock, control: TimeControl, before: Game, after: Game, now: datetime, starts: datetime | None
) -> GameClock:
    """Return a game's clock after an action.

    Args:
        clock: the clock before it.
        control: what was agreed on.
        before: the game before it.
        after: the game after it.
        now: when it was done.
        starts: when the time of whoever is to act then begins to run; nothing, where that waits until the
            player was notified.
    """
    if after.to_act is None or before.to_act is None:
        return clock.stopped()
    if (after.turns, after.to_act) == (before.turns, before.to_act):
        return clock
    clock = clock.acted(before.to_act, control, now)
    return clock if starts is None else clock.started(after.to_act, starts)
