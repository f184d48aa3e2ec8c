"""Cubeful: what a game is worth with the cube, whoever owns it, after Janowski.

Two cases are worked out: a *dead* cube that nobody turns again, and a *live* one that is turned at the very
moment when the double may as well be dropped as taken. What a game is really worth lies between them, by how
much of its life a cube has. Everything is as one side sees it, and what the one side wins the other loses.
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
"""How much of its life a cube has: 0 is dead, 1 is live. docs/engine.md has what else was tried."""

AT_LEAST: Final = (MARS, THREE, FOUR)
"""The columns of winning two points, three, and four, at least."""
LOST_AT_LEAST: Final = (LOST_MARS, LOST_THREE, LOST_FOUR)
_LEAST: Final = 1e-9


class Owner(Enum):
    """Whose the cube is, as one side sees it."""

    ME = "me"
    OTHER = "other"
    NOBODY = "nobody"

    @property
    def seen_by_other(self) -> Owner:
        """The same as the other side sees it."""
        return {Owner.ME: Owner.OTHER, Owner.OTHER: Owner.ME, Owner.NOBODY: Owner.NOBODY}[self]


@dataclass(frozen=True, slots=True)
class _Line:
    """What a game is worth by the chance to win it: straight between a few knots, from 0 to 1."""

    knots: Sequence[tuple[Values | float, Values | float]]

    def at(self, chance: Values) -> Values:
        """What it is worth at a chance."""
        found = self.knots[0][1]
        for (left, low), (right, high) in pairwise(self.knots):
            slope = (high - low) / np.maximum(right - left, _LEAST)
            part = np.minimum(chance, right) - left
            found = np.where(part > 0, low + part * slope, found)
        return np.asarray(found)

    def where(self, value: Values | float) -> Values:
        """The least chance at which it is worth so much."""
        found: Values | float = 1.0
        for (left, low), (right, high) in reversed(list(pairwise(self.knots))):
            slope = (right - left) / np.maximum(high - low, _LEAST)
            part = np.maximum(value - low, 0)
            found = np.where(value <= high + _LEAST, left + part * slope, found)
        return np.asarray(found)


class Cubeful:
    """What boards are worth to a side with the cube.

    Args:
        chances: by board, what a side can expect, in the columns of `bot.engine.evaluation`.
        payoff: what results are worth to it.
        life: how much of its life the cube has.
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
        """What each board is worth with the cube at a value."""
        if cube >= self._last:
            return self.dead(cube)
        live = {Owner.ME: self._if_mine, Owner.OTHER: self._if_theirs, Owner.NOBODY: self._in_the_middle}
        return self._life * live[owner](cube).at(self._win) + (1 - self._life) * self.dead(cube)

    def before_roll(self, cube: int, owner: Owner) -> Values:
        """What each board is worth to the side that is to roll, and doubles first if that is best."""
        if owner is Owner.OTHER or cube >= self._last:
            return self.worth(cube, owner)
        doubled = np.minimum(self.worth(2 * cube, Owner.OTHER), self._of(cube))
        return np.maximum(self.worth(cube, owner), doubled)

    def dead(self, cube: int) -> Values:
        """What each board is worth if nobody doubles any more."""
        drawn = self._chances[:, DRAW] * self._payoff.draw
        return np.asarray(self._win * self._won(cube) + self._loss * self._lost(cube) + drawn)

    def _by_win(self, cube: int) -> Values:
        """What a win is worth, by the grades that it can be expected to have."""
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
        """From which chance on the other side drops a double."""
        after = self._if_dead(2 * cube) if 2 * cube >= self._last else self._if_theirs(2 * cube)
        return after.where(self._of(cube))

    def _takes(self, cube: int) -> Values:
        """From which chance on this side takes a double."""
        after = self._if_dead(2 * cube) if 2 * cube >= self._last else self._if_mine(2 * cube)
        return after.where(self._of(-cube))

    def _if_dead(self, cube: int) -> _Line:
        return _Line(((0, self._lost(cube)), (1, self._won(cube))))
