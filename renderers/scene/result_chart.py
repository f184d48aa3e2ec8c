"""Result chart: won and lost games, by what was played and by month, as one value with a text form."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

from renderers.errors import SceneError
from renderers.themes import THEMES

_MOST_GAMES = 9
_MOST_MONTHS = 12
_MOST = 999_999
_FORM = re.compile(r"results games=([0-9,-]+) months=([0-9:,-]+) theme=([a-z]+)", re.ASCII)


@dataclass(frozen=True, slots=True)
class ResultChart:
    """What somebody won and lost; equal charts give equal pictures.

    Its text form round-trips:

    >>> chart = ResultChart(games=((10, 1, 7), (2, 0, 2)), months=((12, 3, 2), (1, 9, 7)))
    >>> str(chart)
    'results games=10-1-7,2-0-2 months=12:3-2,1:9-7 theme=wood'
    >>> ResultChart.parse(str(chart)) == chart
    True

    Raises:
        SceneError: Something in it cannot be drawn; the error names everything.
    """

    games: tuple[tuple[int, int, int], ...]
    """Of each game that was played how many were won, drawn and lost; the first is numbered 1."""
    months: tuple[tuple[int, int, int], ...]
    """Month by month its number in the year, from 1, and how many were won and lost."""
    theme: str = "wood"

    def __post_init__(self) -> None:
        faults = tuple(self._faults())
        if faults:
            raise SceneError(*faults)

    def __str__(self) -> str:
        games = ",".join("-".join(map(str, each)) for each in self.games)
        months = ",".join(f"{month}:{won}-{lost}" for month, won, lost in self.months)
        return f"results games={games} months={months} theme={self.theme}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a result chart's text form.

        Raises:
            SceneError: The text is none, or one that cannot be drawn.
        """
        found = _FORM.fullmatch(text)
        if found is None:
            raise SceneError("That is no chart of results.")
        games = [_read(part.split("-")) for part in found[1].split(",")]
        months = [_read(part.replace(":", "-", 1).split("-")) for part in found[2].split(",")]
        return cls(tuple(games), tuple(months), found[3])

    def _faults(self) -> Iterator[str]:
        if not 0 < len(self.games) <= _MOST_GAMES:
            yield "A chart of results tells of one to nine games."
        if not 0 < len(self.months) <= _MOST_MONTHS:
            yield "A chart of results tells of one to twelve months."
        if any(not 0 < month <= _MOST_MONTHS for month, _, _ in self.months):
            yield "A month lies between 1 and 12."
        counts = [*(count for each in self.games for count in each)]
        counts += [count for _, *each in self.months for count in each]
        if any(not 0 <= count <= _MOST for count in counts):
            yield f"At most {_MOST} games are counted, and none below zero."
        if self.theme not in THEMES:
            yield f"There is no theme {self.theme!r}; there are {', '.join(THEMES)}."


def _read(parts: list[str]) -> tuple[int, int, int]:
    if len(parts) != 3 or any(not 0 < len(part) <= len(str(_MOST)) for part in parts):  # noqa: PLR2004
        raise SceneError(f"{'-'.join(parts)!r} are no results.")
    first, second, third = map(int, parts)
    return first, second, third
