"""Moves and turns, and how they are written (R3.1, R3.7, R10.2)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.rules.board import BAR, OFF

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from bot.rules.position import Position

HIT = "*"
PASS = "pass"  # noqa: S105 - the word for a turn without moves
_NAMES = {OFF: "off", BAR: "bar"}


def place(point: int) -> str:
    """A point as it is written: its number, ``off`` or ``bar``."""
    return _NAMES.get(point) or str(point)


@dataclass(frozen=True, slots=True)
class Move:
    """One checker moved by one die.

    Attributes:
        start: Absolute point 1–24, or ``BAR``.
        stop: Absolute point 1–24, or ``OFF``.
        die: The die played, 1–6.
        hit: Whether a single checker of the opponent is hit there. That follows from the board, so moves
            are compared without it.
        named: Whether its end is written where the checker goes on from there, because the turn could be
            taken for another without that stop (see ``stops``). That too follows from the board.
    """

    start: int
    stop: int
    die: int
    hit: bool = field(default=False, compare=False)
    named: bool = field(default=False, compare=False)

    def __str__(self) -> str:
        return f"{place(self.start)}/{place(self.stop)}" + HIT * self.hit


@dataclass(frozen=True, slots=True)
class Turn:
    """A whole turn in its canonical form (R3.7).

    Attributes:
        moves: The moves in the order of R3.7; none for a pass.
        end: The position after the turn, with the other side to move.
    """

    moves: tuple[Move, ...]
    end: Position

    def __str__(self) -> str:
        return write_moves(self.moves)


def write_moves(moves: Iterable[Move]) -> str:
    """Write moves as a turn: legs of one checker joined, repeated routes counted (R3.7, R10.2).

    >>> write_moves([Move(24, 18, 6), Move(18, 13, 5)])
    '24/13'
    >>> write_moves([Move(24, 18, 6, hit=True), Move(18, 13, 5)])
    '24/18*/13'
    >>> write_moves([Move(24, 18, 6, named=True), Move(18, 13, 5)])
    '24/18/13'
    >>> write_moves([Move(24, 18, 6), Move(24, 18, 6)])
    '24/18(2)'
    >>> write_moves([])
    'pass'
    """
    routes: list[list[Move]] = []
    for move in moves:
        for route in routes:
            if route[-1].stop == move.start:
                route.append(move)
                break
        else:
            routes.append([move])
    return write_routes(
        (
            (route[0].start, *(leg.stop for leg in route if leg.hit or leg.named or leg is route[-1])),
            {leg.stop for leg in route if leg.hit},
        )
        for route in routes
    )


def write_routes(routes: Iterable[tuple[Sequence[int], Collection[int]]]) -> str:
    """Write whole ways of checkers as a turn.

    Args:
        routes: Each the places of one checker's way, and those of them where it hits. Of several that
            go the same way the first alone can hit there; the star is written once for all.
    """
    counts: dict[tuple[int, ...], int] = {}
    stars: dict[tuple[int, ...], set[int]] = {}
    for places, hits in routes:
        way = tuple(places)
        counts[way] = counts.get(way, 0) + 1
        stars.setdefault(way, set()).update(hits)
    return (
        " ".join(
            "/".join(place(point) + HIT * (point in stars[way]) for point in way)
            + (f"({count})" if count > 1 else "")
            for way, count in counts.items()
        )
        or PASS
    )
