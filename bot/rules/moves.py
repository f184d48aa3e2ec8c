"""Moves: one checker moved by one die (R3.1)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from bot.rules.board import OFF_INDEX, Family, Side, place

HIT: Final = "*"
"""What stands behind a place where a checker is hit."""


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
        hit: Whether a single checker of the opponent is hit there. That follows from the board, so moves
            are compared without it.
        named: Whether its end is written where the checker goes on from there, because the turn could be
            taken for another without that stop (see `stops`). That too follows from the board.
    """

    start: int
    stop: int
    die: int
    hit: bool = field(default=False, compare=False)
    named: bool = field(default=False, compare=False)

    def __str__(self) -> str:
        return f"{place(self.start)}/{place(self.stop)}" + HIT * self.hit

    @classmethod
    def on_path(cls, family: Family, side: Side, t: int, die: int, *, hit: bool = False) -> Move:
        """The move of a side's checker at progress index `t`, or `ENTRY`, by one die.

        >>> from bot.rules import Family, Side
        >>> str(Move.on_path(Family.PARALLEL, Side.BLACK, 10, 5))
        '2/21'
        """
        return cls(family.point(side, t), family.point(side, min(t + die, OFF_INDEX)), die, hit)
