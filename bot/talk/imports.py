"""Imports: parses records that players import, and explains errors in them."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from bot.rules.formats import (
    LEFT,
    LENGTH,
    POINTS,
    ROUND,
    SCORE,
    FaultyRecord,
    Mat,
    Record,
    RecordError,
    RecordFault,
    RecordFaultKind,
    count_mat,
    count_records,
    is_mat,
    match_of,
    read_mat,
    read_mat_games,
    read_match,
    read_record,
    read_records,
)
from bot.rules.rulesets import MatchLength, RuleSet
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

_FAULTS = {
    RecordFaultKind.NO_RULES: "fault-no-rules",
    RecordFaultKind.RULES: "fault-rules",
    RecordFaultKind.HEADER: "fault-header",
    RecordFaultKind.HEADER_TWICE: "fault-header-twice",
    RecordFaultKind.LINE_NUMBER: "fault-number",
    RecordFaultKind.OUT_OF_TURN: "fault-out-of-turn",
    RecordFaultKind.POSITION: "fault-position",
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


@dataclass(frozen=True, slots=True)
class ReadGames:
    """The games of an imported text.

    Args:
        games: the games that could be read.
        texts: the text of each game's record.
        left_out: a message for each game that could not be read.
        rulesets: the rule sets by which the games can be played; the games are read by the first.
    """

    games: tuple[Record, ...]
    texts: tuple[str, ...]
    left_out: tuple[Text, ...] = ()
    rulesets: tuple[RuleSet, ...] = ()


def read_games(
    words: Words, text: str, ruleset: RuleSet | None = None, clock: Callable[[], float] = time.thread_time
) -> ReadGames:
    """Parse the games of a record, a match or a `.mat` file.

    Args:
        words: the language of error messages.
        text: the text, in our own format or in that of `.mat` files.
        ruleset: the rule set of a `.mat` file; None for the one in its comments, or that fits its rows.
        clock: returns the CPU seconds that this thread has spent.

    Raises:
        InvalidRecord: the text has an error, no game or too many, or takes too long. A `.mat` file has an
            error only if none of its games can be read.
    """
    # Counting is cheap and parsing is not, so a text with too many games is refused before it is parsed.
    in_columns = is_mat(text)
    if (count_mat(text) if in_columns else count_records(text)) > MOST_GAMES:
        raise InvalidRecord(words.say("import-too-many", most=str(MOST_GAMES)))
    end = clock() + LONGEST_READING

    def on_line() -> None:
        if clock() > end:
            raise InvalidRecord(words.say("import-too-slow"))

    try:
        if in_columns:
            return _games_in_columns(words, text, ruleset, on_line)
        games = _games(text, on_line)
    except RecordError as error:
        raise InvalidRecord(_nothing_kept(words, _fault(words, text, error))) from error
    if not games:
        raise InvalidRecord(words.say("import-nothing"))
    return ReadGames(games, tuple(game.write() for game in games))


def _games_in_columns(
    words: Words, text: str, ruleset: RuleSet | None, on_line: Callable[[], None]
) -> ReadGames:
    reading = read_mat_games(text, ruleset, on_line)
    left_out = tuple(_fault(words, text, fault) for fault in reading.faults)
    if not reading.mat.games:
        raise InvalidRecord(_nothing_kept(words, left_out[0]))
    match = None if left_out else match_of(reading.mat)
    games = reading.mat.games if match is None else match.with_scores()
    return ReadGames(games, tuple(game.write() for game in games), left_out, reading.rulesets)


def read_again(words: Words, texts: Sequence[str], ruleset: RuleSet) -> ReadGames:
    """Read the games of an import of a `.mat` file by another rule set.

    Args:
        words: the language of error messages.
        texts: the texts of the records.
        ruleset: the rule set.

    Raises:
        InvalidRecord: the games cannot be played by the rule set.
    """
    records = tuple(map(read_record, texts))
    length = None if is_later(records[0]) else records[0].header(LENGTH)
    games: list[Record] = []
    for record in records:
        game = for_mat(record, with_score=length is None or record is records[0])
        try:
            text = Mat(None, players_of_mat(game), (game,)).write()
            games += read_mat(text, ruleset).games
        except RecordError as error:
            raise InvalidRecord(_nothing_kept(words, _fault(words, "", error))) from error
        except FaultyRecord as error:
            raise InvalidRecord(_nothing_kept(words, fault_text(words, error.fault))) from error
    if length is not None:
        match = match_of(Mat(MatchLength.parse(length), players_of_mat(games[0]), tuple(games)))
        games = list(games if match is None else match.with_scores())
    return ReadGames(tuple(games), tuple(game.write() for game in games))


def for_mat(game: Record, *, with_score: bool) -> Record:
    """Return a record with only the headers that a `.mat` file has a place for."""
    kept = [POINTS, LEFT, *([SCORE] if with_score else [])]
    headers = [("White", game.header("White") or "White"), ("Black", game.header("Black") or "Black")]
    headers += [(name, value) for name in kept if (value := game.header(name)) is not None]
    return replace(game, headers=tuple(headers))


def players_of_mat(game: Record) -> tuple[str, str]:
    """Return the names of the columns in a `.mat` file whose first game this is; White has the left one."""
    return game.header("White") or "", game.header("Black") or ""


def _nothing_kept(words: Words, fault: Text) -> Text:
    return words.say("import-refused", fault=fault)


def _games(text: str, on_line: Callable[[], None]) -> tuple[Record, ...]:
    games = read_records(text, on_line)
    in_match = any(game.header(LENGTH) is not None for game in games)
    if in_match and not (len(games) == 1 and is_later(games[0])):
        read_match(text, on_line)  # Checks that the headers of the games agree about their match.
    return games


def _fault(words: Words, text: str, error: RecordError) -> Text:
    """Return a message that says where a text is wrong, quotes it there and says why."""
    why = fault_text(words, error.fault)
    if error.game is not None:
        piece = Code(shortened(error.fault.text, LONGEST_QUOTE) or "…")
        game = str(error.game)
        if error.turn is None:
            return words.say("import-fault-game", game=game, text=piece, why=why)
        return words.say("import-fault-turn", game=game, turn=str(error.turn), text=piece, why=why)
    lines = text.split("\n")
    quoted = lines[error.line - 1].strip() if error.line <= len(lines) else ""
    piece = Code(shortened(quoted, LONGEST_QUOTE) or "…")
    return words.say("import-fault", line=str(error.line), text=piece, why=why)
