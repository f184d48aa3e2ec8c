"""Result chart: a player's wins and losses by game and by month, as a value with a text form."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self
from urllib.parse import quote, unquote

from renderers.errors import SceneError
from renderers.themes import THEMES

_MOST_GAMES = 9
_MOST_MONTHS = 12
_MOST = 999_999
_MOST_LETTERS = 100
_LEGEND = 4
_FORM = re.compile(
    r"results games=([0-9,-]+) months=([0-9:,-]+) theme=([a-z]+)(?: names=([^ ]*) legend=([^ ]*))?", re.ASCII
)


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
    names: tuple[str, ...] = ()
    """The names of the games, in the same order; empty if they are numbered."""
    legend: tuple[str, ...] = ()
    """The words for won, drawn and lost games, and for the axes of the months; empty for none."""

    def __post_init__(self) -> None:
        faults = tuple(self._faults())
        if faults:
            raise SceneError(*faults)

    def __str__(self) -> str:
        games = ",".join("-".join(map(str, each)) for each in self.games)
        months = ",".join(f"{month}:{won}-{lost}" for month, won, lost in self.months)
        chart = f"results games={games} months={months} theme={self.theme}"
        if not self.names and not self.legend:
            return chart
        return f"{chart} names={_quoted(self.names)} legend={_quoted(self.legend)}"

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
        return cls(tuple(games), tuple(months), found[3], _unquoted(found[4]), _unquoted(found[5]))

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
        if len(self.names) not in (0, len(self.games)) or len(self.legend) not in (0, _LEGEND):
            yield "Each game has a name, and the legend four words, or none has."
        if any(not 0 < len(each) <= _MOST_LETTERS for each in (*self.names, *self.legend)):
            yield f"A name or word has 1 to {_MOST_LETTERS} characters."
        if self.theme not in THEMES:
            yield f"There is no theme {self.theme!r}; there are {', '.join(THEMES)}."


def _quoted(texts: tuple[str, ...]) -> str:
    return ",".join(quote(each, safe="") for each in texts)


def _unquoted(text: str | None) -> tuple[str, ...]:
    return tuple(map(unquote, text.split(","))) if text else ()


def _read(parts: list[str]) -> tuple[int, int, int]:
    if len(parts) != 3 or any(not 0 < len(part) <= len(str(_MOST)) for part in parts):  # noqa: PLR2004
        raise SceneError(f"{'-'.join(parts)!r} are no results.")
    first, second, third = map(int, parts)
    return first, second, third
