"""Comparison: two boards to compare, as one value with a text form."""

import re
from dataclasses import dataclass
from typing import Self

from renderers.errors import SceneError
from renderers.scene.board import Scene

_FORM = re.compile(r"comparison \| ([^|]*) \| ([^|]*)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Comparison:
    """A board after the turn that was played, and below it the board after a better one.

    Its text form round-trips:

    >>> played = Scene(white=(0,) * 20 + (15,) + (0,) * 3, black=(0,) * 24)
    >>> better = Scene(white=(0,) * 19 + (15,) + (0,) * 4, black=(0,) * 24)
    >>> str(Comparison(played, better))
    'comparison | white=21:15 | white=20:15'
    >>> Comparison.parse(str(Comparison(played, better))) == Comparison(played, better)
    True

    Raises:
        SceneError: The boards are not of the same theme.
    """

    played: Scene
    better: Scene

    def __post_init__(self) -> None:
        if self.played.theme != self.better.theme:
            raise SceneError("Boards that are compared are of the same theme.")

    def __str__(self) -> str:
        return f"comparison | {self.played} | {self.better}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a comparison's text form.

        Raises:
            SceneError: The text is none, or one that cannot be drawn.
        """
        found = _FORM.fullmatch(text)
        if found is None:
            raise SceneError("That is no comparison.")
        return cls(Scene.parse(found[1]), Scene.parse(found[2]))
