"""Comparison: two boards to compare, as a value with a text form."""

import re
from dataclasses import dataclass
from typing import Self

from renderers.errors import SceneError
from renderers.scene.board import Scene

_FORM = re.compile(r"comparison \| ([^|]*) \| ([^|]*)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Comparison:
    """The board after the turn that was played, and the board after a better one.

    Its text form round-trips:

    >>> played = Scene(white=(0,) * 20 + (15,) + (0,) * 3, black=(0,) * 24)
    >>> better = Scene(white=(0,) * 19 + (15,) + (0,) * 4, black=(0,) * 24)
    >>> str(Comparison(played, better))
    'comparison | white=21:15 | white=20:15'
    >>> Comparison.parse(str(Comparison(played, better))) == Comparison(played, better)
    True

    Raises:
        SceneError: the boards have different themes.
    """

    played: Scene
    better: Scene

    def __post_init__(self) -> None:
        if self.played.theme != self.better.theme:
            raise SceneError("Compared boards must have the same theme.")

    def __str__(self) -> str:
        return f"comparison | {self.played} | {self.better}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse the text form of a comparison.

        Raises:
            SceneError: the text is not a comparison, or the comparison is invalid.
        """
        found = _FORM.fullmatch(text)
        if found is None:
            raise SceneError("This is not the text form of a comparison.")
        return cls(Scene.parse(found[1]), Scene.parse(found[2]))
