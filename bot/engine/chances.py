"""Chances: what can become of a game, as one side sees it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self


@dataclass(frozen=True, slots=True)
class Chances:
    """How likely the results are, for one side.

    Attributes:
        win: that it wins, by any grade.
        mars: that it wins two points or more (R9.1, R9.2).
        lost_mars: that it loses two points or more.
        draw: that both finish (R9.3).
        three: that it wins three points or more, by backgammon or koks (R9.2, R9.4).
        lost_three: that it loses three points or more.
        four: that it wins four points: home mars (R9.4).
        lost_four: that it loses four points.
    """

    win: float
    mars: float
    lost_mars: float
    draw: float = 0.0
    three: float = 0.0
    lost_three: float = 0.0
    four: float = 0.0
    lost_four: float = 0.0

    @property
    def loss(self) -> float:
        """How likely it loses, by any grade."""
        return 1 - self.win - self.draw

    @property
    def of_other(self) -> Self:
        """The same as the other side sees it."""
        mars, three, four = self.lost_mars, self.lost_three, self.lost_four
        return type(self)(self.loss, mars, self.mars, self.draw, three, self.three, four, self.four)
