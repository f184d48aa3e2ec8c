"""Cube: decides doubles and takes from the board and the score.

The search goes one or two rolls ahead and values the cube there by Janowski's formula (`bot.engine.cubeful`).
So market losers (rolls after which the opponent would drop) count with their probability.
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
"""The smallest gain, in points, for which doubling is called better."""
_CLEAR: Final = 0.2
"""A lead of the best action, in points, above which a search two rolls ahead is skipped: it would not change
the decision."""


class CubeAction(Enum):
    """The best cube actions of both sides before a roll; the value is the word used in catalogs."""

    NO_DOUBLE = "no-double"
    TAKE = "take"
    DROP = "drop"
    TOO_GOOD = "too-good"


@dataclass(frozen=True, slots=True)
class CubeDecision:
    """The values of rolling and of doubling before a roll, for the side that may double.

    Values are points at the current cube, so a dropped double is worth 1. In a match they are scaled so that
    a lost game costs 1.

    Attributes:
        no_double: points if the side rolls without doubling.
        take: points if it doubles and the opponent takes.
        drop: points if it doubles and the opponent drops: 1.
        chances: the probabilities to win the match in these three cases, or None in a single game.
    """

    no_double: float
    take: float
    drop: float = 1.0
    chances: tuple[float, float, float] | None = None

    @property
    def doubled(self) -> float:
        """The points if the side doubles and the opponent gives the better answer."""
        return min(self.take, self.drop)

    @property
    def doubles(self) -> bool:
        """True if doubling is better than rolling."""
        return self.doubled > self.no_double + _SAME

    @property
    def takes(self) -> bool:
        """True if the opponent should take a double."""
        return self.take <= self.drop

    @property
    def best(self) -> CubeAction:
        """The best actions of both sides."""
        if self.doubles:
            return CubeAction.TAKE if self.takes else CubeAction.DROP
        return CubeAction.NO_DOUBLE if self.takes else CubeAction.TOO_GOOD

    def cost_of_doubling(self, *, doubles: bool) -> float:
        """Return the points lost by doubling (`doubles` is True) or by rolling; 0 if it was right."""
        lost = self.no_double - self.doubled
        return max(lost if doubles else -lost, 0.0)

    def cost_of_answering(self, *, takes: bool) -> float:
        """Return the points the opponent loses by taking (`takes` is True) or dropping; 0 if it was right."""
        lost = self.take - self.drop
        return max(lost if takes else -lost, 0.0)


def decide(search: Search, state: Game, score: Score = MONEY) -> CubeDecision:
    """Return the values of doubling and rolling for the mover, also if a double is already offered.

    Args:
        state: the game before the roll. Without a cube, one in the middle is assumed.
        score: the score of the match before the game.
    """
    payoff = payoff_at(state.ruleset, score, state.mover)
    near = _decision(state, payoff, NextRoll(search, state.position, payoff, value_of(state)), score)
    # If the current cube already wins the match, a deeper search cannot change the decision.
    wins_anyway = not score.is_money and float(payoff.of(value_of(state))) >= 1
    if wins_anyway or min(abs(near.doubled - near.no_double), abs(near.take - near.drop)) > _CLEAR:
        return near
    return _decision(state, payoff, NextReply(search, state.position, payoff, value_of(state)), score)


def value_of(state: Game) -> int:
    """Return the value of a game's cube; 1 if it has none."""
    return 1 if state.cube is None else state.cube.value


def owner_of(state: Game, side: Side) -> Owner:
    """Return the owner of a game's cube, from a side's point of view."""
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
    """The value of a position to the side about to roll, from a search one roll ahead.

    Args:
        payoff: the value of results to that side.
        cube: the value of the cube used to choose turns.
    """

    def __init__(self, search: Search, position: Position, payoff: Payoff, cube: int) -> None:
        (rows,) = search.by_roll([position], lambda rows: Cubeful(rows, payoff).dead(cube))
        self._theirs = Cubeful(of_other(rows), payoff.of_other)

    def worth(self, cube: int, owner: Owner) -> float:
        """Return the value of rolling, with a cube of this value and owner."""
        return -float(ROLL_WEIGHTS @ self._theirs.before_roll(cube, owner.seen_by_other))


class NextReply:
    """The value of a position to the side about to roll, from a search two rolls ahead.

    Args:
        payoff: the value of results to that side.
        cube: the value of the cube used to choose turns.
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
        """Return the value of rolling, with a cube of this value and owner."""
        return float(ROLL_WEIGHTS @ self._after_roll(cube, owner))

    def _after_roll(self, cube: int, owner: Owner) -> Values:
        """Return the value to this side after each of its rolls; the opponent doubles first if that pays."""
        rolled = self._after_reply(cube, owner)
        if owner is Owner.ME or cube >= self._payoff.last:
            return rolled
        doubled = np.maximum(self._after_reply(2 * cube, Owner.ME), self._payoff.of(-cube))
        return np.minimum(rolled, doubled)

    def _after_reply(self, cube: int, owner: Owner) -> Values:
        worth = self._mine.before_roll(cube, owner).reshape(len(ROLLS), len(ROLLS))
        return np.asarray(worth @ ROLL_WEIGHTS)
