"""Next moves: which moves a legal turn can begin with (R3.8), found on demand and remembered for one turn."""

from __future__ import annotations

from bot.rules.generator.bits import ALL_OF_SIDE, FINISHED, SIDE_BITS
from bot.rules.generator.constraints import Constraints
from bot.rules.generator.end_positions import end_positions
from bot.rules.moves import Move
from bot.rules.position import Position
from bot.rules.rolls import Roll


class NextMoves:
    """The legal ways through one turn.

    A *board* is written as in `constraints`; the dice left are in the order of `dice`.

    Attributes:
        start: The position before the turn.
        constraints: What does not change during the turn.
        dice: All dice of the turn, larger first.
        most: The largest number of dice that can be played (R3.3).
        only: The die that must be played where one alone can be and it must be the higher (R3.4).
    """

    __slots__ = ("_known", "constraints", "dice", "most", "only", "start")

    def __init__(self, start: Position, roll: Roll) -> None:
        ruleset, mine = start.ruleset, start.mine
        self.start = start
        self.constraints = Constraints.of(start, roll)
        self.dice = roll.dice(ruleset)
        self.most = end_positions(ruleset, mine, start.theirs, roll)[1]
        self.only: int | None = None
        # The same board is come to by many orders of the same moves, so answers are kept: with equal dice
        # that is the difference between hundreds of boards and hundreds of thousands of paths.
        self._known: dict[tuple[int, tuple[int, ...]], bool] = {}
        if self.most == 1 and ruleset.higher_die and not roll.is_double:
            after_high = self.constraints.steps(mine, roll.high)
            if any(not self.constraints.prime(after) for _, after in after_high):
                self.only = roll.high

    @property
    def must_pass(self) -> bool:
        """True if the roll allows no move at all (R3.5)."""
        return self.most == 0

    def is_complete(self, board: int, left: tuple[int, ...]) -> bool:
        """True if the turn is legally finished with these checkers and dice left.

        Args:
            board: The board, come to by moves that `options` names.
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

    def moves(self, board: int, left: tuple[int, ...]) -> list[tuple[Move, int]]:
        """As `options`, each as a move with the board after it."""
        family, side, hits = self.start.ruleset.family, self.start.mover, board >> SIDE_BITS
        return [
            (Move.on_path(family, side, t, die, hit=after >> SIDE_BITS != hits), after)
            for die, t, after in self.options(board, left)
        ]

    def next_moves(self, board: int, left: tuple[int, ...]) -> tuple[Move, ...]:
        """The moves of one die with which a legal turn goes on: larger die first, then from the head on.

        Two dice that bear off the same checker do so to the same effect; that move is offered once, with
        the larger die.
        """
        found: dict[tuple[int, int], Move] = {}
        for move, _ in self.moves(board, left):
            found.setdefault((move.start, move.stop), move)
        return tuple(found.values())

    def next_routes(self, board: int, left: tuple[int, ...]) -> tuple[tuple[Move, ...], ...]:
        """One checker moved with several dice at once: each (start, stop) by its first way.

        Ways that hit on different points on the way are different routes. One that ends where a single
        die can end too, which happens in bearing off, is left out.
        """
        single = {(move.start, move.stop) for move in self.next_moves(board, left)}
        found: dict[tuple[int, int, tuple[int, ...]], tuple[Move, ...]] = {}
        paths: list[tuple[tuple[Move, ...], int, tuple[int, ...]]] = [
            ((move,), after, without(left, move.die)) for move, after in self.moves(board, left)
        ]
        while paths:
            longer: list[tuple[tuple[Move, ...], int, tuple[int, ...]]] = []
            for path, reached, rest in paths:
                for move, after in self.moves(reached, rest):
                    if move.start != path[-1].stop:
                        continue
                    route = (*path, move)
                    if (route[0].start, move.stop) not in single:
                        hits = tuple(leg.stop for leg in route if leg.hit)
                        found.setdefault((route[0].start, move.stop, hits), route)
                    longer.append((route, after, without(rest, move.die)))
            paths = longer
        return tuple(found.values())

    def can_finish(self, board: int, left: tuple[int, ...]) -> bool:
        """True if some moves with the dice left finish the turn legally."""
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
            # The lower die may bear off the last checker although the higher one must be played: the game
            # is over then, and both dice bear it off to the same effect.
            if self.only in (None, die) or after & ALL_OF_SIDE == FINISHED
        ]


def without(dice: tuple[int, ...], die: int) -> tuple[int, ...]:
    """The dice less one of them.

    >>> without((6, 5), 6)
    (5,)
    """
    at = dice.index(die)
    return dice[:at] + dice[at + 1 :]
