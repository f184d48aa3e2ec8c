"""Bits: arithmetic on packed sides, which have four bits for each place of the side's path.

A *mask* is a set of places: it has the lowest of the four bits of each place in the set. So a place moves
by a die as `bit << 4 * die`.
"""

from __future__ import annotations

from typing import Final

from bot.rules.board import BAR_INDEX, HOME, OFF_INDEX, POINTS

POINT_MASK: Final = sum(1 << 4 * t for t in range(POINTS))
"""The mask of every point of the path."""

FIRST_HALF: Final = (1 << 48) - 1
"""All bits of the progress indices 0–11."""

SECOND_HALF: Final = FIRST_HALF << 48
"""All bits of the progress indices 12–23."""

PATH: Final = FIRST_HALF | SECOND_HALF
"""All bits of all 24 points."""

OUTSIDE: Final = (1 << 4 * HOME) - 1
"""All bits of the points outside home."""

HOME_MASK: Final = POINT_MASK >> 4 * HOME
"""The mask of the six home points after a shift by `4 * HOME`, so that t 18 is the lowest bit."""

OFF_BIT: Final = 1 << 4 * OFF_INDEX
BAR_BIT: Final = 1 << 4 * BAR_INDEX
SIDE_BITS: Final = 4 * (BAR_INDEX + 1)
"""How many bits a packed side takes."""

ALL_OF_SIDE: Final = (1 << SIDE_BITS) - 1
FINISHED: Final = 15 << 4 * OFF_INDEX
"""A packed side that has borne off all checkers."""

WITHIN: Final = tuple(POINT_MASK & ((1 << 4 * (POINTS - pips)) - 1) for pips in range(2 * 6 + 1))
"""For each number of pips 0–12, the mask of the points from which that distance stays on the board."""


def occupied(checkers: int) -> int:
    """Return the mask of the points that a packed side holds."""
    return (checkers | checkers >> 1 | checkers >> 2 | checkers >> 3) & POINT_MASK


def other_view(mask: int) -> int:
    """Convert a mask to the other side's path in the parallel family: shift it by half a board (R1.3)."""
    return mask >> 48 | (mask & FIRST_HALF) << 48


def mirrored(path: int) -> int:
    """Convert a mask or the packed points to the other side's path in the opposed family: reverse it (R1.2).

    >>> hex(mirrored(1))
    '0x100000000000000000000000'
    """
    return int(f"{path:0{POINTS}x}"[::-1], 16)


def held_twice(checkers: int) -> int:
    """Return the mask of the points where a packed side has two or more checkers."""
    return (checkers >> 1 | checkers >> 2 | checkers >> 3) & POINT_MASK


def six_in_a_row(mask: int) -> int:
    """Return the mask of places where six held places in a row begin; a row may wrap from t 23 to t 0.

    Bits beyond t 23 repeat; intersect the result with a mask of points.
    """
    # The mask is doubled, so that a row across the end of the path is found like any other. Then pairs,
    # fours (pairs of pairs) and sixes are found for all places at once.
    twice = mask | mask << 96
    pairs = twice & twice >> 4
    return pairs & pairs >> 8 & pairs >> 16


def index(bit: int) -> int:
    """Return the progress index of a mask's place; if it has several, the farthest from the head."""
    return bit.bit_length() >> 2


def outside_count(checkers: int) -> int:
    """Return how many checkers are outside home."""
    # Sixteen leaves a remainder of 1 when divided by 15, so the remainder of the whole is the sum of the
    # four-bit counts: cheaper than eighteen shifts. Only fifteen and none have the same remainder.
    outside = checkers & OUTSIDE
    return outside % 15 or (15 if outside else 0)


def bearing(held: int, die: int) -> int:
    """Return the bit of the point from which a die bears off a checker, or 0 if it cannot (R6.2, R6.3).

    Args:
        held: The mask of the mover's points, all in the home.
    """
    exact = 1 << 4 * (OFF_INDEX - die)
    farther = held & (exact - 1)
    if held & exact:
        return exact
    return 0 if farther else held & -held & POINT_MASK
