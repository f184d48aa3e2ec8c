"""Inputs: the numbers that describe a board to a neural net.

The side that has just moved comes first, then the side that rolls next. Each is described on its own path:

- 0–95: four numbers a point: 1 if it has at least one, two, three checkers; (n − 3) / 4 beyond three;
- 96–99: pips / 100; borne off / 15; 1 if none is off; the share of the checkers on the home points;
- 100–103: the longest prime before the other side's rearmost checker / 6; how many of the other side's
  checkers are behind the farthest prime of four, of five and of six, each / 15.

That is the *plain* width. The *wide* one adds:

- 104–127: for each point held, how many of the six dice are blocked from it / 6;
- 128–133: for each die, from how many points it can be played / 6 (ignoring primes, head and bearing off);
- 134–139: for each die, 1 if it cannot be played from any point.

The *wider* one, for games with hits, adds: checkers on the bar / 4; 1 if there are any; the dice that hit a
single checker directly / 6; the points travelled by the farthest checker that each die hits, summed, / 100.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

PLAIN: Final = 104
WIDE: Final = 140
WIDER: Final = 144

PRIME: Final = 100
BLOCKED: Final = PLAIN
WAYS: Final = PLAIN + 24
SHOTS: Final = WIDE + 2
"""The first index, in a side's inputs, of: longest prime, blocked dice, points for each die, hitting dice."""

_POINTS: Final = 24
_HOME: Final = 18
_OFF: Final = 24
_BAR: Final = 25
_BYTES: Final = 13
_MASK: Final = (1 << _POINTS) - 1


def _of_two_points() -> NDArray[np.float32]:
    """Return the inputs of two neighbouring points for each byte that packs their counts."""
    table = np.zeros((256, 8), np.float32)
    for byte in range(256):
        for at, n in ((0, byte & 15), (4, byte >> 4)):
            table[byte, at : at + 4] = n >= 1, n >= 2, n >= 3, max(n - 3, 0) / 4  # noqa: PLR2004
    return table


_TWO_POINTS: Final = _of_two_points()
_WAY: Final = np.array([*range(_POINTS, 0, -1), 0, _POINTS + 1], np.float32)


def rows_of(sides: Sequence[int]) -> NDArray[np.uint8]:
    """Convert packed sides (see `bot.rules.generator.bits`) to rows of bytes, two places a byte."""
    joined = b"".join([side.to_bytes(_BYTES, "little") for side in sides])
    return np.frombuffer(joined, np.uint8).reshape(-1, _BYTES)


def counts_of(rows: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the number of checkers on each of the 26 places, a row for each side."""
    counts = np.empty((len(rows), 2 * _BYTES), np.uint8)
    counts[:, 0::2] = rows & 15
    counts[:, 1::2] = rows >> 4
    return counts


def inputs_of(
    mine: NDArray[np.uint8], theirs: NDArray[np.uint8], width: int, *, opposed: bool
) -> NDArray[np.float32]:
    """Return the inputs of a net, a row for each board.

    Args:
        mine: the sides that have just moved, as `rows_of` returns them.
        theirs: the other sides.
        width: the number of inputs for each side: `PLAIN`, `WIDE` or `WIDER`.
        opposed: True for the opposed family.
    """
    inputs = np.empty((len(mine), 2 * width), np.float32)
    sides = (_Side(mine, opposed=opposed), _Side(theirs, opposed=opposed))
    for number, (own, other) in enumerate((sides, sides[::-1])):
        _fill_side(own, other, inputs[:, number * width : (number + 1) * width], opposed=opposed)
    return inputs


class _Side:
    """The counts of each side, and masks with one bit for each point, computed once."""

    def __init__(self, rows: NDArray[np.uint8], *, opposed: bool) -> None:
        self.rows = rows
        self.counts = counts_of(rows)
        self.held = _bits(self.counts[:, :_POINTS] > 0)
        self.twice = _bits(self.counts[:, :_POINTS] > 1) if opposed else self.held
        """The mask of the points where the other side cannot land."""
        self.passed = np.zeros((len(rows), _POINTS + 1), np.int64)
        """For each point, the number of checkers behind it, including the bar."""
        np.cumsum(self.counts[:, :_POINTS], axis=1, out=self.passed[:, 1:])
        self.passed += self.counts[:, _BAR, None]


def _bits(flags: NDArray[np.bool_]) -> NDArray[np.uint32]:
    """Pack 24 flags into a mask, the first flag in the lowest bit."""
    packed = np.packbits(flags, axis=1, bitorder="little").astype(np.uint32)
    return np.asarray(packed[:, 0] | packed[:, 1] << np.uint32(8) | packed[:, 2] << np.uint32(16))


def _across(mask: NDArray[np.uint32], *, opposed: bool) -> NDArray[np.uint32]:
    """Convert a mask to the other side's path."""
    if not opposed:
        return (mask >> np.uint32(12) | mask << np.uint32(12)) & np.uint32(_MASK)
    flags = np.unpackbits(mask.view(np.uint8).reshape(-1, 4), axis=1, bitorder="little", count=_POINTS)
    return _bits(flags[:, ::-1] > 0)


def _last(mask: NDArray[np.uint32]) -> NDArray[np.intp]:
    """Return the index of the highest bit; −1 if no bit is set."""
    return np.frexp(mask.astype(np.float64))[1].astype(np.intp) - 1


def _fill_side(own: _Side, other: _Side, out: NDArray[np.float32], *, opposed: bool) -> None:
    length = len(own.rows)
    out[:, :96] = _TWO_POINTS[own.rows[:, :12]].reshape(length, 96)
    counts = own.counts.astype(np.float32)
    out[:, 96] = counts @ (_WAY / 100)
    out[:, 97] = counts[:, _OFF] / 15
    out[:, 98] = own.counts[:, _OFF] == 0
    out[:, 99] = counts[:, _HOME:_OFF].sum(1) / 15
    _fill_primes(own, other, out, opposed=opposed)
    if out.shape[1] > PLAIN:
        _fill_ways(own, _across(other.twice, opposed=opposed), out[:, PLAIN:])
    if out.shape[1] > WIDE:
        _fill_shots(own, other, out[:, WIDE:])


def _fill_primes(own: _Side, other: _Side, out: NDArray[np.float32], *, opposed: bool) -> None:
    """Fill in the longest prime and the checkers behind primes of four, five and six."""
    rearmost = other.held & -other.held
    ahead = ~(rearmost | rearmost - np.uint32(1))
    ahead[other.counts[:, _BAR] > 0] = _MASK
    one = _across(own.twice, opposed=opposed) & ahead
    two = one & one >> np.uint32(1)
    four = two & two >> np.uint32(2)
    primes = (
        one,
        two,
        two & one >> np.uint32(2),
        four,
        four & one >> np.uint32(4),
        four & two >> np.uint32(4),
    )
    out[:, PRIME] = sum((prime != 0).astype(np.float32) for prime in primes) / np.float32(6)
    rows = np.arange(len(own.rows))
    for number, prime in enumerate(primes[3:]):
        start = _last(prime)
        out[:, PRIME + 1 + number] = np.where(start >= 0, other.passed[rows, start], 0) / 15


def _fill_ways(own: _Side, closed: NDArray[np.uint32], out: NDArray[np.float32]) -> None:
    """Fill in the blocked dice of each point and the points that can play each die.

    Args:
        closed: the mask of the points where the side cannot land.
    """
    flags = np.unpackbits(closed.view(np.uint8).reshape(-1, 4), axis=1, bitorder="little")
    until = np.zeros((len(flags), 33), np.uint8)
    np.cumsum(flags, axis=1, out=until[:, 1:])
    blocked = until[:, 7 : 7 + _POINTS] - until[:, 1 : 1 + _POINTS]
    out[:, :_POINTS] = np.where(own.counts[:, :_POINTS] > 0, blocked, 0) / np.float32(6)
    barred = own.counts[:, _BAR] > 0
    for die in range(1, 7):
        ways = np.bitwise_count(own.held & ~(closed >> np.uint32(die)) & np.uint32(_MASK >> die))
        ways = ways + (barred & (closed >> np.uint32(die - 1) & np.uint32(1) == 0))
        out[:, _POINTS + die - 1] = ways / np.float32(6)
        out[:, _POINTS + 5 + die] = ways == 0


def _fill_shots(own: _Side, other: _Side, out: NDArray[np.float32]) -> None:
    """Fill in the checkers on the bar and the single checkers that can be hit."""
    bar = own.counts[:, _BAR]
    out[:, 0] = bar / np.float32(4)
    out[:, 1] = bar > 0
    single = own.held & ~own.twice
    hitters = _across(other.held, opposed=True)
    entering = other.counts[:, _BAR] > 0
    shots = np.zeros(len(bar), np.float32)
    loss = np.zeros(len(bar), np.float32)
    for die in range(1, 7):
        landing = np.where(entering, np.uint32(1 << _POINTS - die), hitters >> np.uint32(die))
        struck = _last(single & landing) + 1
        shots += struck > 0
        loss += struck
    out[:, 2] = shots / 6
    out[:, 3] = loss / 100
