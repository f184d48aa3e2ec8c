"""Tables: moves by one die, filled as masks are met and kept while the process lives (see `bits`)."""

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
    """What belongs to each place of a mask of half the path, from the head on, filled as masks are met.

    The table knows masks and not positions: at most 4,096 of them for each half, which share what they hold.
    """

    def __init__(self, each: dict[int, Each]) -> None:
        super().__init__()
        self._each = each

    def __missing__(self, mask: int) -> tuple[Each, ...]:
        self[mask] = found = tuple(each for bit, each in self._each.items() if mask & bit)
        return found


class BearingTable(dict[int, list[int]]):
    """How one die changes a side of which all is home or borne off, filled as masks are met.

    A mask has here four bits for each place of the home: the lowest where the side stands, the next where it
    must not land. There are at most 729 of them.
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
"""By die, steps: (source bit, change of the packed side, landing bit, all bits of the source)."""

CHANGES: Final = tuple(HalfTable({bit: (bit << 4 * pips) - bit for bit in _PLACES}) for pips in range(12))
"""By die, and by the sum of two different dice: the changes of the packed side alone."""

HITS: Final = tuple(
    HalfTable({bit: (bit << 4 * pips) - bit + (bit << 4 * pips + SIDE_BITS) for bit in _PLACES})
    for pips in range(12)
)
"""As `CHANGES`, with the hit of a checker that stands where each lands."""

BEARING: Final = tuple(BearingTable(die) for die in range(7))
"""By die. Of all these tables there is nothing to read at 0."""


def moved(board: int, sources: int, blots: int, pips: int) -> list[int]:
    """The boards after a checker has gone so many pips, one for each place that it may have left.

    Args:
        board: The board before (see `constraints`).
        sources: The mask of those places.
        blots: The mask of the points where somebody can be hit who has not been yet.
        pips: How far the checker goes; all land on the path.
    """
    return [board + change for change in changes_of(sources, sources & blots >> 4 * pips, pips)]


def changes_of(sources: int, hitting: int, pips: int) -> tuple[int, ...]:
    """How a board changes as a checker goes so many pips, for each place of a mask.

    Args:
        sources: The mask of the places.
        hitting: Those from which it hits.
        pips: How far it goes.
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
