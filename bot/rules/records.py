"""A game written as text that people can read and mail, in the manner of PGN (R10.3)."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bot.rules.errors import GameError, NardyRulesError, RecordError
from bot.rules.events import (
    Chosen,
    Doubled,
    DrawAgreed,
    Dropped,
    Event,
    Played,
    Resigned,
    Rolled,
    TimedOut,
    Took,
)
from bot.rules.games import GameState, Throws
from bot.rules.outcomes import Grade
from bot.rules.partial import PartialTurn
from bot.rules.reading import play_text
from bot.rules.rolls import Roll
from bot.rules.rulesets import RULESETS, Landing, RuleSet, Scoring
from bot.rules.sides import Side

if TYPE_CHECKING:
    from collections.abc import Iterator

RULES, SCORING, CUBE, OPENING, RESULT = "Rules", "Scoring", "Cube", "Opening", "Result"
UNFINISHED: Final = "*"

_BEFORE_RULES: Final = ("Game", "Match", "Length", "Round", "Score")
_BEFORE_OPENING: Final = ("White", "Black", "Started")
_DERIVED: Final = frozenset({RULES, SCORING, CUBE, OPENING, RESULT})
_WITH_CUBE: Final = "yes"

_BEFORE_ROLL: Final[dict[str, Event]] = {
    str(event): event for event in (Chosen(keep=True), Chosen(keep=False), Doubled(), Took(), Dropped())
}
"""Events of one word, which stand before the dice."""

_HEADER: Final = re.compile(r'\[([A-Za-z][A-Za-z0-9_]*) "((?:[^"\\]|\\.)*)"\]', re.ASCII)
_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]*", re.ASCII)
_LINE: Final = re.compile(r"([0-9]{1,6})\.(?: (.*))?", re.ASCII)
_ENTRY: Final = re.compile(r"(?:([1-6][1-6])(?= |$))? ?(.*)", re.ASCII)
_THROW: Final = re.compile(r"([1-6])-([1-6])", re.ASCII)
_ESCAPED: Final = re.compile(r'\\(?:u([0-9a-f]{4})|(["\\]))', re.ASCII)


@dataclass(frozen=True, slots=True)
class Record:
    """One game: rule set, opening throws and everything that happened rebuild it.

    Attributes:
        headers: Names and values in the order in which they are written, without ``Rules``, ``Scoring``,
            ``Cube``, ``Opening`` and ``Result``, which follow from the rest.
        ruleset: The game, one of ``RULESETS`` or one of them with the extended scoring.
        throws: The opening throws, or ``None`` (see ``GameState.begin``).
        events: What happened, in order.
        cube: Whether the game has a doubling cube.

    Raises:
        ValueError: A header's name is not a word, is repeated, or belongs to the record itself.
    """

    headers: tuple[tuple[str, str], ...]
    ruleset: RuleSet
    throws: Throws | None = None
    events: tuple[Event, ...] = ()
    cube: bool = False

    def __post_init__(self) -> None:
        names = [name for name, _ in self.headers]
        for name in names:
            if not _NAME.fullmatch(name) or name in _DERIVED or names.count(name) > 1:
                raise ValueError(f"not a header of its own: {name!r}")
        ordered = sorted(self.headers, key=lambda header: _rank(header[0]))
        object.__setattr__(self, "headers", tuple(ordered))

    def __str__(self) -> str:
        return self.write()

    def header(self, name: str) -> str | None:
        """The value of a header, or ``None``."""
        return dict(self.headers).get(name)

    def replay(self) -> Iterator[GameState]:
        """The game before the first event and after each.

        Raises:
            GameError: An event cannot happen when it does.
            IllegalMove: A turn is not legal.
        """
        state = GameState.begin(self.ruleset, self.throws, cube=self.cube)
        yield state
        for event in self.events:
            state = state.after(event)
            yield state

    def end(self) -> GameState:
        """Where the game stands after the last event.

        Raises:
            GameError: An event cannot happen when it does.
            IllegalMove: A turn is not legal.
        """
        *_, state = self.replay()
        return state

    def write(self) -> str:
        """The record as text.

        Raises:
            GameError: An event cannot happen when it does.
            IllegalMove: A turn is not legal.
        """
        states = list(self.replay())
        outcome = states[-1].outcome
        headers = list(self.headers)
        before = sum(name in _BEFORE_RULES for name, _ in headers)
        game = [(RULES, self.ruleset.name)]
        if self.ruleset.scoring is Scoring.EXTENDED:
            game.append((SCORING, Scoring.EXTENDED.value))
        if self.cube:
            game.append((CUBE, _WITH_CUBE))
        headers[before:before] = game
        if self.throws is not None:
            at = before + len(game) + sum(name in _BEFORE_OPENING for name, _ in headers)
            headers.insert(at, (OPENING, " ".join(f"{white}-{black}" for white, black in self.throws)))
        headers.append((RESULT, UNFINISHED if outcome is None else str(outcome)))
        lines = [f'[{name} "{_escape(value)}"]' for name, value in headers]
        body = _write_body(states, self.events)
        return "\n".join([*lines, "", *body] if body else lines) + "\n"


def _rank(name: str) -> int:
    """Where a header stands among the others."""
    known = (*_BEFORE_RULES, *_BEFORE_OPENING)
    return known.index(name) if name in known else len(known)


def _write_body(states: list[GameState], events: tuple[Event, ...]) -> list[str]:
    """The numbered lines: White's turn and Black's, separated by ``;``."""
    slots: dict[int, list[str]] = {}
    for before, event in zip(states, events, strict=False):
        words = slots.setdefault(before.turns, [])
        if isinstance(event, Played):
            if before.roll is not None and str(Rolled(before.roll)) not in words:
                words.append(str(Rolled(before.roll)))  # the opening dice were kept
            event = _with_hits(before, event)  # noqa: PLW2901 - the same event as the board has it
        words.append(str(event))
        if isinstance(event, Resigned | TimedOut) and event.side is not before.mover:
            words.append(event.side.value)
    lines: dict[int, list[str]] = {}
    for turn, words in slots.items():
        lines.setdefault(turn // 2 + 1, []).append(" ".join(words))
    return [f"{number}. {'; '.join(entries)}" for number, entries in lines.items()]


def _with_hits(before: GameState, event: Played) -> Played:
    """A turn with a mark on each move that hits, whoever made the event."""
    if before.ruleset.landing is not Landing.HIT or before.roll is None:
        return event
    partial = PartialTurn.begin(before.ruleset, before.position, before.roll)
    for move in event.moves:
        partial = partial.play(move)
    return Played(partial.moves)


def read_record(text: str) -> Record:
    """Read one game, replaying and checking every turn.

    Raises:
        RecordError: The text is no record, holds more than one, or something in it is wrong.
    """
    records = read_records(text)
    if len(records) != 1:
        raise RecordError(1, None, f"one game is expected, not {len(records)}")
    return records[0]


def read_records(text: str) -> tuple[Record, ...]:
    """Read games that stand one after another, whether of one match or not.

    Raises:
        RecordError: Something is wrong in one of them.
    """
    return tuple(record for _, record in read_numbered(text))


def read_numbered(text: str) -> tuple[tuple[int, Record], ...]:
    """As ``read_records``, each with the number of its first line.

    Raises:
        RecordError: Something is wrong in one of them.
    """
    games: list[_Reader] = []
    blank = False
    for number, raw in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        line = raw.strip()
        another = line.startswith("[") and games and (blank or games[-1].in_body)
        if another or (line and not games):
            games.append(_Reader(number))
        if line:
            games[-1].take(number, line)
        blank = not line
    return tuple((game.first, game.finish()) for game in games)


class _Reader:
    """Takes the lines of one game and replays it on the way."""

    def __init__(self, first: int) -> None:
        self.first = first
        self._headers: dict[str, tuple[int, str]] = {}
        self._ruleset = RULESETS["long"]
        self._throws: Throws | None = None
        self._cube = False
        self._state: GameState | None = None
        self._events: list[Event] = []
        self._line = 0

    @property
    def in_body(self) -> bool:
        """Whether the headers are over."""
        return self._state is not None

    def take(self, number: int, line: str) -> None:
        """Take one line that is not blank."""
        self._line = number
        if line.startswith("["):
            self._take_header(number, line)
            return
        state = self._begin()
        found = _LINE.fullmatch(line)
        expected = state.turns // 2 + 1
        if found is None or int(found[1]) != expected:
            raise RecordError(
                number, expected, f"a line that begins with {expected}. is expected: {line[:60]!r}"
            )
        entries = (found[2] or "").split(";")
        first = 2 * (expected - 1)
        for slot, entry in enumerate(entries, start=first):
            if slot >= first + 2 or self._begin().turns != slot:
                raise RecordError(number, expected, f"out of turn: {entry.strip()!r}")
            try:
                self._take_entry(entry.strip())
            except (NardyRulesError, ValueError) as error:
                raise RecordError(number, expected, f"{entry.strip()[:80]!r}: {error}") from error

    def _take_header(self, number: int, line: str) -> None:
        found = _HEADER.fullmatch(line)
        if found is None or self._state is not None:
            raise RecordError(number, None, f"no header: {line[:60]!r}")
        if found[1] in self._headers:
            raise RecordError(number, None, f"the header {found[1]} stands twice")
        self._headers[found[1]] = (number, _unescape(found[2]))

    def _begin(self) -> GameState:
        """The state now; at first, that of a game as the headers describe it."""
        if self._state is None:
            number, name = self._headers.get(RULES, (self._line, ""))
            if name not in RULESETS:
                raise RecordError(number, None, f"no such rule set: {name!r}" if name else "no header Rules")
            self._ruleset = RULESETS[name]
            self._take_terms()
            number, opening = self._headers.get(OPENING, (self._line, None))
            if opening is not None:
                thrown = [_THROW.fullmatch(word) for word in opening.split(" ")]
                self._throws = tuple((int(each[1]), int(each[2])) for each in thrown if each)
                if None in thrown:
                    raise RecordError(number, None, f"no opening throws: {opening!r}")
            try:
                self._state = GameState.begin(self._ruleset, self._throws, cube=self._cube)
            except GameError as error:
                raise RecordError(number, None, str(error)) from error
        return self._state

    def _take_terms(self) -> None:
        """Take what was agreed on beyond the rule set: the scoring and the cube."""
        number, scoring = self._headers.get(SCORING, (self._line, None))
        if scoring is not None:
            if scoring != Scoring.EXTENDED.value or self._ruleset.scoring is not Scoring.OYN_MARS:
                raise RecordError(number, None, f"no such scoring of {self._ruleset}: {scoring!r}")
            self._ruleset = self._ruleset.extended()
        number, cube = self._headers.get(CUBE, (self._line, None))
        if cube not in (None, _WITH_CUBE) or (cube and not self._ruleset.cube):
            raise RecordError(number, None, f"no such cube in {self._ruleset}: {cube!r}")
        self._cube = cube is not None

    def _take_entry(self, entry: str) -> None:
        """Take a player's entry: what comes before a roll, dice, a turn or another event, not all of them."""
        word, blank, rest = entry.partition(" ")
        while word in _BEFORE_ROLL:
            self._happen(_BEFORE_ROLL[word])
            if not blank:
                return
            word, blank, rest = (entry := rest).partition(" ")
        found = _ENTRY.fullmatch(entry)
        dice, text = found.groups() if found else (None, entry)
        if dice:
            roll = Roll.parse(dice)
            kept = not any(isinstance(event, Rolled) for event in self._events)
            if not (kept and self._begin().roll == roll):
                self._happen(Rolled(roll))
        if text or not dice:
            self._happen(self._event(text))

    def _event(self, text: str) -> Event:
        state = self._begin()
        word, *more = text.split() or [""]
        sides = [side for side in Side if more and more[-1] == side.value]
        side = sides[0] if sides else state.mover
        rest = more[: len(more) - len(sides)]
        if word == "resign" and len(rest) == 1:
            return Resigned(side, Grade(rest[0]))
        if word == "timeout" and not rest:
            return TimedOut(side)
        if word == "draw" and not more:
            return DrawAgreed()
        if state.outcome is not None:
            raise GameError("the game is over")
        if state.roll is None:
            raise GameError("the dice are missing")
        partial = PartialTurn.begin(self._ruleset, state.position, state.roll)
        return Played(play_text(partial, text, whole=True).moves)

    def _happen(self, event: Event) -> None:
        self._state = self._begin().after(event)
        self._events.append(event)

    def finish(self) -> Record:
        """The record, when all its lines are taken."""
        state = self._begin()
        result = UNFINISHED if state.outcome is None else str(state.outcome)
        number, written = self._headers.get(RESULT, (self._line, result))
        if written != result:
            raise RecordError(number, None, f"the result is {result!r}, not {written!r}")
        headers = tuple((name, value) for name, (_, value) in self._headers.items() if name not in _DERIVED)
        return Record(headers, self._ruleset, self._throws, tuple(self._events), self._cube)


def _escape(value: str) -> str:
    """A header's value on one line: quotes, backslashes and what is no printable character escaped."""
    return "".join(_escape_character(character) for character in value)


def _escape_character(character: str) -> str:
    if character in '"\\':
        return "\\" + character
    if unicodedata.category(character) in {"Cc", "Cs", "Zl", "Zp"}:
        return f"\\u{ord(character):04x}"
    return character


def _unescape(value: str) -> str:
    return _ESCAPED.sub(lambda found: found[2] or chr(int(found[1], 16)), value)
