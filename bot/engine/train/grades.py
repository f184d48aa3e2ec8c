"""Grades, compiled: the highest possible and the final grade of a loss, as in `bot.engine.grades`.

A test checks that both modules agree.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.engine.train.compiled import compiled
from bot.rules import Family, RuleSet
from bot.rules.rulesets import Scoring

Counts = NDArray[np.int64]

BACKGAMMON = 2
"""The number of the grade backgammon in the scoring single, gammon, backgammon."""

_POINTS = 24
_OFF = 24
_BAR = 25


class Scale(NamedTuple):
    """The grades that a game can have."""

    opposed: bool
    grades: int
    """The number of grades above the lowest."""

    extended: bool
    """True for the extended scoring: mars, koks and home mars (R9.4)."""


def scale_of(ruleset: RuleSet) -> Scale:
    """Return the scale of a rule set: how many grades are above the lowest, and which rules decide them."""
    scoring = ruleset.scoring
    return Scale(ruleset.family is Family.OPPOSED, len(scoring.grades) - 1, scoring is Scoring.EXTENDED)


@compiled()
def highest_grade(scale: Scale, loser: Counts, winner: Counts) -> int:
    """Return the highest grade, numbered from 0, at which a side can still lose (R9.6)."""
    if loser[_OFF] > 0:
        return 0
    if scale.extended:
        return _extended_grade(loser)
    if scale.grades == BACKGAMMON:
        # A checker can end in the winner's home if it is there now or has yet to pass through it.
        behind = any_on(loser, 0, 6 if scale.opposed else 12) or loser[_BAR] > 0
        if not behind and scale.opposed:
            behind = rearmost(loser) + rearmost(winner) < _POINTS - 1
        return BACKGAMMON if behind else 1
    return 1


@compiled()
def final_grade(scale: Scale, loser: Counts) -> int:
    """Return the grade, numbered from 0, of a lost game (R9.1, R9.2, R9.4).

    It is 1 for a mars even if the scoring has only one grade; the caller must cap it.
    """
    if loser[_OFF] > 0:
        return 0
    if scale.extended:
        return _extended_grade(loser)
    if scale.grades == BACKGAMMON:
        there = any_on(loser, 0, 6) or loser[_BAR] > 0 if scale.opposed else any_on(loser, 6, 12)
        return BACKGAMMON if there else 1
    return 1


@compiled()
def _extended_grade(loser: Counts) -> int:
    if loser[0] > 0:
        return 3
    return 2 if any_on(loser, 0, 6) else 1


@compiled(within=True)
def any_on(counts: Counts, first: int, end: int) -> bool:
    """True if any of the points `first` to `end` − 1 has a checker."""
    total = 0
    for t in range(first, end):
        total += counts[t]
    return total > 0


@compiled()
def rearmost(counts: Counts) -> int:
    """Return the progress index of the rearmost checker; −1 on the bar, 24 if all are off."""
    if counts[_BAR] > 0:
        return -1
    for t in range(_POINTS):
        if counts[t] > 0:
            return t
    return _POINTS
