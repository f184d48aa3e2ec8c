"""Cube: the doubling cube, which multiplies what a game is worth (R8.3)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from bot.rules.board import Side
from bot.rules.errors import GameFault, GameFaultKind

HIGHEST: Final = 64


@dataclass(frozen=True, slots=True)
class Cube:
    """A doubling cube: its value, its owner, and an offered double.

    Attributes:
        value: The factor applied to the result: 1, 2, 4 … 64.
        owner: The side that owns the cube, or None while it is in the middle and either side may double.
        offered: True if a double has been offered and not answered yet.
    """

    value: int = 1
    owner: Side | None = None
    offered: bool = False

    def may_double(self, side: Side) -> bool:
        """True if the cube itself lets a side double; the state of the game may still forbid it."""
        return not self.offered and self.owner in (None, side) and self.value < HIGHEST

    def doubled_by(self, side: Side) -> Cube:
        """Return the cube after a side offers a double.

        Raises:
            GameFault: The side may not double.
        """
        if not self.may_double(side):
            raise GameFault(GameFaultKind.CUBE, f"{side} may not double now")
        return replace(self, offered=True)

    def taken_by(self, side: Side) -> Cube:
        """Return the cube after `side` takes the double: twice the value, owned by that side."""
        return Cube(self.value * 2, side)
