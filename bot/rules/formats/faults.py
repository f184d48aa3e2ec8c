"""Faults: errors in the record of a game or match, including the errors of live play (R10.3)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from bot.rules.errors import AmbiguousMove, GameFault, IllegalMove, NardyRulesError, UnsupportedRulesError


class RecordFaultKind(Enum):
    """A kind of fault in the record of a game or match (R10.3); the value is English, for developers."""

    NO_RULES = "no header Rules"
    RULES = "no such rule set"
    HEADER = "no header"
    HEADER_TWICE = "the header is repeated"
    LINE_NUMBER = "a line with another number is expected"
    OUT_OF_TURN = "out of turn"
    POSITION = "the game begins from another position"
    OPENING = "not the opening rolls of this game"
    DICE = "no dice of this turn"
    CUBE = "the cube cannot do that here"
    CLOCK = "no clock of this game"
    SCORING = "no such scoring of this game"
    GRADE = "nobody can lose by that from here"
    RESULT = "the result is another"
    DRAW = "a draw cannot be written in this form"
    LENGTH = "no length of this match"
    GAME_NUMBER = "another game is expected"
    OTHER_RULES = "it is another game than the first"
    UNFINISHED = "the game before has not ended"
    PLAYERS = "not the players of this match"
    SCORE = "the score is another"
    NO_GAME = "no game in it"
    NOT_ONE_GAME = "one game is expected"
    UNREAD = "not understood"
    AMBIGUOUS = "a move that can mean several"
    MOVE = "a move that cannot be made"


@dataclass(frozen=True, slots=True)
class RecordFault:
    """One fault in the record of a game or match.

    Attributes:
        words: A more precise description than `kind`, in English, for developers; may be empty.
        text: The name or piece of text at fault, or empty.
        expected: The text that would be correct, or empty if not known.
        move: The illegal move, for the kind `MOVE`; else None.
    """

    kind: RecordFaultKind
    words: str = ""
    text: str = ""
    expected: str = ""
    move: IllegalMove | None = None

    def __str__(self) -> str:
        about = [
            *([repr(self.text)] if self.text else []),
            *([f"not {self.expected!r}"] if self.expected else []),
        ]
        words = self.words or self.kind.value
        return f"{words} ({', '.join(about)})" if about else words


class FaultyRecord(NardyRulesError):
    """A game or match that cannot be written in a form, or a piece of a record that cannot be right."""

    def __init__(self, kind: RecordFaultKind, words: str = "", *, text: str = "", expected: str = "") -> None:
        self.fault = RecordFault(kind, words, text, expected)
        super().__init__(str(self.fault))


class RecordError(NardyRulesError):
    """A record that cannot be read or replayed.

    Attributes:
        line: The number of the line at fault, from 1.
        turn: The number written at the start of that line, or None for headers.
        game: The number of the game in a `.mat` file, or None.
    """

    def __init__(self, line: int, turn: int | None, fault: RecordFault, game: int | None = None) -> None:
        self.line = line
        self.turn = turn
        self.fault = fault
        self.game = game
        where = f"line {line}" + ("" if turn is None else f", turn {turn}")
        super().__init__(f"{where}: {fault}")


def fault_of(error: NardyRulesError, text: str = "") -> RecordFault:
    """Convert an error of the rules to the fault of the record in which it occurred.

    Args:
        text: The piece of the record at fault.
    """
    match error:
        case FaultyRecord():
            return error.fault if error.fault.text or not text else replace(error.fault, text=text)
        case GameFault():
            return RecordFault(RecordFaultKind[error.kind.name], error.words, text)
        case IllegalMove():
            return RecordFault(RecordFaultKind.MOVE, str(error), text, move=error)
        case AmbiguousMove():
            return RecordFault(RecordFaultKind.AMBIGUOUS, str(error), text)
        case UnsupportedRulesError():
            return RecordFault(RecordFaultKind.SCORING, str(error), text)
        case _:
            return RecordFault(RecordFaultKind.UNREAD, str(error), text)
