"""Figures: counts features of a board after a turn that a teacher would mention, such as primes or blots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np

from bot.engine.bearoff import bear_off, rank
from bot.engine.hints import Advantage
from bot.engine.race import is_home
from bot.engine.search import ROLLS
from bot.rules import Family, LegalTurns, Position, Roll, Side, legal_turns
from bot.rules.generator import (
    ALL_OF_SIDE,
    FINISHED,
    OUTSIDE,
    POINT_MASK,
    WITHIN,
    bearing,
    held_twice,
    mirrored,
    occupied,
    other_view,
)

PRIME: Final = 5
"""The length of a prime that counts as built, or as a threat to prevent."""
_STRONG_PRIME: Final = 4
"""The length from which a prime counts as holding checkers up."""
_POINTS: Final = 24
_HOME: Final = 18
_OFF: Final = 24
_BAR: Final = 25
_DICE: Final = range(1, 7)
_SIX: Final = 0x111111
_TIMES: Final = tuple((roll, 1 if roll.is_double else 2) for roll in ROLLS)
"""Each roll with its frequency among the 36."""


@dataclass(frozen=True, slots=True)
class Figures:
    """The counted features of a board after a turn.

    Attributes:
        by_advantage: the figure of each advantage, except `HOLDS_POINT`.
        in_way: for each point held in the way of opposing checkers, the number of those checkers.
        points: the absolute points that an advantage is about, for advantages about points.
    """

    by_advantage: Mapping[Advantage, int]
    in_way: Mapping[int, int]
    points: Mapping[Advantage, tuple[int, ...]]


def figures_of(end: Position, side: Side) -> Figures:
    """Count the features of a board after a turn of a side, with the other side to roll."""
    family = end.ruleset.family
    opposed = family is Family.OPPOSED
    mine, theirs = end.bits(side), end.bits(side.other)
    closed, closed_to_me = (_closed(each, opposed=opposed) for each in (mine, theirs))
    ahead, ahead_of_me = _ahead(theirs), _ahead(mine)
    prime, their_prime = _longest(closed & ahead), _longest(closed_to_me & ahead_of_me)
    broken = max((closed & ahead & _SIX << 4 * t for t in range(_POINTS - 5)), key=int.bit_count)
    in_way = {family.point(side.other, t): n for t in _points(closed) if (n := _behind(theirs, t))}
    found = {
        Advantage.SLOWS: _ways(theirs, closed),
        Advantage.NIMBLER: _ways(mine, closed_to_me),
        Advantage.STANDS_IN_WAY: len(in_way),
        Advantage.PRIME: len(prime),
        Advantage.BROKEN_PRIME: broken.bit_count(),
        Advantage.TRAPS: _up_to(theirs, prime) if len(prime) >= _STRONG_PRIME else 0,
        Advantage.ESCAPES: _up_to(mine, their_prime) if len(their_prime) >= _STRONG_PRIME else 0,
        Advantage.COMES_HOME: sum(_count(mine, t) for t in range(_HOME, _OFF + 1)),
        Advantage.NEARER_HOME: sum((_HOME - t) * _count(mine, t) for t in range(_HOME))
        + (_HOME + 1) * _count(mine, _BAR),
        Advantage.BEARS_OFF: _count(mine, _OFF),
        **_of_rolls(end, opposed=opposed, ahead=ahead, ahead_of_me=ahead_of_me),
        **(_of_opposed(mine, theirs) if opposed else _of_parallel(mine)),
    }
    if is_home(mine) and is_home(theirs):
        home = np.array([[_count(mine, t) for t in range(_OFF - 1, _HOME - 1, -1)]])
        found[Advantage.FEWER_ROLLS] = round(100 * float(bear_off(end.ruleset.doubles).rolls[rank(home)[0]]))
    row = tuple(family.point(side.other, t) for t in prime)
    about = {
        Advantage.PRIME: row,
        Advantage.TRAPS: row,
        Advantage.BROKEN_PRIME: tuple(family.point(side.other, t) for t in _points(broken)),
        Advantage.STANDS_IN_WAY: tuple(in_way),
        **(_points_of_opposed(end, side) if opposed else {}),
    }
    return Figures(found, in_way, about)


def _points_of_opposed(end: Position, side: Side) -> dict[Advantage, tuple[int, ...]]:
    """Return the points of the advantages that exist only in the opposed family."""
    counts = [end.count(side, t) for t in range(_POINTS)]
    point = partial(end.ruleset.family.point, side)
    blots = tuple(point(t) for t, count in enumerate(counts) if count == 1)
    held = [t for t, count in enumerate(counts) if count > 1]
    return {
        Advantage.SAFER: blots,
        Advantage.FEWER_BLOTS: blots,
        Advantage.HOME_POINTS: tuple(point(t) for t in held if t >= _HOME),
        Advantage.ANCHORS: tuple(point(t) for t in held if t < len(_DICE)),
    }


def _behind(side: int, t: int) -> int:
    """Return how many checkers of a side are up to six points behind index `t` of its path."""
    on_bar = _count(side, _BAR) if t < len(_DICE) else 0
    return on_bar + sum(_count(side, start) for start in range(max(0, t - len(_DICE)), t))


def _of_parallel(mine: int) -> dict[Advantage, int]:
    return {
        Advantage.OPENS_HEAD: _count(mine, 0),
        Advantage.SPREADS: occupied(mine & OUTSIDE).bit_count(),
        Advantage.LOWER_STACK: max(_count(mine, t) for t in range(1, _HOME)),
    }


def _of_opposed(mine: int, theirs: int) -> dict[Advantage, int]:
    counts = [_count(mine, t) for t in range(_POINTS)]
    return {
        Advantage.HITS: _count(theirs, _BAR),
        Advantage.FEWER_BLOTS: counts.count(1),
        Advantage.SPREADS: sum(count > 1 for count in counts[:_HOME]),
        Advantage.HOME_POINTS: sum(count > 1 for count in counts[_HOME:]),
        Advantage.ANCHORS: sum(count > 1 for count in counts[: len(_DICE)]),
    }


def _of_rolls(end: Position, *, opposed: bool, ahead: int, ahead_of_me: int) -> dict[Advantage, int]:
    """Count features over all rolls: the opponent's next ones, and the mover's if the opponent passed."""
    found = dict.fromkeys((Advantage.BLOCKS, Advantage.SHUTS_OUT, Advantage.FREER, Advantage.BUILDS), 0)
    found[Advantage.SAFER if opposed else Advantage.STOPS_PRIME] = 0
    mine = end.passed()
    for roll, times in _TIMES:
        theirs, own = legal_turns(end, roll), legal_turns(mine, roll)
        found[Advantage.BLOCKS] += times * _is_cut(theirs, end, roll)
        found[Advantage.SHUTS_OUT] += times * (not theirs)
        found[Advantage.FREER] += times * _is_cut(own, end, roll)
        found[Advantage.BUILDS] += times * _can_prime(own, ahead, opposed=opposed)
        if opposed:
            found[Advantage.SAFER] += times * (not theirs.hits_nothing)
        else:
            found[Advantage.STOPS_PRIME] += times * _can_prime(theirs, ahead_of_me, opposed=False)
    return found


def _is_cut(turns: LegalTurns, position: Position, roll: Roll) -> bool:
    """True if some die of a roll cannot be played, unless the turn ends the game."""
    if turns.dice_used == len(roll.dice(position.ruleset)):
        return False
    return not any(board & ALL_OF_SIDE == FINISHED for board in turns.boards)


def _can_prime(turns: LegalTurns, ahead: int, *, opposed: bool) -> bool:
    """True if a turn can end with a prime of five ahead of the opponent's rearmost checker.

    Args:
        ahead: the mask of the points ahead of that checker, on its path.
    """
    for board in turns.boards:
        closed = _closed(board & ALL_OF_SIDE, opposed=opposed) & ahead
        two = closed & closed >> 4
        if two & two >> 8 & closed >> 16:
            return True
    return False


def _closed(side: int, *, opposed: bool) -> int:
    """Return the mask of the points where the other side cannot land, on its path."""
    return mirrored(held_twice(side)) if opposed else other_view(occupied(side))


def _ahead(side: int) -> int:
    """Return the mask of the points ahead of a side's rearmost checker, on its path."""
    if _count(side, _BAR):
        return POINT_MASK
    rear = occupied(side) & -occupied(side)
    return POINT_MASK & ~(rear | rear - 1) if rear else 0


def _longest(held: int) -> tuple[int, ...]:
    """Return the longest row of points in a mask; of equal ones, the farthest from the head."""
    best: tuple[int, ...] = ()
    row: tuple[int, ...] = ()
    for t in range(_POINTS):
        row = (*row, t) if held >> 4 * t & 1 else ()
        if row and len(row) >= len(best):
            best = row
    return best


def _up_to(side: int, prime: tuple[int, ...]) -> int:
    """Return how many checkers of a side are behind a prime on its path, including the bar."""
    return _count(side, _BAR) + sum(_count(side, t) for t in range(prime[0]))


def _ways(side: int, closed: int) -> int:
    """Return in how many ways a side can play one die, counting pairs of point and die."""
    if _count(side, _BAR):
        return sum(not closed >> 4 * (die - 1) & 1 for die in _DICE)
    held = occupied(side)
    ways = sum((held & ~(closed >> 4 * die) & WITHIN[die]).bit_count() for die in _DICE)
    return ways + sum(bool(bearing(held, die)) for die in _DICE if held and is_home(side))


def _points(mask: int) -> tuple[int, ...]:
    return tuple(t for t in range(_POINTS) if mask >> 4 * t & 1)


def _count(side: int, t: int) -> int:
    return side >> 4 * t & 15
