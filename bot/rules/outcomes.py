"""Outcomes: how a game ends and what it is worth (R9)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from bot.rules.board import BAR_INDEX, CHECKERS, ENTRY, HOME, POINTS, Family, Side
from bot.rules.position import Position
from bot.rules.rulesets import Grade, Scoring


class Ending(Enum):
    """The way a game ended; the value is the word used in records."""

    BORNE_OFF = "borne off"
    RESIGNED = "resigned"
    DROPPED = "dropped"
    DRAW = "agreed"
    TIMEOUT = "timeout"
    BOTH_OFF = "both off"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a finished game.

    Attributes:
        winner: The side that won, or None for a draw.
        grade: The kind of win (oyn, mars, gammon …), or None for a draw.
        ending: How the game ended.
        cube: The factor applied to the grade's points. It does not apply to a draw, which is half a point.
    """

    winner: Side | None
    grade: Grade | None
    ending: Ending
    cube: int = 1

    def points_of(self, side: Side) -> Fraction:
        """Return the points a side gets: grade times cube for a win, 0 for a loss, 1/2 for a draw (R9)."""
        if self.winner is None or self.grade is None:
            return Fraction(1, 2)
        return Fraction(self.grade.points * self.cube if side is self.winner else 0)

    def __str__(self) -> str:
        if self.winner is None:
            return f"1/2-1/2 {self.ending.value}"
        score = "1-0" if self.winner.value == "w" else "0-1"
        how = "" if self.ending is Ending.BORNE_OFF else f", {self.ending.value}"
        cube = "" if self.cube == 1 else f", cube {self.cube}"
        return f"{score} {self.grade}{how}{cube}"


def grade_of_loss(position: Position, loser: Side) -> Grade:
    """Return the grade of a game that was played to the last checker (R9.1, R9.2)."""
    ruleset = position.ruleset
    if ruleset.scoring is Scoring.BACKGAMMON and not position.off(loser):
        in_winners_home = any(position.count(loser, t) for t in _winners_home(ruleset.family))
        return Grade.BACKGAMMON if in_winners_home else Grade.GAMMON
    return possible_grades(position, loser)[-1]


def _winners_home(family: Family) -> tuple[int, ...]:
    """Return the winner's home in the loser's progress indices; in the opposed family, with the bar."""
    if family is Family.PARALLEL:
        return tuple(range(HOME - POINTS // 2, POINTS // 2))
    return (*range(POINTS - HOME), BAR_INDEX)


def possible_grades(position: Position, loser: Side) -> tuple[Grade, ...]:
    """Return the grades at which a side can still lose, lowest first; empty if it has finished (R9.6)."""
    scoring = position.ruleset.scoring
    ladder = scoring.grades
    if position.off(loser) == CHECKERS:
        return ()
    if position.off(loser):
        return ladder[:1]
    match scoring:
        case Scoring.BACKGAMMON if not _can_end_in_winners_home(position, loser):
            return ladder[:2]
        case Scoring.EXTENDED if not position.count(loser, 0):
            starting_quarter = range(POINTS - HOME)
            return ladder[:3] if any(position.count(loser, t) for t in starting_quarter) else ladder[:2]
        case _:
            return ladder


def _can_end_in_winners_home(position: Position, loser: Side) -> bool:
    """True if the game can end with a checker of the loser in the winner's home or on the bar (R9.6)."""
    family = position.ruleset.family
    there = _winners_home(family)
    if family is Family.PARALLEL:
        return any(position.count(loser, t) for t in range(there[-1] + 1))
    # Until the sides have passed each other, a checker can still be hit and end on the bar.
    rear = {side: _rearmost(position, side) for side in (loser, loser.other)}
    not_passed = sum(rear.values()) < POINTS - 1
    return not_passed or any(position.count(loser, t) for t in there)


def _rearmost(position: Position, side: Side) -> int:
    """Return the progress index of a side's rearmost checker; `ENTRY` if one is on the bar."""
    if position.count(side, BAR_INDEX):
        return ENTRY
    return next(t for t in range(POINTS + 1) if position.count(side, t))


def grade_on_time(position: Position, loser: Side) -> Grade:
    """Return the grade of a loss on time: 2 points if the loser bore off none, where there is a 2 (R9.6)."""
    return possible_grades(position, loser)[:2][-1]
