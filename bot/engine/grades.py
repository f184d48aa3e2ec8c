"""Grades: the highest possible and the final grade of a loss, for many boards at once (R9).

Grades are numbered from the lowest, which is 0: mars is 1, backgammon and koks are 2, home mars is 3.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.engine.inputs import counts_of
from bot.rules import Family, RuleSet
from bot.rules.rulesets import Scoring

Rows = NDArray[np.uint8]

"""Packed sides as `bot.engine.inputs.rows_of` returns them: two places a byte."""

_POINTS: Final = 24
_BAR: Final = 25
_OFF_BYTE: Final = 12
"""The index of the byte with the checkers borne off (low bits) and on the bar (high bits)."""

_FIRST_QUARTER: Final = slice(0, 3)
_SECOND_QUARTER: Final = slice(3, 6)
_FIRST_HALF: Final = slice(0, 6)


def highest_grades(ruleset: RuleSet, losers: Rows, winners: Rows) -> NDArray[np.int64]:
    """Return the highest grade at which each side can still lose (R9.6).

    Args:
        winners: the opposing side of each loser.
    """
    if ruleset.scoring is not Scoring.BACKGAMMON:
        return _unless_off(losers, _without_backgammon(ruleset, losers))
    if ruleset.family is Family.PARALLEL:
        behind = losers[:, _FIRST_HALF].any(1)
    else:
        # A checker that has not passed all of the other side can still be hit and end on the bar.
        behind = ~have_passed(losers, winners) | losers[:, _FIRST_QUARTER].any(1)
    return _unless_off(losers, np.where(behind, 2, 1))


def final_grades(ruleset: RuleSet, losers: Rows) -> NDArray[np.int64]:
    """Return the grade at which each side has lost, in games played to the end (R9.1, R9.2, R9.4)."""
    if ruleset.scoring is not Scoring.BACKGAMMON:
        return _unless_off(losers, _without_backgammon(ruleset, losers))
    if ruleset.family is Family.PARALLEL:
        there = losers[:, _SECOND_QUARTER].any(1)
    else:
        there = losers[:, _FIRST_QUARTER].any(1) | (losers[:, _OFF_BYTE] >> 4 > 0)
    return _unless_off(losers, np.where(there, 2, 1))


def have_passed(sides: Rows, others: Rows) -> NDArray[np.bool_]:
    """Return True for each pair of opposed sides that have passed each other, with no checker on the bar."""
    return np.asarray(_rearmost(sides) + _rearmost(others) >= _POINTS - 1)


def _without_backgammon(ruleset: RuleSet, losers: Rows) -> NDArray[np.int64]:
    """Return the grade of sides with no checker borne off, for scorings without backgammon."""
    if ruleset.scoring is not Scoring.EXTENDED:
        return np.full(len(losers), len(ruleset.scoring.grades) - 1)
    # Home mars with a checker on the head, koks with one in the starting quarter, else mars.
    return np.where(losers[:, 0] & 15 > 0, 3, np.where(losers[:, _FIRST_QUARTER].any(1), 2, 1))


def _unless_off(losers: Rows, grades: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the grades, with the lowest for each side that has borne off a checker."""
    return np.where(losers[:, _OFF_BYTE] & 15 > 0, 0, grades)


def _rearmost(sides: Rows) -> NDArray[np.int64]:
    """Return the progress index of each side's rearmost checker; −1 on the bar, 24 if all are off."""
    counts = counts_of(sides)
    rearmost = np.argmax(counts[:, : _POINTS + 1] > 0, axis=1)
    return np.where(counts[:, _BAR] > 0, -1, rearmost)
