"""Which moves a legal turn can begin with (R3.8), found on demand and remembered for one turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules.generator.bits import ALL_OF_SIDE, FINISHED
from bot.rules.generator.constraints import Constraints
from bot.rules.generator.end_positions import end_positions

if TYPE_CHECKING:
    from bot.rules.position import Position
    from bot.rules.rolls import Roll
    from bot.rules.rulesets import RuleSet


class Search:
    """The legal ways through one turn.

    Attributes:
        constraints: What does not change during the turn.
        dice: All dice of the turn, larger first.
        most: The largest number of dice that can be played (R3.3).
        only: The die that must be played where one alone can be and it must be the higher (R3.4).
    """

    __slots__ = ("_known", "constraints", "dice", "most", "only")

    def __init__(self, ruleset: RuleSet, position: Position, roll: Roll) -> None:
        mine = position.mine
        self.constraints = Constraints.under(ruleset, position, roll)
        self.dice = roll.dice(ruleset)
        self.most = end_positions(ruleset, mine, position.theirs, roll)[1]
        self.only: int | None = None
        self._known: dict[tuple[int, tuple[int, ...]], bool] = {}
        if self.most == 1 and ruleset.higher_die and not roll.is_double:
            after_high = self.constraints.steps(mine, roll.high)
            if any(not self.constraints.prime(after) for _, after in after_high):
                self.only = roll.high

    def is_complete(self, board: int, left: tuple[int, ...]) -> bool:
        """Whether the turn is legally finished with these checkers and dice left.

        Args:
            board: The board (see ``constraints``), come to by moves that ``options`` names.
            left: The dice not yet played.
        """
        if board & ALL_OF_SIDE == FINISHED:
            return True
        return len(self.dice) - len(left) == self.most and not self.constraints.prime(board)

    def options(self, board: int, left: tuple[int, ...]) -> list[tuple[int, int, int]]:
        """The moves from which the turn can still be finished legally: (die, t, board after).

        Larger die first, then from the head on.
        """
        return [
            (die, t, after)
            for die, t, after in self._moves(board, left)
            if self.can_finish(after, without(left, die))
        ]

    def can_finish(self, board: int, left: tuple[int, ...]) -> bool:
        """Whether some moves with the dice left finish the turn legally."""
        key = (board, left)
        known = self._known.get(key)
        if known is None:
            known = self.is_complete(board, left) or any(
                self.can_finish(after, without(left, die)) for die, _, after in self._moves(board, left)
            )
            self._known[key] = known
        return known

    def _moves(self, board: int, left: tuple[int, ...]) -> list[tuple[int, int, int]]:
        """The moves of the dice left, as far as the number of dice and R3.4 allow."""
        if len(self.dice) - len(left) >= self.most:
            return []
        return [
            (die, t, after)
            for die in dict.fromkeys(left)
            for t, after in self.constraints.steps(board, die)
            if self.only in (None, die) or after & ALL_OF_SIDE == FINISHED
        ]


def without(dice: tuple[int, ...], die: int) -> tuple[int, ...]:
    """The dice less one of them."""
    at = dice.index(die)
    return dice[:at] + dice[at + 1 :]
