"""Strays: boards that self-play hardly ever comes to, where a side has checkers left far behind.

There the higher grades are decided: backgammon, koks, home mars.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bot.engine.train.boards import Rules, Side
from bot.engine.train.compiled import compiled

Counts = NDArray[np.int64]

_POINTS = 24
_HALF = 12
_HOME = 18
_OFF = 24
_BAR = 25
_ALL = 15
_LOW = 15

_MOST_STRAYS = 5
_ON_BAR = 0.15
_BEARING_OFF = 0.4
_AT_HOME = 0.7
"""How many are left behind at most; how often one is on the bar; how often the other side bears off already;
how many of the other checkers have come home."""


@compiled()
def stray_sides(rules: Rules) -> tuple[Side, Side]:
    """A board at random: one side has left checkers behind, the other is at home or nearly so.

    Either may be first, and rolls next.
    """
    ahead, behind = np.zeros(26, np.int64), np.zeros(26, np.int64)
    if np.random.random() < _BEARING_OFF:
        ahead[_OFF] = np.random.randint(1, _ALL)
    else:
        for _ in range(np.random.randint(0, 6)):
            ahead[np.random.randint(_HALF, _HOME)] += 1
    points = np.random.randint(1, 7)
    first = np.random.randint(_HOME, _POINTS - points + 1)
    while ahead.sum() < _ALL:
        ahead[np.random.randint(first, first + points)] += 1
    # The farther behind the more often: that is where the higher grades are lost.
    nearest = 1 + int(_HALF * np.random.random() ** 2)
    for _ in range(np.random.randint(1, _MOST_STRAYS + 1)):
        if rules.opposed and np.random.random() < _ON_BAR:
            behind[_BAR] += 1
        else:
            _place(rules, ahead, behind, 0, nearest)
    while behind.sum() < _ALL:
        at_home = np.random.random() < _AT_HOME
        _place(rules, ahead, behind, _HOME if at_home else _HALF, _POINTS if at_home else _HOME)
    if np.random.random() < 1 / 2:
        return _packed(ahead), _packed(behind)
    return _packed(behind), _packed(ahead)


@compiled()
def _place(rules: Rules, ahead: Counts, behind: Counts, first: int, end: int) -> None:
    """Put a checker on one of these points, or farther on if the other side holds it."""
    t = np.random.randint(first, end)
    while ahead[_POINTS - 1 - t if rules.opposed else (t + _HALF) % _POINTS] > 0:
        t = (t + 1) % _POINTS
    behind[t] += 1


@compiled()
def _packed(counts: Counts) -> Side:
    low, high = 0, 0
    for t in range(_LOW):
        low |= counts[t] << 4 * t
    for t in range(_LOW, 26):
        high |= counts[t] << 4 * (t - _LOW)
    return low, high
