"""Record reading: reads the text that `record` writes, replaying and checking every turn (R10.3)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from bot.rules.board import Side
from bot.rules.errors import GameFault, NardyRulesError, NotUnderstood
from bot.rules.events import (
    Chosen,
    Doubled,
    DrawAgreed,
    Dropped,
    OpeningRolls,
    Played,
    RecordedEvent,
    Resigned,
    Rolled,
    TimedOut,
    Took,
    split_made,
)
from bot.rules.formats.faults import FaultyRecord, RecordError, RecordFault, RecordFaultKind, fault_of
from bot.rules.formats.record import (
    CLOCK,
    CUBE,
    DERIVED,
    OPENING,
    RESULT,
    RULES,
    SCORING,
    UNFINISHED,
    WITH_CUBE,
    Record,
)
from bot.rules.game import Game
from bot.rules.notation import WrittenMove
from bot.rules.rolls import Roll
from bot.rules.rulesets import RULESETS, Grade, Scoring
from bot.rules.time_control import TimeControl
from bot.rules.written_turns import play_text

_BEFORE_ROLL: Final[dict[str, RecordedEvent]] = {
    str(event): event for event in (Chosen(keep=True), Chosen(keep=False), Doubled(), Took(), Dropped())
}
"""The one-word events that can be written before the dice of a turn."""

_HEADER: Final = re.compile(r'\[([A-Za-z][A-Za-z0-9_]*) "((?:[^"\\]|\\.)*)"\]', re.ASCII)
_LINE: Final = re.compile(r"([0-9]{1,6})\.(?: (.*))?", re.ASCII)
_ENTRY: Final = re.compile(r"(?:([1-6][1-6])(?= |$))? ?(.*)", re.ASCII)
_ROLL: Final = re.compile(r"([1-6])-([1-6])", re.ASCII)
_ESCAPED: Final = re.compile(r'\\(?:u([0-9a-f]{4})|(["\\]))', re.ASCII)


def read_record(text: str) -> Record:
    """Read one game, replaying and checking every turn.

    Raises:
        RecordError: The text is not a record, has more than one, or has a fault.
    """
    records = read_records(text)
    if len(records) != 1:
        raise RecordError(1, None, RecordFault(RecordFaultKind.NOT_ONE_GAME))
    return records[0]


def read_records(text: str, on_line: Callable[[], None] | None = None) -> tuple[Record, ...]:
    """Read a text of several records, of one match or not.

    Args:
        text: The records.
        on_line: Called before each line; an exception from it stops the reading.

    Raises:
        RecordError: A record has a fault.
    """
    return tuple(record for _, record in read_numbered(text, on_line))


def read_numbered(text: str, on_line: Callable[[], None] | None = None) -> tuple[tuple[int, Record], ...]:
    """Read several records like `read_records`, each with the number of its first line.

    Raises:
        RecordError: A record has a fault.
    """
    games: list[_Reader] = []
    for number, line, begins in _lines(text):
        if on_line is not None:
            on_line()
        if begins:
            games.append(_Reader(number))
        games[-1].take(number, line)
    return tuple((game.first, game.finish()) for game in games)


def count_records(text: str) -> int:
    """Count the records in a text by their first lines, without reading them."""
    return sum(begins for _, _, begins in _lines(text))


def _lines(text: str) -> Iterator[tuple[int, str, bool]]:
    """Yield each line that is not blank with its number, and True if a game begins there."""
    first = blank = in_body = True
    # Some editors write a byte order mark at the start of a file.
    for number, raw in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        line = raw.strip()
        if line:
            in_header = line.startswith("[")
            yield number, line, first or (in_header and (blank or in_body))
            first, in_body = False, not in_header
        blank = not line


class _Reader:
    """A reader that takes the lines of one game one by one and replays it."""

    def __init__(self, first: int) -> None:
        self.first = first
        self._headers: dict[str, tuple[int, str]] = {}
        self._ruleset = RULESETS["long"]
        self._opening_rolls: OpeningRolls | None = None
        self._cube = False
        self._clock: TimeControl | None = None
        self._state: Game | None = None
        self._events: list[RecordedEvent] = []
        self._line = 0

    def take(self, number: int, line: str) -> None:
        """Read one line that is not blank.

        Raises:
            RecordError: The line has a fault.
        """
        self._line = number
        if line.startswith("["):
            self._take_header(number, line)
            return
        state = self._begin()
        found = _LINE.fullmatch(line)
        expected = state.turns // 2 + 1
        if found is None or int(found[1]) != expected:
            fault = RecordFault(RecordFaultKind.LINE_NUMBER, text=line[:60], expected=str(expected))
            raise RecordError(number, expected, fault)
        entries = (found[2] or "").split(";")
        first = 2 * (expected - 1)
        for slot, entry in enumerate(entries, start=first):
            if slot >= first + 2 or self._begin().turns != slot:
                fault = RecordFault(RecordFaultKind.OUT_OF_TURN, text=entry.strip()[:80])
                raise RecordError(number, expected, fault)
            try:
                self._take_entry(entry.strip())
            except NardyRulesError as error:
                raise RecordError(number, expected, fault_of(error, entry.strip()[:80])) from error

    def _take_header(self, number: int, line: str) -> None:
        found = _HEADER.fullmatch(line)
        if found is None or self._state is not None:
            raise RecordError(number, None, RecordFault(RecordFaultKind.HEADER, text=line[:60]))
        if found[1] in self._headers:
            raise RecordError(number, None, RecordFault(RecordFaultKind.HEADER_TWICE, text=found[1]))
        self._headers[found[1]] = (number, _unescape(found[2]))

    def _begin(self) -> Game:
        """Return the current state; on the first call, begin the game that the headers describe."""
        if self._state is None:
            number, name = self._headers.get(RULES, (self._line, ""))
            if name not in RULESETS:
                kind = RecordFaultKind.RULES if name else RecordFaultKind.NO_RULES
                raise RecordError(number, None, RecordFault(kind, text=name))
            self._ruleset = RULESETS[name]
            self._take_terms()
            number, opening = self._headers.get(OPENING, (self._line, None))
            if opening is not None:
                rolls = [_ROLL.fullmatch(word) for word in opening.split(" ")]
                self._opening_rolls = tuple((int(each[1]), int(each[2])) for each in rolls if each)
                if None in rolls:
                    raise RecordError(number, None, RecordFault(RecordFaultKind.OPENING, text=opening))
            try:
                self._state = Game.begin(self._ruleset, self._opening_rolls, cube=self._cube)
            except GameFault as error:
                raise RecordError(number, None, fault_of(error)) from error
        return self._state

    def _take_terms(self) -> None:
        """Read the headers with what was agreed on beyond the rule set: scoring, cube and clock."""
        number, scoring = self._headers.get(SCORING, (self._line, None))
        if scoring is not None:
            if scoring != Scoring.EXTENDED.value or self._ruleset.scoring is not Scoring.OYN_MARS:
                raise RecordError(number, None, RecordFault(RecordFaultKind.SCORING, text=scoring))
            self._ruleset = self._ruleset.extended()
        number, cube = self._headers.get(CUBE, (self._line, None))
        if cube not in (None, WITH_CUBE) or (cube and not self._ruleset.cube):
            raise RecordError(number, None, RecordFault(RecordFaultKind.CUBE, text=cube or ""))
        self._cube = cube is not None
        number, clock = self._headers.get(CLOCK, (self._line, None))
        if clock is not None:
            try:
                self._clock = TimeControl.parse(clock)
            except ValueError as error:
                fault = RecordFault(RecordFaultKind.CLOCK, str(error), text=clock)
                raise RecordError(number, None, fault) from error

    def _take_entry(self, entry: str) -> None:
        """Read one entry: events before the roll, the dice, and a turn or another event, all optional."""
        word, blank, rest = entry.partition(" ")
        while word in _BEFORE_ROLL:
            self._apply(_BEFORE_ROLL[word])
            if not blank:
                return
            word, blank, rest = (entry := rest).partition(" ")
        found = _ENTRY.fullmatch(entry)
        dice, text = found.groups() if found else (None, entry)
        if dice:
            roll = Roll.parse(dice)
            kept = not any(isinstance(event, Rolled) for event in self._events)
            if not (kept and self._begin().roll == roll):
                self._apply(Rolled(roll))
        if text or not dice:
            event = self._event(text)
            if event is not None:
                self._apply(event)
            else:
                self._play(text)

    def _event(self, text: str) -> RecordedEvent | None:
        """Read a resignation, loss on time or draw; None if the text must be a turn."""
        text, made = _split_made(text)
        word, *more = text.split() or [""]
        sides = [side for side in Side if more and more[-1] == side.value]
        rest = more[: len(more) - len(sides)]
        side = sides[0] if sides else self._begin().mover
        if word == "resign" and len(rest) == 1:
            return Resigned(side, _grade(rest[0]), made)
        if word == "timeout" and not rest:
            return TimedOut(side, made)
        return DrawAgreed() if text == "draw" and not made else None

    def _play(self, text: str) -> None:
        state = self._begin()
        if state.outcome is not None:
            raise FaultyRecord(RecordFaultKind.OUT_OF_TURN, "the game is over")
        turn = play_text(state.begin_turn(), text, whole=True)
        self._state = state.after_turn(turn)
        self._events.append(Played.of(turn.moves))

    def _apply(self, event: RecordedEvent) -> None:
        self._state = self._begin().after(event)
        self._events.append(event)

    def finish(self) -> Record:
        """Return the record after its last line.

        Raises:
            RecordError: The written result is not that of the game.
        """
        state = self._begin()
        result = UNFINISHED if state.outcome is None else str(state.outcome)
        number, written = self._headers.get(RESULT, (self._line, result))
        if written != result:
            raise RecordError(
                number, None, RecordFault(RecordFaultKind.RESULT, text=written, expected=result)
            )
        headers = tuple((name, value) for name, (_, value) in self._headers.items() if name not in DERIVED)
        return Record(
            headers, self._ruleset, self._opening_rolls, tuple(self._events), self._cube, self._clock
        )


def _split_made(text: str) -> tuple[str, tuple[WrittenMove, ...]]:
    try:
        return split_made(text)
    except ValueError as error:
        raise NotUnderstood(text) from error


def _grade(word: str) -> Grade:
    try:
        return Grade(word)
    except ValueError as error:
        raise FaultyRecord(RecordFaultKind.GRADE) from error


def _unescape(value: str) -> str:
    return _ESCAPED.sub(lambda found: found[2] or chr(int(found[1], 16)), value)
