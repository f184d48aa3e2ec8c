"""Turn graph: every board that a turn in progress can reach, linked by moves."""

from __future__ import annotations

from dataclasses import dataclass

from bot.rules.moves import Move
from bot.rules.turn_in_progress import PartialTurn

MAX_NODES = 160
"""The default limit on the boards in a graph."""


@dataclass(frozen=True, slots=True)
class Continuation:
    """One board in the graph of a turn.

    Attributes:
        moves: The legal next moves, each with the index of the board after it: larger die first, then from
            the head on.
        is_complete: True if the turn may be confirmed on this board.
        is_open: True if the graph was cut here: legal moves exist but are not listed.
    """

    moves: tuple[tuple[Move, int], ...]
    is_complete: bool
    is_open: bool = False


def continuations(partial: PartialTurn, max_nodes: int = MAX_NODES) -> tuple[Continuation, ...]:
    """Return every board that a turn in progress can reach, the current one first.

    Different orders of the same moves lead to one board. Boards are listed by the number of moves to them,
    so a graph that is cut at the limit still has all next moves.

    >>> from bot.rules import RULESETS, Roll, start_position, PartialTurn
    >>> graph = continuations(PartialTurn.begin(start_position(RULESETS["long"]), Roll(6, 5)))
    >>> [[(str(move), after) for move, after in each.moves] for each in graph]
    [[('24/18', 1), ('24/19', 2)], [('18/13', 3)], [('19/13', 3)], []]
    >>> [each.is_complete for each in graph]
    [False, False, False, True]

    Args:
        max_nodes: The limit on boards. The current board and those one move away are always included.
    """
    numbers = {(partial.board, partial.dice_left): 0}
    boards = [partial]
    nodes: list[Continuation] = []
    for at, each in enumerate(boards):  # the loop appends to it
        followers = _followers(each)
        fresh = {(after.board, after.dice_left) for _, after in followers} - numbers.keys()
        if at and len(boards) + len(fresh) > max_nodes:
            nodes.append(Continuation((), each.is_complete, is_open=bool(followers)))
            continue
        moves = []
        for move, after in followers:
            key = (after.board, after.dice_left)
            if key not in numbers:
                numbers[key] = len(boards)
                boards.append(after)
            moves.append((move, numbers[key]))
        nodes.append(Continuation(tuple(moves), each.is_complete))
    return tuple(nodes)


def _followers(partial: PartialTurn) -> list[tuple[Move, PartialTurn]]:
    """Return the next moves with the turn after each, one for each pair of start and end."""
    found: dict[tuple[int, int], tuple[Move, PartialTurn]] = {}
    for move, after in partial.followers():
        found.setdefault((move.start, move.stop), (move, after))
    return list(found.values())
