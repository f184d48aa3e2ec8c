"""The cube: the value of doubles in points and at a score, and the engine's decisions."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from bot.engine import MONEY, CubeAction, Engine, Score
from bot.engine.cubeful import Cubeful, Owner
from bot.engine.payoff import HIGHEST_CUBE, Payoff, in_points
from bot.rules import RULESETS, Cube, Game, Grade, Roll, Side, read_position

ENGINE = Engine()


def game_at(text: str, rules: str = "short", cube: Cube | None = None) -> Game:
    """Return a game with a cube at a written position."""
    position, roll = read_position(text, RULESETS[rules])
    return Game(position, roll, 40, cube=cube or Cube())


LAST_ROLL = game_at("1:1,3:1,off:13 / 24:1,off:14 w")
"""White has one roll, and 34 of 36 win."""
LAST_CHANCE = game_at("5:1,2:1,off:13 / 24:1,off:14 w")
"""White has one roll, and 19 of 36 win."""


def row(win: float, gammon: float = 0.0, lost_gammon: float = 0.0) -> np.ndarray:
    """Return chances with these gammons."""
    return np.array([[win, gammon, lost_gammon, 0.0]])


@pytest.mark.parametrize(("life", "drops"), [(0.0, 0.75), (1.0, 0.8), (0.68, 0.7863)])
def test_a_double_without_gammons_is_dropped_at_the_theoretical_point(life: float, drops: float) -> None:
    """A dead cube is dropped below a quarter of winning chances, a live one below a fifth."""
    for win, dropped in ((drops - 0.002, False), (drops + 0.002, True)):
        doubled = Cubeful(row(win), in_points(), life).worth(2, Owner.OTHER)[0]
        assert bool(doubled > 1) is dropped


def test_owning_the_cube_is_an_advantage() -> None:
    """The owner has more equity than with the cube in the middle, and the other side has less."""
    by_owner = {owner: Cubeful(row(0.5), in_points()).worth(1, owner)[0] for owner in Owner}
    assert by_owner[Owner.ME] > by_owner[Owner.NOBODY] > by_owner[Owner.OTHER]
    assert by_owner[Owner.NOBODY] == pytest.approx(0)
    assert by_owner[Owner.ME] == pytest.approx(-by_owner[Owner.OTHER])


def test_a_useless_cube_is_dead() -> None:
    """If one point decides the match, owning the cube is worth nothing."""
    last = Payoff(lambda points: 1.0 if points > 0 else -1.0, last=1)
    for owner in Owner:
        assert Cubeful(row(0.6), last).worth(1, owner)[0] == pytest.approx(0.2)


def test_the_last_roll_is_doubled_and_taken_or_dropped_by_its_odds() -> None:
    """With 19 winning rolls of 36 it is a double and a take, with 34 a double and a drop."""
    assert ENGINE.cube_hint(LAST_CHANCE).best is CubeAction.TAKE
    assert ENGINE.cube_hint(LAST_CHANCE).no_double == pytest.approx(2 / 36, abs=0.001)
    assert ENGINE.cube_hint(LAST_CHANCE).take == pytest.approx(4 / 36, abs=0.001)
    assert ENGINE.cube_hint(LAST_ROLL).best is CubeAction.DROP


@pytest.mark.parametrize(
    ("score", "doubles", "takes"),
    [
        ("money cube", True, True),
        ("3-3 away cube", True, True),
        ("1-3 away cube", False, False),
        ("3-1 away cube", True, True),
        ("1-3 away cube crawford", False, False),
        ("0-0 with 1 game cube", False, True),
        ("0-1 with 1 game cube", True, False),
    ],
)
def test_the_score_decides_about_the_last_roll(score: str, doubles: bool, takes: bool) -> None:
    """R8.3: a side that needs one point does not double, and one with nothing to lose does."""
    found = ENGINE.cube_hint(LAST_CHANCE, Score.parse(score))
    assert ENGINE.doubles(LAST_CHANCE, Score.parse(score)) is doubles
    if doubles:
        assert ENGINE.takes_double(LAST_CHANCE, Side.BLACK, Score.parse(score)) is takes
    assert (found.chances is None) is (score == "money cube")


def test_a_drop_that_loses_the_match_is_never_chosen() -> None:
    """A double is taken on any board if a drop would lose the match."""
    state = game_at("1:1,3:1,off:13 / 24:1,off:14 w", cube=Cube(1, None, offered=True))
    assert not ENGINE.takes_double(state, Side.BLACK)
    assert ENGINE.takes_double(state, Side.BLACK, Score.parse("1-3 away cube"))


def test_a_sure_mars_is_too_good_to_double() -> None:
    """With an almost sure mars the engine plays on for it."""
    state = game_at("1:2,2:2,off:11 / 12:15 w", "long")
    assert ENGINE.cube_hint(state).best is CubeAction.TOO_GOOD
    assert ENGINE.cube_hint(state).no_double > 1.5
    assert not ENGINE.doubles(state)


def test_each_decision_has_its_cost() -> None:
    """The best action costs nothing, and the other one the difference."""
    found = ENGINE.cube_hint(LAST_CHANCE)
    assert found.cost_of_doubling(doubles=True) == 0
    assert found.cost_of_doubling(doubles=False) == pytest.approx(2 / 36, abs=0.001)
    assert found.cost_of_answering(takes=True) == 0
    assert found.cost_of_answering(takes=False) == pytest.approx(1 - 4 / 36, abs=0.001)


def test_a_side_cannot_answer_its_own_double() -> None:
    """A question about the doubling side raises ValueError."""
    with pytest.raises(ValueError, match="own"):
        ENGINE.takes_double(LAST_ROLL, Side.WHITE)


@pytest.mark.parametrize("rules", ["long", "federation", "short", "palm", "nard"])
@pytest.mark.parametrize("score", [MONEY, Score.parse("5-5 away"), Score.parse("1-5 away")])
def test_no_draw_is_agreed_before_the_first_turn(rules: str, score: Score) -> None:
    """Neither side agrees to a draw before its first roll or turn."""
    state = Game.begin(RULESETS[rules])
    rolled = replace(state, roll=Roll(6, 5), choice=None)
    assert not any(ENGINE.agrees_to_draw(each, side, score) for each in (state, rolled) for side in Side)


def test_a_draw_is_agreed_by_position_and_score() -> None:
    """A side agrees if it is losing the game, or if the draw wins the match; otherwise it does not."""
    state = game_at("1:2,off:13 / 13:4,17:4,18:4,off:3 w", "long")
    assert ENGINE.agrees_to_draw(state, Side.BLACK)
    assert not ENGINE.agrees_to_draw(state, Side.WHITE)
    assert not ENGINE.agrees_to_draw(state, Side.BLACK, Score.parse("1/2-9/2 away"))
    even = game_at("1:8,2:7 / 13:8,14:7 w", "long")
    assert ENGINE.agrees_to_draw(even, Side.WHITE, Score.parse("1/2-9/2 away"))
    assert not ENGINE.agrees_to_draw(even, Side.WHITE)


@pytest.mark.parametrize(
    ("score", "cube", "grade", "accepts"),
    [
        ("money", 1, Grade.OYN, False),
        ("1-2 away", 1, Grade.OYN, True),
        ("2-2 away", 1, Grade.OYN, False),
        ("2-2 away cube", 2, Grade.OYN, True),
        ("money", 1, Grade.MARS, True),
    ],
)
def test_a_resignation_that_wins_the_match_is_accepted(
    score: str, cube: int, grade: Grade, accepts: bool
) -> None:
    """If mars is sure, a single game is accepted only if it wins the match at the cube's value."""
    state = game_at("1:2,2:2,off:11 / 12:15 w", "long", Cube(cube))
    assert ENGINE.accepts_resignation(state, Side.WHITE, grade, Score.parse(score)) is accepts


def test_the_engine_knows_how_high_the_cube_goes() -> None:
    """R8.3: the highest cube cannot be doubled, and half of it can."""
    assert not Cube(HIGHEST_CUBE).may_double(Side.WHITE)
    assert Cube(HIGHEST_CUBE // 2).may_double(Side.WHITE)
