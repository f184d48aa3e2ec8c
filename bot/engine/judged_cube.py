"""Judged cube: one decision about the cube, and what it gave away."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from bot.engine.cube import CubeDecision
from bot.rules import Side


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
        """How much of the chance to win the match it gave away, 0–1; ``None`` in a game of its own."""
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
