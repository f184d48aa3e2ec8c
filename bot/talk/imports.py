"""Records that people bring along, read; what is wrong with one, in words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.rules import (
    AmbiguousMove,
    IllegalMove,
    NotUnderstood,
    RecordError,
    read_mat,
    read_match,
    read_records,
)
from bot.rules.match_records import LENGTH
from bot.talk.refusals import LONGEST_QUOTE, why_illegal
from bot.talk.reply import Code
from bot.talk.wording import shortened

if TYPE_CHECKING:
    from bot.rules import Record
    from bot.talk.catalog import Words
    from bot.talk.reply import Text

MOST_GAMES = 99
"""So many games at most are read of one text."""

_MAT = re.compile(r"^[ \t]*[0-9]{1,2} point match[ \t\r]*$", re.MULTILINE | re.ASCII)

# What the rules say of a record, in English, by the message that says it in the player's language. Groups
# fill the places of the message.
_FAULTS = (
    (r"no header Rules", "fault-no-rules"),
    (r"no such rule set: '(?P<name>.*)'", "fault-rules"),
    (r"the header (?P<name>\w+) stands twice", "fault-header-twice"),
    (r"no header: ", "fault-header"),
    (r"a line that begins with (?P<number>\d+)\. is expected|row (?P<row>\d+) is expected", "fault-number"),
    (r"out of turn|the game is over|the match is over", "fault-out-of-turn"),
    (r"no opening throws|the last opening throw|begins with opening throws", "fault-opening"),
    (r"\bcube\b|double", "fault-cube"),
    (r"no such scoring", "fault-scoring"),
    (r"the result is|cannot win|cannot lose|no time to lose|not a valid Grade", "fault-result"),
    (r"no game in it", "fault-no-game"),
    (r"the dice are|a die shows|no roll of", "fault-dice"),
    (r"length of the match is missing|no length of|a match goes to", "fault-length"),
    (r"game (?P<number>\d+) is expected", "fault-game"),
    (r"has not ended", "fault-unfinished"),
    (r"the players are|different names|not who it must be|names White|^White is", "fault-players"),
    (r"the score is|^Score is|^Round is|^Length is", "fault-score"),
    (r"not understood|not expected here|no move:|no point:|the line is too long", "fault-unread"),
)


class NoRecord(Exception):
    """A text is no record that can be kept.

    Args:
        text: what is wrong with it, in the player's language.
    """

    def __init__(self, text: Text) -> None:
        super().__init__()
        self.text = text


def read_games(words: Words, text: str) -> tuple[tuple[Record, ...], tuple[str, ...]]:
    """Read the games of a record, a match or a `.mat`; return them, and each as text.

    Raises:
        NoRecord: something in it is wrong.
    """
    try:
        games = _games(text)
    except RecordError as error:
        raise NoRecord(_fault(words, text, error)) from error
    if not games:
        raise NoRecord(words.say("import-nothing"))
    if len(games) > MOST_GAMES:
        raise NoRecord(words.say("import-too-many", most=str(MOST_GAMES)))
    return games, tuple(game.write() for game in games)


def _games(text: str) -> tuple[Record, ...]:
    if _MAT.search(text):
        return read_mat(text).games
    games = read_records(text)
    if any(game.header(LENGTH) is not None for game in games):
        read_match(text)  # what the games say of their match is true
    return games


def _fault(words: Words, text: str, error: RecordError) -> Text:
    """Which line is wrong, what stands there, and why."""
    lines = text.split("\n")
    quoted = lines[error.line - 1].strip() if error.line <= len(lines) else ""
    return words.say(
        "import-fault",
        line=str(error.line),
        text=Code(shortened(quoted, LONGEST_QUOTE) or "…"),
        why=_why(words, error),
    )


def _why(words: Words, error: RecordError) -> Text:
    cause = error.__cause__
    match cause:
        case IllegalMove():
            return why_illegal(words, cause)
        case NotUnderstood():
            return words.say("fault-unread")
        case AmbiguousMove():
            return words.say("fault-ambiguous")
    reason = str(cause) if cause is not None else error.reason
    for pattern, message in _FAULTS:
        if found := re.search(pattern, reason):
            filled = {name: value for name, value in found.groupdict().items() if value is not None}
            if "row" in filled:
                filled["number"] = filled.pop("row")
            return words.say(message, **{name: shortened(value) for name, value in filled.items()})
    return words.say("fault-other")
