"""Numbering: converts point numbers between the board's (White's) and those seen from a reader's own side."""

from __future__ import annotations

from dataclasses import dataclass

from bot.rules import RULESETS, Family, Side
from bot.rules.notation import renumber
from bot.sessions import DisplayPreferences, LoadedGame, OpenGame

_POINTS = 24


@dataclass(frozen=True, slots=True)
class Numbering:
    """The point numbers that one reader uses.

    Args:
        family: the rule set's family, which decides how Black's points are numbered.
        side: the side whose way the numbers count down, from 24 to 1. White's numbers are the board's.
    """

    family: Family = Family.PARALLEL
    side: Side = Side.WHITE

    def convert(self, point: int) -> int:
        """Convert a board's point number to the reader's, or back: the same function does both."""
        return self.family.own_number(self.side, point)

    def convert_moves(self, moves: str) -> str:
        """Convert the point numbers in written moves, in either direction; the rest stays unchanged."""
        return renumber(moves, self.convert)

    def labels(self) -> tuple[int, ...]:
        """Return the reader's numbers of the board's points 1 to 24; empty if they are the same."""
        if self.side is Side.WHITE:
            return ()
        return tuple(self.convert(point) for point in range(1, _POINTS + 1))


ON_THE_BOARD = Numbering()
"""The board's own numbers, which are White's."""


def numbering_of(game: LoadedGame, display: DisplayPreferences) -> Numbering:
    """Return the point numbers that the reader of a board or reply uses in a game.

    They are Black's if the reader counts from their own side and plays Black, else the board's.
    """
    side = game.side_of(display.counts_for) if display.counts_for is not None else None
    return Numbering(game.live.state.ruleset.family, side or Side.WHITE)


def numbering_in(game: OpenGame, display: DisplayPreferences) -> Numbering:
    """As `numbering_of`, from a game's summary, so that the game need not be rebuilt from its events."""
    blacks = display.counts_for is not None and display.counts_for == game.black
    return Numbering(RULESETS[game.ruleset].family, Side.BLACK if blacks else Side.WHITE)
