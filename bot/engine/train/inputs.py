"""Inputs, compiled: the numbers that describe a board to a neural net, as in `bot.engine.inputs`.

A test checks that both modules agree.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bot.engine.inputs import PLAIN, WIDE, WIDER
from bot.engine.train.boards import Side
from bot.engine.train.compiled import compiled

_POINTS = 24
_HALF = 12
_HOME = 18
_OFF = 24
_BAR = 25
_ALL = 15
_MASK = (1 << _POINTS) - 1
_HALF_MASK = (1 << _HALF) - 1

_OF_POINT = np.array([[n >= 1, n >= 2, n >= 3, max(n - 3, 0) / 4] for n in range(16)], np.float32)
_ONES = np.array([n.bit_count() for n in range(1 << _HALF)], np.int64)
_SIXTHS = np.arange(25, dtype=np.float32) / np.float32(6)
_MIRRORED = np.array([int(f"{n:012b}"[::-1], 2) for n in range(1 << _HALF)], np.int64)


@compiled(within=True)
def unpack(side: Side, counts: NDArray[np.int64]) -> None:
    """Write the number of checkers on each of a side's 26 places into `counts`."""
    low, high = side
    for t in range(15):
        counts[t] = low >> (4 * t) & 15
    for t in range(15, 26):
        counts[t] = high >> (4 * (t - 15)) & 15


@compiled()
def fill(
    opposed: bool, width: int, mine: NDArray[np.int64], theirs: NDArray[np.int64], out: NDArray[np.float32]
) -> None:
    """Write the inputs of a board into `out`: the side that has just moved, then the other.

    Args:
        opposed: True for the opposed family.
        width: the number of inputs for each side.
        mine: the counts of the side that has just moved.
        theirs: the counts of the other side.
        out: twice as many floats as `width`.
    """
    least = 2 if opposed else 1
    my_held, my_firm = _points_with(1, mine), _points_with(least, mine)
    their_held, their_firm = _points_with(1, theirs), _points_with(least, theirs)
    _fill_points(mine, out[:PLAIN])
    _fill_primes(theirs, their_held, _across(opposed, my_firm), out[100:PLAIN])
    _fill_points(theirs, out[width:])
    _fill_primes(mine, my_held, _across(opposed, their_firm), out[width + 100 :])
    if width > PLAIN:
        _fill_ways(mine, my_held, _across(opposed, their_firm), out[PLAIN:])
        _fill_ways(theirs, their_held, _across(opposed, my_firm), out[width + PLAIN :])
    if width > WIDE:
        _fill_shots(mine, my_held & ~my_firm, theirs, _across(opposed, their_held), out[WIDE:WIDER])
        _fill_shots(theirs, their_held & ~their_firm, mine, _across(opposed, my_held), out[width + WIDE :])


@compiled(within=True)
def _points_with(least: int, counts: NDArray[np.int64]) -> int:
    """Return the mask of the points with at least `least` checkers."""
    mask = 0
    for t in range(_POINTS):
        mask |= (1 if counts[t] >= least else 0) << t
    return mask


@compiled(within=True)
def _across(opposed: bool, mask: int) -> int:
    """Convert a mask to the other side's path."""
    low, high = mask & _HALF_MASK, mask >> _HALF
    if opposed:
        low, high = _MIRRORED[low], _MIRRORED[high]
    return int(low << _HALF | high)


@compiled(within=True)
def _ones(mask: int) -> int:
    return int(_ONES[mask & _HALF_MASK] + _ONES[mask >> _HALF])


@compiled(within=True)
def _length(mask: int) -> int:
    """Return the number of the highest bit, counted from 1; 0 if no bit is set."""
    found = 0
    while mask:
        mask >>= 1
        found += 1
    return found


@compiled(within=True)
def _fill_points(own: NDArray[np.int64], out: NDArray[np.float32]) -> None:
    pips = 25 * own[_BAR]
    home = 0
    for t in range(_POINTS):
        n = own[t]
        for k in range(4):
            out[4 * t + k] = _OF_POINT[n, k]
        pips += (_POINTS - t) * n
        if t >= _HOME:
            home += n
    out[96] = pips / 100
    out[97] = own[_OFF] / _ALL
    out[98] = 1.0 if own[_OFF] == 0 else 0.0
    out[99] = home / _ALL


@compiled(within=True)
def _behind(counts: NDArray[np.int64], prime: int) -> float:
    """Return how many of a side's checkers are behind the prime that begins at the highest bit, / 15."""
    behind = 0
    if prime:
        behind = counts[_BAR]
        for t in range(_length(prime) - 1):
            behind += counts[t]
    return behind / _ALL


@compiled(within=True)
def _fill_primes(other: NDArray[np.int64], held: int, firm: int, out: NDArray[np.float32]) -> None:
    """Write the inputs about primes ahead of the other side's rearmost checker: length, checkers behind.

    Args:
        held: the mask of the points that the other side holds, on its path.
        firm: the mask of the points where it cannot land, on its path.
    """
    rearmost = held & -held
    ahead = _MASK if other[_BAR] else ~(rearmost | rearmost - 1) & _MASK
    one = firm & ahead
    two = one & one >> 1
    four = two & two >> 2
    five = four & one >> 4
    six = four & two >> 4
    longest = 0
    for prime in (one, two, two & one >> 2, four, five, six):
        longest += 1 if prime else 0
    out[0] = _SIXTHS[longest]
    out[1] = _behind(other, four)
    out[2] = _behind(other, five)
    out[3] = _behind(other, six)


@compiled(within=True)
def _fill_ways(own: NDArray[np.int64], held: int, closed: int, out: NDArray[np.float32]) -> None:
    """Write the inputs about blocked dice; `closed` is the mask of points where the side cannot land."""
    for t in range(_POINTS):
        out[t] = _SIXTHS[_ONES[closed >> t + 1 & 63]] if held >> t & 1 else 0.0
    for die in range(1, 7):
        ways = _ones(held & ~(closed >> die) & _MASK >> die)
        if own[_BAR] and not closed >> die - 1 & 1:
            ways += 1
        out[_POINTS + die - 1] = _SIXTHS[ways]
        out[_POINTS + 5 + die] = 0.0 if ways else 1.0


@compiled(within=True)
def _fill_shots(
    own: NDArray[np.int64], single: int, other: NDArray[np.int64], hitters: int, out: NDArray[np.float32]
) -> None:
    """Write the inputs about the bar and single checkers that can be hit.

    Args:
        single: the mask of points with one of the side's own checkers, on its path.
        hitters: the mask of points that the other side holds, on the same path.
    """
    out[0] = own[_BAR] / 4
    out[1] = 1.0 if own[_BAR] > 0 else 0.0
    shots, loss = 0, 0
    for die in range(1, 7):
        landing = 1 << _POINTS - die if other[_BAR] else hitters >> die
        struck = _length(single & landing)
        shots += 1 if struck else 0
        loss += struck
    out[2] = shots / 6
    out[3] = loss / 100
