from __future__ import annotations

from random import Random

import numpy as np
import pytest

from bot.engine.bearoff import bear_off, rank
from bot.engine.engine import network_of, search_of
from bot.engine.evaluation import DRAW, LOST_MARS, MARS, WIN, Evaluator, equity, of_other
from bot.rules import RULESETS, Position, Side, read_position

CHECKERS = 15


def judged(rules: str, text: str) -> np.ndarray:
    """Return the evaluation of a board for the side that is not to move."""
    ruleset = RULESETS[rules]
    position, _ = read_position(text, ruleset)
    evaluator = Evaluator(network_of(ruleset), ruleset)
    rows = evaluator.evaluate([position.theirs], [position.mine], white=position.mover is Side.BLACK)
    return np.asarray(rows[0])


def home(random: Random) -> list[int]:
    """Return how many checkers are one, two … pips from bearing off."""
    counts = [0] * 6
    for _ in range(random.randint(1, CHECKERS)):
        counts[random.randrange(6)] += 1
    return counts


def packed(counts: list[int]) -> int:
    """Return a side with these checkers at home and the rest off."""
    return sum(n << 4 * (23 - i) for i, n in enumerate(counts)) | (CHECKERS - sum(counts)) << 96


@pytest.mark.parametrize("rules", ["long", "sport", "narde", "palm", "short"])
def test_two_sides_at_home_are_evaluated_by_the_table(rules: str) -> None:
    """With both sides at home, the evaluation equals the sum over the table's two rows."""
    random, table = Random(4), bear_off(4)
    pairs = [(home(random), home(random)) for _ in range(40)]
    evaluator = Evaluator(network_of(RULESETS[rules]), RULESETS[rules])
    found = evaluator.evaluate([packed(a) for a, _ in pairs], [packed(b) for _, b in pairs], white=True)
    for row, (mine, theirs) in zip(found, pairs, strict=True):
        me, roller = (table.last[rank(np.array([side]))[0]] for side in (mine, theirs))
        loses = sum(roller[k] * me[k:].sum() for k in range(len(me)))
        assert row[WIN] == pytest.approx(1 - loses, abs=1e-6)


def test_a_lost_race_may_still_save_mars() -> None:
    """A side that finishes with the next roll wins mars; one that needs a roll more does not."""
    row = judged("long", "1:2,off:13 / 13:15 w")
    assert row[WIN] == pytest.approx(0, abs=1e-6)
    assert row[LOST_MARS] == pytest.approx(1)
    row = judged("long", "1:3,off:12 / 13:15 b")
    # Black bears one off with every roll; White then needs two rolls, or one double.
    assert row[WIN] == pytest.approx(1, abs=1e-6)
    assert row[MARS] == pytest.approx(0, abs=1e-6)


def test_a_finished_game_is_evaluated_by_its_result() -> None:
    """A side without checkers has won, and by mars if the other has borne off none."""
    assert tuple(judged("long", "off:15 / 13:14,off:1 b")) == pytest.approx((1, 0, 0, 0))
    assert tuple(judged("long", "off:15 / 12:1,13:14 b")) == pytest.approx((1, 1, 0, 0))


def test_a_loser_hit_after_bearing_off_loses_a_single_game() -> None:
    """In `short` a loser with a checker off loses a single game, even if another was hit."""
    row = judged("short", "off:15 / 1:1,20:1,off:13 b")
    assert (row[WIN], row[MARS]) == (1, 0)
    row = judged("short", "off:15 / 1:1,20:14 b")
    assert (row[WIN], row[MARS]) == (1, 1)


def test_blacks_last_turn_may_draw() -> None:
    """R9.3: after White's finish, Black draws as often as the last turn bears off all checkers."""
    row = judged("federation", "off:15 / 13:2,off:13 b")
    assert row[DRAW] == pytest.approx(1)
    row = judged("federation", "off:15 / 18:2,off:13 b")
    # Two checkers on the six point are borne off by 6-6, 5-5, 4-4 and 3-3.
    assert row[DRAW] == pytest.approx(4 / 36, abs=1e-6)
    assert row[WIN] == pytest.approx(32 / 36, abs=1e-6)


def test_a_race_with_a_last_turn_is_exact() -> None:
    """R9.3: with one checker each White to roll surely finishes, and Black surely answers: a draw."""
    row = judged("federation", "1:1,off:14 / 13:1,off:14 w")
    assert tuple(row) == pytest.approx((0, 0, 0, 1))
    row = judged("federation", "1:1,off:14 / 13:1,off:14 b")
    assert tuple(row) == pytest.approx((0, 0, 0, 0))


def test_a_game_that_scores_one_has_no_mars() -> None:
    """R9: in `nard` the chances of mars are zero."""
    ruleset = RULESETS["nard"]
    search = search_of(ruleset)
    position, _ = read_position("24:2,13:3,8:3,7:2,6:3,3:2 / 1:2,12:3,17:3,18:2,19:3,22:2 w", ruleset)
    row = search.before_roll([position])[0]
    assert row[MARS] == row[LOST_MARS] == 0


@pytest.mark.parametrize("rules", sorted(RULESETS))
def test_looking_ahead_averages_over_the_rolls(rules: str) -> None:
    """A two-ply evaluation is the average, over all 36 rolls, after the opponent's best reply."""
    ruleset = RULESETS[rules]
    search = search_of(ruleset)
    start = sum(count << 4 * t for t, count in ruleset.setup)
    end = Position(ruleset, start, start, Side.BLACK)
    replies = search.by_roll([end])[0]
    weights = [(1 if high == low else 2) / 36 for high in range(1, 7) for low in range(1, high + 1)]
    average = sum(weight * each for weight, each in zip(weights, replies, strict=True))
    assert np.allclose(search.look_ahead([end])[0], of_other(average[None])[0])


def test_of_other_is_its_own_inverse() -> None:
    """Applied twice, `of_other` gives the same chances; applied once, it negates the equity."""
    rows = np.array([[0.5, 0.2, 0.1, 0.1], [0.9, 0.3, 0.0, 0.0]])
    assert np.allclose(of_other(of_other(rows)), rows)
    assert np.allclose(equity(of_other(rows)), -equity(rows))
