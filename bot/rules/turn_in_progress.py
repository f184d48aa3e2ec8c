"""Turn in progress: the moves made so far, the legal next moves, and taking moves back (R3.8)."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, field, replace

from bot.rules.disambiguation import with_needed_stop
from bot.rules.errors import IllegalMove, Reason
from bot.rules.generator.constraints import position_after
from bot.rules.generator.next_moves import NextMoves, without
from bot.rules.moves import Move
from bot.rules.notation import write_moves
from bot.rules.position import Position, write_position
from bot.rules.reasons import explain
from bot.rules.rolls import Roll
from bot.rules.rulesets import RuleSet
from bot.rules.turns import Turn, canonical_moves


@dataclass(frozen=True, slots=True, repr=False)
class PartialTurn:
    """The moves made so far with one roll; a partial turn can always be completed legally.

    Begin one with `PartialTurn.begin` or `Game.begin_turn`. `play`, `play_text` and `take_back` return a
    new one.

    >>> from bot.rules import RULESETS, Move, Roll, start_position
    >>> begun = PartialTurn.begin(start_position(RULESETS["long"]), Roll(6, 5))
    >>> [str(move) for move in begun.next_moves()]
    ['24/18', '24/19']
    >>> made = begun.play(Move(24, 18, 6))
    >>> str(made), made.dice_left, made.is_complete
    ('24/18', (5,), False)
    >>> made.take_back() == begun
    True

    Attributes:
        start: The position before the turn.
        moves: The moves made, in order, with a stop marked where the written turn needs it (R3.7).
        position: The position after the moves, with the same side to move.
        dice_left: The dice not yet played, larger first.
        board: The board after the moves, as one integer (see `generator.constraints`).
        search: The search for legal moves, whose results are cached for this turn.
    """

    start: Position
    roll: Roll
    moves: tuple[Move, ...]
    position: Position
    dice_left: tuple[int, ...]
    board: int
    search: NextMoves = field(compare=False)

    @classmethod
    def begin(cls, position: Position, roll: Roll) -> PartialTurn:
        """Return a turn before its first move."""
        search = NextMoves(position, roll)
        return cls(position, roll, (), position, search.dice, position.mine, search)

    def __str__(self) -> str:
        return write_moves(self.moves) if self.moves else ""

    def __repr__(self) -> str:
        return f"<turn {str(self) or 'begun'} with {self.roll} from {write_position(self.start)}>"

    @property
    def ruleset(self) -> RuleSet:
        """The rule set being played."""
        return self.start.ruleset

    @property
    def must_pass(self) -> bool:
        """True if the roll allows no legal move (R3.5)."""
        return self.search.must_pass

    @property
    def is_complete(self) -> bool:
        """True if the turn may be confirmed now; a pass is complete at once."""
        return self.search.is_complete(self.board, self.dice_left) or self.must_pass

    @property
    def dice_to_play(self) -> tuple[int, ...]:
        """The dice that must still be played: fewer than `dice_left` if not all can be."""
        missing = self.search.most - len(self.moves)
        if missing == len(self.dice_left):
            return self.dice_left
        able = {move.die for move in self.next_moves()}
        return tuple(die for die in self.dice_left if die in able)[:missing]

    def next_moves(self) -> tuple[Move, ...]:
        """Return the legal next moves of one die: larger die first, then from the head on.

        If either die bears off the same checker, the move is listed once, with the larger die.
        """
        return self.search.next_moves(self.board, self.dice_left)

    def next_routes(self) -> tuple[tuple[Move, ...], ...]:
        """Return the legal ways to move one checker with several dice, one for each start and end.

        Routes that hit on different points are listed separately. A route is left out if a single die
        leads to the same end, as can happen when bearing off.
        """
        return self.search.next_routes(self.board, self.dice_left)

    def followers(self, starts: Container[int] | None = None) -> list[tuple[Move, PartialTurn]]:
        """Return each legal next move with the turn after it.

        Args:
            starts: Only moves from these places; None for all.
        """
        return [
            (move, self._with(move, after))
            for move, after in self.search.moves(self.board, self.dice_left)
            if starts is None or move.start in starts
        ]

    def objection(self, start: int, stop: int | None = None) -> IllegalMove | None:
        """Return why a checker cannot go from one place to another now, or None if it can.

        The error lists what is possible instead.

        >>> from bot.rules import RULESETS, Roll, start_position
        >>> begun = PartialTurn.begin(start_position(RULESETS["long"]), Roll(6, 5))
        >>> print(begun.objection(24, 12))
        24/12: no die and no sum of dice moves that far; possible: 24/18 24/19
        >>> begun.objection(24, 13) is None
        True

        Args:
            start: Absolute point 1–24, or `BAR`.
            stop: Absolute point 1–24 or `OFF`, reached with one die or several. None asks why the checker
                has no legal move.
        """
        return explain(self.search, self.board, self.dice_left, start, stop)

    def play(self, move: Move) -> PartialTurn:
        """Return the turn after one more move.

        Raises:
            IllegalMove: The turn could not be completed legally after the move.
        """
        for option, after in self.search.moves(self.board, self.dice_left):
            if move == option:
                return self._with(option, after)
        raise self.objection(move.start, move.stop) or IllegalMove(
            Reason.NO_SUCH_DIE, move.start, move.stop, die=move.die, possible=self.next_moves()
        )

    def play_all(self, moves: tuple[Move, ...]) -> PartialTurn:
        """Return the turn after several more moves, made in order.

        Raises:
            IllegalMove: The turn could not be completed legally after one of them.
        """
        partial = self
        for move in moves:
            partial = partial.play(move)
        return partial

    def _with(self, move: Move, board: int) -> PartialTurn:
        return replace(
            self,
            moves=with_needed_stop(self.start, self.roll, (*self.moves, move)),
            position=position_after(self.start, board, self.start.mover),
            dice_left=without(self.dice_left, move.die),
            board=board,
        )

    def take_back(self, count: int = 1) -> PartialTurn:
        """Return the turn without its last `count` moves.

        Raises:
            ValueError: Fewer moves have been made.
        """
        if not 0 <= count <= len(self.moves):
            raise ValueError(f"cannot take back {count} of {len(self.moves)} moves")
        begun = replace(
            self, moves=(), position=self.start, dice_left=self.search.dice, board=self.start.mine
        )
        return begun.play_all(self.moves[: len(self.moves) - count])

    def take_back_all(self) -> PartialTurn:
        """Return the turn before its first move."""
        return self.take_back(len(self.moves))

    def turn(self) -> Turn:
        """Return the complete turn in canonical form (R3.7).

        Raises:
            IllegalMove: The turn is not complete.
        """
        if not self.is_complete:
            raise IllegalMove(Reason.INCOMPLETE, possible=self.next_moves())
        moves = canonical_moves(self.start, self.roll, self.board, self.search.most)
        return Turn(moves, position_after(self.start, self.board, self.start.mover.other))
