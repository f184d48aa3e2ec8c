"""Chart: the content of a chart of winning chances, as a value with a text form."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

from renderers.errors import SceneError
from renderers.themes import THEMES

_CERTAIN = 1000
_MOST_TURNS = 9999
_MOST_MARKS = 9
_FORM = re.compile(r"chart chances=([0-9,]+)(?: marks=([0-9,]+))? theme=([a-z]+)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Chart:
    """White's winning chances, turn by turn; equal charts give equal pictures.

    Its text form round-trips:

    >>> chart = Chart((500, 540, 310), marks=(2,))
    >>> str(chart)
    'chart chances=500,540,310 marks=2 theme=wood'
    >>> Chart.parse(str(chart)) == chart
    True

    Raises:
        SceneError: the chart is invalid; the error lists all faults.
    """

    chances: tuple[int, ...]
    """White's chances in thousandths, before the first turn and after each."""
    marks: tuple[int, ...] = ()
    """The marked turns, counted from 1; the first mark is labelled 1, the next 2, and so on."""
    theme: str = "wood"

    def __post_init__(self) -> None:
        faults = tuple(self._faults())
        if faults:
            raise SceneError(*faults)

    def __str__(self) -> str:
        marks = f" marks={_written(self.marks)}" if self.marks else ""
        return f"chart chances={_written(self.chances)}{marks} theme={self.theme}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse the text form of a chart.

        Raises:
            SceneError: the text is not a chart, or the chart is invalid.
        """
        found = _FORM.fullmatch(text)
        if found is None:
            raise SceneError("This is not the text form of a chart.")
        return cls(_read(found[1]), _read(found[2] or ""), found[3])

    @property
    def turns(self) -> int:
        """The number of turns that the chart covers."""
        return len(self.chances) - 1

    def _faults(self) -> Iterator[str]:
        if not self.chances or self.turns > _MOST_TURNS:
            yield "A chart has a chance before the first turn, and at most 9999 turns."
        if any(not 0 <= chance <= _CERTAIN for chance in self.chances):
            yield "A chance lies between 0 and 1000 thousandths."
        if len(self.marks) > _MOST_MARKS or len(set(self.marks)) != len(self.marks):
            yield "At most nine turns can be marked, each once."
        if any(not 0 < turn <= self.turns for turn in self.marks):
            yield "A marked turn is one of the chart's turns."
        if self.theme not in THEMES:
            yield f"There is no theme {self.theme!r}; there are {', '.join(THEMES)}."


def _written(numbers: tuple[int, ...]) -> str:
    return ",".join(map(str, numbers))


def _read(text: str) -> tuple[int, ...]:
    parts = text.split(",") if text else []
    if any(not 0 < len(part) <= len(str(_MOST_TURNS)) for part in parts):
        raise SceneError(f"{text!r} is not a list of numbers.")
    return tuple(map(int, parts))
