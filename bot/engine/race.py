"""Race: detects positions without contact, and finds the turn that wastes the fewest pips at home.

Sides are packed integers with four bits for each place of the side's path (see `bot.rules.generator.bits`).
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.rules import Family, Position, Side

_POINTS = 24
_HOME = 18
_BAR = 25
_ALL = 15
_OUTSIDE = (1 << 4 * _HOME) - 1 | _ALL << 4 * _BAR

# Penalties added to the pip count, in pips: wasted parts of dice.
_STILL_THERE = 2.0
"""The penalty for each checker not borne off: the last checkers seldom use a whole die."""
_STACKED = {23: (1, 2.0), 22: (1, 1.0), 21: (3, 1.0)}
"""For each of the last three points: the checkers without penalty, and the penalty for each more."""
_GAP = 1.0
"""The penalty for each empty point among the three of the home farthest from off."""


def is_race(position: Position, family: Family) -> bool:
    """True if the sides can no longer block or hit each other.

    That is the case if no point held by a side, or still ahead of it, is held by or ahead of the other.
    """
    white, black = (_ahead(position, side, family) for side in Side)
    return not white & black


def is_home(side: int) -> bool:
    """True if all checkers of a side are home or borne off."""
    return not side & _OUTSIDE


def least_wasteful(ends: Sequence[int]) -> int:
    """Return the index of the turn that brings most checkers home, then has the lowest `cost`.

    Args:
        ends: a side's packed checkers after each of its turns.
    """
    return min(range(len(ends)), key=lambda number: (_outside(ends[number]), cost(ends[number])))


def cost(mine: int) -> float:
    """Return a side's pip count plus the pips it is likely to waste when bearing off."""
    counts = [mine >> 4 * t & _ALL for t in range(_POINTS)]
    value = sum((_POINTS - t + _STILL_THERE) * count for t, count in enumerate(counts) if count)
    value += sum(each * max(counts[t] - free, 0) for t, (free, each) in _STACKED.items())
    return value + _GAP * sum(not counts[t] for t in range(_HOME, _HOME + 3))


def _outside(mine: int) -> int:
    return sum(mine >> 4 * t & _ALL for t in range(_HOME))


def _ahead(position: Position, side: Side, family: Family) -> set[int]:
    """Return the points from a side's rearmost checker on, by absolute number; all if it is on the bar."""
    if position.count(side, _BAR):
        return set(range(1, _POINTS + 1))
    rear = next((t for t in range(_POINTS) if position.count(side, t)), _POINTS)
    return {family.point(side, t) for t in range(rear, _POINTS)}
