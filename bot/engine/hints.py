"""Hints: the best turns, what the others cost, and what the best one does that the next does not."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.engine.chances import Chances
    from bot.rules import Turn


class Advantage(Enum):
    """What the best turn does that the next best does not; the value is the word used in catalogs.

    ``BETTER`` is what no other word fits, ``CLOSE`` that both are as good.
    """

    SAVES_MARS = "saves-mars"
    KEEPS_MARS = "keeps-mars"
    HITS = "hits"
    HITS_MORE = "hits-more"
    PRIME = "wall"
    KEEPS_PRIME = "keeps-wall"
    OPENS_HEAD = "opens-head"
    BEARS_OFF = "bears-off"
    COMES_HOME = "comes-home"
    SAFER = "safer"
    BLOCKS = "blocks"
    FREER = "freer"
    HOLDS_POINTS = "holds-points"
    BETTER = "better"
    CLOSE = "close"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A turn and what it is worth.

    Attributes:
        turn: the turn.
        chances: as its player sees them after it.
        cost: how many points it gives away against the best, 0 or more.
    """

    turn: Turn
    chances: Chances
    cost: float


@dataclass(frozen=True, slots=True)
class Hint:
    """The best turns of a roll.

    Attributes:
        candidates: at most three, the best first.
        advantage: what the best does that the next does not; ``None`` where only one turn is possible.
        prime: how long the prime is that is made or kept.
    """

    candidates: tuple[Candidate, ...]
    advantage: Advantage | None
    prime: int = 0

    @property
    def best(self) -> Candidate:
        """The best turn."""
        return self.candidates[0]
