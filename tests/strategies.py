"""A strategy for tests that plays at once, is deterministic, and gives hints by the plain measure."""

from __future__ import annotations

from bot.engine import MONEY, Advantage, Candidate, Chances, CubeDecision, Hint, Level, Reason, Score
from bot.rules import Game, Turn, legal_turns
from tests.plain_strategy import PlainStrategy, evaluate

PIPS_A_POINT = 100
"""Pips of the plain measure that count as one point."""


class Plain(PlainStrategy):
    """The plain player at every level, with hints by its own measure."""

    def choose(self, state: Game, level: Level | None = None) -> Turn:  # noqa: ARG002 (it has no levels)
        """Return the turn that looks best."""
        return super().choose(state)

    def hint(self, state: Game) -> Hint:
        """Return the three turns that look best, in games without hits."""
        return best_turns(state, 3)

    def cube_hint(self, state: Game, score: Score = MONEY) -> CubeDecision:
        """Return "too early to double", and "take" for a double."""
        chances = None if score.is_money else (0.52, 0.48, 0.6)
        assert state.cube is not None
        return CubeDecision(0.1, -0.2, chances=chances)


class PlainPuzzles:
    """Puzzles by the plain measure."""

    def hint(self, state: Game, count: int) -> Hint:
        """Return the `count` turns that look best, in games without hits."""
        return best_turns(state, count)


def best_turns(state: Game, count: int) -> Hint:
    """Return the turns that look best by the plain measure."""
    assert state.roll is not None
    turns = legal_turns(state.position, state.roll)
    worth = [evaluate(end, state.position.theirs) / PIPS_A_POINT for end in turns.boards]
    order = sorted(range(len(turns)), key=lambda number: -worth[number])[:count]
    candidates = tuple(
        Candidate(turns[number], Chances(0.5, 0.1, 0.1), worth[order[0]] - worth[number]) for number in order
    )
    if len(candidates) == 1:
        return Hint(candidates)
    side = state.mover
    held, other = (len(each.turn.end.points(side)) for each in candidates[:2])
    return Hint(candidates, reasons=(Reason(Advantage.SPREADS, held, held, other, 1),))
