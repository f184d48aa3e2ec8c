"""Chances: what can become of a game, as one side sees it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self


@dataclass(frozen=True, slots=True)
class Chances:
    """How likely the results are, for one side.

    Attributes:
        win: that it wins, by any grade.
        mars: that it wins two points (R9.1, R9.2).
        lost_mars: that it loses two points.
        draw: that both finish (R9.3).
    """

    win: float
    mars: float
    lost_mars: float
    draw: float = 0.0

    @property
    def loss(self) -> float:
        """How likely it loses, by any grade."""
        return 1 - self.win - self.draw

    @property
    def of_other(self) -> Self:
        """The same as the other side sees it."""
        return type(self)(self.loss, self.lost_mars, self.mars, self.draw)
