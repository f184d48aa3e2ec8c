"""Strategies: one for tests that plays at once, always the same, and gives hints by the plain measure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine import Advantage, Candidate, Chances, Hint
from bot.rules import legal_turns
from tests.plain import PlainStrategy, evaluate

if TYPE_CHECKING:
    from bot.engine import Level
    from bot.rules import Game, Turn

PIPS_A_POINT = 100
"""So many pips of the plain measure are taken for a point."""


class Plain(PlainStrategy):
    """The plain player, who plays at no level, and gives hints by what it looks at."""

    def choose(self, state: Game, level: Level | None = None) -> Turn:  # noqa: ARG002 (it knows no levels)
        """Return the turn that looks best."""
        return super().choose(state)

    def hint(self, state: Game) -> Hint:
        """Return the three turns that look best, in games in which nothing is hit."""
        assert state.roll is not None
        turns = legal_turns(state.position, state.roll)
        worth = [evaluate(end, state.position.theirs) / PIPS_A_POINT for end in turns.boards]
        order = sorted(range(len(turns)), key=lambda number: -worth[number])[:3]
        candidates = tuple(
            Candidate(turns[number], Chances(0.5, 0.1, 0.1), worth[order[0]] - worth[number])
            for number in order
        )
        return Hint(candidates, Advantage.HOLDS_POINTS if len(candidates) > 1 else None)
