"""Numbering: how a reader counts the points: as on the board, or from his own side."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.rules import BAR, OFF, Family, Side

if TYPE_CHECKING:
    from bot.sessions import DisplayPreferences, LoadedGame

_POINTS = 24
# The number of repetitions is no point: `24/18(2)`, `24/18 x2`.
_NUMBER = re.compile(r"\(\s*[0-9]+\s*\)|[x×]\s*[0-9]+|([0-9]+)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Numbering:
    """The numbers that a reader gives to the points.

    Args:
        family: how the two paths lie to each other.
        side: from whose side the points are counted. White counts as the board does.
    """

    family: Family = Family.PARALLEL
    side: Side = Side.WHITE

    def other(self, point: int) -> int:
        """Return the reader's number of a point of the board, or the point of the reader's number."""
        if self.side is Side.WHITE or point in (OFF, BAR):
            return point
        return _POINTS - self.family.progress(self.side, point)

    def other_text(self, moves: str) -> str:
        """Return written or typed moves with the other numbers; everything else is left as it is."""
        return _NUMBER.sub(self._other_number, moves)

    def labels(self) -> tuple[int, ...]:
        """Return the numbers at the points 1 to 24; none, if they are the board's own."""
        if self.side is Side.WHITE:
            return ()
        return tuple(self.other(point) for point in range(1, _POINTS + 1))

    def _other_number(self, found: re.Match[str]) -> str:
        if found[1] is None or not 1 <= int(found[1]) <= _POINTS:
            return found[0]
        return str(self.other(int(found[1])))


ON_THE_BOARD = Numbering()


def numbering_of(game: LoadedGame, display: DisplayPreferences) -> Numbering:
    """Return how the reader of a chat, or of an answer, counts the points in a game."""
    side = game.side_of(display.counts_for) if display.counts_for is not None else None
    return Numbering(game.live.state.ruleset.family, side or Side.WHITE)
