"""Match record: a match as text: the records of its games, each with the score before it (R8, R10.3)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from bot.rules.board import Side
from bot.rules.errors import GameFault
from bot.rules.formats.faults import FaultyRecord, RecordError, RecordFault, RecordFaultKind, fault_of
from bot.rules.formats.mat import Mat
from bot.rules.formats.record import LENGTH, ROUND, SCORE, Record
from bot.rules.formats.record_reading import read_numbered
from bot.rules.match import MatchState
from bot.rules.outcomes import Outcome
from bot.rules.rulesets import MatchLength

_SCORE: Final = re.compile(r"([0-9]{1,4}(?:\.5)?)-([0-9]{1,4}(?:\.5)?)", re.ASCII)
_HEADER_FAULTS: Final = {
    LENGTH: RecordFaultKind.LENGTH,
    ROUND: RecordFaultKind.GAME_NUMBER,
    SCORE: RecordFaultKind.SCORE,
}


NO_SCORE: Final = (Fraction(0), Fraction(0))


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """A match, from whose length and games everything else is rebuilt.

    Attributes:
        games: The games in order, each with the headers `White` and `Black`. The last may be unfinished.
            The headers `Length`, `Round` and `Score` are derived.
        cube: True if the match has a doubling cube; the Crawford game has none even then.
        start: The score before the first game, White's first; a match of another program may go on from one.
    """

    length: MatchLength
    games: tuple[Record, ...]
    cube: bool = False
    start: tuple[Fraction, Fraction] = NO_SCORE

    def __str__(self) -> str:
        return self.write()

    def replay(self) -> Iterator[MatchState[str]]:
        """Yield the state of the match before its first game and after each finished game.

        Raises:
            FaultyRecord: There is no game, or a game cannot be the next of the match.
            GameFault: An event cannot happen at that point of its game.
            IllegalMove: A turn is not legal.
        """
        yield from _replay(self)

    def end(self) -> MatchState[str]:
        """Return the state of the match after the last finished game.

        Raises:
            FaultyRecord: There is no game, or a game cannot be the next of the match.
            GameFault: An event cannot happen at that point of its game.
            IllegalMove: A turn is not legal.
        """
        *_, state = self.replay()
        return state

    def write(self) -> str:
        """Return the match as text.

        Raises:
            FaultyRecord: There is no game, or a game cannot be the next of the match.
            GameFault: An event cannot happen at that point of its game.
            IllegalMove: A turn is not legal.
        """
        return "\n".join(game.write() for game in self.with_scores())

    def with_scores(self) -> tuple[Record, ...]:
        """Return the games with the derived headers `Length`, `Round` and `Score`.

        Raises:
            FaultyRecord: There is no game, or a game cannot be the next of the match.
            GameFault: An event cannot happen at that point of its game.
            IllegalMove: A turn is not legal.
        """
        return tuple(
            replace(game, headers=(*game.headers, *_headers(state, game).items()))
            for state, game in zip(self.replay(), self.games, strict=False)
        )


def read_match(text: str, on_line: Callable[[], None] | None = None) -> MatchRecord:
    """Read a match, replaying every game and checking lengths, numbers and scores between them.

    Args:
        text: The records of the games.
        on_line: Called before each line; an exception from it stops the reading.

    Raises:
        RecordError: The text is not a match, or has a fault.
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
    match = MatchRecord(length, games, any(game.cube for game in games), _start(first))
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
    try:
        for _ in states:
            pass
    except FaultyRecord as error:
        raise RecordError(line, None, fault_of(error)) from error
    return match


def match_of(mat: Mat) -> MatchRecord | None:
    """Return the games of a `.mat` file as a match, or None if they are not one by the rules (R8).

    The format does not show a cube in games without a double. If any game has a cube, all games get one,
    except the Crawford game.
    """
    if mat.length is None or any(game.header(SCORE) for game in mat.games[1:]):
        return None
    cube = any(game.cube for game in mat.games)
    plain = tuple(_without_match(game) for game in mat.games)
    games: list[Record] = []
    try:
        start = _start(mat.games[0])
        state = _begin(MatchRecord(mat.length, plain, cube, start))
        for game in plain:
            games.append(replace(game, cube=state.has_cube))
            outcome = games[-1].end().outcome
            if outcome is not None:
                state = _after(state, games[-1], outcome)
        match = MatchRecord(mat.length, tuple(games), cube, start)
        match.end()
    except (FaultyRecord, GameFault):
        return None
    return match


def _start(first: Record) -> tuple[Fraction, Fraction]:
    """Return the score before the first game of a match, White's first."""
    found = _SCORE.fullmatch(first.header(SCORE) or "0-0")
    return (Fraction(found[1]), Fraction(found[2])) if found else NO_SCORE


def _begin(match: MatchRecord) -> MatchState[str]:
    """Return the state before the first game.

    Raises:
        FaultyRecord: There is no game, or the first one has no names.
    """
    if not match.games:
        raise FaultyRecord(RecordFaultKind.NO_GAME, "a match has at least one game")
    first = match.games[0]
    white, black = _names(first)
    starter = None if first.opening_rolls else white
    state = MatchState.begin(first.ruleset, (white, black), match.length, cube=match.cube, white=starter)
    short = sum(points >= match.length.points - 1 for points in match.start)
    if match.start == NO_SCORE or not short or not match.length.points:
        return replace(state, score=match.start)
    # A game with a double, or with both players one point short, comes after the Crawford game.
    past = first.cube or short > 1
    return replace(state, score=match.start, crawford=0 if past else 1)


def _after(state: MatchState[str], game: Record, outcome: Outcome) -> MatchState[str]:
    points = {side: game.points_of(outcome, side) for side in Side}
    return state.after(_names(game)[0], outcome, points)


def _replay(match: MatchRecord) -> Iterator[MatchState[str]]:
    state = _begin(match)
    for number, game in enumerate(match.games, start=1):
        _check(state, game, number)
        if game.clock != match.games[0].clock:
            raise FaultyRecord(RecordFaultKind.CLOCK, f"game {number} has another clock than the first")
        yield state
        outcome = game.end().outcome
        if outcome is None:
            if game is not match.games[-1]:
                raise FaultyRecord(
                    RecordFaultKind.UNFINISHED, f"game {number} has not ended, and another follows"
                )
            return
        state = _after(state, game, outcome)
    yield state


def _check(state: MatchState[str], game: Record, number: int) -> None:
    """Check that a game can be the next of a match.

    Raises:
        FaultyRecord: The match is over, or the rule set, the players, the opening or the cube is wrong.
    """
    white, black = _names(game)
    if state.is_over:
        raise FaultyRecord(RecordFaultKind.OUT_OF_TURN, f"the match is over before game {number}")
    if game.ruleset != state.ruleset:
        raise FaultyRecord(RecordFaultKind.OTHER_RULES, f"game {number} is another game than the first")
    if {white, black} != set(state.players) or state.white not in (None, white):
        raise FaultyRecord(
            RecordFaultKind.PLAYERS, f"game {number} has the wrong player as White", text=white
        )
    if (game.opening_rolls is None) != (state.white is not None):
        raise FaultyRecord(
            RecordFaultKind.OPENING,
            f"game {number} has opening rolls and must have none, or has none and must have them",
        )
    if game.cube != state.has_cube:
        raise FaultyRecord(
            RecordFaultKind.CUBE,
            f"game {number} has a cube and must have none, or has none and must have one",
        )


def _names(game: Record) -> tuple[str, str]:
    players = game.players()
    if players is None:
        raise FaultyRecord(RecordFaultKind.PLAYERS, "a game of a match names White and Black")
    return players


def _headers(state: MatchState[str], game: Record) -> dict[str, str]:
    """Return the derived headers of a game: match length, game number, and score before it, White's first."""
    score = "-".join(_points(state.score_of(name)) for name in _names(game))
    return {LENGTH: str(state.length), ROUND: str(state.games + 1), SCORE: score}


def _points(points: Fraction) -> str:
    return str(points) if points.denominator == 1 else f"{float(points):.1f}"


def _without_match(record: Record) -> Record:
    """Return a game without the derived headers of a match."""
    return replace(record, headers=tuple(each for each in record.headers if each[0] not in _HEADER_FAULTS))
