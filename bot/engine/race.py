"""The race: where no side can hinder the other any more, and how to waste little at home.

Sides are packed, four bits for each place of a side's own path (see `bot.rules.generator.bits`).
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.rules import Family, Position, Side

_POINTS = 24
_HOME = 18
_BAR = 25
_ALL = 15
_OUTSIDE = (1 << 4 * _HOME) - 1 | _ALL << 4 * _BAR

# What it costs beyond its pips, in pips.
_STILL_THERE = 2.0
"""A checker that is still to be borne off: the last ones seldom use a whole die."""
_STACKED = {23: (1, 2.0), 22: (1, 1.0), 21: (3, 1.0)}
"""On the last three points: so many are no loss, and what each more costs."""
_GAP = 1.0
"""An empty point among the first three of the home, from where a die then bears off nothing."""


def is_race(position: Position, family: Family) -> bool:
    """True if no checker of a side can ever stand, or land, where one of the other does.

    That is so once the points that each side holds or has still before it have none in common.
    """
    white, black = (_ahead(position, side, family) for side in Side)
    return not white & black


def is_home(side: int) -> bool:
    """True if all checkers of a side are on its home or off."""
    return not side & _OUTSIDE


def thrifty(ends: Sequence[int]) -> int:
    """Return the number of the end that wastes least: it has most checkers at home, then least to go.

    Args:
        ends: a side's packed checkers after each of its turns.
    """
    return min(range(len(ends)), key=lambda number: (_outside(ends[number]), cost(ends[number])))


def cost(mine: int) -> float:
    """Return how far a side is from having borne off all, in pips, with what it is likely to waste."""
    counts = [mine >> 4 * t & _ALL for t in range(_POINTS)]
    value = sum((_POINTS - t + _STILL_THERE) * count for t, count in enumerate(counts) if count)
    value += sum(each * max(counts[t] - free, 0) for t, (free, each) in _STACKED.items())
    return value + _GAP * sum(not counts[t] for t in range(_HOME, _HOME + 3))


def _outside(mine: int) -> int:
    return sum(mine >> 4 * t & _ALL for t in range(_HOME))


def _ahead(position: Position, side: Side, family: Family) -> set[int]:
    """The points that a side holds, or that lie before its rearmost checker."""
    if position.count(side, _BAR):
        return set(range(1, _POINTS + 1))
    rear = next((t for t in range(_POINTS) if position.count(side, t)), _POINTS)
    return {family.point(side, t) for t in range(rear, _POINTS)}
