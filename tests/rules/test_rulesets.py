"""R2: rule sets are data, and every field of them has an effect that a test shows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from enum import Enum
from typing import Any

import pytest

from bot.rules import (
    OFF,
    RULESETS,
    Family,
    Game,
    MatchState,
    Move,
    Position,
    Roll,
    RuleSet,
    Side,
    legal_turns,
    next_starter,
    start_position,
)
from bot.rules.errors import GameFault, UnsupportedRulesError
from bot.rules.events import Played, Rolled
from bot.rules.rulesets import (
    HeadRule,
    Landing,
    MatchLength,
    NextGame,
    Opening,
    PrimeJudged,
    PrimeRule,
    Scoring,
)
from tests.rules.playing import LONG, turns

OTHER_VALUES: dict[str, tuple[Any, ...]] = {
    "name": ("another",),
    "family": tuple(Family),
    "setup": (((0, 15),), ((0, 14), (1, 1))),
    "landing": tuple(Landing),
    "head": tuple(HeadRule),
    "doubles": (2, 4),
    "higher_die": (False, True),
    "prime": tuple(PrimeRule),
    "prime_judged": tuple(PrimeJudged),
    "opening": tuple(Opening),
    "next_game": tuple(NextGame),
    "scoring": tuple(Scoring),
    "last_turn": (False, True),
    "usual_match": (MatchLength(games=1), MatchLength(points=5)),
    "cube": (False, True),
}
"""The values that each field can be changed to."""

PARALLEL_POSITIONS: dict[str, tuple[str, ...]] = {
    "head": ("24:15 / 12:15 w 6-5", "24:15 / 12:15 w 5-5", "24:14,4:1 / 12:15 b 4-4", "24:15 / 12:15 w 3-3"),
    "doubles": ("24:15 / 12:15 w 1-1",),
    "higher_die": ("24:5,2:6,1:4 / 10:4,4:3,15:8 w 5-4",),
    "prime": (
        "24:2,5:3,4:3,3:2,2:3,1:2 / 6:15 w 5-4",
        "9:1,8:1,7:1,6:2,5:3,4:3,3:1,2:3 / 10:7,21:8 w 6-6",
        "24:5,23:1,3:3,2:3,1:3 / 11:3,8:2,22:10 w 5-5",
    ),
    "prime_judged": (
        "24:2,23:2,22:3,21:2,20:2,19:3,1:1 / 12:3,8:5,7:4,3:3 w 5-2",
        "10:2,9:2,8:2,7:3,6:4,5:2 / 12:5,20:10 w 6-1",
    ),
}
"""Positions of the parallel family with dice, whose legal turns depend on the field."""

OPPOSED_POSITIONS: dict[str, tuple[str, ...]] = {
    "doubles": ("24:2,13:5,8:3,6:5 / 1:2,12:5,17:3,19:5 w 1-1",),
    "higher_die": ("24:1,1:14 / 13:2,20:13 w 6-5",),
}
"""Positions of the opposed family with dice, whose legal turns depend on the field."""


@dataclass(frozen=True)
class Later:
    """A change without an effect yet."""

    field: str
    values: frozenset[object]
    reason: str
    family: Family | None = None


LATER = (
    Later("name", frozenset({"another"}), "a name alone is no rule; records are tested to carry it"),
    Later(
        "prime_judged", frozenset(PrimeJudged), "without forbidden primes nothing is judged", Family.OPPOSED
    ),
)
"""Changes that have no effect yet, each with the reason."""


def _last_checker_of(side: Side) -> Callable[[RuleSet], object]:
    """Return the outcome of bearing off a side's last checker, while the other side has none off."""

    def outcome(ruleset: RuleSet) -> object:
        last = 14 << 4 * 24 | 1 << 4 * 23
        home = 14 << 4 * 18 | 1
        white, black = (last, home) if side is Side.WHITE else (home, last)
        state = Game(Position(ruleset, white, black, side)).after(Rolled(Roll(6, 5)))
        return state.after(Played.of((Move(ruleset.family.point(side, 23), OFF, 6),))).outcome

    return outcome


def _opened(ruleset: RuleSet) -> object:
    begun = Game.begin(ruleset, ((3, 3), (6, 2)))
    return begun.roll, begun.choice


def _with_cube(ruleset: RuleSet) -> object:
    try:
        return Game.begin(ruleset, cube=True).cube
    except GameFault:
        return None


def _starters(ruleset: RuleSet) -> object:
    return [next_starter(ruleset, "white", "black", winner) for winner in ("white", "black", None)]


PROBES: dict[str, tuple[Callable[[RuleSet], object], ...]] = {
    "setup": (start_position,),
    "opening": (_opened,),
    "usual_match": (lambda ruleset: MatchState.begin(ruleset, ("Anna", "Boris")).length,),
    "cube": (_with_cube,),
    "next_game": (_starters,),
    "scoring": (_last_checker_of(Side.BLACK),),
    "last_turn": (_last_checker_of(Side.WHITE),),
}
"""Results other than legal turns that depend on the field."""


def _changed(ruleset: RuleSet, field: str, value: object) -> RuleSet:
    changes: dict[str, Any] = {field: value}
    return replace(ruleset, **changes)


def _belongs_to_the_other_family(ruleset: RuleSet, value: object) -> bool:
    """Return True for a value of the other family: hits are opposed, heads and primes are parallel (R2)."""
    if isinstance(value, Family | Landing):
        return True
    bound = isinstance(value, HeadRule | PrimeRule) and value not in {HeadRule.FREE, PrimeRule.NONE}
    return ruleset.family is Family.OPPOSED and bound


@pytest.mark.parametrize("field", OTHER_VALUES)
def test_each_field_has_an_effect(field: str) -> None:
    """R2: changing any field of any rule set to any other value changes a result for a stored position."""
    without = [
        f"{ruleset} {value}"
        for ruleset in RULESETS.values()
        for value in OTHER_VALUES[field]
        if value != getattr(ruleset, field) and not _is_as_expected(ruleset, field, value)
    ]
    assert without == []


def _is_as_expected(ruleset: RuleSet, field: str, value: object) -> bool:
    """True if a change has an effect, is one of `LATER` and has none, or is refused as the other family's."""
    if _belongs_to_the_other_family(ruleset, value):
        with pytest.raises(UnsupportedRulesError):
            _changed(ruleset, field, value)
        return True
    changed = _changed(ruleset, field, value)
    positions = OPPOSED_POSITIONS if ruleset.family is Family.OPPOSED else PARALLEL_POSITIONS
    probes = [
        *PROBES.get(field, ()),
        *(lambda rules, text=text: turns(text, rules) for text in positions.get(field, ())),
    ]
    differs = any(probe(ruleset) != probe(changed) for probe in probes)
    later = any(
        field == each.field
        and value in each.values
        and getattr(ruleset, field) in {*each.values, ruleset.name}
        and each.family in (None, ruleset.family)
        for each in LATER
    )
    return differs != later


def test_every_field_and_value_is_covered() -> None:
    """R2: the test above covers every field and every value of an enumeration."""
    assert [field.name for field in fields(RuleSet)] == list(OTHER_VALUES)
    for field in fields(RuleSet):
        value = getattr(LONG, field.name)
        if isinstance(value, Enum):
            assert set(type(value)) == set(OTHER_VALUES[field.name])


def test_the_table_of_rule_sets() -> None:
    """R2: the games are the columns of the table."""
    table = {
        name: (each.head.value, each.prime.value, each.prime_judged.value, each.opening.value)
        for name, each in RULESETS.items()
    }
    assert table == {
        "long": ("first-stopped-by-head", "past", "end of turn", "reroll"),
        "federation": ("first-stopped-by-head", "past", "end of turn", "reroll"),
        "sport": ("first-doubles", "past", "every move", "keep"),
        "narde": ("first-doubles", "past", "end of turn", "reroll"),
        "palm": ("any-doubles", "home", "end of turn", "choice"),
        "nard": ("free", "none", "end of turn", "reroll"),
        "short": ("free", "none", "end of turn", "keep"),
    }
    opposed = {"nard", "short"}
    for name, each in RULESETS.items():
        assert each.name == name
        family, landing = (
            (Family.OPPOSED, Landing.HIT) if name in opposed else (Family.PARALLEL, Landing.NEVER)
        )
        assert (each.family, each.landing) == (family, landing)
        assert (each.doubles, each.higher_die) == ((2, False) if name == "nard" else (4, True))
        assert name in opposed or each.setup == ((0, 15),)
    assert [name for name, each in RULESETS.items() if each.last_turn] == ["federation"]
    assert {name: each.scoring for name, each in RULESETS.items()} == dict.fromkeys(
        ("long", "federation", "sport", "narde"), Scoring.OYN_MARS
    ) | {"palm": Scoring.BACKGAMMON, "nard": Scoring.ONE, "short": Scoring.BACKGAMMON}
    assert {name: each.usual_match for name, each in RULESETS.items()} == dict.fromkeys(
        RULESETS, MatchLength(games=1)
    ) | dict.fromkeys(("narde", "short"), MatchLength(points=5))


def test_a_rule_set_needs_fifteen_checkers_and_known_doubles() -> None:
    """R1.4, R3.2, R3.6: a set-up is 15 a side, and equal dice give two or four moves."""
    with pytest.raises(ValueError, match="15"):
        replace(LONG, setup=((0, 14),))
    with pytest.raises(ValueError, match="2 or 4"):
        replace(LONG, doubles=3)


def test_adding_a_game_means_adding_a_value() -> None:
    """R2: a new rule set can be played without further code."""
    mine = RuleSet("mine", head=HeadRule.FREE, prime=PrimeRule.NONE, doubles=2)
    assert {str(turn) for turn in legal_turns(start_position(mine), Roll(2, 2))} == {
        "24/22(2)",
        "24/20",
    }
