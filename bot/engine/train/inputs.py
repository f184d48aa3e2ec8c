"""What a net is shown of a board, in a form that numba compiles; `bot.engine.inputs` says what each is.

A test holds the two to each other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.inputs import PLAIN, WIDE
from bot.engine.train.compiled import compiled

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from bot.engine.train.boards import Side

_POINTS = 24
_HOME = 18
_OFF = 24
_BAR = 25
_ALL = 15


@compiled(within=True)
def unpack(side: Side, counts: NDArray[np.int64]) -> None:
    """Write the 26 counts of a side."""
    low, high = side
    for t in range(15):
        counts[t] = low >> (4 * t) & 15
    for t in range(15, 26):
        counts[t] = high >> (4 * (t - 15)) & 15


@compiled()
def fill(
    opposed: bool, width: int, mine: NDArray[np.int64], theirs: NDArray[np.int64], out: NDArray[np.float32]
) -> None:
    """Write the inputs of a board: the side that has just moved, then the other.

    Args:
        opposed: whether the sides travel against each other.
        width: how many inputs a side has.
        mine: the counts of the side that has just moved.
        theirs: those of the other.
        out: twice as many floats as ``width``.
    """
    _fill_side(opposed, width, mine, theirs, 0, out)
    _fill_side(opposed, width, theirs, mine, width, out)


@compiled()
def _fill_side(
    opposed: bool,
    width: int,
    own: NDArray[np.int64],
    other: NDArray[np.int64],
    base: int,
    out: NDArray[np.float32],
) -> None:
    pips = 25 * own[_BAR]
    home = 0
    for t in range(_POINTS):
        n = own[t]
        at = base + 4 * t
        out[at] = 1.0 if n >= 1 else 0.0
        out[at + 1] = 1.0 if n >= 2 else 0.0
        out[at + 2] = 1.0 if n >= 3 else 0.0
        out[at + 3] = (n - 3) / 4 if n > 3 else 0.0
        pips += (_POINTS - t) * n
        if t >= _HOME:
            home += n
    at = base + 96
    out[at] = pips / 100
    out[at + 1] = own[_OFF] / _ALL
    out[at + 2] = 1.0 if own[_OFF] == 0 else 0.0
    out[at + 3] = home / _ALL
    # Walls on the other side's path, before its rearmost checker; its checkers behind the farthest of each.
    row, longest = 0, 0
    behind, behind4, behind5, behind6 = other[_BAR], 0, 0, 0
    since = 0
    for j in range(_POINTS):
        t = _POINTS - 1 - j if opposed else (j + 12) % _POINTS
        held = own[t] >= 2 if opposed else own[t] >= 1
        if held and behind > 0:
            if row == 0:
                since = behind
            row += 1
            longest = max(longest, row)
            if row >= 4:
                behind4 = since
            if row >= 5:
                behind5 = since
            if row >= 6:
                behind6 = since
        else:
            row = 0
        behind += other[j]
    out[at + 4] = min(longest, 6) / 6
    out[at + 5] = behind4 / _ALL
    out[at + 6] = behind5 / _ALL
    out[at + 7] = behind6 / _ALL
    if width == PLAIN:
        return
    at = base + PLAIN
    for k in range(at, at + 36):
        out[k] = 0.0
    for t in range(-1 if own[_BAR] else 0, _POINTS):
        if t >= 0 and own[t] == 0:
            continue
        blocked = 0
        for die in range(1, 7):
            to = t + die
            if to >= _POINTS:
                break
            j = _POINTS - 1 - to if opposed else (to + 12) % _POINTS
            if other[j] >= (2 if opposed else 1):
                blocked += 1
            else:
                out[at + 23 + die] += 1 / 6
        if t >= 0:
            out[at + t] = blocked / 6
    for die in range(6):
        out[at + 30 + die] = 1.0 if out[at + 24 + die] == 0.0 else 0.0
    if width == WIDE:
        return
    at += 36
    out[at] = own[_BAR] / 4
    out[at + 1] = 1.0 if own[_BAR] > 0 else 0.0
    # What the other side can hit with its next roll: single checkers by distance, and how much they lose.
    shots, loss = 0, 0
    for die in range(1, 7):
        struck = 0
        for t in range(_POINTS):
            if own[t] == 1:
                source = _POINTS - 1 - t - die
                if (source >= 0 and other[source] > 0 and other[_BAR] == 0) or (
                    source == -1 and other[_BAR] > 0
                ):
                    struck = max(struck, t + 1)
        if struck:
            shots += 1
            loss += struck
    out[at + 2] = shots / 6
    out[at + 3] = loss / 100
