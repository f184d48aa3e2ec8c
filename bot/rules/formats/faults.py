"""Faults: what can be wrong in the record of a game or a match, errors of live play among it (R10.3)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from bot.rules.errors import AmbiguousMove, GameFault, IllegalMove, NardyRulesError, UnsupportedRulesError


class RecordFaultKind(Enum):
    """What can be wrong in the record of a game or a match (R10.3).

    The value is English, for developers.
    """

    NO_RULES = "no header Rules"
    RULES = "no such rule set"
    HEADER = "no header"
    HEADER_TWICE = "the header stands twice"
    LINE_NUMBER = "a line with another number is expected"
    OUT_OF_TURN = "out of turn"
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
    """One thing that is wrong in the record of a game or a match.

    Attributes:
        kind: What is wrong.
        words: The same, more precisely, in English, for developers.
        text: What stands there: a name or a piece of the text, where one is meant.
        expected: What should stand there, as it would be written, where that is known.
        move: The move that cannot be made, of the kind `MOVE` and no other.
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
    """What cannot stand in the record of a game or a match, or cannot be written in its form.

    Attributes:
        fault: What is wrong.
    """

    def __init__(self, kind: RecordFaultKind, words: str = "", *, text: str = "", expected: str = "") -> None:
        self.fault = RecordFault(kind, words, text, expected)
        super().__init__(str(self.fault))


class RecordError(NardyRulesError):
    """A record that cannot be read or does not replay.

    Attributes:
        line: The line it is about, from 1.
        turn: The number of the turn that line is about, or `None` for headers.
        fault: What is wrong.
    """

    def __init__(self, line: int, turn: int | None, fault: RecordFault) -> None:
        self.line = line
        self.turn = turn
        self.fault = fault
        where = f"line {line}" + ("" if turn is None else f", turn {turn}")
        super().__init__(f"{where}: {fault}")


def fault_of(error: NardyRulesError, text: str = "") -> RecordFault:
    """Return what a record has wrong in which something cannot be read or played.

    Args:
        error: Why it cannot.
        text: The piece of the record.
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
