"""Turns: the list of all legal turns of a roll (R3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import overload

from bot.rules.board import BAR_INDEX, OFF_INDEX, Side
from bot.rules.disambiguation import with_needed_stop
from bot.rules.generator.bits import ALL_OF_SIDE, FINISHED, SIDE_BITS
from bot.rules.generator.constraints import Constraints, position_after
from bot.rules.generator.end_positions import end_positions
from bot.rules.moves import Move
from bot.rules.notation import write_moves
from bot.rules.position import Position
from bot.rules.rolls import Roll

_WHITE = Side.WHITE
_BLACK = Side.BLACK


class Turn:
    """A complete turn in canonical form (R3.7); an immutable value.

    Args:
        moves: The moves in the order of R3.7, or a function that finds them when they are first needed.
        end: The position after the turn, with the other side to move.
    """

    __slots__ = ("_end", "_moves")

    def __init__(self, moves: tuple[Move, ...] | Callable[[], tuple[Move, ...]], end: Position) -> None:
        self._moves = moves
        self._end = end

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves in the order of R3.7; empty for a pass."""
        if callable(self._moves):
            self._moves = self._moves()
        return self._moves

    @property
    def end(self) -> Position:
        """The position after the turn, with the other side to move."""
        return self._end

    def __str__(self) -> str:
        return write_moves(self.moves)

    def __repr__(self) -> str:
        return f"<Turn {self}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Turn):
            return NotImplemented
        return self.end == other.end and self.moves == other.moves

    def __hash__(self) -> int:
        return hash(self.end)


class LegalTurns(Sequence[Turn]):
    """A lazy sequence of the legal turns of a roll, one for each end position.

    A double can have over 2,000 legal turns, so only the board after each is kept. A turn's moves are found
    when they are first read.

    Attributes:
        boards: The board after each turn, as one integer: the mover's packed checkers and, in the opposed
            family, the points where they hit (see `generator.constraints`).
        dice_used: The largest number of dice that can be played; 0 for a pass.
    """

    __slots__ = ("_position", "_roll", "boards", "dice_used")

    def __init__(self, position: Position, roll: Roll) -> None:
        self._position = position
        self._roll = roll
        if position.mover is _WHITE:
            self.boards, self.dice_used = end_positions(
                position.ruleset, position.white, position.black, roll
            )
        else:
            self.boards, self.dice_used = end_positions(
                position.ruleset, position.black, position.white, roll
            )

    def __len__(self) -> int:
        return len(self.boards)

    @property
    def hits_nothing(self) -> bool:
        """True if no turn hits a checker, so the opponent's checkers are the same after every turn."""
        return all(end <= ALL_OF_SIDE for end in self.boards)

    def position(self, number: int) -> Position:
        """Return the position after the turn with this index, without working out its moves."""
        end, start = self.boards[number], self._position
        if end > ALL_OF_SIDE:
            return position_after(start, end, start.mover.other)
        if start.mover is _WHITE:
            return Position(start.ruleset, end, start.black, _BLACK)
        return Position(start.ruleset, start.white, end, _WHITE)

    def leads_to(self, end: Position) -> bool:
        """True if one of the turns ends in a position."""
        start = self._position
        if end.mover is start.mover or end.ruleset != start.ruleset:
            return False
        mine = end.bits(start.mover)
        if end.mine == start.theirs:
            return mine in self.boards
        return any(
            board & ALL_OF_SIDE == mine and position_after(start, board, end.mover) == end
            for board in self.boards
        )

    def positions(self) -> Iterator[Position]:
        """Yield the position after each turn, without working out any moves."""
        return (self.position(number) for number in range(len(self.boards)))

    @overload
    def __getitem__(self, number: int) -> Turn: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[Turn]: ...
    def __getitem__(self, number: int | slice) -> Turn | Sequence[Turn]:
        if isinstance(number, slice):
            return tuple(self[each] for each in range(*number.indices(len(self.boards))))
        end, board = self.position(number), self.boards[number]
        return Turn(partial(canonical_moves, self._position, self._roll, board, self.dice_used), end)

    def __repr__(self) -> str:
        return f"<{len(self)} legal turns with {self._roll}>"


def legal_turns(position: Position, roll: Roll) -> LegalTurns:
    """Return the legal turns of a roll, one for each end position (R3.7).

    >>> from bot.rules import RULESETS, Roll, start_position
    >>> turns = legal_turns(start_position(RULESETS["long"]), Roll(6, 6))
    >>> [(str(turn), turn.end.text) for turn in turns]
    [('24/18(2)', 'long 24:13,18:2 / 12:15 b')]
    >>> turns.dice_used
    2

    Returns:
        The turns in a fixed order; empty if the player must pass.
    """
    return LegalTurns(position, roll)


def canonical_moves(position: Position, roll: Roll, end: int, count: int) -> tuple[Move, ...]:
    """Return the canonical moves to an end board: the first list by larger die, then smaller t (R3.7).

    Args:
        position: The position before the turn.
        end: The board after a legal turn.
        count: How many dice a turn plays, unless it bears off the last checker.
    """
    mine, ruleset = position.mine, position.ruleset
    constraints = Constraints.of(position, roll)
    path = _path(constraints, (mine, end), roll.dice(ruleset), count, _still_to_pass(mine, end))
    moves = [Move.on_path(ruleset.family, position.mover, t, die, hit=hit) for die, t, hit in path or ()]
    return with_needed_stop(position, roll, moves)


def _still_to_pass(mine: int, end: int) -> list[int]:
    """Return, for the bar and then each point, how many checkers leave it or pass over it in the turn."""
    total = (mine >> 4 * BAR_INDEX & 15) - (end >> 4 * BAR_INDEX & 15)
    passing = [total]
    for t in range(OFF_INDEX):
        total += (mine >> 4 * t & 15) - (end >> 4 * t & 15)
        passing.append(total)
    return passing


def _path(
    constraints: Constraints, way: tuple[int, int], dice: tuple[int, ...], count: int, passing: list[int]
) -> list[tuple[int, int, bool]] | None:
    """Find the first list of moves (die, t, hit) from one board to another; None if there is none.

    Args:
        constraints: The constraints of the turn.
        way: The board now and the board at the end.
        dice: The dice left.
        count: How many of them to play, unless the last checker is borne off.
        passing: How many checkers must still leave or pass over each place, from the bar on. It prunes
            the search.
    """
    board, end = way
    if board == end and (not count or board & ALL_OF_SIDE == FINISHED):
        return []
    if not count:
        return None
    for number, die in enumerate(dice):
        if number and die == dice[number - 1]:
            continue  # equal dice give the same moves
        rest = dice[:number] + dice[number + 1 :]
        for t, after in constraints.steps(board, die):
            first, last = t + 1, min(t + die, OFF_INDEX) + 1
            passed = passing[first:last]
            if min(passed) > 0:
                left = [*passing[:first], *(each - 1 for each in passed), *passing[last:]]
                path = _path(constraints, (after, end), rest, count - 1, left)
                if path is not None:
                    return [(die, t, after >> SIDE_BITS != board >> SIDE_BITS), *path]
    return None
