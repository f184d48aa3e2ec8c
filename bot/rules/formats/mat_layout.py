"""Mat layout: splits a `.mat` file into its comments, its games, and the cells of their rows.

No program defines the format, so this follows GNU Backgammon: what it passes over is passed over here too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from bot.rules.errors import NardyRulesError
from bot.rules.formats.faults import FaultyRecord, RecordError, RecordFault, RecordFaultKind, fault_of
from bot.rules.formats.mat_comments import Comments

LEFT: Final = 0
RIGHT: Final = 1

_LENGTH: Final = re.compile(r"\s*([0-9]{1,9})\s*[Pp]oint\s*[Mm]atch", re.ASCII)
_GAME: Final = re.compile(r"\W{0,20}Game ([0-9]{1,6})(?![0-9])", re.ASCII)
_GAME_AFTER: Final = re.compile(r"(.{5,}) {2}(Game [0-9]{1,6})\s*", re.ASCII)
"""GNU Backgammon begins a game in the last row of one that is unfinished."""

_SEATS: Final = re.compile(r"(.+?) : ([0-9]{1,4})\s+(.+) : ([0-9]{1,4})")
_LOOSE_SEATS: Final = re.compile(r"([^:]*):\s*([0-9]{0,4})\S*\s+([^:]*):\s*([0-9]{0,4})")
_RATING: Final = re.compile(r",\s*[0-9]{3,4}(?:\.[0-9]+)?$", re.ASCII)
_ROW: Final = re.compile(r"\s*([0-9]{1,6})\s*\)", re.ASCII)
_DICE: Final = re.compile(r"(?<![0-9/])([1-6])([1-6]):", re.ASCII)
_WORD: Final = re.compile(
    r"\b(?:(doubl|redoubl)|(beaver|raccoon)|(tak|accept)|(drop|reject)|(win)|(los[es])|(resign|gives? up))"
    r"[a-z]*(?:[ =>]{0,8}([0-9]{1,4})(?![0-9:]))?",
    re.ASCII | re.IGNORECASE,
)
_SET_POSITION: Final = "; Set Pos="
_TAB: Final = 16
"""The width of a tab in columns: with it, a cell after two tabs is in the right column, as in a wide row."""

_NARROW: Final = 15
"""GNU Backgammon looks for the two blanks between columns from this place in a row."""

_RIGHT_FROM: Final = 19
"""A word after the moves of the left column belongs to the right one from this place in the row."""

_HEADING: Final = 80
"""How much of a line is looked at for the length of the match and the number of a game."""

_LONGEST: Final = 1000
"""The limit on a line in characters; GNU Backgammon reads as many. Comments may be longer."""


class Word(Enum):
    """A word in a cell, in the order of the groups that find it."""

    DOUBLE = "double"
    BEAVER = "beaver"
    TAKE = "take"
    DROP = "drop"
    WIN = "win"
    LOSE = "lose"
    RESIGN = "resign"


@dataclass(frozen=True, slots=True)
class Cell:
    """A roll with its moves, a word about the cube or the result, or something else.

    Attributes:
        line: The number of the line in the file, from 1.
        turn: The number of the row.
        column: 0 for left, 1 for right.
        text: The cell as written.
        dice: The two dice, or None.
        moves: The text after the dice.
        word: The word, or None.
        number: The number after a word, or None.
    """

    line: int
    turn: int
    column: int
    text: str
    dice: tuple[int, int] | None = None
    moves: str = ""
    word: Word | None = None
    number: int | None = None


@dataclass(slots=True)
class GameTable:
    """One game of the file.

    Attributes:
        number: Its number as written.
        line: The number of its first line.
        names: The two names, the left column's first.
        score: The points before the game, the left column's first.
        cells: The cells in the order of play.
        fault: Why the game cannot be read, or None.
    """

    number: int
    line: int
    names: tuple[str, str] = ("?", "?")
    score: tuple[int, int] = (0, 0)
    cells: list[Cell] = field(default_factory=list)
    fault: RecordError | None = None
    turn: int = 0


@dataclass(frozen=True, slots=True)
class Layout:
    """A `.mat` file as it is written.

    Attributes:
        comments: The comments in our form.
        points: The length of the match in points; 0 for games that are no match.
        games: The games.
    """

    comments: Comments
    points: int
    games: tuple[GameTable, ...]


def is_mat(text: str) -> bool:
    """True if a text has the line with the length of a match that every `.mat` file has."""
    return any(_LENGTH.match(line[:_HEADING]) for line in _lines(text))


def count_mat(text: str) -> int:
    """Count the games in a `.mat` file by their first lines, without reading them; an upper limit."""
    games = seats = 0
    for line in _lines(text):
        games += (_GAME.match(line[:_HEADING]) or _game_after(line)) is not None
        seats += len(line) <= _LONGEST and _SEATS.fullmatch(line.strip()) is not None
    return max(games, seats)


def lay_out(text: str, on_line: Callable[[], None] | None = None) -> Layout:
    """Split a file into its games and their cells.

    Args:
        text: The content of the file.
        on_line: Called before each line; an exception from it stops the reading.

    Raises:
        RecordError: The text has no length of a match or no game, or one of our comments is wrong.
    """
    splitter = _Splitter()
    for number, line in enumerate(_lines(text), start=1):
        if line.strip():
            if on_line is not None:
                on_line()
            try:
                splitter.take(number, line)
            except NardyRulesError as error:
                raise RecordError(number, None, fault_of(error, line.strip()[:80])) from error
    return splitter.finish()


def _lines(text: str) -> Iterator[str]:
    """Yield the lines of a file without the byte order mark that some editors write."""
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").replace("\xa0", " ")
    yield from plain.split("\n")


def _game_after(line: str) -> re.Match[str] | None:
    return _GAME_AFTER.fullmatch(line) if len(line) <= _LONGEST else None


class _Splitter:
    """A reader that takes the lines of a file one by one."""

    def __init__(self) -> None:
        self._comments = Comments()
        self._points: int | None = None
        self._games: list[GameTable] = []
        self._announced = False

    def take(self, number: int, line: str) -> None:
        """Read one line that is not blank.

        Raises:
            NardyRulesError: The line is out of place, or is a comment in our form that cannot be read.
        """
        bare = line.strip()
        seats = _SEATS.fullmatch(bare) if len(bare) <= _LONGEST else None
        if seats and self._points is not None and (self._announced or bare[0] not in ";#"):
            self._sit_down(number, seats)
        elif bare[0] in ";#":
            if line.startswith(_SET_POSITION) and self._games:
                self._fail(number, FaultyRecord(RecordFaultKind.POSITION))
            self._comments.take(bare)
        elif not self._take_heading(number, line):
            self._take_body(number, line)

    def _take_heading(self, number: int, line: str) -> bool:
        """Read the length of the match or the number of a game; return False for another line."""
        if self._points is None and (found := _LENGTH.match(line[:_HEADING])):
            self._points = int(found[1])
            return True
        found = _GAME.match(line[:_HEADING])
        if found is None:
            return False
        if self._points is None:
            raise FaultyRecord(RecordFaultKind.LENGTH)
        self._games.append(GameTable(int(found[1]), number))
        self._announced = True
        return True

    def _take_body(self, number: int, line: str) -> None:
        """Read a line of a game; lines before the first game are ignored."""
        bare = line.strip()
        if self._games and not self._announced and (found := _game_after(line)):
            self._take_row(number, found[1].expandtabs(_TAB))
            self._take_heading(number, found[2])
        elif len(line) > _LONGEST:
            self._fail(number, FaultyRecord(RecordFaultKind.UNREAD, text=bare[:80]))
        elif self._announced and (found := _LOOSE_SEATS.match(bare)):
            self._sit_down(number, found)
        elif self._announced:
            self._announced = False
            self._fail(number, FaultyRecord(RecordFaultKind.PLAYERS, text=bare[:80]))
        elif self._games:
            self._take_row(number, line.expandtabs(_TAB).rstrip())

    def _fail(self, number: int, error: NardyRulesError) -> None:
        if not self._games:
            return
        game = self._games[-1]
        game.fault = game.fault or RecordError(number, game.turn or None, fault_of(error), game.number)

    def _sit_down(self, number: int, found: re.Match[str]) -> None:
        """Take the names and the score before a game, which the line with its number may not announce."""
        if not self._announced:
            self._games.append(GameTable(len(self._games) + 1, number))
        self._announced = False
        game = self._games[-1]
        left, right = (" ".join(_RATING.sub("", found[each].strip()).split()) or "?" for each in (1, 3))
        game.names = (left, right)
        game.score = (int(found[2] or 0), int(found[4] or 0))

    def _take_row(self, number: int, line: str) -> None:
        game = self._games[-1]
        found = _ROW.match(line)
        offset = found.end() if found else 0
        if found:
            game.turn = int(found[1])
        left, right, at = _columns(line, offset)
        for cell in _cells(number, game.turn, left, offset, LEFT):
            game.cells.append(cell)
        for cell in _cells(number, game.turn, right, at, RIGHT):
            game.cells.append(cell)

    def finish(self) -> Layout:
        """Return what the file has.

        Raises:
            RecordError: The file has no length of a match, or no game.
        """
        if self._points is None or not self._games or self._announced:
            raise RecordError(1, None, RecordFault(RecordFaultKind.NO_GAME))
        return Layout(self._comments, self._points, tuple(self._games))


def _columns(line: str, offset: int) -> tuple[str, str, int]:
    """Return the text of both columns, and the place where the right one begins.

    A second roll begins the right column. Else two blanks do, from a place that a left cell reaches.
    """
    rolls = list(_DICE.finditer(line, offset))
    if len(rolls) > 1:
        at = rolls[1].start()
        return line[offset:at], line[at:], at
    at = line.find("  ", max(_NARROW, offset))
    if at < 0 or (rolls and rolls[0].start() < at and not _WORD.match(line[at:].strip())):
        # Some programs write two blanks between the moves of one turn.
        return line[offset:], "", len(line)
    return line[offset:at], line[at:], at


def _cells(line: int, turn: int, text: str, offset: int, column: int) -> Iterator[Cell]:
    """Yield the cells of one column; a left column without two blanks can hold the right one's cell too."""
    starts = sorted(
        [(found.start(), found) for pattern in (_DICE, _WORD) for found in pattern.finditer(text)],
        key=lambda pair: pair[0],
    )
    if not starts and text.strip():
        yield Cell(line, turn, column, text.strip())
    for place, (start, found) in enumerate(starts):
        stop = starts[place + 1][0] if place + 1 < len(starts) else len(text)
        mine = column
        if place and column == LEFT:
            mine = int(offset + start >= _RIGHT_FROM or found.re is _DICE or starts[0][1].re is not _DICE)
        written = text[start:stop].strip()
        if found.re is _DICE:
            dice = (int(found[1]), int(found[2]))
            yield Cell(line, turn, mine, written, dice, text[found.end() : stop].strip())
        else:
            word = next(word for word, group in zip(Word, found.groups(), strict=False) if group)
            yield Cell(line, turn, mine, written, None, "", word, int(found[8]) if found[8] else None)
