"""Mat reading: reads `.mat` files, the format of `mat`, from this and other programs.

Read is what is meant: every file that GNU Backgammon reads, if its moves are legal. Result and score are what
the file writes. A game with a fault does not keep the others from being read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.rules.board import BAR, CHECKERS, OFF, POINTS as POINTS_ON_BOARD, Family, Side
from bot.rules.errors import AmbiguousMove, IllegalMove, NardyRulesError, NotUnderstood
from bot.rules.events import Doubled, Dropped, Event, OpeningRolls, Played, Resigned, Rolled, TimedOut, Took
from bot.rules.formats.faults import FaultyRecord, RecordError, RecordFaultKind, fault_of
from bot.rules.formats.mat import Mat
from bot.rules.formats.mat_comments import Start
from bot.rules.formats.mat_layout import Cell, Layout, Word, lay_out
from bot.rules.formats.record import LEFT, POINTS, SCORE, Record
from bot.rules.game import Game, resignations
from bot.rules.moves import HIT
from bot.rules.notation import WrittenMove, routes_of
from bot.rules.outcomes import grade_on_time
from bot.rules.rolls import Roll
from bot.rules.rulesets import RULESETS, MatchLength, RuleSet
from bot.rules.turn_in_progress import PartialTurn
from bot.rules.turns import legal_turns
from bot.rules.written_turns import play_written

_PLACE: Final = r"(?:[0-9]{1,2}|bar?|b|off?|o|-)\*?"
_ROUTE: Final = re.compile(rf"({_PLACE}(?:/{_PLACE})*)(?:\(([1-4])\))?", re.ASCII)
_STROKE: Final = re.compile(r"\s*/\s*")
_NO_MOVE: Final = re.compile(r"\?*|cannot move|can't move|no moves?|\(?no play\)?|dance[sd]?", re.ASCII)
_MOST_ROUTES: Final = 8
_SHORT: Final = RULESETS["short"]
_LIKELY_FIRST: Final = (_SHORT, *(ruleset for ruleset in RULESETS.values() if ruleset is not _SHORT))
"""Every rule set; `.mat` is backgammon's format."""


@dataclass(frozen=True, slots=True)
class MatReading:
    """What a `.mat` file has.

    Attributes:
        mat: The games that could be read.
        numbers: The numbers of these games, as written.
        faults: One error for each game that could not be read.
        rulesets: The rule sets by which these games can be played, the one by which they were read first.
    """

    mat: Mat
    numbers: tuple[int, ...]
    faults: tuple[RecordError, ...]
    rulesets: tuple[RuleSet, ...]


def read_mat(text: str, ruleset: RuleSet | None = None, on_line: Callable[[], None] | None = None) -> Mat:
    """Read the games of a `.mat` file, replaying and checking every turn.

    Args:
        text: The content of the file.
        ruleset: None for the rule set in the file's comments, or the one by which its rows can be played.
        on_line: Called often; an exception from it stops the reading.

    Raises:
        RecordError: The text is not such a file, or a game has a fault.
    """
    reading = read_mat_games(text, ruleset, on_line)
    if reading.faults:
        raise reading.faults[0]
    return reading.mat


def read_mat_games(
    text: str, ruleset: RuleSet | None = None, on_line: Callable[[], None] | None = None
) -> MatReading:
    """Read those games of a `.mat` file that have no fault.

    Args:
        text: The content of the file.
        ruleset: None for the rule set in the file's comments, or the one by which its rows can be played.
        on_line: Called often; an exception from it stops the reading.

    Raises:
        RecordError: The text is not such a file.
    """
    layout = lay_out(text, on_line)
    try:
        if ruleset is None and (named := layout.comments.ruleset) is not None:
            ruleset = named
        players = layout.comments.players(layout.games[0].names)
        length = _length(layout.points, layout.comments.games)
    except NardyRulesError as error:
        raise RecordError(1, None, fault_of(error)) from error
    rulesets, played = _played(layout, [ruleset] if ruleset else _LIKELY_FIRST, on_line)
    return _reading(layout, players, length, rulesets, played)


def _length(points: int, games: str) -> MatchLength | None:
    """Return the length of the match: points, or games from a comment, or None for no match.

    The games of a match that is longer than ours can be are read as no match.

    Raises:
        FaultyRecord: The comment with the number of games is wrong.
    """
    if points:
        return MatchLength(points=points) if points <= MatchLength.MOST else None
    try:
        return MatchLength(games=int(games)) if games.isdecimal() else None
    except ValueError as error:
        raise FaultyRecord(RecordFaultKind.LENGTH, str(error)) from error


def _played(
    layout: Layout, rulesets: Sequence[RuleSet], on_line: Callable[[], None] | None
) -> tuple[tuple[RuleSet, ...], list[_Game]]:
    """Replay the games by each rule set, and keep the rule sets that fit best.

    Returns:
        The rule sets that are left, and the games by the first of them.
    """
    able: dict[RuleSet, list[_Game]] = {ruleset: [] for ruleset in rulesets}
    for number in range(1, len(layout.games) + 1):
        for ruleset, games in able.items():
            games.append(_Game(ruleset, layout, number, on_line))
        best = max(games[-1].fit for games in able.values())
        able = {ruleset: games for ruleset, games in able.items() if games[-1].fit == best}
    if len(able) > 1 and _SHORT in able and not any(game.state.turns for game in able[_SHORT]):
        # Without a turn nothing tells the rule sets apart.
        able = {_SHORT: able[_SHORT]}
    return tuple(able), next(iter(able.values()))


def _reading(
    layout: Layout,
    players: tuple[str, str],
    length: MatchLength | None,
    rulesets: tuple[RuleSet, ...],
    played: list[_Game],
) -> MatReading:
    """Return the games, with the score before each that does not follow from the games before."""
    records, numbers, faults = list[Record](), list[int](), list[RecordError]()
    score = (0, 0)
    for game, table in zip(played, layout.games, strict=True):
        if game.fault is not None:
            faults.append(game.fault)
            continue
        first = layout.games[0]
        names = {first.names: players, first.names[::-1]: players[::-1]}.get(table.names, table.names)
        record = game.record(names)
        swapped = names == players[::-1] != players
        before = table.score[::-1] if swapped else table.score
        if before != score:
            white, black = table.score[::-1] if game.white_column else table.score
            record = replace(record, headers=(*record.headers, (SCORE, f"{white}-{black}")))
        won = game.points_won[::-1] if swapped else game.points_won
        score = (before[0] + won[0], before[1] + won[1])
        records.append(record)
        numbers.append(table.number)
    return MatReading(Mat(length, players, tuple(records)), tuple(numbers), tuple(faults), rulesets)


class _Game:
    """One game, replayed by a rule set from the cells of its table.

    Attributes:
        state: The state after the last cell that could be read.
        fault: Why the game cannot be read, or None.
        points_won: The points that the game brought, the left column's first.
    """

    def __init__(
        self, ruleset: RuleSet, layout: Layout, number: int, on_line: Callable[[], None] | None
    ) -> None:
        comments, self._table = layout.comments, layout.games[number - 1]
        self._following = layout.games[number] if number < len(layout.games) else None
        self._most_points = layout.points
        self._ruleset = ruleset
        self._start = comments.start(number)
        self._white = comments.white(number)
        self._is_white_said = self._white is not None
        self._has_cube = comments.has_cube(number) and ruleset.cube
        self._lost_on_time = comments.lost_on_time(number)
        self._made_text = comments.made(number)
        self._opening_rolls: OpeningRolls | None = None
        self._events: list[Event] = []
        self._unplayed: Cell | None = None
        self._unread: Cell | None = None
        self._result: tuple[int, int | None] | None = None
        self._points: int | None = None
        self.state = Game.begin(ruleset, cube=ruleset.cube)
        self.points_won = (0, 0)
        self.fault = self._table.fault
        if self.fault is None:
            self._replay(on_line)

    @property
    def white_column(self) -> int:
        """The column of White: 0 for left, 1 for right."""
        return int(bool(self._white))

    @property
    def fit(self) -> tuple[bool, int, bool]:
        """How well the rule set fits the game: no fault, else the turns before it; an end that it knows."""
        if self.fault is not None:
            return False, self.state.turns, False
        finished = any(self.state.position.off(side) == CHECKERS for side in Side)
        given_up = bool(self._events) and isinstance(self._events[-1], Resigned | TimedOut)
        known = self._points is None or self._most_points in self._score_after()
        return True, 0, known and not (finished and (given_up or self.state.outcome is None))

    def _score_after(self) -> tuple[int, int]:
        left, right = self._table.score
        return left + self.points_won[0], right + self.points_won[1]

    def _replay(self, on_line: Callable[[], None] | None) -> None:
        cell = None
        try:
            self._begin(self._start or Start())
            for cell in self._table.cells:
                if on_line is not None:
                    on_line()
                self._take(cell)
            self._end()
        except NardyRulesError as error:
            at = self._unplayed or self._unread or cell
            line, turn, text = (at.line, at.turn or None, at.text) if at else (self._table.line, None, "")
            self.fault = RecordError(line, turn, fault_of(error, text[:80]), self._table.number)

    def _begin(self, start: Start) -> None:
        self._opening_rolls = start.opening_rolls
        self.state = Game.begin(self._ruleset, start.opening_rolls, cube=self._ruleset.cube)
        if start.choice:
            self._apply(start.choice)

    def _column(self, side: Side) -> int:
        return int((side is Side.BLACK) != bool(self._white))

    def _side(self, column: int) -> Side:
        return next(side for side in Side if self._column(side) == column)

    def _take(self, cell: Cell) -> None:
        """Read one cell: a roll with its moves, an action with the cube, or a result."""
        if cell.dice is None and cell.word is None:
            self._unread = cell
            return
        if self._white is None and (cell.dice is not None or cell.word is Word.DOUBLE):
            self._white = cell.column
        self._play_forced()
        if cell.dice is not None:
            self._roll(cell, Roll(*cell.dice))
            return
        match cell.word:
            case Word.WIN:
                self._result = (cell.column, cell.number)
            case Word.RESIGN | Word.LOSE | Word.DROP if not (
                cell.word is Word.DROP and self.state.is_doubled
            ):
                if self._result is None or self._result[1] is None:
                    self._result = (1 - cell.column, cell.number)
            case _ if self.state.outcome is None:
                self._turn_cube(cell)

    def _turn_cube(self, cell: Cell) -> None:
        match cell.word:
            case Word.DOUBLE:
                self._check_turn(cell)
                self._apply(Doubled())
            case Word.BEAVER:
                raise FaultyRecord(RecordFaultKind.CUBE, "there are no beavers")
            case Word.TAKE if self.state.is_doubled:
                self._apply(Took())
            case Word.DROP:
                self._apply(Dropped())

    def _check_turn(self, cell: Cell) -> None:
        """Check that the player of a column is to move, and that the roll before was played.

        Raises:
            IllegalMove: The roll before was not played.
            NotUnderstood: What was played with it cannot be read.
            FaultyRecord: The other player is to move, or the game is over.
        """
        if self._unplayed is not None:
            _routes(self._unplayed.moves)
            self.state.after_turn(self.state.begin_turn())
        # GNU Backgammon writes a lone roll in the left column, and a comment says whose it is.
        others = self._column(self.state.mover) != cell.column and (self._events or not self._is_white_said)
        if others and self._unread is not None:
            raise NotUnderstood(self._unread.text)
        if self.state.outcome is not None or others:
            raise FaultyRecord(RecordFaultKind.OUT_OF_TURN)
        self._unread = None
        self._result = None  # the game goes on, so an offer to give up was declined

    def _play_forced(self) -> None:
        """Play a roll that left no choice: programs leave out its move."""
        if self._unplayed is not None and self.state.roll is not None and _says_nothing(self._unplayed.moves):
            turns = legal_turns(self.state.position, self.state.roll)
            if len(turns) == 1:
                self._play(routes_of(turns[0].moves))

    def _roll(self, cell: Cell, roll: Roll) -> None:
        if not self._events and self._start is None:
            self._begin(Start.from_first_roll(self._ruleset, roll))
        if self.state.is_doubled:
            self._apply(Took())  # the game goes on, so the double was taken
        self._check_turn(cell)
        rolled = any(isinstance(event, Rolled) for event in self._events)
        if rolled or self.state.roll != roll:
            self._apply(Rolled(roll))
        if self.state.begin_turn().must_pass:
            self._play(())
            return
        try:
            routes = _routes(cell.moves)
        except NotUnderstood:
            routes = ()
        if routes:
            family, side = self._ruleset.family, self.state.mover
            self._play(tuple(route.renumbered(family, side) for route in routes))
        else:
            self._unplayed = cell

    def _play(self, routes: tuple[WrittenMove, ...]) -> None:
        try:
            turn = _turn(self.state.begin_turn(), routes)
        except IllegalMove as error:
            raise _with_own_numbers(error, self._ruleset.family, self.state.mover) from error
        self.state = self.state.after_turn(turn)
        self._events.append(Played.of(turn.moves))
        self._unplayed = None

    def _apply(self, event: Event) -> None:
        self.state = self.state.after(event)
        self._events.append(event)

    def _end(self) -> None:
        """Find the result: what the rows say, or else the score before the next game.

        Raises:
            FaultyRecord: The game cannot be lost any more.
        """
        brought = self._brought()
        if self.state.outcome is None and (result := self._result or brought) is not None:
            column, points = result
            if points is None and brought is not None and brought[0] == column:
                points = brought[1]
            self._give_up(self._side(column).other, points)
        outcome = self.state.outcome
        if outcome is None or outcome.winner is None:
            return
        column, points = self._column(outcome.winner), int(outcome.points_of(outcome.winner))
        # A program may count a win otherwise, such as one that ends a match: only as far as that needs.
        for said in (self._result, brought):
            if said is not None and said[0] == column and said[1]:
                if said[1] != points:
                    self._points = points = said[1]
                break
        self.points_won = (0, points) if column else (points, 0)

    def _brought(self) -> tuple[int, int] | None:
        """Return the winner's column and points by the score before the next game, or None."""
        if self._following is None:
            return None
        turned = self._following.names == self._table.names[::-1] != self._table.names
        after = self._following.score[::-1] if turned else self._following.score
        left, right = (later - before for later, before in zip(after, self._table.score, strict=True))
        return {(True, False): (0, left), (False, True): (1, right)}.get((left > 0, right > 0))

    def _give_up(self, loser: Side, points: int | None) -> None:
        """End the game as lost by a side, at the lowest grade that brings as many points.

        Raises:
            FaultyRecord: The side has finished.
        """
        value = self.state.cube.value if self.state.cube else 1
        made = self._made(loser)
        state = self.state.with_made(TimedOut(loser, made))
        grades = resignations(state, loser)
        if not grades:
            raise FaultyRecord(RecordFaultKind.GRADE, f"{loser} has finished")
        enough = [grade for grade in grades if grade.points * value >= (points or 0)]
        grade = enough[0] if enough else grades[-1]
        on_time = self._lost_on_time and grade is grade_on_time(state.position, loser)
        self._apply(TimedOut(loser, made) if on_time else Resigned(loser, grade, made))

    def _made(self, loser: Side) -> tuple[WrittenMove, ...]:
        """Return the moves of the unconfirmed turn in which a side gave up, after rolling its dice if needed.

        Raises:
            NotUnderstood: The comment with the moves cannot be read.
        """
        if not self._made_text:
            return ()
        dice, _, moves = self._made_text.partition(": ")
        routes = tuple(route.renumbered(self._ruleset.family, loser) for route in _routes(moves))
        if self.state.roll is None and routes:
            try:
                self._apply(Rolled(Roll.parse(dice)))
            except ValueError as error:
                raise NotUnderstood(self._made_text) from error
        return routes

    def record(self, players: tuple[str, str]) -> Record:
        """Return the game as a record, with a cube if there was a double or a comment says so.

        Args:
            players: The two names, the left column's first.
        """
        white, black = players[::-1] if self._white else players
        cube = self._has_cube or any(isinstance(event, Doubled) for event in self._events)
        headers = [("White", white), ("Black", black)]
        if self._points is not None:
            headers.append((POINTS, str(self._points)))
        if self._white and white == black:
            headers.append((LEFT, "Black"))
        return Record(tuple(headers), self._ruleset, self._opening_rolls, tuple(self._events), cube)


def _with_own_numbers(error: IllegalMove, family: Family, side: Side) -> IllegalMove:
    """Return an error with the mover's own numbers, as the file has them."""
    start, stop, point = (
        None if each is None else family.own_number(side, each)
        for each in (error.start, error.stop, error.point)
    )
    return IllegalMove(error.reason, start, stop, point=point, holder=error.holder, die=error.die)


def _says_nothing(moves: str) -> bool:
    return _NO_MOVE.fullmatch(moves.lower()) is not None


def _routes(moves: str) -> tuple[WrittenMove, ...]:
    """Read moves in the mover's own numbers, in every form that GNU Backgammon reads; empty if none is said.

    Raises:
        NotUnderstood: The text is not moves.
    """
    if _says_nothing(moves):
        return ()
    routes: list[WrittenMove] = []
    lone: list[str] = []
    for word in _STROKE.sub("/", moves.lower()).replace(",", " ").split():
        found = _ROUTE.fullmatch(word)
        if found is None or len(routes) > _MOST_ROUTES:
            raise NotUnderstood(moves, word)
        places = [*lone, *found[1].split("/")]
        # Two places between blanks are a move.
        lone = places if len(places) == 1 else []
        if not lone:
            routes += [_route(moves, places)] * int(found[2] or 1)
    if lone:
        raise NotUnderstood(moves, lone[0])
    return tuple(routes)


def _route(moves: str, names: list[str]) -> WrittenMove:
    points = tuple(_point(name.rstrip(HIT)) for name in names)
    stars = tuple(point for point, name in zip(points, names, strict=True) if name.endswith(HIT))
    inner = range(1, POINTS_ON_BOARD + 1)
    if points[0] == OFF or BAR in points[1:] or any(point not in inner for point in points[1:-1]):
        raise NotUnderstood(moves, "/".join(names))
    if points[0] not in (*inner, BAR) or points[-1] not in (*inner, OFF):
        raise NotUnderstood(moves, "/".join(names))
    return WrittenMove(points, tuple(point for point in stars if point in inner))


def _point(name: str) -> int:
    """Return a place in the mover's own numbers: 25 is the bar, 0 is off."""
    if name.isdigit():
        return {25: BAR, 0: OFF}.get(int(name), int(name))
    return BAR if name.startswith("b") else OFF


def _turn(partial: PartialTurn, routes: tuple[WrittenMove, ...]) -> PartialTurn:
    """Play a whole turn as written; if stars are wrong or missing, play the turn with that end.

    Raises:
        IllegalMove: No legal turn moves the checkers so.
        AmbiguousMove: Several do, and hit different checkers.
    """
    try:
        return play_written(partial, routes, whole=True)
    except (IllegalMove, AmbiguousMove) as error:
        found = _turn_with_end(partial, routes)
        if found is None:
            raise
        try:
            return play_written(partial, found, whole=True)
        except (IllegalMove, AmbiguousMove):
            raise error from None


def _turn_with_end(partial: PartialTurn, routes: tuple[WrittenMove, ...]) -> tuple[WrittenMove, ...] | None:
    """Return the legal turn after which a side's own checkers stand as the routes say, or None.

    Of several, the one that hits only where a route stops is meant, as GNU Backgammon reads it.
    """
    start, family, side = partial.start, partial.start.ruleset.family, partial.start.mover
    own = start.bits(side)
    for route in routes:
        for point, change in ((route.places[0], -1), (route.places[-1], 1)):
            own += change << 4 * family.progress(side, point)
    turns = legal_turns(start, partial.roll)
    ends = [number for number, end in enumerate(turns.positions()) if end.bits(side) == own]
    stops = {point for route in routes for point in route.places[1:]}
    for number in ends:
        moves = turns[number].moves
        if len(ends) == 1 or {move.stop for move in moves if move.hit} <= stops:
            return routes_of(moves)
    return None
