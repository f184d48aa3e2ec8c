"""Imports: reads records that people bring, and says what is wrong with them."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

from bot.rules.formats import (
    LENGTH,
    ROUND,
    Record,
    RecordError,
    RecordFault,
    RecordFaultKind,
    count_mat,
    count_records,
    match_of,
    read_mat,
    read_match,
    read_records,
)
from bot.talk.catalog import Words
from bot.talk.refusal_texts import LONGEST_QUOTE, why_illegal
from bot.talk.reply import Code, Text
from bot.talk.wording import shortened

MOST_GAMES = 99
"""So many games at most are read of one text."""

LONGEST_READING = 12.0
"""Seconds of processor time that reading one text may take: twice what so many games need."""

_MAT = re.compile(r"^[ \t]*[0-9]{1,2} point match[ \t\r]*$", re.MULTILINE | re.ASCII)

_FAULTS = {
    RecordFaultKind.NO_RULES: "fault-no-rules",
    RecordFaultKind.RULES: "fault-rules",
    RecordFaultKind.HEADER: "fault-header",
    RecordFaultKind.HEADER_TWICE: "fault-header-twice",
    RecordFaultKind.LINE_NUMBER: "fault-number",
    RecordFaultKind.OUT_OF_TURN: "fault-out-of-turn",
    RecordFaultKind.OPENING: "fault-opening",
    RecordFaultKind.DICE: "fault-dice",
    RecordFaultKind.CUBE: "fault-cube",
    RecordFaultKind.CLOCK: "fault-clock",
    RecordFaultKind.SCORING: "fault-scoring",
    RecordFaultKind.GRADE: "fault-grade",
    RecordFaultKind.RESULT: "fault-result",
    RecordFaultKind.DRAW: "fault-draw",
    RecordFaultKind.LENGTH: "fault-length",
    RecordFaultKind.GAME_NUMBER: "fault-game",
    RecordFaultKind.OTHER_RULES: "fault-other-rules",
    RecordFaultKind.UNFINISHED: "fault-unfinished",
    RecordFaultKind.PLAYERS: "fault-players",
    RecordFaultKind.SCORE: "fault-score",
    RecordFaultKind.NO_GAME: "fault-no-game",
    RecordFaultKind.NOT_ONE_GAME: "fault-not-one-game",
    RecordFaultKind.UNREAD: "fault-unread",
    RecordFaultKind.AMBIGUOUS: "fault-ambiguous",
}


class NoRecord(Exception):
    """A text is no record that can be stored.

    Args:
        text: what is wrong with it, in the player's language.
    """

    def __init__(self, text: Text) -> None:
        super().__init__()
        self.text = text


def is_later(game: Record) -> bool:
    """Return True if a game is a later one of a match, which by itself does not say what was before."""
    return game.header(ROUND) not in (None, "1")


def fault_text(words: Words, fault: RecordFault) -> Text:
    """Return what is wrong in a record, in a sentence."""
    if fault.move is not None:
        return why_illegal(words, fault.move)
    return words.say(_FAULTS[fault.kind], text=shortened(fault.text), expected=fault.expected)


def read_games(
    words: Words, text: str, clock: Callable[[], float] = time.thread_time
) -> tuple[tuple[Record, ...], tuple[str, ...]]:
    """Read the games of a record, a match or a `.mat`; return them, and each as text.

    Args:
        words: in whose language it is said what is wrong.
        clock: the processor time spent, in seconds.

    Raises:
        NoRecord: something in it is wrong, or it is more than is read.
    """
    # Games are counted before any is read, since reading is what takes processor time.
    in_columns = _MAT.search(text) is not None
    if (count_mat(text) if in_columns else count_records(text)) > MOST_GAMES:
        raise NoRecord(words.say("import-too-many", most=str(MOST_GAMES)))
    end = clock() + LONGEST_READING

    def on_line() -> None:
        if clock() > end:
            raise NoRecord(words.say("import-too-slow"))

    try:
        games = _games_in_columns(text, on_line) if in_columns else _games(text, on_line)
    except RecordError as error:
        raise NoRecord(_fault(words, text, error)) from error
    if not games:
        raise NoRecord(words.say("import-nothing"))
    return games, tuple(game.write() for game in games)


def _games_in_columns(text: str, on_line: Callable[[], None]) -> tuple[Record, ...]:
    mat = read_mat(text, on_line=on_line)
    match = match_of(mat)
    return mat.games if match is None else match.with_scores()


def _games(text: str, on_line: Callable[[], None]) -> tuple[Record, ...]:
    games = read_records(text, on_line)
    in_match = any(game.header(LENGTH) is not None for game in games)
    if in_match and not (len(games) == 1 and is_later(games[0])):
        read_match(text, on_line)  # checks what the games say of their match
    return games


def _fault(words: Words, text: str, error: RecordError) -> Text:
    """Return which line is wrong, what stands there, and why."""
    lines = text.split("\n")
    quoted = lines[error.line - 1].strip() if error.line <= len(lines) else ""
    return words.say(
        "import-fault",
        line=str(error.line),
        text=Code(shortened(quoted, LONGEST_QUOTE) or "…"),
        why=fault_text(words, error.fault),
    )
