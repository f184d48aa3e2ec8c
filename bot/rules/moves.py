"""Moves and turns, and how they are written (R3.1, R3.7, R10.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.rules.sides import BAR, OFF

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.rules.positions import Position

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
    """

    start: int
    stop: int
    die: int

    def __str__(self) -> str:
        return f"{place(self.start)}/{place(self.stop)}"


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
    """Write moves as a turn: legs of one checker joined, repeated journeys counted (R3.7, R10.2).

    >>> write_moves([Move(24, 18, 6), Move(18, 13, 5)])
    '24/13'
    >>> write_moves([Move(24, 18, 6), Move(24, 18, 6)])
    '24/18(2)'
    >>> write_moves([])
    'pass'
    """
    journeys: list[list[int]] = []
    for move in moves:
        for journey in journeys:
            if journey[1] == move.start:
                journey[1] = move.stop
                break
        else:
            journeys.append([move.start, move.stop])
    return write_journeys((start, stop) for start, stop in journeys)


def write_journeys(journeys: Iterable[tuple[int, int]]) -> str:
    """Write whole ways of checkers, each its start and stop, as a turn."""
    counts: dict[tuple[int, int], int] = {}
    for start, stop in journeys:
        counts[start, stop] = counts.get((start, stop), 0) + 1
    return (
        " ".join(
            f"{place(start)}/{place(stop)}" + (f"({count})" if count > 1 else "")
            for (start, stop), count in counts.items()
        )
        or PASS
    )
