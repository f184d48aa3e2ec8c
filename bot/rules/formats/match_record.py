"""Match record: a match as text, its games one after another, each with the score before it (R8, R10.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from bot.rules.errors import GameFault
from bot.rules.formats.faults import FaultyRecord, RecordError, RecordFault, RecordFaultKind, fault_of
from bot.rules.formats.mat import Mat
from bot.rules.formats.record import Record
from bot.rules.formats.record_reading import read_numbered
from bot.rules.match import MatchState
from bot.rules.rulesets import MatchLength

LENGTH, ROUND, SCORE = "Length", "Round", "Score"
_HEADER_FAULTS: Final = {
    LENGTH: RecordFaultKind.LENGTH,
    ROUND: RecordFaultKind.GAME_NUMBER,
    SCORE: RecordFaultKind.SCORE,
}


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A match: its length and its games rebuild it.

    Attributes:
        length: How long it is.
        games: The games played, in order, each with the headers `White` and `Black`; the last one may go
            on. The headers `Length`, `Round` and `Score` follow from the rest.
        cube: Whether the match has a doubling cube, in the games that allow it.
    """

    length: MatchLength
    games: tuple[Record, ...]
    cube: bool = False

    def __str__(self) -> str:
        return self.write()

    def replay(self) -> Iterator[MatchState[str]]:
        """The match before its first game and after each that has ended.

        Raises:
            FaultyRecord: There is no game, or one that cannot be the next; the message tells which.
            GameFault: An event of a game cannot happen when it does.
            IllegalMove: A turn is not legal.
        """
        yield from _replay(self.length, self.games, cube=self.cube)

    def end(self) -> MatchState[str]:
        """Where the match stands after the last game that has ended.

        Raises:
            FaultyRecord: There is no game, or one that cannot be the next.
            GameFault: An event of a game cannot happen when it does.
            IllegalMove: A turn is not legal.
        """
        *_, state = self.replay()
        return state

    def write(self) -> str:
        """The match as text.

        Raises:
            FaultyRecord: There is no game, or one that cannot be the next.
            GameFault: An event of a game cannot happen when it does.
            IllegalMove: A turn is not legal.
        """
        return "\n".join(game.write() for game in self.with_scores())

    def with_scores(self) -> tuple[Record, ...]:
        """The games, each with what it says of the match.

        Raises:
            FaultyRecord: There is no game, or one that cannot be the next.
            GameFault: An event of a game cannot happen when it does.
            IllegalMove: A turn is not legal.
        """
        return tuple(
            replace(game, headers=(*game.headers, *_headers(state, game).items()))
            for state, game in zip(self.replay(), self.games, strict=False)
        )


def read_match(text: str, on_line: Callable[[], None] | None = None) -> MatchRecord:
    """Read a match, replaying and checking every game and what stands between them.

    Args:
        text: The games.
        on_line: Called before each line that is read; what it raises ends the reading.

    Raises:
        RecordError: The text is no match, or something in it is wrong.
    """
    numbered = read_numbered(text, on_line)
    if not numbered:
        raise RecordError(1, None, RecordFault(RecordFaultKind.NO_GAME))
    line, first = numbered[0]
    try:
        length = MatchLength.parse(first.header(LENGTH) or "")
    except ValueError as error:
        raise RecordError(line, None, RecordFault(RecordFaultKind.LENGTH, str(error))) from error
    games = tuple(_without_match(record) for _, record in numbered)
    match = MatchRecord(length, games, cube=any(game.cube for game in games))
    states = match.replay()
    for line, written in numbered:
        try:
            state = next(states)
        except (FaultyRecord, GameFault) as error:
            raise RecordError(line, None, fault_of(error)) from error
        for name, value in _headers(state, written).items():
            if written.header(name) != value:
                fault = RecordFault(_HEADER_FAULTS[name], text=written.header(name) or "", expected=value)
                raise RecordError(line, None, fault)
    for _ in states:
        pass
    return match


def match_of(mat: Mat) -> MatchRecord | None:
    """The games of a `.mat` as a match, if they are one by the rules of their game (R8).

    That form does not say whether there is a cube where nobody doubles: there is one in all games of a match
    in which somebody does, but where the Crawford rule has none.
    """
    if mat.length is None:
        return None
    cube = any(game.cube for game in mat.games)
    starter = None if mat.games[0].opening_rolls else mat.games[0].header("White")
    games: list[Record] = []
    try:
        state = MatchState.begin(mat.games[0].ruleset, mat.players, mat.length, cube=cube, white=starter)
        for game in mat.games:
            games.append(replace(game, cube=state.has_cube))
            outcome = games[-1].end().outcome
            if outcome is not None:
                state = state.after(_names(game)[0], outcome)
        match = MatchRecord(mat.length, tuple(games), cube)
        match.end()
    except (FaultyRecord, GameFault):
        return None
    return match


def _replay(length: MatchLength, games: tuple[Record, ...], *, cube: bool) -> Iterator[MatchState[str]]:
    if not games:
        raise FaultyRecord(RecordFaultKind.NO_GAME, "a match has at least one game")
    white, black = _names(games[0])
    starter = None if games[0].opening_rolls else white
    state = MatchState.begin(games[0].ruleset, (white, black), length, cube=cube, white=starter)
    for number, game in enumerate(games, start=1):
        _check(state, game, number)
        if game.clock != games[0].clock:
            raise FaultyRecord(RecordFaultKind.CLOCK, f"game {number} has another clock than the first")
        yield state
        outcome = game.end().outcome
        if outcome is None:
            if game is not games[-1]:
                raise FaultyRecord(
                    RecordFaultKind.UNFINISHED, f"game {number} has not ended, and another follows"
                )
            return
        state = state.after(_names(game)[0], outcome)
    yield state


def _check(state: MatchState[str], game: Record, number: int) -> None:
    """Refuse a game that cannot be the next of a match."""
    white, black = _names(game)
    if state.is_over:
        raise FaultyRecord(RecordFaultKind.OUT_OF_TURN, f"the match is over before game {number}")
    if game.ruleset != state.ruleset:
        raise FaultyRecord(RecordFaultKind.OTHER_RULES, f"game {number} is another game than the first")
    if {white, black} != set(state.players) or state.white not in (None, white):
        raise FaultyRecord(
            RecordFaultKind.PLAYERS, f"White in game {number} is not who it must be", text=white
        )
    if (game.opening_rolls is None) != (state.white is not None):
        raise FaultyRecord(
            RecordFaultKind.OPENING,
            f"game {number} begins with opening rolls where the starter follows, or without",
        )
    if game.cube != state.has_cube:
        raise FaultyRecord(
            RecordFaultKind.CUBE, f"game {number} has a cube where there is none, or none where there is one"
        )


def _names(game: Record) -> tuple[str, str]:
    white, black = game.header("White"), game.header("Black")
    if white is None or black is None:
        raise FaultyRecord(RecordFaultKind.PLAYERS, "a game of a match names White and Black")
    return white, black


def _headers(state: MatchState[str], game: Record) -> dict[str, str]:
    """What a game says of its match: the length, its own number, and the score before it, White's first."""
    score = "-".join(_points(state.score_of(name)) for name in _names(game))
    return {LENGTH: str(state.length), ROUND: str(state.games + 1), SCORE: score}


def _points(points: Fraction) -> str:
    return str(points) if points.denominator == 1 else f"{float(points):.1f}"


def _without_match(record: Record) -> Record:
    """A game without what it says of its match."""
    return replace(record, headers=tuple(each for each in record.headers if each[0] not in _HEADER_FAULTS))
