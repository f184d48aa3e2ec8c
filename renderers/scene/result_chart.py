"""Result chart: a player's wins and losses by game and by month, as a value with a text form."""

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
    """A player's wins and losses; equal charts give equal pictures.

    Its text form round-trips:

    >>> chart = ResultChart(games=((10, 1, 7), (2, 0, 2)), months=((12, 3, 2), (1, 9, 7)))
    >>> str(chart)
    'results games=10-1-7,2-0-2 months=12:3-2,1:9-7 theme=wood'
    >>> ResultChart.parse(str(chart)) == chart
    True

    Raises:
        SceneError: the chart is invalid; the error lists all faults.
    """

    games: tuple[tuple[int, int, int], ...]
    """For each kind of game, in order: the numbers of wins, draws and losses."""
    months: tuple[tuple[int, int, int], ...]
    """For each month: its number in the year (1 to 12), and the numbers of wins and losses."""
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
        """Parse the text form of a result chart.

        Raises:
            SceneError: the text is not a result chart, or the chart is invalid.
        """
        found = _FORM.fullmatch(text)
        if found is None:
            raise SceneError("This is not the text form of a result chart.")
        games = [_read(part.split("-")) for part in found[1].split(",")]
        months = [_read(part.replace(":", "-", 1).split("-")) for part in found[2].split(",")]
        return cls(tuple(games), tuple(months), found[3])

    def _faults(self) -> Iterator[str]:
        if not 0 < len(self.games) <= _MOST_GAMES:
            yield "A result chart has one to nine games."
        if not 0 < len(self.months) <= _MOST_MONTHS:
            yield "A result chart has one to twelve months."
        if any(not 0 < month <= _MOST_MONTHS for month, _, _ in self.months):
            yield "A month lies between 1 and 12."
        counts = [*(count for each in self.games for count in each)]
        counts += [count for _, *each in self.months for count in each]
        if any(not 0 <= count <= _MOST for count in counts):
            yield f"A count is between 0 and {_MOST}."
        if self.theme not in THEMES:
            yield f"There is no theme {self.theme!r}; there are {', '.join(THEMES)}."


def _read(parts: list[str]) -> tuple[int, int, int]:
    if len(parts) != 3 or any(not 0 < len(part) <= len(str(_MOST)) for part in parts):  # noqa: PLR2004
        raise SceneError(f"{'-'.join(parts)!r} are no results.")
    first, second, third = map(int, parts)
    return first, second, third
