"""Next moves: finds the moves from which a turn can still be completed legally (R3.8)."""

from __future__ import annotations

from bot.rules.generator.bits import ALL_OF_SIDE, FINISHED, SIDE_BITS
from bot.rules.generator.constraints import Constraints
from bot.rules.generator.end_positions import end_positions
from bot.rules.moves import Move
from bot.rules.position import Position
from bot.rules.rolls import Roll


class NextMoves:
    """The search for the legal moves of one turn, with cached results.

    Boards are integers as in `constraints`. Dice left are in the order of `dice`.

    Attributes:
        start: The position before the turn.
        constraints: The constraints of the turn.
        dice: All dice of the turn, larger first.
        most: The largest number of dice that can be played (R3.3).
        only: The higher die if only it may be played, because the roll allows one move (R3.4); else None.
    """

    __slots__ = ("_known", "constraints", "dice", "most", "only", "start")

    def __init__(self, start: Position, roll: Roll) -> None:
        ruleset, mine = start.ruleset, start.mine
        self.start = start
        self.constraints = Constraints.of(start, roll)
        self.dice = roll.dice(ruleset)
        self.most = end_positions(ruleset, mine, start.theirs, roll)[1]
        self.only: int | None = None
        # Many orders of the same moves lead to the same board, so answers are cached. With a double this
        # means hundreds of boards instead of hundreds of thousands of paths.
        self._known: dict[tuple[int, tuple[int, ...]], bool] = {}
        if self.most == 1 and ruleset.higher_die and not roll.is_double:
            after_high = self.constraints.steps(mine, roll.high)
            if any(not self.constraints.prime(after) for _, after in after_high):
                self.only = roll.high

    @property
    def must_pass(self) -> bool:
        """True if the roll allows no legal move (R3.5)."""
        return self.most == 0

    def is_complete(self, board: int, left: tuple[int, ...]) -> bool:
        """True if the turn may legally end on this board.

        Args:
            board: A board reached by moves from `options`.
            left: The dice not yet played.
        """
        if board & ALL_OF_SIDE == FINISHED:
            return True
        return len(self.dice) - len(left) == self.most and not self.constraints.prime(board)

    def options(self, board: int, left: tuple[int, ...]) -> list[tuple[int, int, int]]:
        """Return the moves after which the turn can be completed legally, as (die, t, board after).

        They are ordered by larger die, then from the head on.
        """
        return [
            (die, t, after)
            for die, t, after in self._moves(board, left)
            if self.can_finish(after, without(left, die))
        ]

    def moves(self, board: int, left: tuple[int, ...]) -> list[tuple[Move, int]]:
        """Return the `options` as moves, each with the board after it."""
        family, side, hits = self.start.ruleset.family, self.start.mover, board >> SIDE_BITS
        return [
            (Move.on_path(family, side, t, die, hit=after >> SIDE_BITS != hits), after)
            for die, t, after in self.options(board, left)
        ]

    def next_moves(self, board: int, left: tuple[int, ...]) -> tuple[Move, ...]:
        """Return the legal next moves of one die: larger die first, then from the head on.

        If either die bears off the same checker, the move is listed once, with the larger die.
        """
        found: dict[tuple[int, int], Move] = {}
        for move, _ in self.moves(board, left):
            found.setdefault((move.start, move.stop), move)
        return tuple(found.values())

    def next_routes(self, board: int, left: tuple[int, ...]) -> tuple[tuple[Move, ...], ...]:
        """Return the legal ways to move one checker with several dice, one for each start and end.

        Routes that hit on different points are listed separately. A route is left out if a single die
        leads to the same end, as can happen when bearing off.
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
        """True if the turn can be completed legally from this board with the dice left."""
        key = (board, left)
        known = self._known.get(key)
        if known is None:
            known = self.is_complete(board, left) or any(
                self.can_finish(after, without(left, die)) for die, _, after in self._moves(board, left)
            )
            self._known[key] = known
        return known

    def _moves(self, board: int, left: tuple[int, ...]) -> list[tuple[int, int, int]]:
        """Return the moves of the dice left within the limits of R3.3 and R3.4; some may be dead ends."""
        if len(self.dice) - len(left) >= self.most:
            return []
        return [
            (die, t, after)
            for die in dict.fromkeys(left)
            for t, after in self.constraints.steps(board, die)
            # The lower die may bear off the last checker even if the higher must be played (R3.4): both
            # bear it off with the same effect, and the game is over.
            if self.only in (None, die) or after & ALL_OF_SIDE == FINISHED
        ]


def without(dice: tuple[int, ...], die: int) -> tuple[int, ...]:
    """Return the dice without one of them.

    >>> without((6, 5), 6)
    (5,)
    """
    at = dice.index(die)
    return dice[:at] + dice[at + 1 :]
