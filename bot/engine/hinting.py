"""How a hint is found: the best turns, and what sets the best apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from bot.engine.chances import Chances
from bot.engine.evaluation import equity
from bot.engine.hints import Advantage, Candidate, Hint
from bot.engine.inputs import BLOCKED, PRIME, SHOTS, WAYS, WIDER, inputs_of, rows_of
from bot.engine.thinking import turns_of
from bot.rules import Family

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from bot.engine.search import Search
    from bot.rules import Game, LegalTurns, Position

_LOOKED_AT: Final = 8
_TOLD: Final = 3
_CLOSE: Final = 0.015
"""Turns that differ by less, in points, are as good as each other: it is told as a hundredth."""

_PRIME_LENGTH: Final = 4
"""So many points in a row are called a prime."""

_MARS: Final = 0.04
"""So much more or less likely a mars must be to be what sets a turn apart."""


def best_of(
    search: Search, turns: LegalTurns, state: Game, count: int, also: Sequence[int] = ()
) -> tuple[list[int], NDArray[np.float64]]:
    """Return the numbers of the turns that look best, and what is expected after each with all replies.

    Args:
        search: what looks ahead.
        turns: the turns.
        state: the game.
        count: how many are looked at.
        also: further turns that are looked at.
    """
    order = np.argsort(-equity(search.evaluate(turns, state.position)))
    near = list(dict.fromkeys([*(int(number) for number in order[:count]), *also]))
    chances = search.look_ahead([turns.position(number) for number in near])
    ranked = np.argsort(-equity(chances), kind="stable")
    return [near[place] for place in ranked], chances[ranked]


def hinted(search: Search, state: Game) -> Hint:
    """Return the best turns of a roll.

    Raises:
        ValueError: there is no roll, or it allows no turn.
    """
    turns = turns_of(state)
    numbers, chances = best_of(search, turns, state, _LOOKED_AT)
    worth = equity(chances)
    candidates = tuple(
        Candidate(turns[number], Chances(*map(float, row)), float(worth[0] - each))
        for number, row, each in zip(numbers[:_TOLD], chances, worth, strict=False)
    )
    if len(candidates) == 1:
        return Hint(candidates, None)
    return Hint(candidates, *_set_apart(state, candidates[0], candidates[1]))


def _set_apart(state: Game, best: Candidate, other: Candidate) -> tuple[Advantage, int]:
    """What the best turn does that the next does not, and how long its prime is."""
    if other.cost < _CLOSE:
        return Advantage.CLOSE, 0
    if other.chances.lost_mars - best.chances.lost_mars > _MARS:
        return Advantage.SAVES_MARS, 0
    if best.chances.mars - other.chances.mars > _MARS:
        return Advantage.KEEPS_MARS, 0
    before, mine, next_best = (
        _Board(state, position) for position in (state.position, best.turn.end, other.turn.end)
    )
    if mine.prime > next_best.prime and mine.prime >= max(_PRIME_LENGTH, before.prime):
        return (Advantage.PRIME if mine.prime > before.prime else Advantage.KEEPS_PRIME), mine.prime
    hits, other_hits = (sum(move.hit for move in each.turn.moves) for each in (best, other))
    signs = (
        (Advantage.HITS_MORE if other_hits else Advantage.HITS, hits - other_hits),
        (Advantage.OPENS_HEAD, next_best.head - mine.head),
        (Advantage.SAFER, next_best.shots - mine.shots),
        (Advantage.BEARS_OFF, mine.off - next_best.off),
        (Advantage.BLOCKS, mine.hinders - next_best.hinders),
        (Advantage.FREER, mine.ways - next_best.ways),
        (Advantage.COMES_HOME, mine.home - next_best.home),
        (Advantage.HOLDS_POINTS, mine.points - next_best.points),
    )
    found = next((sign for sign, difference in signs if difference > 0), Advantage.BETTER)
    return found, 0


class _Board:
    """What can be said in words about a board, for the side that plays the turn."""

    def __init__(self, state: Game, position: Position) -> None:
        side, opposed = state.mover, state.ruleset.family is Family.OPPOSED
        rows = rows_of([position.bits(side)]), rows_of([position.bits(side.other)])
        own, other = np.split(inputs_of(*rows, WIDER, opposed=opposed)[0], 2)
        self.prime = round(own[PRIME] * 6)
        self.head = 0 if opposed else position.count(side, 0)
        self.off = position.off(side)
        self.home = sum(position.count(side, t) for t in range(18, 24)) + self.off
        self.points = sum(position.count(side, t) > opposed for t in range(24))
        self.shots = round(own[SHOTS] * 6)
        self.hinders = round(float(other[BLOCKED : BLOCKED + 24].sum()) * 6)
        self.ways = round(float(own[WAYS : WAYS + 6].sum()) * 6)
