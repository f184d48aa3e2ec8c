"""Cubeful: the value of a game with a doubling cube, by Janowski's formula.

Two cases are computed: a *dead* cube, which is never turned again, and a *live* one, which is turned at the
exact moment when taking and dropping are equal. The real value is between them, weighted by the cube's life.
All values are for one side; the other side's are the opposite.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.engine.evaluation import DRAW, FOUR, LOST_FOUR, LOST_MARS, LOST_THREE, MARS, THREE, WIN
from bot.engine.payoff import Payoff

Values = NDArray[np.float64]

LIFE: Final = 0.68
"""The weight of the live cube, from 0 (dead) to 1 (live). docs/engine.md has the other values tried."""

AT_LEAST: Final = (MARS, THREE, FOUR)
"""The columns for winning at least two, three and four points."""
LOST_AT_LEAST: Final = (LOST_MARS, LOST_THREE, LOST_FOUR)
_LEAST: Final = 1e-9


class Owner(Enum):
    """The owner of the cube, from one side's point of view."""

    ME = "me"
    OTHER = "other"
    NOBODY = "nobody"

    @property
    def seen_by_other(self) -> Owner:
        """The owner from the other side's point of view."""
        return {Owner.ME: Owner.OTHER, Owner.OTHER: Owner.ME, Owner.NOBODY: Owner.NOBODY}[self]


@dataclass(frozen=True, slots=True)
class _Line:
    """The value of a game as a function of the probability to win it: linear between knots from 0 to 1."""

    knots: Sequence[tuple[Values | float, Values | float]]

    def at(self, chance: Values) -> Values:
        """Return the value at a probability to win."""
        found = self.knots[0][1]
        for (left, low), (right, high) in pairwise(self.knots):
            slope = (high - low) / np.maximum(right - left, _LEAST)
            part = np.minimum(chance, right) - left
            found = np.where(part > 0, low + part * slope, found)
        return np.asarray(found)

    def where(self, value: Values | float) -> Values:
        """Return the lowest probability to win at which the game has this value."""
        found: Values | float = 1.0
        for (left, low), (right, high) in reversed(list(pairwise(self.knots))):
            slope = (right - left) / np.maximum(high - low, _LEAST)
            part = np.maximum(value - low, 0)
            found = np.where(value <= high + _LEAST, left + part * slope, found)
        return np.asarray(found)


class Cubeful:
    """The values of boards to one side, with the cube.

    Args:
        chances: an evaluation for each board, in the columns of `bot.engine.evaluation`.
        payoff: the value of results to that side.
        life: the weight of the live cube, 0–1.
    """

    def __init__(self, chances: Values, payoff: Payoff, life: float = LIFE) -> None:
        self._chances = chances
        self._payoff = payoff
        self._last = payoff.last
        self._life = life
        self._win = chances[:, WIN]
        self._loss = 1 - chances[:, WIN] - chances[:, DRAW]
        self._of = cache(payoff.of)
        self._won = cache(self._by_win)
        self._lost = cache(self._by_loss)
        self._mine: dict[int, _Line] = {}
        self._theirs: dict[int, _Line] = {}

    def worth(self, cube: int, owner: Owner) -> Values:
        """Return the value of each board, with a cube of this value and owner."""
        if cube >= self._last:
            return self.dead(cube)
        live = {Owner.ME: self._if_mine, Owner.OTHER: self._if_theirs, Owner.NOBODY: self._in_the_middle}
        return self._life * live[owner](cube).at(self._win) + (1 - self._life) * self.dead(cube)

    def before_roll(self, cube: int, owner: Owner) -> Values:
        """Return the value of each board to the side about to roll, which doubles first if that is best."""
        if owner is Owner.OTHER or cube >= self._last:
            return self.worth(cube, owner)
        doubled = np.minimum(self.worth(2 * cube, Owner.OTHER), self._of(cube))
        return np.maximum(self.worth(cube, owner), doubled)

    def dead(self, cube: int) -> Values:
        """Return the value of each board if neither side doubles any more."""
        drawn = self._chances[:, DRAW] * self._payoff.draw
        return np.asarray(self._win * self._won(cube) + self._loss * self._lost(cube) + drawn)

    def _by_win(self, cube: int) -> Values:
        """Return the average value of a win, over the grades it may have."""
        return self._by_grade(cube, self._win, AT_LEAST)

    def _by_loss(self, cube: int) -> Values:
        return self._by_grade(-cube, self._loss, LOST_AT_LEAST)

    def _by_grade(self, cube: int, chance: Values, columns: Sequence[int]) -> Values:
        found = self._of(cube) + 0 * chance
        for points, column in enumerate(columns, 2):
            if column < self._chances.shape[1]:
                share = np.minimum(self._chances[:, column] / np.maximum(chance, _LEAST), 1)
                found += share * (self._of(points * cube) - self._of((points - 1) * cube))
        return found

    def _if_mine(self, cube: int) -> _Line:
        if cube not in self._mine:
            cash = self._of(cube) + 0 * self._win
            lost, won = self._lost(cube), np.maximum(self._won(cube), cash)
            self._mine[cube] = _Line(((0, lost), (self._drops(cube), cash), (1, won)))
        return self._mine[cube]

    def _if_theirs(self, cube: int) -> _Line:
        if cube not in self._theirs:
            cost = self._of(-cube) + 0 * self._win
            lost = np.minimum(self._lost(cube), cost)
            self._theirs[cube] = _Line(((0, lost), (self._takes(cube), cost), (1, self._won(cube))))
        return self._theirs[cube]

    def _in_the_middle(self, cube: int) -> _Line:
        cash, cost = self._of(cube) + 0 * self._win, self._of(-cube) + 0 * self._win
        lost, won = np.minimum(self._lost(cube), cost), np.maximum(self._won(cube), cash)
        drops = self._drops(cube)
        takes = np.minimum(self._takes(cube), drops)
        return _Line(((0, lost), (takes, cost), (drops, cash), (1, won)))

    def _drops(self, cube: int) -> Values:
        """Return the probability to win from which the other side drops a double."""
        after = self._if_dead(2 * cube) if 2 * cube >= self._last else self._if_theirs(2 * cube)
        return after.where(self._of(cube))

    def _takes(self, cube: int) -> Values:
        """Return the probability to win from which this side takes a double."""
        after = self._if_dead(2 * cube) if 2 * cube >= self._last else self._if_mine(2 * cube)
        return after.where(self._of(-cube))

    def _if_dead(self, cube: int) -> _Line:
        return _Line(((0, self._lost(cube)), (1, self._won(cube))))
