"""Reading the match text of Jellyfish (see ``mat``), as this and other programs write it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from bot.rules.errors import (
    GameError,
    NardyRulesError,
    NotUnderstood,
    RecordError,
    RecordFault,
    RecordFaultKind,
    fault_of,
)
from bot.rules.events import Doubled, Dropped, Played, Resigned, Rolled, Took
from bot.rules.games import GameState, resignations
from bot.rules.mat import COLUMN, OWN_BAR, Mat
from bot.rules.partial import PartialTurn
from bot.rules.reading import play_text
from bot.rules.records import Record
from bot.rules.rolls import Roll
from bot.rules.rulesets import RULESETS, MatchLength, Opening, RuleSet, Scoring
from bot.rules.sides import BAR_INDEX, OFF_INDEX, POINTS, Side

if TYPE_CHECKING:
    from bot.rules.events import Event
    from bot.rules.games import Throws
    from bot.rules.sides import Family

_COMMENT: Final = re.compile(r'; \[([A-Za-z ]+) "([^"]*)"\]', re.ASCII)
_LENGTH: Final = re.compile(r"([0-9]{1,2}) point match", re.ASCII)
_GAME: Final = re.compile(r"Game ([0-9]{1,4})", re.ASCII)
_SEATS: Final = re.compile(r"(.+?) : ([0-9]{1,4})(?: {2,}|\t+)(.+) : ([0-9]{1,4})")
_ROW: Final = re.compile(r"([0-9]{1,4})\)(.*)", re.ASCII)
_CELL: Final = re.compile(
    r"(?P<dice>[1-6]{2}): ?(?P<moves>Cannot Move|[^A-Z:]*?)(?=\s+[1-6]{2}:|\s+[A-Z]|\s*$)"
    r"|(?P<word>Doubles|Takes|Drops|Wins)"
    r"(?: (?:=> )?(?P<number>[0-9]{1,3}))?(?: points?(?: and the match)?)?",
    re.ASCII,
)
_MOVE: Final = re.compile(r"((?:[0-9]{1,2}|bar)(?:/(?:[0-9]{1,2}|off)\*?)+)(\([1-4]\))?", re.ASCII)
_NAMES: Final = {"bar": OWN_BAR, "off": 0}
_NO_MOVE: Final = "Cannot Move"
_LONGEST: Final = 300


def read_mat(text: str, ruleset: RuleSet | None = None) -> Mat:
    """Read games, replaying and checking every turn.

    Args:
        text: The file.
        ruleset: The game; if ``None``, that which a comment of the file names, or ``short``.

    Raises:
        RecordError: The text is no such file, or something in it is wrong.
    """
    reader = _Reader(ruleset)
    for number, raw in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        if raw.strip():
            try:
                reader.take(raw.expandtabs().rstrip())
            except NardyRulesError as error:
                raise RecordError(number, reader.turn, fault_of(error, raw.strip()[:80])) from error
    return reader.finish()


class _Reader:
    """Takes the lines of a file and replays its games on the way."""

    def __init__(self, ruleset: RuleSet | None) -> None:
        self._ruleset = ruleset
        self._comments: dict[str, str] = {}
        self._length: tuple[MatchLength | None] | None = None
        self._players: tuple[str, str] | None = None
        self._score = [0, 0]
        self._games: list[_Game] = []
        self._announced = False
        self.turn: int | None = None

    def take(self, line: str) -> None:
        """Take one line that is not blank.

        Raises:
            NardyRulesError: It does not belong there, or does not follow the rules.
        """
        bare = line.strip()
        if len(line) > _LONGEST:
            raise NotUnderstood(bare)
        if bare.startswith(";"):
            if found := _COMMENT.fullmatch(bare):
                self._comments[found[1]] = found[2]
        elif found := _LENGTH.fullmatch(bare):
            self._length = _length(int(found[1]), self._comments.get("Games", ""))
        elif found := _GAME.fullmatch(bare):
            self._announce(int(found[1]))
        elif self._announced and (found := _SEATS.fullmatch(bare)):
            self._begin((found[1].strip(), found[3].strip()), (int(found[2]), int(found[4])))
        elif not self._games or self._announced:
            raise NotUnderstood(bare)
        else:
            self._take_row(line)

    def _announce(self, game: int) -> None:
        if self._length is None:
            raise GameError(RecordFaultKind.LENGTH)
        if game != len(self._games) + 1 or self._announced:
            raise GameError(RecordFaultKind.GAME_NUMBER, expected=str(len(self._games) + 1))
        if self._games:
            self._close(self._games[-1])
        self._announced, self.turn = True, None

    def _begin(self, players: tuple[str, str], score: tuple[int, int]) -> None:
        if self._players not in (None, players):
            raise GameError(RecordFaultKind.PLAYERS)
        if list(score) != self._score:
            raise GameError(RecordFaultKind.SCORE, expected=f"{self._score[0]}-{self._score[1]}")
        if players[0] == players[1]:
            raise GameError(RecordFaultKind.PLAYERS, "the two players need different names")
        self._players, self._announced = players, False
        self._games.append(_Game(self._rules()))

    def _rules(self) -> RuleSet:
        if self._ruleset is None:
            name = self._comments.get("Rules", "short")
            if name not in RULESETS:
                raise GameError(RecordFaultKind.RULES, text=name)
            extended = self._comments.get("Scoring") == Scoring.EXTENDED.value
            self._ruleset = RULESETS[name].extended() if extended else RULESETS[name]
        return self._ruleset

    def _take_row(self, line: str) -> None:
        found = _ROW.fullmatch(line.strip())
        game = self._games[-1]
        if found:
            game.rows += 1
            self.turn = game.rows
            if int(found[1]) != game.rows:
                raise GameError(RecordFaultKind.LINE_NUMBER, expected=str(game.rows))
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

    def _close(self, game: _Game) -> None:
        """Count what a game brought."""
        outcome = game.state.outcome
        if outcome is None or outcome.winner is None:
            raise GameError(RecordFaultKind.UNFINISHED)
        self._score[game.column(outcome.winner)] += int(outcome.points_of(outcome.winner))

    def finish(self) -> Mat:
        """The games, when all lines are taken."""
        if self._players is None or self._length is None or self._announced:
            raise RecordError(1, None, RecordFault(RecordFaultKind.NO_GAME))
        return Mat(*self._length, self._players, tuple(game.record(self._players) for game in self._games))


def _length(points: int, games: str) -> tuple[MatchLength | None]:
    """How long the match is, if it is one: to so many points, or over games that a comment tells.

    Raises:
        GameError: No match is that long.
    """
    try:
        if points:
            return (MatchLength(points=points),)
        return (MatchLength(games=int(games)) if games.isdecimal() else None,)
    except ValueError as error:
        raise GameError(RecordFaultKind.LENGTH, str(error)) from error


class _Game:
    """Takes the cells of one game."""

    def __init__(self, ruleset: RuleSet) -> None:
        self._ruleset = ruleset
        self._throws: Throws | None = None
        self._right_starts: bool | None = None
        self._events: list[Event] = []
        self._cube = ruleset.cube
        self.state = GameState.begin(ruleset, cube=ruleset.cube)
        self.rows = 0

    def column(self, side: Side) -> int:
        """The column of a side."""
        return int((side is Side.BLACK) != bool(self._right_starts))

    def take(self, cell: re.Match[str], *, in_right_column: bool) -> None:
        """Take one cell: a roll with its moves, a word about the cube, or who won."""
        if self._right_starts is None:
            self._right_starts = in_right_column
        match cell["word"]:
            case "Doubles":
                self._happen(Doubled())
                if self.state.cube is None or int(cell["number"] or 0) != self.state.cube.value * 2:
                    raise GameError(RecordFaultKind.CUBE, "the cube does not go to that value")
            case "Takes":
                self._happen(Took())
            case "Drops":
                self._happen(Dropped())
            case "Wins":
                self._won(int(in_right_column), int(cell["number"] or 0))
            case _:
                self._played(Roll.parse(cell["dice"]), cell["moves"].replace(_NO_MOVE, ""))

    def _played(self, roll: Roll, moves: str) -> None:
        if not self._events and self._ruleset.opening is Opening.KEEP and not roll.is_double:
            self._throws = ((roll.high, roll.low),)
            self.state = GameState.begin(self._ruleset, self._throws, cube=self._ruleset.cube)
        else:
            self._happen(Rolled(roll))
        partial = PartialTurn.begin(self._ruleset, self.state.position, roll)
        if moves.strip():
            side = self.state.mover
            words = [_from_own(self._ruleset.family, side, word) for word in moves.split()]
            self._happen(Played(play_text(partial, " ".join(words), whole=True).moves))
        elif partial.must_pass:
            self._happen(Played(()))

    def _won(self, column: int, points: int) -> None:
        """Check a win, or take it for a resignation where the game has not ended."""
        winner = next(side for side in Side if self.column(side) == column)
        if self.state.outcome is None:
            value = self.state.cube.value if self.state.cube else 1
            grades = [
                grade for grade in resignations(self.state, winner.other) if grade.points * value == points
            ]
            if not grades:
                raise GameError(RecordFaultKind.GRADE, f"{winner} cannot win {points} here")
            self._happen(Resigned(winner.other, grades[0]))
        outcome = self.state.outcome
        if outcome is None or outcome.winner is not winner or outcome.points_of(winner) != points:
            raise GameError(RecordFaultKind.RESULT, expected=str(outcome))

    def _happen(self, event: Event) -> None:
        self.state = self.state.after(event)
        self._events.append(event)

    def record(self, players: tuple[str, str]) -> Record:
        """The game as a record; it has a cube if there was a double."""
        white, black = players if not self._right_starts else players[::-1]
        cube = any(isinstance(event, Doubled) for event in self._events)
        headers = (("White", white), ("Black", black))
        return Record(headers, self._ruleset, self._throws, tuple(self._events), cube)


def _from_own(family: Family, side: Side, word: str) -> str:
    """A move written in the mover's own numbers as it is written on the common board.

    Raises:
        NotUnderstood: The word is no move.
    """
    found = _MOVE.fullmatch(word)
    if found is None:
        raise NotUnderstood(word)
    places = []
    for name in found[1].split("/"):
        bare = name.rstrip("*")
        pips = _NAMES[bare] if bare in _NAMES else int(bare)
        if pips > OWN_BAR:
            raise NotUnderstood(word, name)
        t = BAR_INDEX if pips == OWN_BAR else POINTS - pips
        text = {BAR_INDEX: "bar", OFF_INDEX: "off"}.get(t) or str(family.point(side, t))
        places.append(text + "*" * name.endswith("*"))
    return "/".join(places) + (found[2] or "")
