"""Game clock: the time that each player of a game has left, and when it runs out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.rules import Side

if TYPE_CHECKING:
    from datetime import datetime, timedelta


@dataclass(frozen=True, slots=True)
class GameClock:
    """The clock of a game. The time of at most one player runs: of the one who is to act.

    Args:
        white: what was in White's bank when his time began to run, or since it stands still.
        black: the same of Black.
        due: when the time that runs has run out; nothing, if nobody's time runs: who is to act was not
            notified yet, or the game pauses, or is over.
        is_told: whether the opponent was told that it has run out, and may claim the game.
    """

    white: timedelta
    black: timedelta
    due: datetime | None = None
    is_told: bool = False

    def bank(self, side: Side) -> timedelta:
        """What was in a side's bank when its time began to run, or since it stands still."""
        return self.white if side is Side.WHITE else self.black

    def due_of(self, side: Side, now: datetime) -> datetime:
        """When the time of a side, which is to act, runs out if it runs from now on at the latest."""
        return self.due if self.due is not None else now + self.bank(side)
