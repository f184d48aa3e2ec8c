"""Numbering: how a reader counts the points: as on the board, or from his own side."""

from __future__ import annotations

from dataclasses import dataclass

from bot.rules import RULESETS, Family, Side
from bot.rules.notation import renumber
from bot.sessions import DisplayPreferences, LoadedGame, OpenGame

_POINTS = 24


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
        return self.family.own_number(self.side, point)

    def other_text(self, moves: str) -> str:
        """Return written or typed moves with the other numbers; whatever else stands there stays."""
        return renumber(moves, self.other)

    def labels(self) -> tuple[int, ...]:
        """Return the numbers at the points 1 to 24; none, if they are the board's own."""
        if self.side is Side.WHITE:
            return ()
        return tuple(self.other(point) for point in range(1, _POINTS + 1))


ON_THE_BOARD = Numbering()


def numbering_of(game: LoadedGame, display: DisplayPreferences) -> Numbering:
    """Return how the reader of a chat, or of an answer, counts the points in a game."""
    side = game.side_of(display.counts_for) if display.counts_for is not None else None
    return Numbering(game.live.state.ruleset.family, side or Side.WHITE)


def numbering_in(game: OpenGame, display: DisplayPreferences) -> Numbering:
    """As `numbering_of`, of a game that is not loaded: who plays it and its rule set are enough."""
    blacks = display.counts_for is not None and display.counts_for == game.black
    return Numbering(RULESETS[game.ruleset].family, Side.BLACK if blacks else Side.WHITE)
