"""Evaluation: the probability of each result from a board, exact in the bear-off, else by a neural net.

Boards are evaluated after a turn, for the side that has just moved; the other side rolls next.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.engine.bearoff import bear_off, rank
from bot.engine.grades import final_grades, have_passed, highest_grades
from bot.engine.inputs import counts_of, inputs_of, rows_of
from bot.engine.network import Network
from bot.rules import Family, RuleSet
from bot.rules.rulesets import Scoring

WIN, MARS, LOST_MARS, DRAW, THREE, LOST_THREE, FOUR, LOST_FOUR = range(8)
"""The columns of an evaluation: the probability to win, to win mars or more, and so on. The last four exist
only if the scoring has such grades."""

_GRADES: Final = ((MARS, LOST_MARS), (THREE, LOST_THREE), (FOUR, LOST_FOUR))
"""For each grade above the lowest: the columns of winning and of losing at least that grade."""

_ALL: Final = 15
_POINTS: Final = 24
_HOME: Final = 18
_OFF: Final = 24
_AT_ONCE: Final = 8192
"""The number of boards in one call of the net; more take more memory and are no faster."""


class Evaluator:
    """The evaluator of boards under one rule set.

    Args:
        network: the net for boards outside the exact bear-off table.
    """

    def __init__(self, network: Network, ruleset: RuleSet) -> None:
        self.ruleset = ruleset
        self._network = network
        self._width = len(network.entry) // 2
        self._opposed = ruleset.family is Family.OPPOSED
        self._races_for_backgammon = self._opposed and ruleset.scoring is Scoring.BACKGAMMON
        self._grades = _GRADES[: len(ruleset.scoring.grades) - 1]
        self.columns = max(DRAW + 1, 2 * len(ruleset.scoring.grades))
        """The number of columns of an evaluation: 4, 6 or 8."""

    def evaluate(
        self, mine: Sequence[int], theirs: Sequence[int], each: Sequence[int] | None = None, *, white: bool
    ) -> NDArray[np.float64]:
        """Return a row of probabilities for each board, with the columns `WIN`, `MARS` … of the scoring.

        Args:
            mine: the packed sides that have just moved.
            theirs: the packed other sides.
            each: for each of `theirs`, how many consecutive entries of `mine` it belongs to; None means one.
            white: True if White has just moved.
        """
        rows, other_rows = rows_of(mine), rows_of(theirs)
        if each is not None:
            other_rows = np.repeat(other_rows, each, axis=0)
        chances = np.zeros((len(rows), self.columns))
        for first in range(0, len(rows), _AT_ONCE):
            part = slice(first, first + _AT_ONCE)
            self._evaluate(rows[part], other_rows[part], chances[part], white=white)
        return chances

    def _evaluate(
        self,
        mine: NDArray[np.uint8],
        theirs: NDArray[np.uint8],
        chances: NDArray[np.float64],
        *,
        white: bool,
    ) -> None:
        answers = self._network(inputs_of(mine, theirs, self._width, opposed=self._opposed))
        chances[:, WIN] = answers[:, 0]
        most, most_lost = chances[:, WIN], 1 - chances[:, WIN]
        highest, highest_lost = (
            highest_grades(self.ruleset, loser, winner) for loser, winner in ((theirs, mine), (mine, theirs))
        )
        # The net may have fewer outputs than the scoring has grades.
        learnt = self._grades[: answers.shape[1] // 2]
        for grade, (won, lost) in enumerate(learnt, 1):
            answer, answer_lost = answers[:, 2 * grade - 1], answers[:, 2 * grade]
            chances[:, won] = most = np.where(highest < grade, 0, np.minimum(answer, most))
            chances[:, lost] = most_lost = np.where(
                highest_lost < grade, 0, np.minimum(answer_lost, most_lost)
            )
        if self._races_for_backgammon:
            self._evaluate_strays(chances, theirs, mine, at=0)
            self._evaluate_strays(chances, mine, theirs, at=1)
        if self.ruleset.scoring is Scoring.EXTENDED:
            self._evaluate_heads(chances, theirs, mine, at=0, white=white)
            self._evaluate_heads(chances, mine, theirs, at=1, white=white)
        home, their_home = _is_home(mine), _is_home(theirs)
        both = np.flatnonzero(home & their_home)
        if len(both):
            chances[both] = 0
            chances[both, : DRAW + 1] = self._exact(mine[both], theirs[both], white=white)
            if not self._grades:
                chances[both, MARS : LOST_MARS + 1] = 0
        # A side that has borne off everything before the other was home has won: even with a last turn
        # (R9.3), the other cannot finish.
        won_already = (mine[:, _OFF // 2] & 15 == _ALL) & ~their_home
        lost_already = (theirs[:, _OFF // 2] & 15 == _ALL) & ~home
        self._evaluate_ended(chances, won_already, theirs, at=0)
        self._evaluate_ended(chances, lost_already, mine, at=1)

    def _evaluate_strays(
        self, chances: NDArray[np.float64], losers: NDArray[np.uint8], winners: NDArray[np.uint8], at: int
    ) -> None:
        """Set the probability of a backgammon from the exact table, once the sides have passed (R9.2).

        Args:
            chances: the evaluations, updated in place.
            losers: the sides that may have checkers left in the winner's home (strays).
            winners: the other sides.
            at: 0 if the winners have just moved, 1 if they roll next.
        """
        strays = losers[:, : (_POINTS - _HOME) // 2].any(1) & (losers[:, _OFF // 2] & 15 == 0)
        rows = np.flatnonzero(strays & _is_home(winners))
        rows = rows[have_passed(losers[rows], winners[rows])]
        if not len(rows):
            return
        left = rank(counts_of(losers[rows])[:, _POINTS - _HOME - 1 :: -1])
        certain = bear_off(self.ruleset.doubles).stay_behind(
            _rank_of_home(winners[rows]), left, winner_rolls=at == 1
        )
        win = chances[rows, WIN] if at == 0 else 1 - chances[rows, WIN]
        three = np.minimum(certain, win)
        chances[rows, _GRADES[1][at]] = three
        chances[rows, _GRADES[0][at]] = np.maximum(chances[rows, _GRADES[0][at]], three)

    def _evaluate_heads(
        self,
        chances: NDArray[np.float64],
        losers: NDArray[np.uint8],
        winners: NDArray[np.uint8],
        at: int,
        *,
        white: bool,
    ) -> None:
        """Raise the probability of a home mars, and of lower grades, to its certain minimum (R4, R9.4).

        In a home mars the loser still has a checker on the head. Only one can leave it in a turn, so it takes
        the loser at least as many turns as there are checkers on it.

        Args:
            chances: the evaluations, updated in place.
            losers: the sides that may still have checkers on the head.
            winners: the other sides.
            at: 0 if the winners have just moved, 1 if they roll next.
            white: True if White has just moved.
        """
        heads = losers[:, 0] & 15
        rows = np.flatnonzero((heads > 0) & _is_home(winners))
        if not len(rows):
            return
        # If White wins, Black may have one more turn (R9.3).
        winner_is_white = white == (at == 0)
        turns = heads[rows].astype(np.int64) - 1 + at - (self.ruleset.last_turn and winner_is_white)
        sure = bear_off(self.ruleset.doubles).done_within(_rank_of_home(winners[rows]), turns)
        win = chances[rows, WIN] if at == 0 else 1 - chances[rows, WIN]
        for columns in _GRADES:
            column = columns[at]
            chances[rows, column] = np.maximum(chances[rows, column], np.minimum(sure, win))

    def _evaluate_ended(
        self, chances: NDArray[np.float64], over: NDArray[np.bool_], losers: NDArray[np.uint8], at: int
    ) -> None:
        """Set the evaluation of finished games to their result.

        Args:
            chances: the evaluations, updated in place.
            over: True for each row whose game is finished.
            losers: the sides that have lost.
            at: 0 if the side that has just moved has won, 1 if it has lost.
        """
        if not over.any():
            return
        grades = final_grades(self.ruleset, losers[over])
        rows = np.zeros((len(grades), self.columns))
        rows[:, WIN] = 1 - at
        for grade, columns in enumerate(self._grades, 1):
            rows[:, columns[at]] = grades >= grade
        chances[over] = rows

    def _exact(
        self, mine: NDArray[np.uint8], theirs: NDArray[np.uint8], *, white: bool
    ) -> NDArray[np.float64]:
        table = bear_off(self.ruleset.doubles)
        me, other = _rank_of_home(mine), _rank_of_home(theirs)
        if self.ruleset.last_turn:
            win, mars, lost_mars, draw = table.last_turn_chances(
                *((me, other) if white else (other, me)), white_rolls=not white
            ).T
            if white:
                return np.stack([win, mars, lost_mars, draw], 1)
            return np.stack([1 - win - draw, lost_mars, mars, draw], 1)
        win, mars, lost_mars = table.chances(other, me).T
        return np.stack([1 - win, lost_mars, mars, np.zeros(len(win))], 1)


def _rank_of_home(rows: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return the index of each side's home in the exact table."""
    return rank(counts_of(rows)[:, _OFF - 1 : _HOME - 1 : -1])


def _is_home(rows: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Return True for each side whose checkers are all home or borne off."""
    return np.asarray(~rows[:, : _HOME // 2].any(1) & (rows[:, _OFF // 2] >> 4 == 0))


def equity(chances: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the equity (expected points) of each row: P(win) − P(loss), summed over all grades.

    This works because each grade counts one point more than the one below.
    """
    worth = 2 * chances[:, WIN] + chances[:, DRAW] - 1
    for won, lost in _grades_in(chances):
        worth += chances[:, won] - chances[:, lost]
    return np.asarray(worth)


def of_other(chances: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the evaluations from the other side's point of view."""
    other = chances.copy()
    other[:, WIN] = 1 - chances[:, WIN] - chances[:, DRAW]
    for won, lost in _grades_in(chances):
        other[:, won], other[:, lost] = chances[:, lost], chances[:, won]
    return other


def _grades_in(chances: NDArray[np.float64]) -> tuple[tuple[int, int], ...]:
    return _GRADES[: chances.shape[1] // 2 - 1]
