"""What a game was worth: the best turn beside each that was played, and the luck of each roll."""

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
    """What is done with the cube; the value is the word used in catalogs."""

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
    """A decision about the cube, judged.

    Attributes:
        turn: the number of the turn before which it was made, from 1.
        side: whose decision it was.
        did: what was done.
        decision: what each answer was worth, as the side sees it that could double.
    """

    turn: int
    side: Side
    did: CubeMove
    decision: CubeDecision

    @property
    def cost(self) -> float:
        """How many points it gave away, at the cube as it lay, 0 or more."""
        if self.did in (CubeMove.ROLL, CubeMove.DOUBLE):
            return self.decision.cost_of_doubling(doubles=self.did is CubeMove.DOUBLE)
        return self.decision.cost_of_answering(takes=self.did is CubeMove.TAKE)

    @property
    def better(self) -> CubeMove:
        """What would have been better, if it cost anything."""
        return _OTHER[self.did]

    @property
    def cost_of_match(self) -> float | None:
        """How much of the chance to win the match it gave away, 0–1; `None` in a game of its own."""
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
"""Half a thousandth of a point; less is no mistake."""


class Band(Enum):
    """How well a game was played; the value is the word used in catalogs. docs/engine.md has the measure."""

    MASTERLY = "masterly"
    STRONG = "strong"
    GOOD = "good"
    FAIR = "fair"
    LEARNING = "learning"


class Mistake(Enum):
    """How bad a mistake is; the value is the word used in catalogs. docs/engine.md has the measure."""

    DOUBTFUL = "doubtful"
    BAD = "bad"
    VERY_BAD = "very-bad"


class Depth(Enum):
    """How a turn was judged; the value is the word used in catalogs."""

    ONE_PLY = "one-ply"
    TWO_PLY = "two-ply"
    ROLLED_OUT = "roll-out"


class Reviewer(Enum):
    """Who judged; the value is the word used in catalogs.

    The judge of its own is a net that the computer player does not play by, so that the program judges
    itself no better than others.
    """

    OWN = "own"
    PLAYER = "player"


@dataclass(frozen=True, slots=True)
class JudgedTurn:
    """One turn of a game, judged.

    Attributes:
        number: which turn of the game it is, from 1, passes included.
        roll: the dice.
        before: the board before it; its mover played the turn.
        played: the turn that was played; without moves, a pass.
        best: the best turn; the one played, if nothing was better.
        chances: as the mover saw them after what was played.
        cost: how many points it gave away against the best, 0 or more.
        luck: how many points the roll was worth beyond the average roll, for the mover.
        choices: how many different turns there were.
        judged_by: how the cost was found.
        uncertainty: the standard error of the cost, in points; 0 where it was not rolled out.
        trials: how many times it was rolled out, and the best turn with the same dice.
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

    @property
    def side(self) -> Side:
        """Who played it."""
        return self.before.mover

    @property
    def is_forced(self) -> bool:
        """True if there was nothing to choose."""
        return self.choices <= 1

    @property
    def mistake(self) -> Mistake | None:
        """How bad a mistake it was; `None` for one too small to be marked, and for none."""
        return next((mistake for mistake, least in _MISTAKES if self.cost >= least), None)


@dataclass(frozen=True, slots=True)
class Performance:
    """How a side played.

    Attributes:
        unforced: in how many turns it had a choice.
        error: how many points it gave away in each of them, on average.
        luck: how many points its rolls were worth beyond average ones, in all.
        band: how good that is; `None` without a choice.
        uncertainty: the standard error of the error: by how much chance another game of such play would
            differ.
    """

    unforced: int
    error: float
    luck: float
    band: Band | None
    uncertainty: float = 0.0

    @property
    def bands(self) -> tuple[Band, ...]:
        """The bands within one standard error, the best first; none without a choice."""
        if self.band is None:
            return ()
        best, worst = (band_of(self.error + sign * self.uncertainty) for sign in (-1, 1))
        order = list(Band)
        return tuple(order[order.index(best) : order.index(worst) + 1])


@dataclass(frozen=True, slots=True)
class Balance:
    """What the result of a game came from, as one side sees it, in points, the cube aside: parts that add up.

    Attributes:
        result: what the game was worth.
        opening: what it was worth before the first roll.
        luck: the luck of its rolls, less that of the other side's.
        errors: what the other side's turns gave away, less what its own did.
        ending: what the end was worth beyond the last board: a game given up, or out of time.
        rest: what the judge thought of otherwise once it saw further.
    """

    result: float
    opening: float
    luck: float
    errors: float
    ending: float
    rest: float

    @property
    def without_luck(self) -> float:
        """The result with the luck of all rolls taken off."""
        return self.result - self.luck


@dataclass(frozen=True, slots=True)
class Analysis:
    """A whole game, judged.

    Attributes:
        rules: the name of the rule set.
        replies: True if the opponent's replies were looked at (two ply).
        turns: every turn, in order.
        start: White's chances to win before the first turn, 0–1; a draw counts half.
        reviewer: who judged.
        result: what the game was worth to White in points, the cube aside; `None` where that is not known.
        opening: what it was worth to White before the first roll.
        last: what it was worth to White after the last turn.
        cube: every double and every answer, and where a double was missed.
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
        """How a side played."""
        turns = [turn for turn in self.turns if turn.side is side]
        unforced = [turn for turn in turns if not turn.is_forced]
        luck = sum(turn.luck for turn in turns)
        if not unforced:
            return Performance(0, 0.0, luck, None)
        error = fmean(turn.cost for turn in unforced)
        return Performance(len(unforced), error, luck, band_of(error), _uncertainty(unforced))

    def balance(self, side: Side) -> Balance | None:
        """What the result came from, as a side sees it; `None` where the result is not known."""
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
        """The turns that cost most, the worst first; none that cost nothing that can be told."""
        costly = [turn for turn in self.turns if turn.cost >= LEAST_COST]
        return tuple(sorted(costly, key=lambda turn: -turn.cost)[:count])

    def worst_cube(self, count: int = 3) -> tuple[JudgedCube, ...]:
        """The decisions about the cube that cost most, the worst first."""
        costly = [each for each in self.cube if each.cost >= LEAST_COST]
        return tuple(sorted(costly, key=lambda each: -each.cost)[:count])

    def winning_chances(self) -> tuple[float, ...]:
        """White's chances to win, 0–1, before the first turn and after each; a draw counts half."""
        seen = [(turn.chances if turn.side is Side.WHITE else turn.chances.of_other) for turn in self.turns]
        return (self.start, *(chances.win + chances.draw / 2 for chances in seen))


def _uncertainty(turns: Sequence[JudgedTurn]) -> float:
    """The standard error of what turns cost on average: they differ, and some are not known exactly."""
    if len(turns) < 2:  # noqa: PLR2004 (nothing can be told from one)
        return sum(turn.uncertainty for turn in turns)
    spread = variance(turn.cost for turn in turns) / len(turns)
    return float((spread + sum(turn.uncertainty**2 for turn in turns) / len(turns) ** 2) ** 0.5)


def band_of(error: float) -> Band:
    """Return how good it is to give away so many points in each unforced turn."""
    return next((band for band, most in _BANDS if error <= most), Band.LEARNING)


_BANDS = (
    (Band.MASTERLY, 0.012),
    (Band.STRONG, 0.025),
    (Band.GOOD, 0.06),
    (Band.FAIR, 0.12),
)
"""By band, the most points given away in an unforced turn; docs/engine.md says how they were set."""

_MISTAKES = ((Mistake.VERY_BAD, 0.16), (Mistake.BAD, 0.08), (Mistake.DOUBTFUL, 0.04))
"""The least points that a turn of each kind gives away, the worst first: GNU Backgammon's own marks."""
