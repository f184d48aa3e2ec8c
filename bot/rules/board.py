"""Board: sides, point numbers and the paths that checkers travel (R1).

A place has an absolute number (1–24, as on the picture) and a progress index `t` on each side's path:
0 is the head, 23 the last point before bearing off. This module alone converts between the two.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

OFF: Final = 0
"""The number used for *borne off* where a point is expected."""

BAR: Final = 25
"""The number used for *the bar* where a point is expected."""

POINTS: Final = 24
CHECKERS: Final = 15
HOME: Final = 18
"""The first progress index of a side's home (R1.3)."""

OFF_INDEX: Final = 24
BAR_INDEX: Final = 25
ENTRY: Final = -1
"""The progress index from which a checker on the bar moves: die d enters at t = d - 1 (R6.5)."""

_NAMES: Final = {OFF: "off", BAR: "bar"}


def place(point: int) -> str:
    """Return the text of a place: the number of a point, `off` or `bar`.

    >>> place(24), place(OFF), place(BAR)
    ('24', 'off', 'bar')
    """
    return _NAMES.get(point) or str(point)


class Side(Enum):
    """White or Black; the value is the letter used in texts (R10.1)."""

    WHITE = "w"
    BLACK = "b"

    @property
    def other(self) -> Side:
        """The opponent."""
        return _BLACK if self is _WHITE else _WHITE

    def __str__(self) -> str:
        return "White" if self is Side.WHITE else "Black"


_WHITE: Final = Side.WHITE
_BLACK: Final = Side.BLACK


class Family(Enum):
    """The direction of the two paths: parallel (same way round) or opposed (towards each other) (R1.2).

    >>> [Family.PARALLEL.point(Side.BLACK, t) for t in (0, 11, 12, 23)]
    [12, 1, 24, 13]
    >>> Family.OPPOSED.progress(Side.BLACK, 24)
    23
    """

    PARALLEL = "parallel"
    OPPOSED = "opposed"

    def point(self, side: Side, t: int) -> int:
        """Return the absolute number of the place with progress index `t` on a side's path.

        Args:
            side: The side whose path is meant.
            t: 0–23 for a point, 24 for off, 25 for the bar, or `ENTRY`.

        Returns:
            1–24 for a point, `OFF` or `BAR`.
        """
        if not 0 <= t < OFF_INDEX:
            return OFF if t == OFF_INDEX else BAR
        if side is Side.WHITE:
            return POINTS - t
        return (11 - t) % POINTS + 1 if self is Family.PARALLEL else t + 1

    def progress(self, side: Side, point: int) -> int:
        """Return the progress index of an absolute place on a side's path: the inverse of `point`.

        Args:
            side: The side whose path is meant.
            point: 1–24, `OFF` or `BAR`.
        """
        if point == OFF:
            return OFF_INDEX
        if point == BAR:
            return BAR_INDEX
        if side is Side.WHITE:
            return POINTS - point
        return (12 - point) % POINTS if self is Family.PARALLEL else point - 1

    def own_number(self, side: Side, point: int) -> int:
        """Convert between absolute numbers and a side's own: 24 for its head, 6–1 for its home.

        White's own numbers are the absolute ones. Applying the conversion twice gives the number back.

        >>> Family.PARALLEL.own_number(Side.BLACK, 12), Family.OPPOSED.own_number(Side.BLACK, 19)
        (24, 6)

        Args:
            side: The side that numbers the points.
            point: 1–24, `OFF` or `BAR`; the last two are the same for both sides.
        """
        return point if point in _NAMES else POINTS - self.progress(side, point)
