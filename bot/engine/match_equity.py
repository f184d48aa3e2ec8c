"""Match equity: the probability to win a match from each score.

Tables are computed backwards from the end of the match: the value of a score is the average over the results
of the next game, which lead to scores already known. The side that begins wins a little more often; each side
is assumed to begin half of the games. Draws are ignored, because they hardly change a score.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import ceil
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.engine.cubeful import AT_LEAST, LOST_AT_LEAST, Cubeful, Owner
from bot.engine.evaluation import WIN
from bot.engine.payoff import Payoff, in_points
from bot.engine.result_frequencies import Results, results_of
from bot.engine.score import Score
from bot.rules import RuleSet, Side

Points = NDArray[np.int64]

Values = NDArray[np.float64]

_SIZES: Final = (5, 9, 15, 26)
"""The sizes of tables, in points. The smallest sufficient one is computed, since large ones take longer."""
_FAR: Final = 128
"""The lead, in points, at which a match over a number of games counts as won."""
_HALF: Final = 0.5


def payoff_at(ruleset: RuleSet, score: Score, side: Side) -> Payoff:
    """Return the value of each result of a game to a side, at a score of the match."""
    mine, theirs = score.points_of(side), score.points_of(side.other)
    if score.is_money:
        return in_points()
    if score.games:
        table = _series(ruleset, score.games - 1, cube=score.cube)
        lead = int(mine - theirs)
        return Payoff(lambda points: float(table[_place(lead + points)]), float(table[_place(lead)]))
    after = score.crawford or score.is_after_crawford
    match = MatchEquity.of(ruleset, max(ceil(mine), ceil(theirs)), cube=score.cube)

    def of(points: int) -> float:
        return match.worth(mine - max(points, 0), theirs - max(-points, 0), after=after)

    half = Fraction(1, 2)
    drawn = match.worth(mine - half, theirs - half, after=after)
    return Payoff(of, drawn, ceil(max(mine, theirs)))


def winning_chance(ruleset: RuleSet, score: Score, side: Side) -> float:
    """Return the probability that a side wins a match, before its next game; a drawn match counts half."""
    mine, theirs = score.points_of(side), score.points_of(side.other)
    if score.is_money:
        return _HALF
    if score.games:
        worth = float(_series(ruleset, score.games, cube=score.cube)[_place(int(mine - theirs))])
    else:
        match = MatchEquity.of(ruleset, max(ceil(mine), ceil(theirs)), cube=score.cube)
        worth = match.worth(mine, theirs, after=score.is_after_crawford)
    return (worth + 1) / 2


class MatchEquity:
    """The value of each score in a match to points, from −1 (lost) to 1 (won).

    Args:
        results: how often games end in each result.
        size: the most points that a side may still need.
        cube: True if the match is played with the cube.
    """

    def __init__(self, results: Results, size: int, *, cube: bool) -> None:
        self._results = results
        self._cube = cube
        self._after = _after_crawford(results, size) if cube else np.zeros(size + 1)
        self._table = np.zeros((size + 1, size + 1))
        self._table[0, :], self._table[:, 0] = 1, -1
        if cube:
            self._fill_crawford(size)
        for total in range(2, 2 * size + 1):
            least = max(total - size, 2 if cube else 1)
            mine = np.arange(least, total - least + 1)
            if len(mine):
                self._table[mine, total - mine] = self._game(mine, total - mine)

    @staticmethod
    def of(ruleset: RuleSet, points: int, *, cube: bool) -> MatchEquity:
        """Return a table that covers at least `points` points; it is computed once and cached."""
        size = next((size for size in _SIZES if size >= points), points)
        return _kept(results_of(ruleset), size, cube)

    def worth(self, mine: Fraction | int, theirs: Fraction | int, *, after: bool) -> float:
        """Return the value of a score before the next game.

        Args:
            mine: the points that the side still needs.
            theirs: the points that the other side still needs.
            after: True if the Crawford game has been played.
        """
        if mine <= 0 or theirs <= 0:
            return float((theirs > mine) - (theirs < mine))
        one, other = ceil(mine), ceil(theirs)
        if after and self._cube and min(one, other) == 1:
            return float(self._after[one] if other == 1 else -self._after[other])
        return float(self._table[one, other])

    def _game(self, mine: Points, theirs: Points) -> Values:
        """Return the value of the next game at several scores, with the cube in the middle."""

        def of(points: int) -> Values:
            one = np.maximum(mine - max(points, 0), 0)
            return np.asarray(self._table[one, np.maximum(theirs - max(-points, 0), 0)])

        last = int(max(mine.max(), theirs.max()))
        return _worth(self._results, len(mine), Payoff(of, last=last), cube=self._cube)

    def _fill_crawford(self, size: int) -> None:
        """Fill in the scores at which the Crawford game comes next: one side needs a single point."""
        behind = np.arange(2, size + 1)
        worth = _worth(self._results, len(behind), _behind(self._after, behind), cube=False)
        self._table[behind, 1], self._table[1, behind] = worth, -worth


@cache
def _kept(results: Results, size: int, cube: bool) -> MatchEquity:
    return MatchEquity(results, size, cube=cube)


def _behind(after: Values, needs: Points) -> Payoff:
    """Return the payoff of the trailing side: the leader needs one point and wins with any result.

    Args:
        after: the value of the score after this game, for each number of points still needed.
        needs: the points that the trailing side needs, one for each board.
    """
    return Payoff(lambda points: after[np.maximum(needs - points, 0)] if points > 0 else -np.ones(len(needs)))


def _after_crawford(results: Results, size: int) -> Values:
    """Return the value after the Crawford game to the trailing side, for each number of points it needs.

    That side doubles at once, since it has nothing to lose. The leader drops if that is better, which
    depends on which side began the game.
    """
    worth = np.zeros(size + 1)
    worth[0] = 1
    for needs in range(2, size + 1):
        payoff = _behind(worth, np.array([needs]))
        doubled = Cubeful(_rows(results, 1), payoff).dead(2)
        worth[needs] = np.minimum(doubled, payoff.of(1)).mean()
    return worth


@cache
def _series(ruleset: RuleSet, games: int, *, cube: bool) -> Values:
    """Return the value of each lead with `games` games left; `_place` gives the index of a lead."""
    leads = np.arange(-_FAR, _FAR + 1)
    if not games:
        return np.sign(leads).astype(float)
    later = _series(ruleset, games - 1, cube=cube)
    payoff = Payoff(lambda points: later[np.clip(leads + points, -_FAR, _FAR) + _FAR])
    return _worth(results_of(ruleset), len(leads), payoff, cube=cube)


def _place(lead: int) -> int:
    return max(-_FAR, min(lead, _FAR)) + _FAR


def _worth(results: Results, count: int, payoff: Payoff, *, cube: bool) -> Values:
    """Return the value of a game before its first turn, at `count` scores at once."""
    # Each score is computed twice: for the side that begins and for the other.
    twice = Payoff(lambda points: np.tile(payoff.of(points), 2), last=payoff.last)
    game = Cubeful(_rows(results, count), twice)
    worth = game.worth(1, Owner.NOBODY) if cube else game.dead(1)
    return np.asarray((worth[:count] + worth[count:]) / 2)


def _rows(results: Results, count: int) -> Values:
    """Return `count` evaluations of a new game for the side that begins, then `count` for the other side."""
    rows = np.zeros((2 * count, 8))
    rows[:count, WIN], rows[count:, WIN] = results.first, 1 - results.first
    for share, mine, lost in zip(results.at_least, AT_LEAST, LOST_AT_LEAST, strict=False):
        rows[:, mine], rows[:, lost] = share * rows[:, WIN], share * (1 - rows[:, WIN])
    return rows
