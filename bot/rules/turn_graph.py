"""Turn graph: the ways a turn in progress can go on, as a small graph."""

from __future__ import annotations

from dataclasses import dataclass

from bot.rules.moves import Move
from bot.rules.turn_in_progress import PartialTurn

MOST_NODES = 160
"""So many boards a graph has at most, unless more is asked for."""


@dataclass(frozen=True, slots=True)
class Continuation:
    """One board of a turn, come to by some of its moves.

    Attributes:
        moves: The legal next moves, each with the number of the board after it; larger die first, then from
            the head on.
        is_complete: Whether the turn may be confirmed here.
        is_open: Whether the graph was cut here, so that there may be moves which it does not tell.
    """

    moves: tuple[tuple[Move, int], ...]
    is_complete: bool
    is_open: bool = False


def continuations(partial: PartialTurn, most: int = MOST_NODES) -> tuple[Continuation, ...]:
    """Every board that a turn in progress can still come to, the present one first.

    Boards that different orders of the same moves lead to are one. Those that fewer moves lead to are told
    first, so that a graph which is cut always tells the next moves.

    >>> from bot.rules import RULESETS, Roll, start_position, PartialTurn
    >>> graph = continuations(PartialTurn.begin(start_position(RULESETS["long"]), Roll(6, 5)))
    >>> [[(str(move), after) for move, after in each.moves] for each in graph]
    [[('24/18', 1), ('24/19', 2)], [('18/13', 3)], [('19/13', 3)], []]
    >>> [each.is_complete for each in graph]
    [False, False, False, True]

    Args:
        partial: The turn.
        most: How many boards are told; the present one and those after one move are told in any case.
    """
    numbers = {(partial.board, partial.dice_left): 0}
    boards = [partial]
    told: list[Continuation] = []
    for at, each in enumerate(boards):  # it grows meanwhile
        followers = _followers(each)
        fresh = {(after.board, after.dice_left) for _, after in followers} - numbers.keys()
        if at and len(boards) + len(fresh) > most:
            told.append(Continuation((), each.is_complete, is_open=bool(followers)))
            continue
        moves = []
        for move, after in followers:
            key = (after.board, after.dice_left)
            if key not in numbers:
                numbers[key] = len(boards)
                boards.append(after)
            moves.append((move, numbers[key]))
        told.append(Continuation(tuple(moves), each.is_complete))
    return tuple(told)


def _followers(partial: PartialTurn) -> list[tuple[Move, PartialTurn]]:
    """Return the next moves as they are offered: one for each way from a place to another."""
    found: dict[tuple[int, int], tuple[Move, PartialTurn]] = {}
    for move, after in partial.followers():
        found.setdefault((move.start, move.stop), (move, after))
    return list(found.values())
