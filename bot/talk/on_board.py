"""On board: what an answer draws on the open board of a game, on a platform that has one."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow from a checker's start to where it ends.

    Args:
        count: how many checkers move the same way.
    """

    start: int
    stop: int
    count: int


@dataclass(frozen=True, slots=True)
class HintStep:
    """A move by one die in a hinted turn."""

    start: int
    stop: int
    hit: bool


@dataclass(frozen=True, slots=True)
class HintedTurn:
    """One of the best turns of a roll.

    Args:
        says: the turn in a short sentence, for the best turn with the reason.
        more: a second line: what the turn or the next one costs.
        marks: the points that the reasons speak of, at most six.
        play: the data of the press that makes the turn; empty if it does not fit into a button.
    """

    says: str
    more: str
    arrows: tuple[Arrow, ...]
    steps: tuple[HintStep, ...]
    marks: tuple[int, ...]
    play: str


@dataclass(frozen=True, slots=True)
class BoardHint:
    """A hint for the open board of a game.

    Args:
        game: the game's id.
        stage: the stage of the game that the hint is about.
        says: the advice on the cube; empty for a roll.
        more: what each choice with the cube is worth; empty for a roll.
        white: White's checkers by place at the start of the turn, as on a board.
        black: Black's checkers, likewise.
        turns: the best turns, best first; empty for advice on the cube.
        undo: the data of the press that takes back the moves made in the turn; empty if there are none.
    """

    game: str
    stage: str
    says: str
    more: str
    white: tuple[int, ...]
    black: tuple[int, ...]
    turns: tuple[HintedTurn, ...]
    undo: str


@dataclass(frozen=True, slots=True)
class Objection:
    """The points that explain on a board why a move is illegal.

    Args:
        refused: the place where the checker may not go; None if none was named.
        marks: the points that are the reason.
    """

    refused: int | None
    marks: tuple[int, ...]
