"""Table: one row for each way in which a game can end, by rule set where the rule sets differ."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from bot.rules import RULESETS, Ending, Grade, RuleSet, Side, start_position
from bot.rules.outcomes import possible_grades
from bot.rules.rulesets import Scoring


class EndingKind(Enum):
    """The way in which a test brings a game to its end."""

    BORNE_OFF = "borne off"
    BOTH_OFF = "both off"
    LAST_TURN_FAILED = "last turn failed"
    RESIGNED = "resigned"
    DROPPED = "dropped"
    DRAW = "draw agreed"
    CUBE_AT_64 = "cube at 64"
    LAST_OF_MATCH = "last game of a match"


ENDINGS = {
    EndingKind.BOTH_OFF: Ending.BOTH_OFF,
    EndingKind.RESIGNED: Ending.RESIGNED,
    EndingKind.CUBE_AT_64: Ending.RESIGNED,
    EndingKind.DROPPED: Ending.DROPPED,
    EndingKind.DRAW: Ending.DRAW,
}
"""The rules' endings; the other kinds end by bearing off."""


@dataclass(frozen=True, slots=True)
class Row:
    """One ending of one rule set.

    Args:
        ruleset: the rule set, with the agreed scoring.
        grade: the value at which the game is resigned; None if it is not.
    """

    ruleset: RuleSet
    kind: EndingKind
    grade: Grade | None = None

    def __str__(self) -> str:
        words = [self.ruleset.name, self.kind.value]
        return ", ".join([*words, self.grade.value] if self.grade else words)

    @property
    def ending(self) -> Ending:
        """The ending as the rules name it."""
        return ENDINGS.get(self.kind, Ending.BORNE_OFF)

    @property
    def challenge(self) -> str:
        """The line that challenges to such a game."""
        words = ["/challenge Boris", self.ruleset.name]
        if self.ruleset.scoring is Scoring.EXTENDED:
            words.append("extended")
        if self.kind in {EndingKind.DROPPED, EndingKind.CUBE_AT_64}:
            words.append("cube")
        words.append("2 games" if self.kind is EndingKind.LAST_OF_MATCH else "1 game")
        return " ".join(words)


def rows_of(ruleset: RuleSet) -> list[Row]:
    """Return the endings of a rule set, without those that share their code with another rule set's."""
    kinds = [EndingKind.BORNE_OFF]
    kinds += [EndingKind.DRAW, EndingKind.LAST_OF_MATCH] if ruleset.name == "long" else []
    kinds += [EndingKind.BOTH_OFF, EndingKind.LAST_TURN_FAILED] if ruleset.last_turn else []
    kinds += [EndingKind.DROPPED, EndingKind.CUBE_AT_64] if ruleset.name in {"long", "short"} else []
    rows = [Row(ruleset, kind) for kind in kinds]
    if ruleset.scoring is not Scoring.OYN_MARS:
        return rows + resignations_of(ruleset)
    if ruleset.name == "long":
        usual = resignations_of(ruleset)
        grades = {row.grade for row in usual}
        rows += usual + [row for row in resignations_of(ruleset.extended()) if row.grade not in grades]
    return rows


def resignations_of(ruleset: RuleSet) -> list[Row]:
    """Return a row for each value at which a game can be resigned at its beginning."""
    grades = possible_grades(start_position(ruleset), Side.WHITE)
    return [Row(ruleset, EndingKind.RESIGNED, grade) for grade in grades]


TABLE = tuple(row for ruleset in RULESETS.values() for row in rows_of(ruleset))
