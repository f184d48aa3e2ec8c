"""Levels: how well the computer player plays, from a beginner to its best."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Level(Enum):
    """A strength; the value is the word used in commands and stored with a challenge."""

    NOVICE = "novice"
    CASUAL = "casual"
    SKILLED = "skilled"
    STRONG = "strong"
    BEST = "best"

    @property
    def strength(self) -> Strength:
        """How hard it thinks, and how it errs."""
        return _STRENGTHS[self]


@dataclass(frozen=True, slots=True)
class Strength:
    """How hard a level thinks, and how it errs.

    Attributes:
        error: by how many points it misjudges a board, as a standard deviation; in a race it does not.
        candidates: how many of the best looking turns it looks at again, with the opponent's replies.
    """

    error: float
    candidates: int = 0


_STRENGTHS = {
    Level.NOVICE: Strength(0.6),
    Level.CASUAL: Strength(0.3),
    Level.SKILLED: Strength(0.13),
    Level.STRONG: Strength(0.0),
    Level.BEST: Strength(0.0, candidates=6),
}
