"""Search: evaluates turns and rolls one or two plies ahead."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bot.engine.evaluation import Evaluator, equity, of_other
from bot.rules import LegalTurns, Position, Roll, Side, legal_turns

ROLLS: Final = tuple(Roll(high, low) for high in range(1, 7) for low in range(1, high + 1))
ROLL_WEIGHTS: Final = np.array([(1 if roll.is_double else 2) / 36 for roll in ROLLS])
"""The probability of each roll in `ROLLS`."""

_ALL: Final = 15
_AT_ONCE: Final = 30_000
"""The number of boards collected before they are evaluated together."""


class Search:
    """The search of one rule set.

    Results are evaluations: rows with the columns of `bot.engine.evaluation`.

    Args:
        evaluator: evaluates the boards reached.
    """

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator
        self._ruleset = evaluator.ruleset

    def evaluate(self, turns: LegalTurns, position: Position) -> NDArray[np.float64]:
        """Return the mover's evaluation after each turn, from the board alone (one ply)."""
        side = position.mover
        white = side is Side.WHITE
        if turns.hits_nothing:
            return self._evaluator.evaluate(turns.boards, [position.theirs], [len(turns)], white=white)
        ends = list(turns.positions())
        return self._evaluator.evaluate(
            [end.bits(side) for end in ends], [end.bits(side.other) for end in ends], white=white
        )

    def look_ahead(self, ends: Sequence[Position]) -> NDArray[np.float64]:
        """Return evaluations for the side that has just moved, over all rolls and best replies (two plies).

        Args:
            ends: positions after a turn, all with the same side to move.
        """
        return of_other(self.before_roll(ends))

    def before_roll(self, positions: Sequence[Position]) -> NDArray[np.float64]:
        """Return evaluations for the side to move before it rolls, averaged over the best turn of each roll.

        Args:
            positions: positions with the same side to move.
        """
        return np.asarray(np.einsum("r,nrk->nk", ROLL_WEIGHTS, self.by_roll(positions)))

    def by_roll(
        self,
        positions: Sequence[Position],
        worth: Callable[[NDArray[np.float64]], NDArray[np.float64]] = equity,
    ) -> NDArray[np.float64]:
        """Return evaluations for the side to move after the best turn of each roll.

        Args:
            positions: positions with the same side to move.
            worth: the value by which the best turn is chosen; the equity by default.

        Returns:
            An array indexed by position, roll of `ROLLS`, and column.
        """
        found = np.zeros((len(positions) * len(ROLLS), self._evaluator.columns))
        batch = _Batch(self._evaluator, worth)
        for number, position in enumerate(positions):
            if self._is_over(position):
                white = position.mover is Side.BLACK
                over = self._evaluator.evaluate([position.theirs], [position.mine], white=white)
                found[number * len(ROLLS) : (number + 1) * len(ROLLS)] = of_other(over)
                continue
            for roll_number, roll in enumerate(ROLLS):
                batch.add(number * len(ROLLS) + roll_number, position, legal_turns(position, roll))
            if batch.size > _AT_ONCE:
                batch.evaluate_into(found)
        batch.evaluate_into(found)
        return found.reshape(len(positions), len(ROLLS), -1)

    def _is_over(self, position: Position) -> bool:
        """True if a side has borne off all checkers and Black has no last turn (R9.3)."""
        if position.off(position.mover) == _ALL:
            return True
        last_turn = self._ruleset.last_turn and position.mover is Side.BLACK
        return position.off(position.mover.other) == _ALL and not last_turn


class _Batch:
    """The turns of several rolls, collected to be evaluated in one call."""

    def __init__(
        self, evaluator: Evaluator, worth: Callable[[NDArray[np.float64]], NDArray[np.float64]]
    ) -> None:
        self._evaluator = evaluator
        self._worth = worth
        self._clear()

    def _clear(self) -> None:
        self._keys: list[int] = []
        self._sizes: list[int] = []
        self._mine: list[int] = []
        self._theirs: list[int] = []
        self._each: list[int] = []
        self._white = True

    @property
    def size(self) -> int:
        """The number of boards collected."""
        return len(self._mine)

    def add(self, key: int, position: Position, turns: LegalTurns) -> None:
        """Add the turns of a roll, or a pass if there are none; `key` is the roll's row in the result."""
        side = position.mover
        self._white = side is Side.WHITE
        self._keys.append(key)
        if not turns:
            self._sizes.append(1)
            self._mine.append(position.mine)
            self._theirs.append(position.theirs)
            self._each.append(1)
            return
        self._sizes.append(len(turns))
        if turns.hits_nothing:
            self._mine += turns.boards
            self._theirs.append(position.theirs)
            self._each.append(len(turns))
            return
        for end in turns.positions():
            self._mine.append(end.bits(side))
            self._theirs.append(end.bits(side.other))
            self._each.append(1)

    def evaluate_into(self, found: NDArray[np.float64]) -> None:
        """Evaluate the collected boards, write the best turn's row for each roll, and clear the batch."""
        if not self._mine:
            return
        chances = self._evaluator.evaluate(self._mine, self._theirs, self._each, white=self._white)
        worth = self._worth(chances)
        last = np.cumsum(self._sizes)
        for key, first, end in zip(self._keys, last - self._sizes, last, strict=True):
            found[key] = chances[first + worth[first:end].argmax()]
        self._clear()
