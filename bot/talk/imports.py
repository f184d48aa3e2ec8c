"""Imports: parses records that players import, and explains errors in them."""

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
"""The largest number of games in one imported text."""

LONGEST_READING = 12.0
"""The most CPU seconds for parsing one text: twice what `MOST_GAMES` games need.

CPU time is measured, so that a busy machine refuses no text that it would parse.
"""

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


class InvalidRecord(Exception):
    """An imported text is not a valid record, has too many games, or takes too long to parse.

    Args:
        text: the reason, in the player's language.
    """

    def __init__(self, text: Text) -> None:
        super().__init__()
        self.text = text


def is_later(game: Record) -> bool:
    """Return True if a record is a match's second or later game: alone it lacks the results before it."""
    return game.header(ROUND) not in (None, "1")


def fault_text(words: Words, fault: RecordFault) -> Text:
    """Return a sentence that says what is wrong in a record."""
    if fault.move is not None:
        return why_illegal(words, fault.move)
    return words.say(_FAULTS[fault.kind], text=shortened(fault.text), expected=fault.expected)


def read_games(
    words: Words, text: str, clock: Callable[[], float] = time.thread_time
) -> tuple[tuple[Record, ...], tuple[str, ...]]:
    """Parse the games of a record, a match or a `.mat` file; return the games, and the text of each record.

    Args:
        words: the language of error messages.
        text: the text, in our own format or in that of `.mat` files.
        clock: returns the CPU seconds that this thread has spent.

    Raises:
        InvalidRecord: the text has an error, no game or too many, or takes too long.
    """
    # Counting is cheap and parsing is not, so a text with too many games is refused before it is parsed.
    in_columns = _MAT.search(text) is not None
    if (count_mat(text) if in_columns else count_records(text)) > MOST_GAMES:
        raise InvalidRecord(words.say("import-too-many", most=str(MOST_GAMES)))
    end = clock() + LONGEST_READING

    def on_line() -> None:
        if clock() > end:
            raise InvalidRecord(words.say("import-too-slow"))

    try:
        games = _games_in_columns(text, on_line) if in_columns else _games(text, on_line)
    except RecordError as error:
        raise InvalidRecord(_fault(words, text, error)) from error
    if not games:
        raise InvalidRecord(words.say("import-nothing"))
    return games, tuple(game.write() for game in games)


def _games_in_columns(text: str, on_line: Callable[[], None]) -> tuple[Record, ...]:
    mat = read_mat(text, on_line=on_line)
    match = match_of(mat)
    return mat.games if match is None else match.with_scores()


def _games(text: str, on_line: Callable[[], None]) -> tuple[Record, ...]:
    games = read_records(text, on_line)
    in_match = any(game.header(LENGTH) is not None for game in games)
    if in_match and not (len(games) == 1 and is_later(games[0])):
        read_match(text, on_line)  # Checks that the headers of the games agree about their match.
    return games


def _fault(words: Words, text: str, error: RecordError) -> Text:
    """Return a message that gives the number of the faulty line, quotes it and says why it is wrong."""
    lines = text.split("\n")
    quoted = lines[error.line - 1].strip() if error.line <= len(lines) else ""
    return words.say(
        "import-fault",
        line=str(error.line),
        text=Code(shortened(quoted, LONGEST_QUOTE) or "…"),
        why=fault_text(words, error.fault),
    )
