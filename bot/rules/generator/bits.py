"""Bits: arithmetic on packed sides: four bits for each place of a side's own path.

A *mask* has the lowest bit of a place's four for every place that it names, so that a source moves by a
die as `bit << 4 * die`.
"""

from __future__ import annotations

from typing import Final

from bot.rules.board import BAR_INDEX, HOME, OFF_INDEX, POINTS

POINT_MASK: Final = sum(1 << 4 * t for t in range(POINTS))
"""Every point of the path."""

FIRST_HALF: Final = (1 << 48) - 1
"""All bits of t 0–11."""

SECOND_HALF: Final = FIRST_HALF << 48
"""All bits of t 12–23."""

PATH: Final = FIRST_HALF | SECOND_HALF
"""All bits of every point."""

OUTSIDE: Final = (1 << 4 * HOME) - 1
"""All bits of the points outside home."""

HOME_MASK: Final = POINT_MASK >> 4 * HOME
"""Every point of the home, of a side of which only what is home is left: t 18 comes first."""

OFF_BIT: Final = 1 << 4 * OFF_INDEX
BAR_BIT: Final = 1 << 4 * BAR_INDEX
SIDE_BITS: Final = 4 * (BAR_INDEX + 1)
"""How many bits a packed side takes."""

ALL_OF_SIDE: Final = (1 << SIDE_BITS) - 1
FINISHED: Final = 15 << 4 * OFF_INDEX
"""A side that has borne off everything."""

WITHIN: Final = tuple(POINT_MASK & ((1 << 4 * (POINTS - pips)) - 1) for pips in range(2 * 6 + 1))
"""By pips: the points from which that many pips do not lead off the board."""


def occupied(checkers: int) -> int:
    """The mask of the points that a packed side holds."""
    return (checkers | checkers >> 1 | checkers >> 2 | checkers >> 3) & POINT_MASK


def other_view(mask: int) -> int:
    """A mask of one path of the parallel family as seen from the other: half a board farther (R1.3)."""
    return mask >> 48 | (mask & FIRST_HALF) << 48


def mirrored(path: int) -> int:
    """A mask, or the checkers on the path, of the opposed family as seen from the other path (R1.2).

    >>> hex(mirrored(1))
    '0x100000000000000000000000'
    """
    return int(f"{path:0{POINTS}x}"[::-1], 16)


def held_twice(checkers: int) -> int:
    """The mask of the points where a packed side has two checkers or more."""
    return (checkers >> 1 | checkers >> 2 | checkers >> 3) & POINT_MASK


def six_in_a_row(mask: int) -> int:
    """Where six places in a row begin, going round the board from t 23 to t 0.

    The result may repeat itself beyond t 23; intersect it with a mask of points.
    """
    # The mask is laid twice behind itself, so that a row across the end of the path is found like any other;
    # then pairs, fours (pairs of pairs) and sixes are found for all places at once.
    twice = mask | mask << 96
    pairs = twice & twice >> 4
    return pairs & pairs >> 8 & pairs >> 16


def index(bit: int) -> int:
    """The progress index that a mask of one place names; of several, the farthest on."""
    return bit.bit_length() >> 2


def outside_count(checkers: int) -> int:
    """How many checkers are outside home."""
    # Sixteen leaves a remainder of 1 when divided by 15, so the remainder of the whole is the sum of the
    # four-bit counts: cheaper than eighteen shifts. Only fifteen and none have the same remainder.
    outside = checkers & OUTSIDE
    return outside % 15 or (15 if outside else 0)


def bearing(held: int, die: int) -> int:
    """The bit of the checker that a die bears off when all are home, or 0 (R6.2, R6.3).

    Args:
        held: The mask of the mover's points, all in the home.
        die: The die.
    """
    exact = 1 << 4 * (OFF_INDEX - die)
    farther = held & (exact - 1)
    if held & exact:
        return exact
    return 0 if farther else held & -held & POINT_MASK
