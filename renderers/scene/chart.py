"""Chart: the winning chances that a chart shows, as one value with a text form."""

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
    """How likely White was to win, from turn to turn; equal charts give equal pictures.

    Its text form round-trips:

    >>> chart = Chart((500, 540, 310), marks=(2,))
    >>> str(chart)
    'chart chances=500,540,310 marks=2 theme=wood'
    >>> Chart.parse(str(chart)) == chart
    True

    Raises:
        SceneError: Something in it cannot be drawn; the error names everything.
    """

    chances: tuple[int, ...]
    """White's chances in thousandths, before the first turn and after each."""
    marks: tuple[int, ...] = ()
    """The turns that are marked, from 1; the first carries a 1, the next a 2 and so on."""
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
        """Read a chart's text form.

        Raises:
            SceneError: The text is no chart, or one that cannot be drawn.
        """
        found = _FORM.fullmatch(text)
        if found is None:
            raise SceneError("That is no chart.")
        return cls(_read(found[1]), _read(found[2] or ""), found[3])

    @property
    def turns(self) -> int:
        """How many turns it covers."""
        return len(self.chances) - 1

    def _faults(self) -> Iterator[str]:
        if not self.chances or self.turns > _MOST_TURNS:
            yield "A chart begins before the first turn and has at most 9999 turns."
        if any(not 0 <= chance <= _CERTAIN for chance in self.chances):
            yield "A chance lies between 0 and 1000 thousandths."
        if len(self.marks) > _MOST_MARKS or len(set(self.marks)) != len(self.marks):
            yield "At most nine turns are marked, each once."
        if any(not 0 < turn <= self.turns for turn in self.marks):
            yield "A turn that is marked is one of those that are shown."
        if self.theme not in THEMES:
            yield f"There is no theme {self.theme!r}; there are {', '.join(THEMES)}."


def _written(numbers: tuple[int, ...]) -> str:
    return ",".join(map(str, numbers))


def _read(text: str) -> tuple[int, ...]:
    parts = text.split(",") if text else []
    if any(not 0 < len(part) <= len(str(_MOST_TURNS)) for part in parts):
        raise SceneError(f"{text!r} is no row of numbers.")
    return tuple(map(int, parts))
