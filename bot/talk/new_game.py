"""New game: the choices of a new game, and which of them each game and opponent has."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from enum import Enum
from typing import Any, Final, Self

from bot.rules import RULESETS, Grade, RuleSet, TimeControl
from bot.rules.rulesets import MatchLength
from bot.sessions import DEFAULT_RULES, USUAL_LEVEL, First, Level, Options
from bot.talk.catalog import Words
from bot.talk.times import control_words, time_words
from bot.talk.wording import level_name

_HOUR: Final = timedelta(hours=1)
_DAY: Final = timedelta(days=1)


class Against(Enum):
    """The opponent of a new game."""

    COMPUTER = "computer"
    FRIEND = "friend"
    LINK = "link"
    """A player who opens an invitation link."""
    ANYONE = "anyone"
    """The first player of the shared chat who accepts."""


@dataclass(frozen=True, slots=True)
class Field:
    """A choice of a new game: a field of `Options`, with its values as words.

    In the catalogs `form-KEY` is its name, and `form-short-KEY` a short one for buttons.

    Args:
        key: the field's name on the page and in the catalogs.
        column: the field of `Options`.
        values: the values to choose from, the default first; but the default of a length is that of the game.
        label: writes a value for a reader.
        typed: writes a value as `/challenge` and `/play` parse it; empty for a value that needs no words.
        is_known_to: True for the rule sets that have the choice.
        against: the opponents with whom the choice exists.
    """

    key: str
    column: str
    values: tuple[Any, ...]
    label: Callable[[Words, Any], str]
    typed: Callable[[Any], str]
    is_known_to: Callable[[RuleSet], bool] = lambda _: True
    against: frozenset[Against] = frozenset(Against)

    @property
    def is_switch(self) -> bool:
        """True if the choice can only be on or off."""
        return self.values == (False, True)

    def exists(self, ruleset: str, against: Against) -> bool:
        """Return True if a game against an opponent has the choice."""
        return against in self.against and self.is_known_to(RULESETS[ruleset])

    def value_in(self, choices: Choices) -> Any:  # noqa: ANN401 (the fields of `Options` differ in type)
        """Return the chosen value, or the default."""
        value = getattr(choices.options, self.column)
        if value is None and self.column == "length":
            return RULESETS[choices.ruleset].usual_match
        return USUAL_LEVEL if value is None and self.column == "level" else value


def _length_label(words: Words, length: MatchLength) -> str:
    if length.points:
        return words.words("form-points", points=length.points)
    return words.words("form-games", games=length.games)


def _length_typed(length: MatchLength) -> str:
    return f"to {length.points}" if length.points else str(length)


def _clock_label(words: Words, control: TimeControl | None) -> str:
    if control is None:
        return words.words("form-no-clock")
    start, more = time_words(words, control.start), time_words(words, control.per_turn)
    if _is_single(control):
        return words.words("form-clock-turn", time=start)
    if control.start == control.most:
        return words.words("form-clock-bank", start=start, more=more)
    return control_words(words, control)


def _clock_typed(control: TimeControl | None) -> str:
    if control is None:
        return ""
    return str(control).partition("+")[0] if _is_single(control) else f"bank {control}"


def _is_single(control: TimeControl) -> bool:
    return control.is_for_each_turn and control.start == control.most


def _switch_label(words: Words, value: bool) -> str:
    return words.words("value-on" if value else "value-off")


_PEOPLE: Final = frozenset(Against) - {Against.COMPUTER}
_STARTERS: Final = {None: "lot", First.CHALLENGER: "me", First.OPPONENT: "opponent"}

FIELDS: Final = (
    Field(
        "level",
        "level",
        tuple(Level),
        level_name,
        lambda level: level.value,
        against=frozenset({Against.COMPUTER}),
    ),
    Field(
        "length",
        "length",
        (
            MatchLength(games=1),
            *(MatchLength(points=points) for points in (3, 5, 7, 9, 11, 15, 21)),
            *(MatchLength(games=games) for games in (3, 5, 10)),
        ),
        _length_label,
        _length_typed,
    ),
    Field(
        "clock",
        "time_control",
        (
            None,
            *(
                TimeControl.for_each_turn(time)
                for time in (_HOUR, 12 * _HOUR, _DAY, 2 * _DAY, 3 * _DAY, 7 * _DAY)
            ),
            TimeControl.parse("7d+1d<7d"),
        ),
        _clock_label,
        _clock_typed,
        against=_PEOPLE,
    ),
    Field(
        "first",
        "first",
        tuple(_STARTERS),
        lambda words, first: words.words(f"form-first-{_STARTERS[first]}"),
        lambda first: f"first {_STARTERS[first]}" if first else "",
    ),
    Field(
        "cube",
        "cube",
        (False, True),
        _switch_label,
        lambda chosen: "cube" if chosen else "",
        is_known_to=lambda ruleset: ruleset.cube,
    ),
    Field(
        "extended",
        "extended",
        (False, True),
        _switch_label,
        lambda chosen: "extended" if chosen else "",
        is_known_to=lambda ruleset: Grade.MARS in ruleset.scoring.grades,
    ),
    Field(
        "hints",
        "hints",
        (False, True),
        _switch_label,
        lambda chosen: "hints" if chosen else "",
        against=_PEOPLE,
    ),
)
"""The choices of a new game besides the game and the opponent, in the order in which forms show them."""


@dataclass(frozen=True, slots=True)
class Choices:
    """What is chosen in the form of a new game.

    Args:
        against: the opponent.
        friend: the id of the player who is challenged; None without one.
        ruleset: the rule set's name.
        options: the other terms. A length of None is the usual one of the rule set.
    """

    against: Against
    friend: int | None = None
    ruleset: str = DEFAULT_RULES
    options: Options = field(default_factory=Options)

    def with_value(self, chosen: Field, value: Any) -> Self:  # noqa: ANN401 (as `Field.value_in`)
        """Return the choices with another value of a field."""
        return replace(self, options=replace(self.options, **{chosen.column: value}))

    def possible(self) -> Self:
        """Return the choices without those that this game or this opponent does not have."""
        unset = Options()
        missing: Mapping[str, Any] = {
            each.column: getattr(unset, each.column)
            for each in FIELDS
            if not each.exists(self.ruleset, self.against)
        }
        friend = self.friend if self.against is Against.FRIEND else None
        return replace(self, friend=friend, options=replace(self.options, **missing))

    def __str__(self) -> str:
        """Return the choices as ASCII text without spaces, at most 43 characters, as `parse` reads it."""
        options = self.options
        length = options.length
        marks = "".join(mark for mark, (column, value) in _MARKS.items() if getattr(options, column) == value)
        friend = "" if self.friend is None else _base36(self.friend)
        return ".".join(
            (
                f"{self.against.value[0]}{friend}",
                self.ruleset,
                "" if length is None else f"p{length.points}" if length.points else f"g{length.games}",
                marks,
                _clock_text(options.time_control),
            )
        )

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Read what `str` writes; None if the text is no choices."""
        found = _CHOICES.fullmatch(text)
        if found is None or found["ruleset"] not in RULESETS:
            return None
        try:
            length, clock = _read_length(found["length"]), _read_clock(found["clock"])
        except ValueError:
            return None
        (against,) = (each for each in Against if each.value[0] == found["against"])
        friend = int(found["friend"], 36) if found["friend"] else None
        marked: dict[str, Any] = dict(_MARKS[mark] for mark in found["marks"])
        return cls(
            against, friend, found["ruleset"], Options(length=length, time_control=clock, **marked)
        ).possible()


_MARKS: Final[Mapping[str, tuple[str, Any]]] = {
    "c": ("cube", True),
    "e": ("extended", True),
    "h": ("hints", True),
    "m": ("first", First.CHALLENGER),
    "o": ("first", First.OPPONENT),
    **{str(number): ("level", level) for number, level in enumerate(Level)},
}
"""The letters for values of options in the text of choices."""
_CHOICES: Final = re.compile(
    r"(?P<against>[cfla])(?P<friend>[0-9a-z]{1,6})?[.](?P<ruleset>[a-z]+)[.](?P<length>[pg][0-9]{1,2})?[.]"
    rf"(?P<marks>[{''.join(_MARKS)}]*)[.](?P<clock>[0-9]{{1,4}}(?:-[0-9]{{1,4}}-[0-9]{{1,4}})?)?",
    re.ASCII,
)
_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"


def _base36(number: int) -> str:
    digits = ""
    while number:
        number, digit = divmod(number, len(_DIGITS))
        digits = _DIGITS[digit] + digits
    return digits


def _clock_text(control: TimeControl | None) -> str:
    if control is None:
        return ""
    start, per_turn, most = (time // _HOUR for time in (control.start, control.per_turn, control.most))
    return str(start) if _is_single(control) else f"{start}-{per_turn}-{most}"


def _read_clock(text: str | None) -> TimeControl | None:
    """Read what `_clock_text` writes.

    Raises:
        ValueError: no game can have the clock.
    """
    if not text:
        return None
    times = [int(part) * _HOUR for part in text.split("-")]
    return TimeControl(*(times if len(times) > 1 else 3 * times))


def _read_length(text: str | None) -> MatchLength | None:
    """Read a length such as `p5` or `g3`.

    Raises:
        ValueError: no match is that long.
    """
    if not text:
        return None
    return MatchLength(points=int(text[1:])) if text[0] == "p" else MatchLength(games=int(text[1:]))
