"""New game: the choices of a new game, and which of them each game and opponent has."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from enum import Enum
from typing import Any, Final, Self

from bot.rules import RULESETS, Grade, RuleSet, TimeControl
from bot.rules.rulesets import MatchLength
from bot.sessions import DEFAULT_RULES, USUAL_LEVEL, First, Level, Options
from bot.talk.catalog import Words
from bot.talk.times import control_words
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

    In the catalogs `form-KEY` is its name.

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
    return words.words("form-no-clock") if control is None else control_words(words, control)


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
