"""Hinting: finds the best turns of a roll and the reasons why they are better."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.engine.advantages import Board, figures_apart, reasons_for
from bot.engine.chances import Chances
from bot.engine.evaluation import equity
from bot.engine.figures import figures_of
from bot.engine.hints import Candidate, Hint, Reason
from bot.engine.levels import turns_of
from bot.engine.search import Search
from bot.rules import Game, LegalTurns, Position

_LOOKED_AT: Final = 8
SHOWN: Final = 3
_AMONG_THE_REST: Final = 8
"""The number of other turns searched for comparison, spread evenly over the rest of the ranking."""
_CLOSE: Final = 0.015
"""Turns whose values differ by less, in points, count as equally good; it is displayed as one hundredth."""
_NOTHING: Final = 0.005
"""If no turn costs this many points, the choice does not matter: less is displayed as zero."""
_WEAKER: Final = 0.05
"""The cost, in points, from which a turn counts as weaker and must lack the reasons given for the best."""
_SHARES: Final = (0.5, 0.8)
"""If no turn costs `_WEAKER`: the shares of the worst turn's cost from which a turn counts as weaker."""


def best_of(
    search: Search, turns: LegalTurns, state: Game, count: int, also: Sequence[int] = ()
) -> tuple[list[int], NDArray[np.float64]]:
    """Return the indices of the best turns at one ply, ranked by a two-ply search, with their evaluations.

    Args:
        count: how many turns to search.
        also: the indices of further turns to search.
    """
    order = np.argsort(-equity(search.evaluate(turns, state.position)))
    near = list(dict.fromkeys([*(int(number) for number in order[:count]), *also]))
    chances = search.look_ahead([turns.position(number) for number in near])
    ranked = np.argsort(-equity(chances), kind="stable")
    return [near[place] for place in ranked], chances[ranked]


def hinted(search: Search, state: Game, count: int = SHOWN) -> Hint:
    """Return the best turns of a roll and the reasons why they are better.

    Args:
        count: the most turns to return.

    Raises:
        ValueError: there is no roll, or it allows no turn.
    """
    turns = turns_of(state)
    numbers, chances = best_of(search, turns, state, _LOOKED_AT, _among_the_rest(search, turns, state))
    worth = equity(chances)
    found = [
        Candidate(turns[number], Chances(*map(float, row)), float(worth[0] - each))
        for number, row, each in zip(numbers, chances, worth, strict=True)
    ]
    if len(found) == 1:
        return Hint(tuple(found))
    as_good = sum(each.cost < _CLOSE for each in found[:count])
    reasons, about = _reasons(state, found, as_good)
    return _shown(found, count, Hint((), as_good, reasons, about, found[-1].cost))


def advises(search: Search, state: Game, end: Position) -> bool:
    """Return True if a hint calls the turn that leads to a position best, or as good as the best.

    Raises:
        ValueError: there is no roll, or it allows no turn.
    """
    hint = hinted(search, state)
    best = (each.turn.end for each in hint.candidates[: hint.as_good])
    return any((each.white, each.black) == (end.white, end.black) for each in best)


def _among_the_rest(search: Search, turns: LegalTurns, state: Game) -> list[int]:
    """Return the indices of some turns beyond the best ones, for comparison."""
    rest = np.argsort(-equity(search.evaluate(turns, state.position)))[_LOOKED_AT:]
    step = max(1, len(rest) // _AMONG_THE_REST)
    return [int(number) for number in rest[step - 1 :: step][:_AMONG_THE_REST]]


def _reasons(state: Game, found: Sequence[Candidate], as_good: int) -> tuple[tuple[Reason, ...], int]:
    """Return the reasons why the best turns are better, and how many of the best turns they apply to."""
    stake = found[-1].cost
    if stake < _NOTHING:
        return (), as_good
    side, family = state.mover, state.ruleset.family
    boards = [Board(figures_of(each.turn.end, side), each.chances, each.cost) for each in found]
    for least in _thresholds(stake):
        weaker = [at for at, each in enumerate(found) if each.cost >= least]
        for best in range(as_good, 0, -1):
            if reasons := reasons_for(boards, best, weaker, family):
                return reasons, best
    least = next(_thresholds(stake))
    return figures_apart(boards, next(at for at, each in enumerate(found) if each.cost >= least)), 1


def _thresholds(stake: float) -> Iterator[float]:
    """Yield the costs, in points, from which a turn counts as weaker, in the order to try them."""
    if stake >= _WEAKER:
        yield _WEAKER
        return
    for share in _SHARES:
        yield max(_CLOSE if stake >= _CLOSE else _NOTHING, share * stake)


def _shown(found: Sequence[Candidate], count: int, hint: Hint) -> Hint:
    """Return the hint with the turns to show: the best, and those that a reason compares with."""
    shown = min(count, len(found))
    places = [*range(shown), *sorted({each.against for each in hint.reasons if each.against >= shown})]
    reasons = tuple(replace(each, against=places.index(each.against)) for each in hint.reasons)
    return replace(hint, candidates=tuple(found[at] for at in places), reasons=reasons)
