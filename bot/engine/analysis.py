"""Analysis: the review of a finished game: cost of each turn, luck of each roll, cube decisions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from statistics import fmean, variance
from typing import Final

from bot.engine.chances import Chances
from bot.engine.cube import CubeDecision
from bot.rules import Position, Roll, Side, Turn


class CubeMove(Enum):
    """An action with the cube, or rolling without doubling; the value is the word used in catalogs."""

    ROLL = "roll"
    DOUBLE = "double"
    TAKE = "take"
    DROP = "drop"


_OTHER = {
    CubeMove.ROLL: CubeMove.DOUBLE,
    CubeMove.DOUBLE: CubeMove.ROLL,
    CubeMove.TAKE: CubeMove.DROP,
    CubeMove.DROP: CubeMove.TAKE,
}


@dataclass(frozen=True, slots=True)
class JudgedCube:
    """A reviewed decision about the cube.

    Attributes:
        turn: the number of the turn before which it was made, from 1.
        side: the side that decided.
        did: the action taken.
        decision: the values of all actions, for the side that could double.
    """

    turn: int
    side: Side
    did: CubeMove
    decision: CubeDecision

    @property
    def cost(self) -> float:
        """The points lost by the action, at the value of the cube before it; 0 or more."""
        if self.did in (CubeMove.ROLL, CubeMove.DOUBLE):
            return self.decision.cost_of_doubling(doubles=self.did is CubeMove.DOUBLE)
        return self.decision.cost_of_answering(takes=self.did is CubeMove.TAKE)

    @property
    def better(self) -> CubeMove:
        """The other action, which would have been better if there was a cost."""
        return _OTHER[self.did]

    @property
    def cost_of_match(self) -> float | None:
        """The probability to win the match lost by the action, 0–1; None in a single game."""
        if self.decision.chances is None:
            return None
        no_double, take, drop = self.decision.chances
        lost = {
            CubeMove.ROLL: min(take, drop) - no_double,
            CubeMove.DOUBLE: no_double - min(take, drop),
            CubeMove.TAKE: take - drop,
            CubeMove.DROP: drop - take,
        }[self.did]
        return max(lost, 0.0)


LEAST_COST: Final = 0.0005
"""Turns and cube decisions that cost less, in points, are not listed as costly. A `Mistake` needs more."""


class Band(Enum):
    """A class of playing strength in a game; the value is the word used in catalogs (see docs/engine.md)."""

    MASTERLY = "masterly"
    STRONG = "strong"
    GOOD = "good"
    FAIR = "fair"
    LEARNING = "learning"


class Mistake(Enum):
    """A class of mistakes by their cost; the value is the word used in catalogs (see docs/engine.md)."""

    DOUBTFUL = "doubtful"
    BAD = "bad"
    VERY_BAD = "very-bad"


class Depth(Enum):
    """The method by which a turn was reviewed; the value is the word used in catalogs."""

    ONE_PLY = "one-ply"
    TWO_PLY = "two-ply"
    ROLLED_OUT = "roll-out"


class Reviewer(Enum):
    """The net that reviewed a game; the value is the word used in catalogs.

    `OWN` is a separate net that the computer player does not play by, so that it is not biased in the
    computer player's favour. `PLAYER` is the net that plays.
    """

    OWN = "own"
    PLAYER = "player"


@dataclass(frozen=True, slots=True)
class JudgedTurn:
    """A reviewed turn of a game.

    Attributes:
        number: the number of the turn in the game, from 1, including passes.
        before: the position before the turn; its side to move played the turn.
        played: the turn that was played; a pass has no moves.
        best: the best turn, which is the one played if no other was better.
        chances: the mover's chances after the turn played.
        cost: the points lost compared with the best turn, 0 or more.
        luck: the value of the roll minus that of the average roll, in points, for the mover.
        choices: the number of legal turns.
        judged_by: the method by which the cost was found.
        uncertainty: the standard error of the cost, in points; 0 without a roll-out.
        trials: the number of games in the roll-out; 0 without one.
        is_advised: True if the turn is a mistake, and a hint calls it best all the same.
    """

    number: int
    roll: Roll
    before: Position
    played: Turn
    best: Turn
    chances: Chances
    cost: float
    luck: float
    choices: int
    judged_by: Depth = Depth.ONE_PLY
    uncertainty: float = 0.0
    trials: int = 0
    is_advised: bool = False

    @property
    def side(self) -> Side:
        """The side that played the turn."""
        return self.before.mover

    @property
    def is_forced(self) -> bool:
        """True if there was at most one legal turn."""
        return self.choices <= 1

    @property
    def mistake(self) -> Mistake | None:
        """The class of the mistake, or None if the turn was good or the cost is too small."""
        return next((mistake for mistake, least in _MISTAKES if self.cost >= least), None)


@dataclass(frozen=True, slots=True)
class Performance:
    """The quality of one side's play in a game.

    Attributes:
        unforced: the number of turns with a choice.
        error: the average cost of those turns, in points.
        luck: the total luck of the side's rolls, in points.
        band: the class of playing strength, or None if no turn had a choice.
        uncertainty: the standard error of `error`, that is how much it would vary between similar games.
    """

    unforced: int
    error: float
    luck: float
    band: Band | None
    uncertainty: float = 0.0

    @property
    def bands(self) -> tuple[Band, ...]:
        """The bands within one standard error, best first; empty if no turn had a choice."""
        if self.band is None:
            return ()
        best, worst = (band_of(self.error + sign * self.uncertainty) for sign in (-1, 1))
        order = list(Band)
        return tuple(order[order.index(best) : order.index(worst) + 1])


@dataclass(frozen=True, slots=True)
class Balance:
    """The result of a game for one side, split into parts that add up; in points, without the cube.

    Attributes:
        result: the result of the game.
        opening: the value of the game before the first roll.
        luck: the luck of the side's rolls minus that of the opponent's.
        errors: the cost of the opponent's turns minus that of the side's own.
        ending: the result minus the value of the last position, if a side resigned or ran out of time.
        rest: the difference that remains, because evaluations change as the game goes on.
    """

    result: float
    opening: float
    luck: float
    errors: float
    ending: float
    rest: float

    @property
    def without_luck(self) -> float:
        """The result minus the luck of all rolls."""
        return self.result - self.luck


@dataclass(frozen=True, slots=True)
class Analysis:
    """The review of a whole game.

    Attributes:
        rules: the name of the rule set.
        replies: True for a deep analysis.
        turns: every turn, in order.
        start: White's probability to win before the first turn, 0–1; a draw counts half.
        reviewer: the net that reviewed the game.
        result: White's result in points, without the cube; None if not known.
        opening: the value of the game to White before the first roll, in points.
        last: the value of the game to White after the last turn, in points.
        cube: every double, every answer, and every missed double.
    """

    rules: str
    replies: bool
    turns: tuple[JudgedTurn, ...]
    start: float = 0.5
    reviewer: Reviewer = Reviewer.PLAYER
    result: float | None = None
    opening: float = 0.0
    last: float = 0.0
    cube: tuple[JudgedCube, ...] = ()

    def performance(self, side: Side) -> Performance:
        """Return the quality of a side's play."""
        turns = [turn for turn in self.turns if turn.side is side]
        unforced = [turn for turn in turns if not turn.is_forced]
        luck = sum(turn.luck for turn in turns)
        if not unforced:
            return Performance(0, 0.0, luck, None)
        error = fmean(turn.cost for turn in unforced)
        return Performance(len(unforced), error, luck, band_of(error), _uncertainty(unforced))

    def balance(self, side: Side) -> Balance | None:
        """Return a side's result split into parts, or None if the result is not known."""
        if self.result is None or not self.turns:
            return None
        sign = 1 if side is Side.WHITE else -1
        signs = [1 if turn.side is side else -1 for turn in self.turns]
        result, opening = sign * self.result, sign * self.opening
        luck = sum(each * turn.luck for each, turn in zip(signs, self.turns, strict=True))
        errors = -sum(each * turn.cost for each, turn in zip(signs, self.turns, strict=True))
        ending = sign * (self.result - self.last)
        return Balance(result, opening, luck, errors, ending, result - opening - luck - errors - ending)

    def worst(self, count: int = 3) -> tuple[JudgedTurn, ...]:
        """Return the costliest turns, worst first; turns that cost less than `LEAST_COST` are left out."""
        costly = [turn for turn in self.turns if turn.cost >= LEAST_COST]
        return tuple(sorted(costly, key=lambda turn: -turn.cost)[:count])

    def worst_cube(self, count: int = 3) -> tuple[JudgedCube, ...]:
        """Return the costliest decisions about the cube, worst first."""
        costly = [each for each in self.cube if each.cost >= LEAST_COST]
        return tuple(sorted(costly, key=lambda each: -each.cost)[:count])

    def winning_chances(self) -> tuple[float, ...]:
        """Return White's probability to win before the first turn and after each; a draw counts half."""
        seen = [(turn.chances if turn.side is Side.WHITE else turn.chances.of_other) for turn in self.turns]
        return (self.start, *(chances.win + chances.draw / 2 for chances in seen))


def _uncertainty(turns: Sequence[JudgedTurn]) -> float:
    """Return the standard error of the average cost, from its spread and from the turns' uncertainty."""
    if len(turns) < 2:  # noqa: PLR2004 (one turn has no spread)
        return sum(turn.uncertainty for turn in turns)
    spread = variance(turn.cost for turn in turns) / len(turns)
    return float((spread + sum(turn.uncertainty**2 for turn in turns) / len(turns) ** 2) ** 0.5)


def band_of(error: float) -> Band:
    """Return the band for an average cost of unforced turns, in points."""
    return next((band for band, most in BANDS if error <= most), Band.LEARNING)


BANDS = (
    (Band.MASTERLY, 0.012),
    (Band.STRONG, 0.025),
    (Band.GOOD, 0.06),
    (Band.FAIR, 0.12),
)
"""The bands, the best first, each with its greatest average cost; worse play is `Band.LEARNING`."""
"""For each band, the highest average cost of an unforced turn, in points (see docs/engine.md)."""

_MISTAKES = ((Mistake.VERY_BAD, 0.16), (Mistake.BAD, 0.08), (Mistake.DOUBTFUL, 0.04))
"""For each class of mistakes, the least cost in points, worst first: the same as in GNU Backgammon."""
