"""Card: the content of a finished game's picture: its largest swing, its result and its chances."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Self
from urllib.parse import quote, unquote

from renderers.errors import SceneError
from renderers.scene.board import Scene
from renderers.scene.chart import Chart

_MOST: Final = 200
_MOST_GRADE = 9
_ENDINGS = ("", "resigned", "dropped", "timeout", "agreed")
_FORM = re.compile(
    r"card winner=([wb-]) grade=([0-9]) ending=([a-z]*) score=([0-9]+-[0-9]+)?"
    r" \| ([^|]*) \| ([^|]*) \| ([^|]*) \| ([^|]*)",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class Card:
    """A finished game: the board at its largest swing, the result, and the chart of White's chances.

    Its text form round-trips:

    >>> board = Scene(white=(0,) * 20 + (15,) + (0,) * 3, black=(0,) * 24)
    >>> card = Card(board, Chart((500, 900), (1,)), ("w", 2), score=(4, 0), lines=("Anna won", ""))
    >>> str(card).split(" | ")[:2]
    ['card winner=w grade=2 ending= score=4-0', 'white=21:15']
    >>> Card.parse(str(card)) == card
    True

    Raises:
        SceneError: the card is invalid; the error lists all faults.
    """

    board: Scene
    chart: Chart
    """The chances, with the turn that led to the board as its only mark."""
    result: tuple[str | None, int]
    """The winner, "w" or "b", and the grade of the win, from 1; (None, 0) for a draw."""
    ending: str = ""
    """How a game ended that was not played out, as in `Scene`; else empty."""
    score: tuple[int, int] | None = None
    """White's and Black's half points in the match, or None."""
    lines: tuple[str, str] = ("", "")
    """The result and the score in words; left out where the system's font cannot write them."""

    def __post_init__(self) -> None:
        faults = tuple(self._faults())
        if faults:
            raise SceneError(*faults)

    def __str__(self) -> str:
        winner, grade = self.result
        score = "" if self.score is None else "-".join(map(str, self.score))
        head = f"card winner={winner or '-'} grade={grade} ending={self.ending} score={score}"
        lines = (quote(each, safe="") for each in self.lines)
        return " | ".join((head, str(self.board), str(self.chart), *lines))

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse the text form of a card.

        Raises:
            SceneError: the text is not a card, or the card is invalid.
        """
        found = _FORM.fullmatch(text)
        if found is None:
            raise SceneError("This is not the text form of a card.")
        winner, grade, ending, score, board, chart, first, second = found.groups()
        white, _, black = (score or "").partition("-")
        return cls(
            Scene.parse(board),
            Chart.parse(chart),
            (None if winner == "-" else winner, int(grade)),
            ending,
            (int(white), int(black)) if score else None,
            (unquote(first), unquote(second)),
        )

    def _faults(self) -> Iterator[str]:
        winner, grade = self.result
        if (
            winner not in ("w", "b", None)
            or not 0 <= grade <= _MOST_GRADE
            or (winner is None) != (grade == 0)
        ):
            yield "A result is a winner with a grade from 1 to 9, or a draw with the grade 0."
        if self.ending not in _ENDINGS:
            yield f"There is no ending {self.ending!r}."
        if self.score is not None and any(not 0 <= each <= _MOST for each in self.score):
            yield "A score is at most 200 half points."
        if self.board.theme != self.chart.theme:
            yield "Board and chart must have the same theme."
        if max(map(len, self.lines)) > _MOST:
            yield f"A line has at most {_MOST} characters."
