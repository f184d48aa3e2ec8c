"""Chances: the probability of each result of a game, for one side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self


@dataclass(frozen=True, slots=True)
class Chances:
    """The probability of each result for one side, 0–1.

    Attributes:
        win: a win at any grade.
        mars: a win of two points or more (R9.1, R9.2).
        lost_mars: a loss of two points or more.
        draw: a draw because both sides finish (R9.3).
        three: a win of three points or more: backgammon or koks (R9.2, R9.4).
        lost_three: a loss of three points or more.
        four: a win of four points: home mars (R9.4).
        lost_four: a loss of four points.
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
        """The probability of a loss at any grade."""
        return 1 - self.win - self.draw

    @property
    def of_other(self) -> Self:
        """The same chances from the other side's point of view."""
        mars, three, four = self.lost_mars, self.lost_three, self.lost_four
        return type(self)(self.loss, mars, self.mars, self.draw, three, self.three, four, self.four)
