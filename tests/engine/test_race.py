from __future__ import annotations

from functools import cache
from random import Random

import pytest

from bot.engine import is_race, racing_turn
from bot.engine.engine import search_of
from bot.engine.evaluation import equity
from bot.engine.race import cost
from bot.rules import RULESETS, Game, Roll, legal_turns, read_position, start_position
from bot.rules.generator.end_positions import end_positions

ROLLS = tuple(
    (Roll(high, low), 1 if high == low else 2) for high in range(1, 7) for low in range(1, high + 1)
)
THEIRS = 15 << 4 * 18
ALL_OFF = 15 << 4 * 24


@pytest.mark.parametrize(
    ("rules", "position", "race"),
    [
        ("long", "24:15 / 12:15 w", False),
        ("long", "12:2,6:13 / 24:2,13:13 w", True),
        ("long", "13:1,6:14 / 24:2,14:13 w", False),
        ("long", "12:2,6:13 / 1:1,13:14 w", False),
        ("federation", "off:15 / 9:1,13:14 b", True),
        ("short", "10:2,6:13 / 11:2,19:13 w", True),
        ("short", "12:2,6:13 / 11:2,19:13 w", False),
        ("short", "bar:1,6:14 / 19:15 w", False),
        ("nard", "6:15 / 19:15 w", True),
    ],
)
def test_a_race_begins_when_the_sides_have_passed(rules: str, position: str, *, race: bool) -> None:
    """A position is a race once the sides have passed each other, and not before."""
    stands, _ = read_position(position, RULESETS[rules])
    assert is_race(stands, RULESETS[rules].family) is race


@pytest.mark.parametrize("rules", RULESETS)
def test_a_race_stays_a_race(rules: str) -> None:
    """From a race on, no turn of random games hits, is passed, or leads back to contact."""
    ruleset, random = RULESETS[rules], Random(3)
    for _ in range(10):
        position, racing = start_position(ruleset), False
        while position.off(position.mover.other) != 15:
            turns = legal_turns(position, Roll(random.randint(1, 6), random.randint(1, 6)))
            before = racing
            racing = is_race(position, ruleset.family)
            assert racing or not before
            if turns:
                turn = turns[random.randrange(len(turns))]
                assert not (racing and any(move.hit for move in turn.moves))
                position = turn.end
            else:
                assert not racing
                position = position.passed()


@cache
def fewest(mine: int) -> float:
    """Return the average number of rolls with the best play."""
    if mine == ALL_OFF:
        return 0.0
    return 1 + sum(weight * min(map(fewest, ends(mine, roll))) for roll, weight in ROLLS) / 36


@cache
def needed(mine: int) -> float:
    """Return the average number of rolls with the race's play."""
    if mine == ALL_OFF:
        return 0.0
    return 1 + sum(weight * needed(min(ends(mine, roll), key=cost)) for roll, weight in ROLLS) / 36


def ends(mine: int, roll: Roll) -> list[int]:
    """Return the ends of a roll for a side at home."""
    return list(end_positions(RULESETS["long"], mine, THEIRS, roll)[0])


def test_the_races_play_is_nearly_perfect() -> None:
    """With up to five checkers at home, the play takes at most 0.05 rolls more than the best play."""
    random = Random(5)
    lost = []
    for _ in range(30):
        places = [random.randrange(18, 24) for _ in range(random.randint(2, 5))]
        mine = sum(1 << 4 * t for t in places) + ((15 - len(places)) << 4 * 24)
        lost.append(needed(mine) - fewest(mine))
    assert min(lost) >= 0
    assert max(lost) < 0.05
    assert sum(lost) / len(lost) < 0.01


@pytest.mark.parametrize(
    ("position", "most"),
    [
        ("2:3,off:12 / 20:1,19:2,18:3,17:2,16:1,15:2,14:2,13:2 b 4-1", 0.03),
        ("12:1,8:2,6:1,3:1,2:4,1:6 / 14:1,13:4,off:10 w 4-3", 0.02),
    ],
)
def test_a_lost_race_still_avoids_mars(position: str, most: float) -> None:
    """The turn loses at most `most` points compared with the best one, over all rolls."""
    ruleset = RULESETS["long"]
    stands, roll = read_position(position, ruleset)
    assert roll is not None
    turns = legal_turns(stands, roll)
    worth = equity(search_of(ruleset).look_ahead(list(turns.positions())))
    played = racing_turn(Game(stands, roll, 40))
    assert worth[list(turns.positions()).index(played.end)] > worth.max() - most


def test_a_race_without_a_roll_is_refused() -> None:
    """A game without a roll is refused."""
    with pytest.raises(ValueError, match="dice"):
        racing_turn(Game(start_position(RULESETS["long"])))
