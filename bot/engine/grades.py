"""Grades of many boards at once: how high a game can still be lost, and how high it was lost (R9).

Grades are counted from the lowest, which is 0: mars is 1, backgammon and koks are 2, home mars is 3.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.engine.inputs import counts_of
from bot.rules import Family, RuleSet
from bot.rules.rulesets import Scoring

Rows = NDArray[np.uint8]

"""Packed sides, as `bot.engine.inputs.rows_of` gives them: two places a byte."""

_POINTS: Final = 24
_BAR: Final = 25
_OFF_BYTE: Final = 12
"""It holds those borne off, and above them those on the bar."""

_FIRST_QUARTER: Final = slice(0, 3)
_SECOND_QUARTER: Final = slice(3, 6)
_FIRST_HALF: Final = slice(0, 6)


def highest_grades(ruleset: RuleSet, losers: Rows, winners: Rows) -> NDArray[np.int64]:
    """The highest grade at which each side can still lose (R9.6).

    Args:
        winners: the other side of each.
    """
    if ruleset.scoring is not Scoring.BACKGAMMON:
        return _unless_off(losers, _without_backgammon(ruleset, losers))
    if ruleset.family is Family.PARALLEL:
        behind = losers[:, _FIRST_HALF].any(1)
    else:
        # A checker that has not passed all of the other side can be hit, and end on the bar.
        behind = ~have_passed(losers, winners) | losers[:, _FIRST_QUARTER].any(1)
    return _unless_off(losers, np.where(behind, 2, 1))


def final_grades(ruleset: RuleSet, losers: Rows) -> NDArray[np.int64]:
    """The grade at which each side has lost a game that was played to its end (R9.1, R9.2, R9.4)."""
    if ruleset.scoring is not Scoring.BACKGAMMON:
        return _unless_off(losers, _without_backgammon(ruleset, losers))
    if ruleset.family is Family.PARALLEL:
        there = losers[:, _SECOND_QUARTER].any(1)
    else:
        there = losers[:, _FIRST_QUARTER].any(1) | (losers[:, _OFF_BYTE] >> 4 > 0)
    return _unless_off(losers, np.where(there, 2, 1))


def have_passed(sides: Rows, others: Rows) -> NDArray[np.bool_]:
    """True if two sides that travel against each other cannot meet any more, nor is a checker on the bar."""
    return np.asarray(_rearmost(sides) + _rearmost(others) >= _POINTS - 1)


def _without_backgammon(ruleset: RuleSet, losers: Rows) -> NDArray[np.int64]:
    """The grade of sides that have borne off nothing, where it shows on the board at any time."""
    if ruleset.scoring is not Scoring.EXTENDED:
        return np.full(len(losers), len(ruleset.scoring.grades) - 1)
    # Mars, koks while a checker is in the starting quarter, home mars while one is on the head.
    return np.where(losers[:, 0] & 15 > 0, 3, np.where(losers[:, _FIRST_QUARTER].any(1), 2, 1))


def _unless_off(losers: Rows, grades: NDArray[np.int64]) -> NDArray[np.int64]:
    """The lowest grade for a side that has borne off a checker."""
    return np.where(losers[:, _OFF_BYTE] & 15 > 0, 0, grades)


def _rearmost(sides: Rows) -> NDArray[np.int64]:
    """How far the rearmost checker of each side has come; −1 on the bar, 24 when all are off."""
    counts = counts_of(sides)
    rearmost = np.argmax(counts[:, : _POINTS + 1] > 0, axis=1)
    return np.where(counts[:, _BAR] > 0, -1, rearmost)
