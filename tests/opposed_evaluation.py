"""The value of a board on which the sides travel against each other and single checkers can be hit.

Sides are packed (see `bot.rules.generator.bits`), four bits for each place of a side's own path. Index `t` of
one path is the same point as index `23 - t` of the other.
"""

from __future__ import annotations

from bot.rules.generator.bits import held_twice, mirrored

_POINTS = 24
_HOME = 18
_OFF, _BAR = 24, 25
_ALL = 15

# Weights, in pips.
_POINT_AT_HOME = 2.5
_POINT_BEFORE_HOME = 1.5
_HOLD_IN_THEIR_HOME = 2.0
_TOO_MANY_ON_A_POINT = 0.8
_ON_THE_BAR = 4.0
_BORNE_OFF = 3.0
_IN_A_ROW = (0.4, 0.8, 1.6, 2.4, 4.0)
"""For two, three, four, five and six points in a row in front of the opponent's rearmost checker."""

_HITS = (0, 11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3)
"""By distance: the number of the 36 rolls that bring one checker that far if nothing is in its way."""


def evaluate(mine: int, theirs: int) -> float:
    """Return the value of a board for the side that has just moved, in pips.

    Args:
        mine: the side's packed checkers.
        theirs: the opponent's packed checkers.
    """
    value = _pips(theirs) - _pips(mine)
    value += _BORNE_OFF * (_count(mine, _OFF) - _count(theirs, _OFF))
    behind = [j for j in (-1, *range(_POINTS)) if _count(theirs, _BAR if j < 0 else j)]
    if not behind or behind[0] > _POINTS - 1 - _rearmost(mine):
        return value  # the sides have passed each other and no longer meet
    value += _ON_THE_BAR * _count(theirs, _BAR)
    value += sum(_worth(t, count) for t in range(_POINTS) if (count := _count(mine, t)))
    value -= sum(_risk(t, behind) for t in range(_POINTS) if _count(mine, t) == 1)
    return value + _primes(mine, behind[0])


def _count(checkers: int, place: int) -> int:
    return checkers >> 4 * place & _ALL


def _pips(checkers: int) -> float:
    return float(
        sum((_POINTS - t) * _count(checkers, t) for t in range(_POINTS))
        + (_POINTS + 1) * _count(checkers, _BAR)
    )


def _rearmost(checkers: int) -> int:
    """Return the index of the checker that has the longest way to go; -1 on the bar, 24 if all are off."""
    if _count(checkers, _BAR):
        return -1
    return next((t for t in range(_POINTS) if _count(checkers, t)), _POINTS)


def _worth(t: int, count: int) -> float:
    """Return the value of `count` checkers on one point beyond their pips."""
    value = -_TOO_MANY_ON_A_POINT * max(count - 4, 0)
    if count > 1:
        if t >= _HOME:
            value += _POINT_AT_HOME
        elif t < _POINTS - _HOME:
            value += _HOLD_IN_THEIR_HOME
        elif t >= _POINTS // 2:
            value += _POINT_BEFORE_HOME
    return value


def _risk(t: int, behind: list[int]) -> float:
    """Return the expected loss of a single checker: the pips it has travelled times the chance of a hit."""
    spared = 1.0
    for j in behind:
        distance = _POINTS - 1 - t - j
        if 0 < distance < len(_HITS):
            spared *= 1 - _HITS[distance] / 36
    return (1 - spared) * (t + 1)


def _primes(mine: int, rearmost: int) -> float:
    """Return the value of points held in a row in front of the opponent's rearmost checker."""
    passed = 4 * (rearmost + 1)
    return in_a_row(mirrored(held_twice(mine)) >> passed << passed, _IN_A_ROW)


def in_a_row(held: int, worths: tuple[float, ...]) -> float:
    """Return the value of held points in a row; `worths` has one value for each length from two on."""
    row = prime = held
    value = 0.0
    for worth in worths:
        prime >>= 4
        row &= prime
        if not row:
            break
        value += worth * row.bit_count()
    return value
