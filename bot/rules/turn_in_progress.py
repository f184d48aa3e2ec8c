"""A turn in progress: what has been moved, what may be moved next, what can be taken back (R3.8)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from bot.rules.errors import IllegalMove, Reason
from bot.rules.generator.bits import SIDE_BITS
from bot.rules.generator.constraints import position_after
from bot.rules.generator.search import Search, without
from bot.rules.moves import Move, Turn, write_moves
from bot.rules.reasons import explain
from bot.rules.stops import with_stop_named
from bot.rules.turns import as_move, canonical_moves
from bot.rules.written_turns import play_text

if TYPE_CHECKING:
    from bot.rules.position import Position
    from bot.rules.rolls import Roll
    from bot.rules.rulesets import RuleSet


@dataclass(frozen=True, slots=True)
class PartialTurn:
    """The moves made so far with one roll; every value of it can be finished to a legal turn.

    Begin one with ``PartialTurn.begin`` and go on with ``play``, ``read`` and ``take_back``, each of which
    returns a new one.

    Attributes:
        ruleset: The game.
        start: The position before the turn.
        roll: The dice.
        moves: The moves made so far, in their order.
        position: The board now; the mover is still to move.
        dice_left: The dice not yet played, larger first.
        board: The board now, as one integer (see ``constraints``).
        search: What is known of the ways through this turn.
    """

    ruleset: RuleSet
    start: Position
    roll: Roll
    moves: tuple[Move, ...]
    position: Position
    dice_left: tuple[int, ...]
    board: int = field(repr=False)
    search: Search = field(repr=False, compare=False)

    @classmethod
    def begin(cls, ruleset: RuleSet, position: Position, roll: Roll) -> PartialTurn:
        """A turn in which nothing has been moved yet."""
        search = Search(ruleset, position, roll)
        return cls(ruleset, position, roll, (), position, search.dice, position.mine, search)

    def __str__(self) -> str:
        if not self.moves:
            return ""
        return write_moves(with_stop_named(self.ruleset, self.start, self.roll, self.moves))

    @property
    def must_pass(self) -> bool:
        """Whether the roll allows no move at all (R3.5)."""
        return self.search.most == 0

    @property
    def is_complete(self) -> bool:
        """Whether the turn may be confirmed as it stands; a pass is complete at once."""
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
        found: dict[tuple[int, int], Move] = {}
        for move, _ in self._options():
            found.setdefault((move.start, move.stop), move)
        return tuple(found.values())

    def next_routes(self) -> tuple[tuple[Move, ...], ...]:
        """One checker moved with several dice at once: each (start, stop) by its first way.

        Ways that hit on different points on the way are different routes. One that ends where a single
        die can end too, which happens in bearing off, is left out.
        """
        single = {(move.start, move.stop) for move in self.next_moves()}
        found: dict[tuple[int, int, tuple[int, ...]], tuple[Move, ...]] = {}
        ways: list[tuple[PartialTurn, tuple[Move, ...]]] = [
            (partial, (move,)) for move, partial in self.followers()
        ]
        while ways:
            longer = []
            for partial, way in ways:
                for move, after in partial.followers(way[-1].stop):
                    path = (*way, move)
                    if (path[0].start, move.stop) not in single:
                        hits = tuple(leg.stop for leg in path if leg.hit)
                        found.setdefault((path[0].start, move.stop, hits), path)
                    longer.append((after, path))
            ways = longer
        return tuple(found.values())

    def followers(self, start: int | None = None) -> list[tuple[Move, PartialTurn]]:
        """Each next move, of one checker if a start is given, with the turn in progress after it."""
        return [
            (move, self._with(move, after)) for move, after in self._options() if start in (None, move.start)
        ]

    def _options(self) -> list[tuple[Move, int]]:
        """Each move with which a legal turn goes on, with the board after it."""
        hits = self.board >> SIDE_BITS
        return [
            (as_move(self.ruleset, self.start.mover, t, die, hit=after >> SIDE_BITS != hits), after)
            for die, t, after in self.search.options(self.board, self.dice_left)
        ]

    def play(self, move: Move) -> PartialTurn:
        """Make one more move.

        Raises:
            IllegalMove: No legal turn goes on with it.
        """
        for option, after in self._options():
            if move == option:
                return self._with(option, after)
        raise explain(self, move.start, move.stop) or IllegalMove(
            Reason.NO_SUCH_DIE, move.start, move.stop, die=move.die, possible=self.next_moves()
        )

    def _with(self, move: Move, board: int) -> PartialTurn:
        return replace(
            self,
            moves=(*self.moves, move),
            position=position_after(self.start, board, self.start.mover),
            dice_left=without(self.dice_left, move.die),
            board=board,
        )

    def read(self, text: str) -> PartialTurn:
        """Play typed moves, a whole turn or a part of it, on top of what has been moved (R10.2).

        Raises:
            NotUnderstood: The text is no move.
            IllegalMove: It is one that cannot be made now.
            AmbiguousMove: It can mean several.
        """
        return play_text(self, text)

    def take_back(self, count: int = 1) -> PartialTurn:
        """Take back the last moves.

        Raises:
            ValueError: Fewer moves have been made.
        """
        if not 0 <= count <= len(self.moves):
            raise ValueError(f"cannot take back {count} of {len(self.moves)} moves")
        partial = replace(
            self, moves=(), position=self.start, dice_left=self.search.dice, board=self.start.mine
        )
        for move in self.moves[: len(self.moves) - count]:
            partial = partial.play(move)
        return partial

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
        moves = canonical_moves(self.ruleset, self.start, self.roll, self.board, self.search.most)
        return Turn(moves, position_after(self.start, self.board, self.start.mover.other))
