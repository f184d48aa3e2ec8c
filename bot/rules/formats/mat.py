"""Mat: writes `.mat`, the match format of Jellyfish, in which backgammon programs exchange games.

Each player's moves use their own point numbers: 24 is their head, 25 the bar, 0 off. Each player keeps one
of the two columns for the whole match, also in games that the other starts. The format has no draws, so they
cannot be written. Other data that the format lacks is written as comments (see `mat_comments`). The layout of
the rows is that of GNU Backgammon.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bot.rules.board import Family, Side
from bot.rules.events import Doubled, Dropped, Played, Resigned, Rolled, TimedOut, Took
from bot.rules.formats.faults import FaultyRecord, RecordFaultKind
from bot.rules.formats.mat_comments import (
    COLUMNS,
    CUBE,
    GAMES,
    MADE,
    NO_JACOBY,
    ON_TIME,
    OPENING,
    RULES,
    SCORING,
    WHITE,
    Start,
    column_names,
    comment,
    cube_numbers,
    whole_name,
)
from bot.rules.formats.record import SCORE, Record, names_apart
from bot.rules.moves import HIT, Move
from bot.rules.outcomes import Ending
from bot.rules.rolls import Roll
from bot.rules.rulesets import MatchLength, Scoring
from bot.rules.turns import legal_turns

COLUMN: Final = 28
"""The width of the left column, in characters."""

_LONGEST_SCORE: Final = 4


@dataclass(frozen=True, slots=True)
class Mat:
    """The games of two players in a `.mat` file.

    Attributes:
        length: The length of the match, or None if the games are no match.
        players: The two names, the left column's first.
        games: The games in order, each with the headers `White` and `Black`. The last may be unfinished.
    """

    length: MatchLength | None
    players: tuple[str, str]
    games: tuple[Record, ...]

    def write(self) -> str:
        """Return the games as text.

        Raises:
            FaultyRecord: A game is drawn, is unfinished before another, has other players, or has another
                rule set than the first.
        """
        names = column_names(self.players)
        if any(game.ruleset != self.games[0].ruleset for game in self.games):
            raise FaultyRecord(RecordFaultKind.OTHER_RULES)
        points = self.length.points if self.length else 0
        all_cells = [list(_cells(game)) for game in self.games]
        lines = [*self._comments(names, all_cells), "", f" {points} point match"]
        score = [0, 0]
        for number, (game, cells) in enumerate(zip(self.games, all_cells, strict=True), start=1):
            seats = self._seats(game)
            score = _score_before(game, seats) or score
            left, right = (f"{name} : {points}" for name, points in zip(names, score, strict=True))
            lines += ["", f" Game {number}", f" {left:<{COLUMN + 2}} {right}", *_body(game, cells, seats)]
            outcome = game.end().outcome
            if outcome is None and number < len(self.games):
                raise FaultyRecord(RecordFaultKind.UNFINISHED)
            if outcome and outcome.winner:
                score[seats[outcome.winner]] += int(game.points_of(outcome, outcome.winner))
        return "\n".join(lines) + "\n"

    def _comments(self, names: tuple[str, str], all_cells: Sequence[Sequence[str]]) -> Iterator[str]:
        """Yield the comment lines for data that the columns and cells do not show."""
        if not self.games:
            return
        ruleset = self.games[0].ruleset
        yield comment(RULES, ruleset.name)
        if ruleset.scoring is Scoring.EXTENDED:
            yield comment(SCORING, Scoring.EXTENDED.value)
        if self.length and self.length.games:
            yield comment(GAMES, str(self.length.games))
        for column, name, player in zip(COLUMNS, names, map(whole_name, self.players), strict=True):
            if name != player:
                yield comment(column, player)
        if cubes := cube_numbers(
            self.games, [any("Doubles" in cell for cell in cells) for cells in all_cells]
        ):
            yield comment(CUBE, cubes)
        if late := [str(number) for number, game in enumerate(self.games, start=1) if _is_late(game)]:
            yield comment(ON_TIME, " ".join(late))
        yield from self._comments_about_games(all_cells)
        if ruleset.name == "short" and not (self.length and self.length.points):
            yield NO_JACOBY

    def _comments_about_games(self, all_cells: Sequence[Sequence[str]]) -> Iterator[str]:
        for number, (game, cells) in enumerate(zip(self.games, all_cells, strict=True), start=1):
            first = Roll.parse(cells[0][:2]) if cells and cells[0][0].isdigit() else None
            if Start.of(game) != Start.from_first_roll(game.ruleset, first):
                yield comment(OPENING, str(Start.of(game)), number)
            if made := _made(game):
                yield comment(MADE, made, number)
            # White's column is noted, because GNU Backgammon writes a lone roll in the left one.
            if len(cells) <= 1:
                yield comment(WHITE, COLUMNS[self._seats(game)[Side.WHITE]], number)

    def _seats(self, game: Record) -> dict[Side, int]:
        """Return the column of each side in a game: 0 for left, 1 for right."""
        left, right = names_apart(self.players)
        match game.players():
            case (white, black) if (white, black) == (left, right):
                return {Side.WHITE: 0, Side.BLACK: 1}
            case (white, black) if (white, black) == (right, left):
                return {Side.WHITE: 1, Side.BLACK: 0}
        raise FaultyRecord(RecordFaultKind.PLAYERS, f"{game.players()} are not the two players")


def _is_late(game: Record) -> bool:
    outcome = game.end().outcome
    return outcome is not None and outcome.ending is Ending.TIMEOUT


def _made(game: Record) -> str:
    """Return the dice and moves of the unconfirmed turn in which a side gave up, in its own numbers."""
    last = game.events[-1] if game.events else None
    roll = game.end().roll
    if not isinstance(last, Resigned | TimedOut) or not last.made or roll is None:
        return ""
    family = game.ruleset.family
    return f"{Rolled(roll)}: " + " ".join(
        "/".join(str(family.own_number(last.side, point)) for point in route.places) + HIT * bool(route.hits)
        for route in last.made
    )


def _score_before(game: Record, seats: dict[Side, int]) -> list[int] | None:
    """Return the score that the header of a game has, the left column's first; None without the header.

    Raises:
        FaultyRecord: The score has half points, or is none.
    """
    written = game.header(SCORE)
    if written is None:
        return None
    points = written.split("-")
    if len(points) != len(seats) or not all(
        each.isdecimal() and len(each) <= _LONGEST_SCORE for each in points
    ):
        raise FaultyRecord(RecordFaultKind.SCORE, text=written)
    return [int(points[0]), int(points[1])][:: -1 if seats[Side.WHITE] else 1]


def _body(game: Record, cells: list[str], seats: dict[Side, int]) -> list[str]:
    """Return the numbered rows of a game and the line with its winner."""
    cells = [""] * (seats[Side.WHITE] == 1 and bool(cells)) + cells
    wins = []
    if outcome := game.end().outcome:
        if outcome.winner is None:
            raise FaultyRecord(RecordFaultKind.DRAW)
        points, column = int(game.points_of(outcome, outcome.winner)), seats[outcome.winner]
        won = f" Wins {points} point{'' if points == 1 else 's'}"
        if column == 1 and len(cells) % 2:
            cells.append(won)
        else:
            wins = [" " * (5 + COLUMN * column) + won]
    # A left cell alone is padded too: GNU Backgammon 1.07 would read the rest of the previous row after it.
    rows = [
        f"{number:>3}) {cells[at]:<{COLUMN - 1}} {cells[at + 1] if at + 1 < len(cells) else ''}"
        for number, at in enumerate(range(0, len(cells), 2), start=1)
    ]
    return [*rows, *wins]


def _cells(game: Record) -> Iterator[str]:
    """Yield the cells of a game, in order: a roll with its moves, or an action with the cube.

    For a game that ended by resignation, by time or by agreement, two things are left out at the end: an
    unanswered double, which does not count (R8.3), and a roll with only one legal turn, which would be read
    as played.
    """
    states = list(game.replay())
    last = states[-1]
    given_up = last.outcome is not None and last.outcome.ending is not Ending.DROPPED
    events = game.events[:-2] if given_up and last.is_doubled else game.events
    for before, event in zip(states, events, strict=False):
        match event:
            case Doubled() if before.cube:
                yield f" Doubles => {before.cube.value * 2}"
            case Took():
                yield " Takes"
            case Dropped():
                yield " Drops"
            case Played() if before.roll:
                partial = before.turn_of(event)
                moves = " ".join(
                    _with_own_numbers(before.ruleset.family, before.mover, move) for move in partial.moves
                )
                yield f"{Rolled(before.roll)}: {moves}".rstrip()
    # Before a side gave up: the last state has the moves of its unconfirmed turn on the board.
    position = states[-2].position if given_up else last.position
    if last.roll and (last.outcome is None or len(legal_turns(position, last.roll)) > 1):
        yield f"{Rolled(last.roll)}:"


def _with_own_numbers(family: Family, side: Side, move: Move) -> str:
    """Write a move in the mover's own numbers, with 25 for the bar and 0 for off."""
    start, stop = (family.own_number(side, point) for point in (move.start, move.stop))
    return f"{start}/{stop}" + HIT * move.hit
