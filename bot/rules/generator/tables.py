"""Tables: cached effects of moving by one die, for each mask of source points (see `bits`).

Entries are computed when first needed and kept for the life of the process.
"""

from __future__ import annotations

from typing import Final, TypeVar

from bot.rules.board import HOME, POINTS
from bot.rules.generator.bits import (
    FIRST_HALF,
    HOME_MASK,
    OFF_BIT,
    POINT_MASK,
    SECOND_HALF,
    SIDE_BITS,
    bearing,
)

Each = TypeVar("Each")

_PLACES: Final = [1 << 4 * t for t in range(POINTS)]


class HalfTable(dict[int, tuple[Each, ...]]):
    """A cache from a mask of half the path to the values of its places, from the head on.

    It is keyed by mask, not by position, so it has at most 4,096 entries for each half.
    """

    def __init__(self, each: dict[int, Each]) -> None:
        super().__init__()
        self._each = each

    def __missing__(self, mask: int) -> tuple[Each, ...]:
        self[mask] = found = tuple(each for bit, each in self._each.items() if mask & bit)
        return found


class BearingTable(dict[int, list[int]]):
    """A cache of the changes that one die makes to a side whose checkers are all home or borne off.

    The key has four bits for each home point: the lowest is set if the side holds the point, the next if the
    point is blocked. There are at most 729 keys.
    """

    def __init__(self, die: int) -> None:
        super().__init__()
        self._die = die

    def __missing__(self, mask: int) -> list[int]:
        held = (mask & HOME_MASK) << 4 * HOME
        blocked = (mask >> 1 & HOME_MASK) << 4 * HOME
        found = list(CHANGES[self._die][held & (POINT_MASK ^ blocked) >> 4 * self._die])
        if bit := bearing(held, self._die):
            found.append(OFF_BIT - bit)
        self[mask] = found
        return found


STEPS: Final = tuple(
    HalfTable({bit: (bit, (bit << 4 * die) - bit, bit << 4 * die, bit * 15) for bit in _PLACES})
    for die in range(7)
)
"""For each die: the steps as (source bit, change of the packed side, landing bit, all bits of the source)."""

CHANGES: Final = tuple(HalfTable({bit: (bit << 4 * pips) - bit for bit in _PLACES}) for pips in range(12))
"""For each distance (a die, or the sum of two): the changes of the packed side."""

HITS: Final = tuple(
    HalfTable({bit: (bit << 4 * pips) - bit + (bit << 4 * pips + SIDE_BITS) for bit in _PLACES})
    for pips in range(12)
)
"""For each distance, as `CHANGES`: the changes if the checker hits where it lands."""

BEARING: Final = tuple(BearingTable(die) for die in range(7))
"""For each die: the changes when bearing off. In all these tables index 0 is unused."""


def moved(board: int, sources: int, blots: int, pips: int) -> list[int]:
    """Return the boards after moving one checker `pips` pips, one for each source.

    Args:
        board: The board before (see `constraints`).
        sources: The mask of the points to move from.
        blots: The mask of the points where a checker can be hit and has not been hit yet.
        pips: The distance; every source must land on the path.
    """
    return [board + change for change in changes_of(sources, sources & blots >> 4 * pips, pips)]


def changes_of(sources: int, hitting: int, pips: int) -> tuple[int, ...]:
    """Return the change of a board when one checker moves `pips` pips, for each source.

    Args:
        sources: The mask of the points to move from.
        hitting: The mask of those sources whose checker hits where it lands.
        pips: The distance.
    """
    plain = CHANGES[pips]
    if not hitting:
        return plain[sources & FIRST_HALF] + plain[sources & SECOND_HALF]
    sources ^= hitting
    hits = HITS[pips]
    return (
        plain[sources & FIRST_HALF]
        + plain[sources & SECOND_HALF]
        + hits[hitting & FIRST_HALF]
        + hits[hitting & SECOND_HALF]
    )
