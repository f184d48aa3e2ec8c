"""Record: a game as readable text with headers and numbered turns, like chess's PGN (R10.3)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from bot.rules.board import Side
from bot.rules.events import Chosen, Event, OpeningRolls, Played, Resigned, Rolled, TimedOut, as_recorded
from bot.rules.formats.faults import FaultyRecord, RecordFaultKind
from bot.rules.game import Game
from bot.rules.outcomes import Outcome
from bot.rules.rolls import Roll
from bot.rules.rulesets import RuleSet, Scoring
from bot.rules.time_control import TimeControl

RULES, SCORING, CUBE, CLOCK = "Rules", "Scoring", "Cube", "Clock"
OPENING, RESULT = "Opening", "Result"
LENGTH, ROUND, SCORE = "Length", "Round", "Score"
POINTS, LEFT = "Points", "Left"
"""Headers of a game from another program: the points of the winner if that program counted otherwise, and the
colour of the left column if both players have the same name and White has the right one."""

UNFINISHED: Final = "*"

# The order of headers is fixed, so that reading and writing a record keeps every byte (R10.3).
_BEFORE_RULES: Final = ("Game", "Match", LENGTH, ROUND, SCORE)
_BEFORE_OPENING: Final = ("White", "Black", "Started")
DERIVED: Final = frozenset({RULES, SCORING, CUBE, CLOCK, OPENING, RESULT})
WITH_CUBE: Final = "yes"

_POINTS: Final = re.compile(r"[1-9][0-9]{0,3}", re.ASCII)
_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]*", re.ASCII)


@dataclass(frozen=True, slots=True)
class _BeforeEvent:
    """The state before an event, as needed to write it: turns played, side to move, rolled dice."""

    turns: int
    mover: Side
    roll: Roll | None


@dataclass(frozen=True, slots=True)
class Record:
    """One game, from whose rule set, opening rolls and events everything else is rebuilt.

    Attributes:
        headers: Pairs of name and value in the order written, without the derived `Rules`, `Scoring`,
            `Cube`, `Clock`, `Opening` and `Result`.
        ruleset: One of `RULESETS`, or one of them with the extended scoring.
        opening_rolls: The opening rolls, or None (see `Game.begin`).
        events: The events in order. Those that records leave out are dropped (see `as_recorded`).
        cube: True if the game has a doubling cube.
        clock: The time control, or None if there was no clock.

    Raises:
        ValueError: The name of a header is not a word, is repeated, or is that of a derived header.
    """

    headers: tuple[tuple[str, str], ...]
    ruleset: RuleSet
    opening_rolls: OpeningRolls | None = None
    events: tuple[Event, ...] = ()
    cube: bool = False
    clock: TimeControl | None = None

    def __post_init__(self) -> None:
        names = [name for name, _ in self.headers]
        for name in names:
            if not _NAME.fullmatch(name) or name in DERIVED or names.count(name) > 1:
                raise ValueError(f"bad, repeated or derived header: {name!r}")
        ordered = sorted(self.headers, key=lambda header: _rank(header[0]))
        object.__setattr__(self, "headers", tuple(ordered))
        recorded = map(as_recorded, self.events)
        object.__setattr__(self, "events", tuple(event for event in recorded if event is not None))

    def __str__(self) -> str:
        return self.write()

    def header(self, name: str) -> str | None:
        """Return the value of a header, or None."""
        return dict(self.headers).get(name)

    def players(self) -> tuple[str, str] | None:
        """Return the names of White and Black, made different (see `names_apart`); None if one is missing."""
        white, black = self.header("White"), self.header("Black")
        if white is None or black is None:
            return None
        if self.header(LEFT) == "Black":
            black, white = names_apart((black, white))
            return white, black
        return names_apart((white, black))

    def points_of(self, outcome: Outcome, side: Side) -> Fraction:
        """Return the points of a side: those of the outcome, unless the header `Points` has the winner's.

        Raises:
            FaultyRecord: The header is no number of points.
        """
        written = self.header(POINTS)
        if written is None or side is not outcome.winner:
            return outcome.points_of(side)
        if not _POINTS.fullmatch(written):
            raise FaultyRecord(RecordFaultKind.RESULT, text=written, expected=str(outcome.points_of(side)))
        return Fraction(int(written))

    def replay(self) -> Iterator[Game]:
        """Yield the state of the game before the first event and after each.

        Raises:
            GameFault: An event cannot happen at that point.
            IllegalMove: A turn is not legal.
        """
        state = Game.begin(self.ruleset, self.opening_rolls, cube=self.cube)
        yield state
        for event in self.events:
            state = state.after(event)
            yield state

    def end(self) -> Game:
        """Return the state of the game after the last event.

        Raises:
            GameFault: An event cannot happen at that point.
            IllegalMove: A turn is not legal.
        """
        *_, state = self.replay()
        return state

    def write(self) -> str:
        """Return the record as text, replaying the game to find its result.

        Raises:
            GameFault: An event cannot happen at that point.
            IllegalMove: A turn is not legal.
        """
        states = list(self.replay())
        return self._written(states[-1].outcome, states)

    def write_unchecked(self, outcome: Outcome | None) -> str:
        """Return the record as text without replaying it, for a game that was checked when it was played.

        Args:
            outcome: The result of the game, or None if it goes on.
        """
        return self._written(outcome, self._states_before())

    def _states_before(self) -> Iterator[_BeforeEvent]:
        """Yield the state before each event, tracked from the events alone, without checking turns."""
        state = Game.begin(self.ruleset, self.opening_rolls, cube=self.cube)
        turns, mover, roll = state.turns, state.mover, state.roll
        for event in self.events:
            yield _BeforeEvent(turns, mover, roll)
            match event:
                case Rolled():
                    roll = event.roll
                case Chosen(keep):
                    roll = state.choice if keep else None
                case Played():
                    turns, mover, roll = turns + 1, mover.other, None

    def _written(self, outcome: Outcome | None, states: Iterable[Game | _BeforeEvent]) -> str:
        headers = list(self.headers)
        before = sum(name in _BEFORE_RULES for name, _ in headers)
        game = [(RULES, self.ruleset.name)]
        if self.ruleset.scoring is Scoring.EXTENDED:
            game.append((SCORING, Scoring.EXTENDED.value))
        if self.cube:
            game.append((CUBE, WITH_CUBE))
        if self.clock is not None:
            game.append((CLOCK, str(self.clock)))
        headers[before:before] = game
        if self.opening_rolls is not None:
            at = before + len(game) + sum(name in _BEFORE_OPENING for name, _ in headers)
            headers.insert(at, (OPENING, " ".join(f"{white}-{black}" for white, black in self.opening_rolls)))
        headers.append((RESULT, UNFINISHED if outcome is None else str(outcome)))
        lines = [f'[{name} "{_escape(value)}"]' for name, value in headers]
        body = _write_body(states, self.events)
        return "\n".join([*lines, "", *body] if body else lines) + "\n"


def names_apart(players: tuple[str, str]) -> tuple[str, str]:
    """Return two different names: of two equal ones, the second gets a number.

    >>> names_apart(("Guest", "Guest"))
    ('Guest', 'Guest (2)')
    """
    first, second = players
    return (first, f"{second} (2)" if " ".join(first.split()) == " ".join(second.split()) else second)


def _rank(name: str) -> int:
    """Return the position of a header in the fixed order of headers; unknown ones come last."""
    known = (*_BEFORE_RULES, *_BEFORE_OPENING)
    return known.index(name) if name in known else len(known)


def _write_body(states: Iterable[Game | _BeforeEvent], events: tuple[Event, ...]) -> list[str]:
    """Return the numbered lines, each with White's turn and Black's separated by `;`."""
    slots: dict[int, list[str]] = {}
    for before, event in zip(states, events, strict=False):
        words = slots.setdefault(before.turns, [])
        is_turn = isinstance(event, Played) or (isinstance(event, Resigned | TimedOut) and event.made)
        if is_turn and before.roll and str(Rolled(before.roll)) not in words:
            words.append(str(Rolled(before.roll)))  # kept opening dice have no `Rolled` event
        words.append(str(event))
        if isinstance(event, Resigned | TimedOut) and event.side is not before.mover:
            words.append(event.side.value)
    lines: dict[int, list[str]] = {}
    for turn, words in slots.items():
        lines.setdefault(turn // 2 + 1, []).append(" ".join(words))
    return [f"{number}. {'; '.join(entries)}" for number, entries in lines.items()]


def _escape(value: str) -> str:
    """Escape quotes, backslashes, control characters and line separators in a header's value."""
    return "".join(_escape_character(character) for character in value)


def _escape_character(character: str) -> str:
    if character in '"\\':
        return "\\" + character
    if unicodedata.category(character) in {"Cc", "Cs", "Zl", "Zp"}:
        return f"\\u{ord(character):04x}"
    return character
