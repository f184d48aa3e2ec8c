"""Mat reading: reads `.mat` files, the format of `mat`, from this and other programs."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from bot.rules.board import BAR, Family, Side
from bot.rules.errors import NardyRulesError, NotUnderstood
from bot.rules.events import Doubled, Dropped, Event, Resigned, Rolled, Took
from bot.rules.formats.faults import FaultyRecord, RecordError, RecordFault, RecordFaultKind, fault_of
from bot.rules.formats.mat import COLUMN, Mat
from bot.rules.formats.mat_comments import Comments, Start
from bot.rules.formats.record import Record, event_of
from bot.rules.game import Game, resignations
from bot.rules.notation import WrittenMove, parse_moves
from bot.rules.rolls import Roll
from bot.rules.rulesets import MatchLength, RuleSet
from bot.rules.written_turns import play_written

_LENGTH: Final = re.compile(r"([0-9]{1,2}) point match", re.ASCII)
_GAME: Final = re.compile(r"Game ([0-9]{1,4})", re.ASCII)
_SEATS: Final = re.compile(r"(.+?) : ([0-9]{1,4})\s+(.+) : ([0-9]{1,4})")
_ROW: Final = re.compile(r"([0-9]{1,4})\)(.*)", re.ASCII)
_CELL: Final = re.compile(
    r"(?P<dice>[1-6]{2}): ?(?P<moves>Cannot Move|[^A-Z:]*?)(?=\s+[1-6]{2}:|\s+[A-Z]|\s*$)"
    r"|(?P<word>Doubles|Takes|Drops|Wins)"
    r"(?: (?:=> )?(?P<number>[0-9]{1,3}))?(?: points?(?: and the match)?)?",
    re.ASCII,
)
_NO_MOVE: Final = "Cannot Move"
_LONGEST: Final = 300


def read_mat(text: str, ruleset: RuleSet | None = None, on_line: Callable[[], None] | None = None) -> Mat:
    """Read the games of a `.mat` file, replaying and checking every turn.

    Args:
        text: The content of the file.
        ruleset: None for the rule set in the file's comments, or `short` if there is none.
        on_line: Called before each line; an exception from it stops the reading.

    Raises:
        RecordError: The text is not such a file, or has a fault.
    """
    reader = _Reader(ruleset)
    # Some editors write a byte order mark at the start of a file.
    for number, raw in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        if raw.strip():
            if on_line is not None:
                on_line()
            try:
                reader.take(raw.expandtabs().rstrip())
            except NardyRulesError as error:
                raise RecordError(number, reader.turn, fault_of(error, raw.strip()[:80])) from error
    return reader.finish()


def count_mat(text: str) -> int:
    """Count the games in a `.mat` file by their first lines, without reading them; an upper limit."""
    return sum(_GAME.fullmatch(line.strip()) is not None for line in text.split("\n"))


class _Reader:
    """A reader that takes the lines of a file one by one and replays its games."""

    def __init__(self, ruleset: RuleSet | None) -> None:
        self._ruleset = ruleset
        self._comments = Comments()
        self._length: tuple[MatchLength | None] | None = None
        self._columns: tuple[str, str] | None = None
        self._score = [0, 0]
        self._games: list[_Game] = []
        self._announced = False
        self.turn: int | None = None

    def take(self, line: str) -> None:
        """Read one line that is not blank.

        Raises:
            NardyRulesError: The line is out of place, cannot be read, or breaks the rules.
        """
        bare = line.strip()
        if len(line) > _LONGEST:
            raise NotUnderstood(bare)
        if self._announced and (found := _SEATS.fullmatch(bare)):
            self._begin((found[1].strip(), found[3].strip()), (int(found[2]), int(found[4])))
        elif bare.startswith(";"):
            self._comments.take(bare)
        elif found := _LENGTH.fullmatch(bare):
            self._length = _length(int(found[1]), self._comments.games)
        elif found := _GAME.fullmatch(bare):
            self._announce(int(found[1]))
        elif not self._games or self._announced:
            raise NotUnderstood(bare)
        else:
            self._take_row(line)

    def _announce(self, game: int) -> None:
        if self._length is None:
            raise FaultyRecord(RecordFaultKind.LENGTH)
        if game != len(self._games) + 1 or self._announced:
            raise FaultyRecord(RecordFaultKind.GAME_NUMBER, expected=str(len(self._games) + 1))
        if self._games and self._games[-1].state.outcome is None and self._games[-1].rows:
            raise FaultyRecord(RecordFaultKind.UNFINISHED)
        self._announced, self.turn = True, None

    def _begin(self, columns: tuple[str, str], score: tuple[int, int]) -> None:
        if self._columns not in (None, columns):
            raise FaultyRecord(RecordFaultKind.PLAYERS)
        if self._games:
            self._close(self._games[-1], score)
        if list(score) != self._score:
            raise FaultyRecord(RecordFaultKind.SCORE, expected=f"{self._score[0]}-{self._score[1]}")
        if columns[0] == columns[1]:
            raise FaultyRecord(RecordFaultKind.PLAYERS, "the two players need different names")
        self._columns, self._announced = columns, False
        if self._ruleset is None:
            self._ruleset = self._comments.ruleset
        self._games.append(_Game(self._ruleset, self._comments, len(self._games) + 1))

    def _take_row(self, line: str) -> None:
        found = _ROW.fullmatch(line.strip())
        game = self._games[-1]
        if found:
            game.rows += 1
            self.turn = game.rows
            if int(found[1]) != game.rows:
                raise FaultyRecord(RecordFaultKind.LINE_NUMBER, expected=str(game.rows))
        rest = found[2] if found else line
        offset = len(line) - len(rest)
        end = 0
        for cell in _CELL.finditer(rest):
            if rest[end : cell.start()].strip():
                break
            game.take(cell, in_right_column=offset + cell.start() >= 5 + COLUMN // 2)
            end = cell.end()
        if rest[end:].strip():
            raise NotUnderstood(rest[end:].strip())

    def _close(self, game: _Game, score: tuple[int, int]) -> None:
        """Add a finished game to the score.

        GNU Backgammon can write a game without rows. Its result is then found from the next game's score.
        """
        if game.state.outcome is None:
            brought = [after - before for after, before in zip(score, self._score, strict=True)]
            if min(brought) != 0 or max(brought) <= 0:
                raise FaultyRecord(RecordFaultKind.UNFINISHED)
            game.won(brought.index(max(brought)), max(brought))
        outcome = game.state.outcome
        if outcome is None or outcome.winner is None:
            raise FaultyRecord(RecordFaultKind.UNFINISHED)
        self._score[game.column(outcome.winner)] += int(outcome.points_of(outcome.winner))

    def finish(self) -> Mat:
        """Return the games after the last line.

        Raises:
            RecordError: The file has no game.
        """
        if self._columns is None or self._length is None or self._announced:
            raise RecordError(1, None, RecordFault(RecordFaultKind.NO_GAME))
        players = self._comments.players(self._columns)
        return Mat(*self._length, players, tuple(game.record(players) for game in self._games))


def _length(points: int, games: str) -> tuple[MatchLength | None]:
    """Return the length of the match in a tuple: points, or games from a comment, or None for no match.

    Raises:
        FaultyRecord: The length is out of bounds.
    """
    try:
        if points:
            return (MatchLength(points=points),)
        return (MatchLength(games=int(games)) if games.isdecimal() else None,)
    except ValueError as error:
        raise FaultyRecord(RecordFaultKind.LENGTH, str(error)) from error


class _Game:
    """A reader that takes the cells of one game and replays them."""

    def __init__(self, ruleset: RuleSet, comments: Comments, number: int) -> None:
        self._ruleset = ruleset
        self._start = comments.start(number)
        self._white = comments.white(number)
        self._has_cube = comments.has_cube(number) and ruleset.cube
        self._events: list[Event] = []
        self.rows = 0
        self._begin(self._start or Start())

    def _begin(self, start: Start) -> None:
        self._opening_rolls = start.opening_rolls
        self.state = Game.begin(self._ruleset, start.opening_rolls, cube=self._ruleset.cube)
        if start.choice:
            self._apply(start.choice)

    def column(self, side: Side) -> int:
        """Return the column of a side: 0 for left, 1 for right."""
        return int((side is Side.BLACK) != bool(self._white))

    def take(self, cell: re.Match[str], *, in_right_column: bool) -> None:
        """Read one cell: a roll with its moves, an action with the cube, or the winner."""
        if self._white is None:
            self._white = int(in_right_column)
        match cell["word"]:
            case "Doubles":
                self._apply(Doubled())
                if self.state.cube is None or int(cell["number"] or 0) != self.state.cube.value * 2:
                    raise FaultyRecord(RecordFaultKind.CUBE, "the cube does not go to that value")
            case "Takes":
                self._apply(Took())
            case "Drops":
                self._apply(Dropped())
            case "Wins":
                self.won(int(in_right_column), int(cell["number"] or 0))
            case _:
                self._played(Roll.parse(cell["dice"]), cell["moves"].replace(_NO_MOVE, ""))

    def _played(self, roll: Roll, moves: str) -> None:
        if not self._events and self._start is None:
            self._begin(Start.from_first_roll(self._ruleset, roll))
        rolled = any(isinstance(event, Rolled) for event in self._events)
        if rolled or self.state.roll != roll:
            self._apply(Rolled(roll))
        partial = self.state.begin_turn()
        if moves.strip():
            family, side = self._ruleset.family, self.state.mover
            routes = [route for word in moves.split() for route in _written(family, side, word)]
            partial = play_written(partial, routes, whole=True)
        elif not partial.must_pass:
            return
        self.state = self.state.after_turn(partial)
        self._events.append(event_of(partial))

    def won(self, column: int, points: int) -> None:
        """Check a written win against the game; if the game has not ended, record a resignation."""
        winner = next(side for side in Side if self.column(side) == column)
        if self.state.outcome is None:
            value = self.state.cube.value if self.state.cube else 1
            grades = [
                grade for grade in resignations(self.state, winner.other) if grade.points * value == points
            ]
            if not grades:
                raise FaultyRecord(RecordFaultKind.GRADE, f"{winner} cannot win {points} here")
            self._apply(Resigned(winner.other, grades[0]))
        outcome = self.state.outcome
        if outcome is None or outcome.winner is not winner or outcome.points_of(winner) != points:
            raise FaultyRecord(RecordFaultKind.RESULT, expected=str(outcome))

    def _apply(self, event: Event) -> None:
        self.state = self.state.after(event)
        self._events.append(event)

    def record(self, players: tuple[str, str]) -> Record:
        """Return the game as a record, with a cube if there was a double or a comment says so."""
        white, black = players[::-1] if self._white else players
        cube = self._has_cube or any(isinstance(event, Doubled) for event in self._events)
        headers = (("White", white), ("Black", black))
        return Record(headers, self._ruleset, self._opening_rolls, tuple(self._events), cube)


def _written(family: Family, side: Side, word: str) -> tuple[WrittenMove, ...]:
    """Read a move in the mover's own numbers (25 is the bar, 0 is off) into absolute numbers.

    Raises:
        NotUnderstood: The word is not a move.
    """
    bar, stroke, rest = word.partition("/")
    routes = parse_moves("bar" + stroke + rest if bar == str(BAR) else word)
    if not stroke or not routes:
        raise NotUnderstood(word)
    return tuple(route.renumbered(family, side) for route in routes)
