"""Inputs: what a net is shown of a board.

For each side, first the one that has just moved and then the one that rolls next, by its own path:

- 0–95: for each point whether one, two, three or more checkers stand there, and (n − 3) / 4 beyond three;
- 96–99: pips / 100, borne off / 15, whether none is off, share of the checkers that is on the home;
- 100–103: the longest prime before the other side's rearmost checker / 6, and how many of the other side
  stand behind the farthest prime of four, of five, of six, each / 15.

That is the *plain* width. The *wide* one adds:

- 104–127: for each point held, how many of the six dice are blocked from it / 6;
- 128–133: for each die, from how many points it can be played / 6 (on the board, primes and head aside);
- 134–139: for each die, whether it can be played from none.

Where single checkers can be hit there are four more: on the bar / 4, anything on the bar, the dice by which a
single checker is hit directly / 6, and the way that the farthest of each die has come, in all / 100.
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
"""Where in a side's inputs these begin: longest prime, what is blocked, ways of the dice, dice that hit."""

_POINTS: Final = 24
_HOME: Final = 18
_OFF: Final = 24
_BAR: Final = 25
_BYTES: Final = 13
_MASK: Final = (1 << _POINTS) - 1


def _of_two_points() -> NDArray[np.float32]:
    """The inputs of two neighbouring points, by the byte that holds their counts."""
    table = np.zeros((256, 8), np.float32)
    for byte in range(256):
        for at, n in ((0, byte & 15), (4, byte >> 4)):
            table[byte, at : at + 4] = n >= 1, n >= 2, n >= 3, max(n - 3, 0) / 4  # noqa: PLR2004
    return table


_TWO_POINTS: Final = _of_two_points()
_WAY: Final = np.array([*range(_POINTS, 0, -1), 0, _POINTS + 1], np.float32)


def rows_of(sides: Sequence[int]) -> NDArray[np.uint8]:
    """Put packed sides (see `bot.rules.generator.bits`) into rows of bytes, two places each."""
    joined = b"".join([side.to_bytes(_BYTES, "little") for side in sides])
    return np.frombuffer(joined, np.uint8).reshape(-1, _BYTES)


def counts_of(rows: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The counts of the 26 places of each side."""
    counts = np.empty((len(rows), 2 * _BYTES), np.uint8)
    counts[:, 0::2] = rows & 15
    counts[:, 1::2] = rows >> 4
    return counts


def inputs_of(
    mine: NDArray[np.uint8], theirs: NDArray[np.uint8], width: int, *, opposed: bool
) -> NDArray[np.float32]:
    """Return what a net is shown, a row for each board.

    Args:
        mine: the sides that have just moved, as `rows_of` gives them.
        theirs: the other sides.
        width: how many inputs a side has: `PLAIN`, `WIDE` or `WIDER`.
        opposed: True if the sides travel against each other.
    """
    inputs = np.empty((len(mine), 2 * width), np.float32)
    sides = (_Side(mine, opposed=opposed), _Side(theirs, opposed=opposed))
    for number, (own, other) in enumerate((sides, sides[::-1])):
        _fill_side(own, other, inputs[:, number * width : (number + 1) * width], opposed=opposed)
    return inputs


class _Side:
    """What is worked out once for each side: counts, and masks with one bit for each point."""

    def __init__(self, rows: NDArray[np.uint8], *, opposed: bool) -> None:
        self.rows = rows
        self.counts = counts_of(rows)
        self.held = _bits(self.counts[:, :_POINTS] > 0)
        self.twice = _bits(self.counts[:, :_POINTS] > 1) if opposed else self.held
        """Where the other side cannot land."""
        self.passed = np.zeros((len(rows), _POINTS + 1), np.int64)
        """By point: how many checkers are behind it, the bar included."""
        np.cumsum(self.counts[:, :_POINTS], axis=1, out=self.passed[:, 1:])
        self.passed += self.counts[:, _BAR, None]


def _bits(flags: NDArray[np.bool_]) -> NDArray[np.uint32]:
    """Put 24 flags into a mask, the first lowest."""
    packed = np.packbits(flags, axis=1, bitorder="little").astype(np.uint32)
    return np.asarray(packed[:, 0] | packed[:, 1] << np.uint32(8) | packed[:, 2] << np.uint32(16))


def _across(mask: NDArray[np.uint32], *, opposed: bool) -> NDArray[np.uint32]:
    """A mask of one path as seen from the other."""
    if not opposed:
        return (mask >> np.uint32(12) | mask << np.uint32(12)) & np.uint32(_MASK)
    flags = np.unpackbits(mask.view(np.uint8).reshape(-1, 4), axis=1, bitorder="little", count=_POINTS)
    return _bits(flags[:, ::-1] > 0)


def _last(mask: NDArray[np.uint32]) -> NDArray[np.intp]:
    """The index of the highest bit, −1 for none."""
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
    """Longest prime, and what stands behind primes of four, five, six."""
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
    """What is blocked, and how many ways each die has. `closed`: where the side cannot land."""
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
    """The bar, and what can be hit."""
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
