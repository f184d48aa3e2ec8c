"""Score: the score of a match before a game, in the form that cube decisions need."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Self

from bot.rules import MatchState, Side

_TEXT: Final = re.compile(
    r"(?P<white>\d{1,4}(?:/2)?)-(?P<black>\d{1,4}(?:/2)?) (?:away|with (?P<games>\d{1,2}) games?)"
    r"(?P<cube> cube)?(?P<crawford> crawford)?",
    re.ASCII,
)
_MONEY: Final = "money"
_HALF: Final = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a match before a game.

    A single game has the score `MONEY`: every point counts the same.

    Attributes:
        white: the points that White still needs; in a match over a number of games, the points White has.
        black: the same for Black.
        games: the games left including this one, in a match over a number of games; 0 in a match to points.
        cube: True if the match is played with the cube (R8.3).
        crawford: True if this is the Crawford game, in which nobody may double.

    Raises:
        ValueError: a side needs no more points, or a number is negative.
    """

    white: Fraction = Fraction(0)
    black: Fraction = Fraction(0)
    games: int = 0
    cube: bool = False
    crawford: bool = False

    def __post_init__(self) -> None:
        least = 0 if self.games or (not self.white and not self.black) else _HALF
        if self.games < 0 or min(self.white, self.black) < least:
            raise ValueError("not the score of an unfinished match")

    @classmethod
    def of_match(cls, match: MatchState[Any], white: object) -> Self:
        """Return the score of a match before its next game.

        Args:
            white: the player who is White in that game.
        """
        length = match.length
        first, second = match.score if match.players[0] == white else reversed(match.score)
        if length.games == 1:
            return cls(cube=match.cube)
        if length.games:
            return cls(first, second, max(length.games - match.games, 1), match.cube)
        one, other = length.points - first, length.points - second
        if min(one, other) <= 0:
            # Both sides have reached the length at a level score: the winner of the next game wins (R8.4).
            one = other = Fraction(1)
        return cls(one, other, cube=match.cube, crawford=match.is_crawford)

    @property
    def is_money(self) -> bool:
        """True for a single game, in which every point counts the same."""
        return not (self.games or self.white)

    @property
    def is_after_crawford(self) -> bool:
        """True if the Crawford game has been played."""
        return not (self.games or self.is_money or self.crawford) and min(self.white, self.black) <= 1

    def points_of(self, side: Side) -> Fraction:
        """Return the points a side still needs, or those it has in a match over a number of games."""
        return self.white if side is Side.WHITE else self.black

    def __str__(self) -> str:
        cube, crawford = " cube" * self.cube, " crawford" * self.crawford
        if self.is_money:
            return f"{_MONEY}{cube}"
        how = f"with {self.games} game{'s' * (self.games != 1)}" if self.games else "away"
        return f"{self.white}-{self.black} {how}{cube}{crawford}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read what `str` writes.

        >>> score = Score.parse("3-1 away cube crawford")
        >>> int(score.white), int(score.black), score.crawford
        (3, 1, True)

        Raises:
            ValueError: the text is not a score.
        """
        if text in {_MONEY, f"{_MONEY} cube"}:
            return cls(cube=text != _MONEY)
        found = _TEXT.fullmatch(text)
        if found is None:
            raise ValueError(f"not a score: {text!r}")
        score = cls(
            Fraction(found["white"]),
            Fraction(found["black"]),
            int(found["games"] or 0),
            bool(found["cube"]),
            bool(found["crawford"]),
        )
        if str(score) != text:
            raise ValueError(f"not a score: {text!r}")
        return score


MONEY: Final = Score()
"""The score of a single game, outside any match."""
