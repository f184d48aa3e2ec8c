"""Agreements: decides whether the computer player accepts a resignation or a draw."""

from __future__ import annotations

from typing import Final

import numpy as np

from bot.engine.cube import NextRoll, owner_of, value_of
from bot.engine.cubeful import Cubeful, Owner
from bot.engine.evaluation import of_other
from bot.engine.match_equity import payoff_at
from bot.engine.payoff import Payoff
from bot.engine.score import MONEY, Score
from bot.engine.search import Search
from bot.rules import Game, Grade, Position, Side, legal_turns, start_position

_RESIGNATION: Final = 0.02
"""A resignation is accepted if playing on seems better by no more than this, in points, to end the game."""
_DRAW: Final = 0.15
"""A draw is accepted only if it is better than playing on by this, in points: twice the typical error of an
evaluation."""
_UNDER_WAY: Final = 2 / 3
"""A draw is accepted only once the sides' pips have fallen to this share of the start: an early game is not
lost yet, and the side that moves second is always a little behind."""


def accepts_resignation(search: Search, state: Game, side: Side, grade: Grade, score: Score = MONEY) -> bool:
    """True if a side should accept a resignation: the win is worth almost as much as playing on.

    Args:
        side: the side that accepts or refuses.
        grade: the grade at which the other side offers to lose.
        score: the score of the match before the game.
    """
    payoff = payoff_at(state.ruleset, score, side)
    won = float(payoff.of(grade.points * value_of(state)))
    return won >= playing_on(search, state, side, payoff) - _RESIGNATION * _point(state, payoff)


def agrees_to_draw(search: Search, state: Game, side: Side, score: Score = MONEY) -> bool:
    """True if a side should accept a draw: it is clearly behind, and the game is far enough advanced.

    Args:
        side: the side that accepts or refuses.
        score: the score of the match before the game.
    """
    if not _is_under_way(state.position):
        return False
    payoff = payoff_at(state.ruleset, score, side)
    return payoff.draw > playing_on(search, state, side, payoff) + _DRAW * _point(state, payoff)


def playing_on(search: Search, state: Game, side: Side, payoff: Payoff) -> float:
    """Return the value of playing on to a side, with the cube.

    Args:
        payoff: the value of results to that side.
    """
    mine = payoff if side is state.mover else payoff.of_other
    worth = _rolled(search, state, mine) if state.roll else _before_roll(search, state, mine)
    return worth if side is state.mover else -worth


def _before_roll(search: Search, state: Game, payoff: Payoff) -> float:
    """Return the value of a game to the mover before the roll, also after the mover has doubled."""
    ahead = NextRoll(search, state.position, payoff, value_of(state))
    cube, owner = value_of(state), owner_of(state, state.mover)
    rolled = ahead.worth(cube, owner)
    if not (state.is_doubled or state.may_double):
        return rolled
    doubled = min(ahead.worth(2 * cube, Owner.OTHER), float(payoff.of(cube)))
    return doubled if state.is_doubled else max(rolled, doubled)


def _rolled(search: Search, state: Game, payoff: Payoff) -> float:
    """Return the value of a game to the mover after the roll."""
    cube, owner = value_of(state), owner_of(state, state.mover.other)
    turns = legal_turns(state.position, state.roll) if state.roll else ()
    if turns:
        rows = search.evaluate(turns, state.position)
        best = int(Cubeful(rows, payoff).dead(cube).argmax())
        return -float(Cubeful(of_other(rows[best : best + 1]), payoff.of_other).before_roll(cube, owner)[0])
    return -NextRoll(search, state.position.passed(), payoff.of_other, cube).worth(cube, owner)


def _point(state: Game, payoff: Payoff) -> float:
    """Return the value of one point at the current cube."""
    cube = value_of(state)
    return float(np.subtract(payoff.of(cube), payoff.of(-cube))) / 2 / cube


def _is_under_way(position: Position) -> bool:
    """True if the sides' pips have fallen to `_UNDER_WAY` of those at the start."""
    start = start_position(position.ruleset)
    to_go, at_first = (sum(each.pips(side) for side in Side) for each in (position, start))
    return to_go <= _UNDER_WAY * at_first
