"""Agreements: whether to accept a resignation, or a draw, by the board and by the score."""

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
"""A resignation is accepted though playing on seems to be worth so much more, in points: it ends the game."""
_DRAW: Final = 0.15
"""A draw must be worth so much more than playing on, in points: twice what a board is misjudged by."""
_UNDER_WAY: Final = 2 / 3
"""So much of its way the two sides may still have before them when a draw is agreed to. Nobody has yet lost a
game that has hardly begun, and the one who begins always has a little more of it."""


def accepts_resignation(search: Search, state: Game, side: Side, grade: Grade, score: Score = MONEY) -> bool:
    """True if a side accepts that the other resigns: what it wins is worth as much as playing on.

    Args:
        search: what looks ahead.
        side: who is asked.
        grade: what the other side would lose.
        score: how the match stands before the game.
    """
    payoff = payoff_at(state.ruleset, score, side)
    won = float(payoff.of(grade.points * value_of(state)))
    return won >= playing_on(search, state, side, payoff) - _RESIGNATION * _point(state, payoff)


def agrees_to_draw(search: Search, state: Game, side: Side, score: Score = MONEY) -> bool:
    """True if a side agrees to a draw: it is behind by more than it may be mistaken, late enough to know.

    Args:
        search: what looks ahead.
        side: who is asked.
        score: how the match stands before the game.
    """
    if not _is_under_way(state.position):
        return False
    payoff = payoff_at(state.ruleset, score, side)
    return payoff.draw > playing_on(search, state, side, payoff) + _DRAW * _point(state, payoff)


def playing_on(search: Search, state: Game, side: Side, payoff: Payoff) -> float:
    """What a game that goes on is worth to a side, with the cube.

    Args:
        search: what looks ahead.
        payoff: what results are worth to it.
    """
    mine = payoff if side is state.mover else payoff.of_other
    worth = _rolled(search, state, mine) if state.roll else _before_roll(search, state, mine)
    return worth if side is state.mover else -worth


def _before_roll(search: Search, state: Game, payoff: Payoff) -> float:
    """What a game is worth to the mover, who is to roll, or has doubled."""
    ahead = NextRoll(search, state.position, payoff, value_of(state))
    cube, owner = value_of(state), owner_of(state, state.mover)
    rolled = ahead.worth(cube, owner)
    if not (state.is_doubled or state.may_double):
        return rolled
    doubled = min(ahead.worth(2 * cube, Owner.OTHER), float(payoff.of(cube)))
    return doubled if state.is_doubled else max(rolled, doubled)


def _rolled(search: Search, state: Game, payoff: Payoff) -> float:
    """What a game is worth to the mover, who has rolled."""
    cube, owner = value_of(state), owner_of(state, state.mover.other)
    turns = legal_turns(state.position, state.roll) if state.roll else ()
    if turns:
        rows = search.evaluate(turns, state.position)
        best = int(Cubeful(rows, payoff).dead(cube).argmax())
        return -float(Cubeful(of_other(rows[best : best + 1]), payoff.of_other).before_roll(cube, owner)[0])
    return -NextRoll(search, state.position.passed(), payoff.of_other, cube).worth(cube, owner)


def _point(state: Game, payoff: Payoff) -> float:
    """What a point more is worth, of those that the game counts as it stands."""
    cube = value_of(state)
    return float(np.subtract(payoff.of(cube), payoff.of(-cube))) / 2 / cube


def _is_under_way(position: Position) -> bool:
    """True if so much of the game is played that who is ahead can be told."""
    start = start_position(position.ruleset)
    to_go, at_first = (sum(each.pips(side) for side in Side) for each in (position, start))
    return to_go <= _UNDER_WAY * at_first
