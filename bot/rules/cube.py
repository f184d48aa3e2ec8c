"""Cube: what a game is worth and who may double it (R8.3)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from bot.rules.board import Side
from bot.rules.errors import GameFault, GameFaultKind

HIGHEST: Final = 64


@dataclass(frozen=True, slots=True)
class Cube:
    """What a game is worth, and who may double it.

    Attributes:
        value: What the result is multiplied by: 1, 2, 4 … 64.
        owner: Whose the cube is; `None` while it lies in the middle and either may double.
        offered: Whether a double waits for its answer.
    """

    value: int = 1
    owner: Side | None = None
    offered: bool = False

    def may_double(self, side: Side) -> bool:
        """True if a side may double, where nothing else forbids it."""
        return not self.offered and self.owner in (None, side) and self.value < HIGHEST

    def doubled_by(self, side: Side) -> Cube:
        """The cube with a double that waits for its answer.

        Raises:
            GameFault: The side may not double.
        """
        if not self.may_double(side):
            raise GameFault(GameFaultKind.CUBE, f"{side} may not double now")
        return replace(self, offered=True)

    def taken_by(self, side: Side) -> Cube:
        """The cube at its new value, in the hands of who took the double."""
        return Cube(self.value * 2, side)
