"""Tables: moves by one die, filled as masks are met and kept while the process lives (see ``packed``)."""

from __future__ import annotations

from typing import Final


class StepTable(dict[int, tuple[tuple[int, int, int, int], ...]]):
    """The steps of one die from every place of a half-board mask, filled as masks are met.

    A step is (source bit, change of the packed side, landing bit, all bits of the source). The table
    knows masks and not positions: at most 4,096 of them for each half.
    """

    def __init__(self, die: int) -> None:
        super().__init__()
        self._shift = 4 * die

    def __missing__(self, mask: int) -> tuple[tuple[int, int, int, int], ...]:
        steps = []
        rest = mask
        while rest:
            bit = rest & -rest
            landing = bit << self._shift
            steps.append((bit, landing - bit, landing, bit * 15))
            rest ^= bit
        self[mask] = found = tuple(steps)
        return found


class ChangeTable(dict[int, list[int]]):
    """As ``StepTable``, the changes of the packed side alone."""

    def __init__(self, die: int) -> None:
        super().__init__()
        self._shift = 4 * die

    def __missing__(self, mask: int) -> list[int]:
        changes = []
        rest = mask
        while rest:
            bit = rest & -rest
            changes.append((bit << self._shift) - bit)
            rest ^= bit
        self[mask] = changes
        return changes


STEPS: Final = tuple(StepTable(die) for die in range(7))
CHANGES: Final = tuple(ChangeTable(pips) for pips in range(13))
"""By die, and by the sum of two different dice; there is nothing to read at 0."""
