"""What a game was worth: the best turn beside each that was played, and the luck of each roll."""

from __future__ import annotations

import json
from dataclasses import astuple, dataclass
from enum import Enum
from typing import Any, Final

from bot.engine.chances import Chances
from bot.rules import RULESETS, Move, Position, Roll, RuleSet, Side, Turn

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

    @property
    def side(self) -> Side:
        """Who played it."""
        return self.before.mover

    @property
    def is_forced(self) -> bool:
        """Whether there was nothing to choose."""
        return self.choices <= 1

    @property
    def mistake(self) -> Mistake | None:
        """How bad a mistake it was; ``None`` for one too small to be marked, and for none."""
        return next((mistake for mistake, least in _MISTAKES if self.cost >= least), None)


@dataclass(frozen=True, slots=True)
class Performance:
    """How a side played.

    Attributes:
        unforced: in how many turns it had a choice.
        error: how many points it gave away in each of them, on average.
        luck: how many points its rolls were worth beyond average ones, in all.
        band: how good that is; ``None`` without a choice.
    """

    unforced: int
    error: float
    luck: float
    band: Band | None


@dataclass(frozen=True, slots=True)
class Analysis:
    """A whole game, judged.

    Attributes:
        rules: the name of the rule set.
        replies: whether the opponent's replies were looked at (two ply).
        turns: every turn, in order.
        start: White's chances to win before the first turn, 0–1; a draw counts half.
    """

    rules: str
    replies: bool
    turns: tuple[JudgedTurn, ...]
    start: float = 0.5

    def performance(self, side: Side) -> Performance:
        """How a side played."""
        turns = [turn for turn in self.turns if turn.side is side]
        unforced = [turn for turn in turns if not turn.is_forced]
        luck = sum(turn.luck for turn in turns)
        if not unforced:
            return Performance(0, 0.0, luck, None)
        error = sum(turn.cost for turn in unforced) / len(unforced)
        return Performance(len(unforced), error, luck, band_of(error))

    def worst(self, count: int = 3) -> tuple[JudgedTurn, ...]:
        """The turns that cost most, the worst first; none that cost nothing that can be told."""
        costly = [turn for turn in self.turns if turn.cost >= LEAST_COST]
        return tuple(sorted(costly, key=lambda turn: -turn.cost)[:count])

    def winning_chances(self) -> tuple[float, ...]:
        """White's chances to win, 0–1, before the first turn and after each; a draw counts half."""
        seen = [(turn.chances if turn.side is Side.WHITE else turn.chances.of_other) for turn in self.turns]
        return (self.start, *(chances.win + chances.draw / 2 for chances in seen))


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


def write_analysis(analysis: Analysis) -> str:
    """Write an analysis as text that `read_analysis` reads."""
    turns = [
        [
            turn.number,
            str(turn.roll),
            _board(turn.before),
            _turn(turn.played),
            None if turn.best is turn.played else _turn(turn.best),
            [round(each, 5) for each in astuple(turn.chances)],
            round(turn.cost, 5),
            round(turn.luck, 5),
            turn.choices,
        ]
        for turn in analysis.turns
    ]
    start = round(analysis.start, 5)
    form = {"rules": analysis.rules, "replies": analysis.replies, "turns": turns, "start": start}
    return json.dumps(form, separators=(",", ":"))


def read_analysis(text: str) -> Analysis:
    """Read what `write_analysis` wrote.

    Raises:
        ValueError: it is something else.
    """
    try:
        form = json.loads(text)
        ruleset = RULESETS[form["rules"]]
        turns = tuple(_read_judged(each, ruleset) for each in form["turns"])
        # Analyses of earlier versions do not say how the game stood before its first turn.
        return Analysis(form["rules"], form["replies"], turns, form.get("start", 0.5))
    except (KeyError, TypeError, IndexError) as error:
        raise ValueError("no analysis") from error


def _read_judged(form: list[Any], ruleset: RuleSet) -> JudgedTurn:
    number, roll, before, played, best, chances, cost, luck, choices = form
    turn = _read_turn(played, ruleset)
    return JudgedTurn(
        number,
        Roll.parse(roll),
        _read_board(before, ruleset),
        turn,
        turn if best is None else _read_turn(best, ruleset),
        Chances(*chances),
        cost,
        luck,
        choices,
    )


def _board(position: Position) -> list[str]:
    return [f"{position.white:x}", f"{position.black:x}", position.mover.value]


def _read_board(form: list[str], ruleset: RuleSet) -> Position:
    white, black, mover = form
    return Position(ruleset, int(white, 16), int(black, 16), Side(mover))


def _turn(turn: Turn) -> list[Any]:
    return [[list(astuple(move)) for move in turn.moves], _board(turn.end)]


def _read_turn(form: list[Any], ruleset: RuleSet) -> Turn:
    moves, end = form
    # Moves of earlier versions do not say whether their end is named.
    return Turn(tuple(Move(*move) for move in moves), _read_board(end, ruleset))
