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
    def manner(self) -> Manner:
        """How a level comes to its turns."""
        return _MANNERS[self]


@dataclass(frozen=True, slots=True)
class Manner:
    """How a level comes to its turns.

    Attributes:
        error: by how many points it misjudges a board, as a standard deviation.
        replies: how many of the best looking turns it looks at again with the opponent's replies.
    """

    error: float
    replies: int = 0


_MANNERS = {
    Level.NOVICE: Manner(0.6),
    Level.CASUAL: Manner(0.3),
    Level.SKILLED: Manner(0.13),
    Level.STRONG: Manner(0.0),
    Level.BEST: Manner(0.0, replies=6),
}
