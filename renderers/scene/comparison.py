"""Comparison: two boards to compare, as a value with a text form."""

import re
from dataclasses import dataclass
from typing import Self
from urllib.parse import quote, unquote

from renderers.errors import SceneError
from renderers.scene.board import Scene

_FORM = re.compile(r"comparison \| ([^|]*) \| ([^|]*?)(?: \| ([^| ]*) \| ([^| ]*))?", re.ASCII)
_MOST = 200


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
        SceneError: the boards have different themes, or a caption is too long.
    """

    played: Scene
    better: Scene
    captions: tuple[str, str] = ("", "")
    """The words above each board. They are left out where the system's font cannot write them."""

    def __post_init__(self) -> None:
        if self.played.theme != self.better.theme:
            raise SceneError("Compared boards must have the same theme.")
        if max(map(len, self.captions)) > _MOST:
            raise SceneError(f"A caption has at most {_MOST} characters.")

    def __str__(self) -> str:
        boards = f"comparison | {self.played} | {self.better}"
        if not any(self.captions):
            return boards
        return " | ".join((boards, *(quote(each, safe="") for each in self.captions)))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse the text form of a comparison.

        Raises:
            SceneError: the text is not a comparison, or the comparison is invalid.
        """
        found = _FORM.fullmatch(text)
        if found is None:
            raise SceneError("This is not the text form of a comparison.")
        captions = unquote(found[3] or ""), unquote(found[4] or "")
        return cls(Scene.parse(found[1]), Scene.parse(found[2]), captions)
