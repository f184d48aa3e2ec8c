"""Cube: whether to double, and whether to take, by the board and by the score.

What a game is worth is looked up after the next roll of each side, where the cube is worth what Janowski's
formula says (`bot.engine.cubeful`). So rolls that lose the market count as often as they come.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.engine.cubeful import Cubeful, Owner
from bot.engine.evaluation import of_other
from bot.engine.match_equity import payoff_at
from bot.engine.payoff import Payoff
from bot.engine.score import MONEY, Score
from bot.engine.search import ROLL_WEIGHTS, ROLLS, Search
from bot.rules import Game, Position, Side, legal_turns

Values = NDArray[np.float64]

_SAME: Final = 1e-6
"""Less than that is no reason to double."""
_CLEAR: Final = 0.2
"""Where the best action is better by more, in points, looking farther ahead does not change it."""


class CubeAction(Enum):
    """What both sides do best before a roll; the value is the word used in catalogs."""

    NO_DOUBLE = "no-double"
    TAKE = "take"
    DROP = "drop"
    TOO_GOOD = "too-good"


@dataclass(frozen=True, slots=True)
class CubeDecision:
    """What a double before a roll is worth, as the side sees it that may double.

    Points are those of the game at the cube as it lies: a dropped double wins 1. In a match they are of such
    a size that a lost game costs 1 as well.

    Attributes:
        no_double: points if it rolls.
        take: points if it doubles, and the other side takes.
        drop: points if it doubles, and the other side drops: 1.
        chances: how likely the match is won in each of the three cases, 0–1; nothing in a game of its own.
    """

    no_double: float
    take: float
    drop: float = 1.0
    chances: tuple[float, float, float] | None = None

    @property
    def doubled(self) -> float:
        """Points if it doubles, and the other side answers best."""
        return min(self.take, self.drop)

    @property
    def doubles(self) -> bool:
        """True if it is best to double."""
        return self.doubled > self.no_double + _SAME

    @property
    def takes(self) -> bool:
        """True if it is best for the other side to take."""
        return self.take <= self.drop

    @property
    def best(self) -> CubeAction:
        """What both sides do best."""
        if self.doubles:
            return CubeAction.TAKE if self.takes else CubeAction.DROP
        return CubeAction.NO_DOUBLE if self.takes else CubeAction.TOO_GOOD

    def cost_of_doubling(self, *, doubles: bool) -> float:
        """How many points it gives away to double, or to roll; 0 or more."""
        lost = self.no_double - self.doubled
        return max(lost if doubles else -lost, 0.0)

    def cost_of_answering(self, *, takes: bool) -> float:
        """How many points the other side gives away by taking, or by dropping; 0 or more."""
        lost = self.take - self.drop
        return max(lost if takes else -lost, 0.0)


def decide(search: Search, state: Game, score: Score = MONEY) -> CubeDecision:
    """Return what a double of the mover is worth before its roll, offered already or not.

    Args:
        search: what looks ahead.
        state: the game, before the roll; where it has no cube, as if one lay in the middle.
        score: how the match stands before the game.
    """
    payoff = payoff_at(state.ruleset, score, state.mover)
    near = _decision(state, payoff, NextRoll(search, state.position, payoff, value_of(state)), score)
    wins_anyway = not score.is_money and float(payoff.of(value_of(state))) >= 1
    if wins_anyway or min(abs(near.doubled - near.no_double), abs(near.take - near.drop)) > _CLEAR:
        return near
    return _decision(state, payoff, NextReply(search, state.position, payoff, value_of(state)), score)


def value_of(state: Game) -> int:
    """The value of the cube of a game, 1 without one."""
    return 1 if state.cube is None else state.cube.value


def owner_of(state: Game, side: Side) -> Owner:
    """Whose the cube of a game is, as a side sees it."""
    if state.cube is None or state.cube.owner is None:
        return Owner.NOBODY
    return Owner.ME if state.cube.owner is side else Owner.OTHER


def _decision(state: Game, payoff: Payoff, ahead: NextRoll | NextReply, score: Score) -> CubeDecision:
    cube, owner = value_of(state), owner_of(state, state.mover)
    cash, cost = float(payoff.of(cube)), float(payoff.of(-cube))
    values = ahead.worth(cube, owner), ahead.worth(2 * cube, Owner.OTHER), cash
    middle, half = (cash + cost) / 2, max((cash - cost) / 2, _SAME)
    no_double, take, drop = ((value + 1) / 2 for value in values)
    return CubeDecision(
        (values[0] - middle) / half,
        (values[1] - middle) / half,
        chances=None if score.is_money else (no_double, take, drop),
    )


class NextRoll:
    """What a position is worth to the side that is to roll, by what each roll leads to.

    Args:
        search: what looks ahead.
        payoff: what results are worth to the side that is to roll.
        cube: the cube by which turns are chosen.
    """

    def __init__(self, search: Search, position: Position, payoff: Payoff, cube: int) -> None:
        (rows,) = search.by_roll([position], lambda rows: Cubeful(rows, payoff).dead(cube))
        self._theirs = Cubeful(of_other(rows), payoff.of_other)

    def worth(self, cube: int, owner: Owner) -> float:
        """What it is worth to roll, with the cube at a value."""
        return -float(ROLL_WEIGHTS @ self._theirs.before_roll(cube, owner.seen_by_other))


class NextReply:
    """The same, by what each roll and each roll of the other side lead to.

    Args:
        search: what looks ahead.
        payoff: what results are worth to the side that is to roll.
        cube: the cube by which turns are chosen.
    """

    def __init__(self, search: Search, position: Position, payoff: Payoff, cube: int) -> None:
        other = payoff.of_other
        ends = []
        for roll in ROLLS:
            turns = legal_turns(position, roll)
            if turns:
                worth = Cubeful(search.evaluate(turns, position), payoff).dead(cube)
                ends.append(turns.position(int(worth.argmax())))
            else:
                ends.append(position.passed())
        rows = search.by_roll(ends, lambda rows: Cubeful(rows, other).dead(cube))
        self._payoff = payoff
        self._mine = Cubeful(of_other(rows.reshape(len(ROLLS) ** 2, -1)), payoff)

    def worth(self, cube: int, owner: Owner) -> float:
        """What it is worth to roll, with the cube at a value."""
        return float(ROLL_WEIGHTS @ self._after_roll(cube, owner))

    def _after_roll(self, cube: int, owner: Owner) -> Values:
        """By roll, what it is worth before the other side rolls, which doubles first if that is best."""
        rolled = self._after_reply(cube, owner)
        if owner is Owner.ME or cube >= self._payoff.last:
            return rolled
        doubled = np.maximum(self._after_reply(2 * cube, Owner.ME), self._payoff.of(-cube))
        return np.minimum(rolled, doubled)

    def _after_reply(self, cube: int, owner: Owner) -> Values:
        worth = self._mine.before_roll(cube, owner).reshape(len(ROLLS), len(ROLLS))
        return np.asarray(worth @ ROLL_WEIGHTS)
