"""Moves: one checker moved by one die (R3.1)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from bot.rules.board import OFF_INDEX, Family, Side, place

HIT: Final = "*"
"""The sign written after a place where a checker is hit: `13/7*`."""


@dataclass(frozen=True, slots=True)
class Move:
    """One checker moved by one die.

    >>> str(Move(24, 18, 6)), str(Move(24, 18, 6, hit=True))
    ('24/18', '24/18*')
    >>> Move(24, 18, 6) == Move(24, 18, 6, hit=True)
    True

    Attributes:
        start: Absolute point 1–24, or `BAR`.
        stop: Absolute point 1–24, or `OFF`.
        die: The die played, 1–6.
        hit: True if the move hits a single opposing checker. Moves are compared without it, because it
            follows from the board.
        write_stop: True if the written turn must show where this move ends, even if the same checker
            moves on: without that stop, the text would mean another turn (see `disambiguation`). Not
            compared either.
    """

    start: int
    stop: int
    die: int
    hit: bool = field(default=False, compare=False)
    write_stop: bool = field(default=False, compare=False)

    def __str__(self) -> str:
        return f"{place(self.start)}/{place(self.stop)}" + HIT * self.hit

    @classmethod
    def on_path(cls, family: Family, side: Side, t: int, die: int, *, hit: bool = False) -> Move:
        """Return the move of a side's checker from progress index `t` (or `ENTRY`) by one die.

        >>> from bot.rules import Family, Side
        >>> str(Move.on_path(Family.PARALLEL, Side.BLACK, 10, 5))
        '2/21'
        """
        return cls(family.point(side, t), family.point(side, min(t + die, OFF_INDEX)), die, hit)
