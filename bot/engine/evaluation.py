"""Judging boards: exactly where that is possible, by a net elsewhere.

A board is judged after a turn, as the side sees it that has just moved; the other side rolls next.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from bot.engine.bearoff import bear_off, rank
from bot.engine.inputs import counts_of, inputs_of, rows_of
from bot.rules import Family
from bot.rules.rulesets import Scoring

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from bot.engine.network import Network
    from bot.rules import RuleSet

WIN, MARS, LOST_MARS, DRAW = range(4)
"""The columns of what is judged."""

_ALL: Final = 15
_HOME: Final = 18
_OFF: Final = 24
_AT_ONCE: Final = 8192
"""So many boards are shown to the net at once; more take more memory and are no faster."""


class Evaluator:
    """Judges the boards of one rule set.

    Args:
        network: the net for boards that cannot be judged exactly.
        ruleset: the game.
    """

    def __init__(self, network: Network, ruleset: RuleSet) -> None:
        self.ruleset = ruleset
        self._network = network
        self._width = len(network.entry) // 2
        self._opposed = ruleset.family is Family.OPPOSED
        self._has_mars = ruleset.scoring is not Scoring.ONE

    def evaluate(
        self, mine: Sequence[int], theirs: Sequence[int], each: Sequence[int] | None = None, *, white: bool
    ) -> NDArray[np.float64]:
        """Return win, mars, lost mars and draw for each board.

        Args:
            mine: the packed sides that have just moved.
            theirs: the packed other sides.
            each: how many of ``mine`` in a row each of ``theirs`` belongs to; one, if not given.
            white: whether White has just moved.
        """
        rows, other_rows = rows_of(mine), rows_of(theirs)
        if each is not None:
            other_rows = np.repeat(other_rows, each, axis=0)
        chances = np.zeros((len(rows), 4))
        for first in range(0, len(rows), _AT_ONCE):
            part = slice(first, first + _AT_ONCE)
            self._evaluate(rows[part], other_rows[part], chances[part], white=white)
        if not self._has_mars:
            chances[:, MARS : LOST_MARS + 1] = 0
        return chances

    def _evaluate(
        self,
        mine: NDArray[np.uint8],
        theirs: NDArray[np.uint8],
        chances: NDArray[np.float64],
        *,
        white: bool,
    ) -> None:
        off, their_off = mine[:, _OFF // 2] & 15, theirs[:, _OFF // 2] & 15
        chances[:, :DRAW] = self._network(inputs_of(mine, theirs, self._width, opposed=self._opposed))
        chances[:, MARS] = np.where(their_off > 0, 0, np.minimum(chances[:, MARS], chances[:, WIN]))
        chances[:, LOST_MARS] = np.where(off > 0, 0, np.minimum(chances[:, LOST_MARS], 1 - chances[:, WIN]))
        home, their_home = _is_home(mine), _is_home(theirs)
        both = np.flatnonzero(home & their_home)
        if len(both):
            chances[both] = self._exact(mine[both], theirs[both], white=white)
        # Who has finished before the other was home has won; the other cannot finish within a last turn.
        won = (off == _ALL) & ~their_home
        lost = (their_off == _ALL) & ~home
        chances[won] = 0
        chances[lost] = 0
        chances[won, WIN] = 1
        chances[won, MARS] = their_off[won] == 0
        chances[lost, LOST_MARS] = off[lost] == 0

    def _exact(
        self, mine: NDArray[np.uint8], theirs: NDArray[np.uint8], *, white: bool
    ) -> NDArray[np.float64]:
        table = bear_off(self.ruleset.doubles)
        me, other = (rank(counts_of(side)[:, _OFF - 1 : _HOME - 1 : -1]) for side in (mine, theirs))
        if self.ruleset.last_turn:
            win, mars, lost_mars, draw = table.last_turn_chances(
                *((me, other) if white else (other, me)), white_rolls=not white
            ).T
            if white:
                return np.stack([win, mars, lost_mars, draw], 1)
            return np.stack([1 - win - draw, lost_mars, mars, draw], 1)
        win, mars, lost_mars = table.chances(other, me).T
        return np.stack([1 - win, lost_mars, mars, np.zeros(len(win))], 1)


def _is_home(rows: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Whether all checkers of each side are at home or off."""
    return np.asarray(~rows[:, : _HOME // 2].any(1) & (rows[:, _OFF // 2] >> 4 == 0))


def equity(chances: NDArray[np.float64]) -> NDArray[np.float64]:
    """P(win) + P(mars) − P(loss) − P(lost mars), in points, of each row."""
    return np.asarray(2 * chances[:, WIN] + chances[:, DRAW] - 1 + chances[:, MARS] - chances[:, LOST_MARS])


def of_other(chances: NDArray[np.float64]) -> NDArray[np.float64]:
    """The same rows as the other side sees them."""
    other = chances[:, [WIN, LOST_MARS, MARS, DRAW]]
    other[:, WIN] = 1 - chances[:, WIN] - chances[:, DRAW]
    return other
