"""Strays: generates boards with checkers left far behind, which decide backgammon, koks and home mars.

Self-play rarely reaches such boards.
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
"""The most checkers left behind, and the probabilities: that one is on the bar, that the other side already
bears off, that another checker of the side behind is home."""


@compiled()
def stray_sides(rules: Rules) -> tuple[Side, Side]:
    """Return a random board in which one side has checkers far behind and the other is home or nearly so.

    The side returned first rolls next; it is either of the two.
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
    # Places farther behind are drawn more often, because higher grades are lost there.
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
    """Put a checker on a random point from `first` to `end` − 1, or on the next one not held by the other."""
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
