"""Payoff: what the results of a game are worth to a side.

In a match that is how likely the side wins it, less how likely it loses it, from −1 to 1: then what the one
side wins the other loses. In a game of its own it is the points.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

HIGHEST_CUBE: Final = 64
"""The cube goes no higher (R8.3)."""


@dataclass(frozen=True, slots=True)
class Payoff:
    """What the results of a game are worth to a side.

    Attributes:
        of: what it is worth to win so many points; what it costs to lose them, where they are negative.
            It is a number, or one for each of the boards that are looked at.
        draw: what a draw is worth.
        last: so many points decide the match, whoever wins them: nobody needs a cube beyond.
    """

    of: Callable[[int], float | NDArray[np.float64]]
    draw: float = 0.0
    last: int = HIGHEST_CUBE

    @property
    def of_other(self) -> Payoff:
        """The same as the other side sees it."""
        return Payoff(lambda points: -self.of(-points), -self.draw, self.last)


def in_points() -> Payoff:
    """What the points of a game of its own are worth: themselves."""
    return Payoff(float)
