"""Payoff: the value of each result of a game to one side.

In a single game the value is the points. In a match it is the probability to win the match minus the
probability to lose it, from −1 to 1. Either way, one side's gain is the other's loss.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

HIGHEST_CUBE: Final = 64
"""The highest value of the cube (R8.3)."""


@dataclass(frozen=True, slots=True)
class Payoff:
    """The value of each result of a game to one side.

    Attributes:
        of: returns the value of winning a number of points, or of losing them if negative. The value is a
            number, or an array with one number for each board.
        draw: the value of a draw.
        last: the points that decide the match for either side; a cube of this value need not be doubled.
    """

    of: Callable[[int], float | NDArray[np.float64]]
    draw: float = 0.0
    last: int = HIGHEST_CUBE

    @property
    def of_other(self) -> Payoff:
        """The payoff for the other side."""
        return Payoff(lambda points: -self.of(-points), -self.draw, self.last)


def in_points() -> Payoff:
    """Return the payoff of a single game, where the value is the points themselves."""
    return Payoff(float)
