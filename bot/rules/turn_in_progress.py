"""Turn in progress: what has been moved, what may be moved next, what can be taken back (R3.8)."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, field, replace

from bot.rules.disambiguation import with_stop_named
from bot.rules.errors import IllegalMove, Reason
from bot.rules.generator.constraints import position_after
from bot.rules.generator.next_moves import NextMoves, without
from bot.rules.moves import Move
from bot.rules.notation import write_moves
from bot.rules.position import Position
from bot.rules.reasons import explain
from bot.rules.rolls import Roll
from bot.rules.rulesets import RuleSet
from bot.rules.turns import Turn, canonical_moves


@dataclass(frozen=True, slots=True)
class PartialTurn:
    """The moves made so far with one roll; every value of it can be finished to a legal turn.

    Begin one with `PartialTurn.begin` or `Game.begin_turn` and go on with `play`, `play_text`
    and `take_back`, each of which returns a new one.

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
        roll: The dice.
        moves: The moves made so far, in their order.
        position: The board now; the mover is still to move.
        dice_left: The dice not yet played, larger first.
        board: The board now, as one integer (see `constraints`).
        search: What is known of the ways through this turn.
    """

    start: Position
    roll: Roll
    moves: tuple[Move, ...]
    position: Position
    dice_left: tuple[int, ...]
    board: int = field(repr=False)
    search: NextMoves = field(repr=False, compare=False)

    @classmethod
    def begin(cls, position: Position, roll: Roll) -> PartialTurn:
        """A turn in which nothing has been moved yet."""
        search = NextMoves(position, roll)
        return cls(position, roll, (), position, search.dice, position.mine, search)

    def __str__(self) -> str:
        return write_moves(with_stop_named(self.start, self.roll, self.moves)) if self.moves else ""

    @property
    def ruleset(self) -> RuleSet:
        """The game."""
        return self.start.ruleset

    @property
    def must_pass(self) -> bool:
        """True if the roll allows no move at all (R3.5)."""
        return self.search.must_pass

    @property
    def is_complete(self) -> bool:
        """True if the turn may be confirmed as it stands; a pass is complete at once."""
        return self.search.is_complete(self.board, self.dice_left) or self.must_pass

    @property
    def dice_to_play(self) -> tuple[int, ...]:
        """The dice that the turn still asks for: fewer than are left where not all can be played."""
        missing = self.search.most - len(self.moves)
        if missing == len(self.dice_left):
            return self.dice_left
        able = {move.die for move in self.next_moves()}
        return tuple(die for die in self.dice_left if die in able)[:missing]

    def next_moves(self) -> tuple[Move, ...]:
        """The moves of one die with which a legal turn goes on: larger die first, then from the head on.

        Two dice that bear off the same checker do so to the same effect; that move is offered once, with
        the larger die.
        """
        return self.search.next_moves(self.board, self.dice_left)

    def next_routes(self) -> tuple[tuple[Move, ...], ...]:
        """One checker moved with several dice at once: each (start, stop) by its first way.

        Ways that hit on different points on the way are different routes. One that ends where a single
        die can end too, which happens in bearing off, is left out.
        """
        return self.search.next_routes(self.board, self.dice_left)

    def followers(self, starts: Container[int] | None = None) -> list[tuple[Move, PartialTurn]]:
        """Each next move with the turn in progress after it: all, or those from some places."""
        return [
            (move, self._with(move, after))
            for move, after in self.search.moves(self.board, self.dice_left)
            if starts is None or move.start in starts
        ]

    def objection(self, start: int, stop: int | None = None) -> IllegalMove | None:
        """Why a checker cannot go from one place to another now, with what is possible instead.

        >>> from bot.rules import RULESETS, Roll, start_position
        >>> begun = PartialTurn.begin(start_position(RULESETS["long"]), Roll(6, 5))
        >>> print(begun.objection(24, 12))
        24/12: no die and no sum of dice moves that far; possible: 24/18 24/19
        >>> begun.objection(24, 13) is None
        True

        Args:
            start: Absolute point 1–24, or `BAR`.
            stop: Absolute point 1–24 or `OFF`, reached with one die or several; `None` asks why the
                checker cannot move at all.

        Returns:
            The reason, or `None` if it can.
        """
        return explain(self.search, self.board, self.dice_left, start, stop)

    def play(self, move: Move) -> PartialTurn:
        """Make one more move.

        Raises:
            IllegalMove: No legal turn goes on with it.
        """
        for option, after in self.search.moves(self.board, self.dice_left):
            if move == option:
                return self._with(option, after)
        raise self.objection(move.start, move.stop) or IllegalMove(
            Reason.NO_SUCH_DIE, move.start, move.stop, die=move.die, possible=self.next_moves()
        )

    def play_all(self, moves: tuple[Move, ...]) -> PartialTurn:
        """Make several more moves, one after another.

        Raises:
            IllegalMove: No legal turn goes on with one of them.
        """
        partial = self
        for move in moves:
            partial = partial.play(move)
        return partial

    def _with(self, move: Move, board: int) -> PartialTurn:
        return replace(
            self,
            moves=(*self.moves, move),
            position=position_after(self.start, board, self.start.mover),
            dice_left=without(self.dice_left, move.die),
            board=board,
        )

    def take_back(self, count: int = 1) -> PartialTurn:
        """Take back the last moves.

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
        """Take back every move."""
        return self.take_back(len(self.moves))

    def turn(self) -> Turn:
        """The turn, in its canonical form (R3.7).

        Raises:
            IllegalMove: The turn is not complete.
        """
        if not self.is_complete:
            raise IllegalMove(Reason.INCOMPLETE, possible=self.next_moves())
        moves = canonical_moves(self.start, self.roll, self.board, self.search.most)
        return Turn(moves, position_after(self.start, self.board, self.start.mover.other))
