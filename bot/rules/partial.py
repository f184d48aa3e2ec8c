"""A turn in progress: what has been moved, what may be moved next, what can be taken back (R3.8)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from bot.rules.errors import IllegalMove, Reason
from bot.rules.moves import Move, Turn, write_moves
from bot.rules.reading import play_text
from bot.rules.reasons import explain
from bot.rules.search import Search, without
from bot.rules.turns import as_move, canonical_moves

if TYPE_CHECKING:
    from bot.rules.positions import Position
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
    """

    ruleset: RuleSet
    start: Position
    roll: Roll
    moves: tuple[Move, ...]
    position: Position
    dice_left: tuple[int, ...]
    search: Search = field(repr=False, compare=False)

    @classmethod
    def begin(cls, ruleset: RuleSet, position: Position, roll: Roll) -> PartialTurn:
        """A turn in which nothing has been moved yet."""
        search = Search(ruleset, position, roll)
        return cls(ruleset, position, roll, (), position, search.dice, search)

    def __str__(self) -> str:
        return write_moves(self.moves) if self.moves else ""

    @property
    def must_pass(self) -> bool:
        """Whether the roll allows no move at all (R3.5)."""
        return self.search.most == 0

    @property
    def is_complete(self) -> bool:
        """Whether the turn may be confirmed as it stands; a pass is complete at once."""
        return self.search.is_complete(self.position.mine, self.dice_left) or self.must_pass

    def next_moves(self) -> tuple[Move, ...]:
        """The moves of one die with which a legal turn goes on: larger die first, then from the head on.

        Two dice that bear off the same checker do so to the same effect; that move is offered once, with
        the larger die.
        """
        mine, side = self.position.mine, self.position.mover
        found: dict[tuple[int, int], Move] = {}
        for die, t, _ in self.search.options(mine, self.dice_left):
            move = as_move(self.ruleset, side, t, die)
            found.setdefault((move.start, move.stop), move)
        return tuple(found.values())

    def next_journeys(self) -> tuple[tuple[Move, ...], ...]:
        """One checker moved with several dice at once: each (start, stop) by its first way.

        A journey that ends where a single die can end too, which happens in bearing off, is left out.
        """
        single = {(move.start, move.stop) for move in self.next_moves()}
        found: dict[tuple[int, int], tuple[Move, ...]] = {}
        ways: list[tuple[PartialTurn, tuple[Move, ...]]] = [
            (partial, (move,)) for move, partial in self.followers()
        ]
        while ways:
            longer = []
            for partial, way in ways:
                for move, after in partial.followers(way[-1].stop):
                    path = (*way, move)
                    ends = (path[0].start, move.stop)
                    if ends not in single:
                        found.setdefault(ends, path)
                    longer.append((after, path))
            ways = longer
        return tuple(found.values())

    def followers(self, start: int | None = None) -> list[tuple[Move, PartialTurn]]:
        """Each next move, of one checker if a start is given, with the turn in progress after it."""
        return [
            (move, self._with(move, after))
            for die, t, after in self.search.options(self.position.mine, self.dice_left)
            if start in (None, (move := as_move(self.ruleset, self.position.mover, t, die)).start)
        ]

    def play(self, move: Move) -> PartialTurn:
        """Make one more move.

        Raises:
            IllegalMove: No legal turn goes on with it.
        """
        for die, t, after in self.search.options(self.position.mine, self.dice_left):
            if move == as_move(self.ruleset, self.position.mover, t, die):
                return self._with(move, after)
        raise explain(self, move.start, move.stop) or IllegalMove(
            Reason.NO_SUCH_DIE, move.start, move.stop, die=move.die, possible=self.next_moves()
        )

    def _with(self, move: Move, mine: int) -> PartialTurn:
        side = self.position.mover
        return replace(
            self,
            moves=(*self.moves, move),
            position=self.position.replaced(side, mine, side),
            dice_left=without(self.dice_left, move.die),
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
        partial = PartialTurn(
            self.ruleset, self.start, self.roll, (), self.start, self.search.dice, self.search
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
        side, mine = self.start.mover, self.position.mine
        moves = canonical_moves(self.ruleset, self.start, self.roll, mine, self.search.most)
        return Turn(moves, self.start.replaced(side, mine, side.other))
