from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from bot.engine.engine import network_of
from bot.engine.evaluation import Evaluator, equity
from bot.engine.race import is_race
from bot.engine.search import ROLLS, Search
from bot.engine.train.boards import joined, new_board_sets, rules_of, split
from bot.engine.train.luck import play_without_luck, roll_out
from bot.engine.train.referee import new_workspace, referee_of, width_of, worth
from bot.engine.train.rollouts import RolledOut, hard_positions, rolled_out
from bot.engine.train.school import start_of
from bot.engine.train.selfplay import Terms, look_ahead, play, play_out
from bot.rules import RULESETS, Position, Roll, Side, legal_turns
from tests.engine.test_training import net_for


@pytest.mark.long
@pytest.mark.parametrize(
    "text",
    [
        "long 6:4,5:3,1:3,off:5 / 13:12,7:3 b",
        "long-extended 6:4,5:3,1:3,off:5 / 12:2,13:12,7:1 b",
        "short 6:4,5:3,1:3,off:5 / bar:1,3:1,20:13 w",
    ],
)
def test_roll_outs_agree_with_plain_games(text: str) -> None:
    """With and without the luck of the rolls the average is the same, but the variance is smaller without."""
    position = Position.parse(text)
    judge = referee_of(network_of(position.ruleset), position.ruleset)
    table = (rules_of(position.ruleset), judge, new_board_sets(), new_workspace(judge))
    board = np.array([*split(position.theirs), *split(position.mine)])
    plain, outcomes = np.zeros(20_000), np.zeros((720, width_of(judge)), np.float32)
    play_out(*table, board, 1, plain)
    roll_out(*table, board, 7, outcomes)
    lucky = np.array([worth(judge, outcome) for outcome in outcomes])
    error = (plain.var() / len(plain) + lucky.var() / len(lucky)) ** 0.5
    assert abs(plain.mean() - lucky.mean()) < 4 * error
    assert lucky.std() < 0.8 * plain.std()


@pytest.mark.long
def test_a_board_that_one_roll_decides_is_rolled_out_without_error() -> None:
    """If every roll leads to the exact table, 36 games without luck all have the average value."""
    position = Position.parse("long 6:4,5:3,1:3,off:5 / 13:14,19:1 b")
    network = net_for(position.ruleset)
    (found,) = rolled_out([position], network, 36, 3)
    expected = float(equity(Search(Evaluator(network, position.ruleset)).before_roll([position]))[0])
    assert found.equity == pytest.approx(expected, abs=1e-4)
    assert RolledOut.parse(str(found)).position == position


@pytest.mark.long
def test_hard_positions_are_contested() -> None:
    """Hard positions are no races, are all different, and depend only on the seed."""
    ruleset = RULESETS["short"]
    found = hard_positions(ruleset, net_for(ruleset), 40, 1)
    assert len(set(found)) == 40
    assert not any(is_race(position, ruleset.family) for position in found)
    assert found == hard_positions(ruleset, net_for(ruleset), 40, 1)


@pytest.mark.long
def test_games_without_luck_have_the_same_average() -> None:
    """Over many games the first turn's value is the same without luck, and varies less."""
    ruleset = RULESETS["long"]
    judge = referee_of(network_of(ruleset), ruleset)
    table = (rules_of(ruleset), judge, new_board_sets(), new_workspace(judge))
    start = split(Position.parse("long 8:7,7:5,6:3 / 12:15 w").white)
    boards, targets = np.zeros((80_000, 4), np.int64), np.zeros((80_000, 3), np.float32)

    def first_equities(games: int, *, without_luck: bool) -> np.ndarray:
        found = []
        for seed in range(games):
            teach = play_without_luck if without_luck else play
            teach(*table, start, Terms(1, seed, 1.0, 0.0, 0.0), boards, targets)
            found.append(2 * targets[0, 0] - 1 + targets[0, 1] - targets[0, 2])
        return np.array(found)

    lucky, plain = first_equities(200, without_luck=True), first_equities(4000, without_luck=False)
    error = (plain.var() / len(plain) + lucky.var() / len(lucky)) ** 0.5
    assert abs(plain.mean() - lucky.mean()) < 4 * error
    assert lucky.std() < 0.8 * plain.std()


@pytest.mark.long
def test_games_without_luck_teach_no_random_turns() -> None:
    """Each board in the training data follows the previous one by the best-looking turn of some roll."""
    ruleset = RULESETS["short"]
    network = net_for(ruleset)
    judge = referee_of(network, ruleset)
    search = Search(Evaluator(network, ruleset))
    boards, targets = np.zeros((1000, 4), np.int64), np.zeros((1000, 5), np.float32)
    terms = Terms(1, 3, 1.0, 1.0, 0.0)
    table = (rules_of(ruleset), judge, new_board_sets(), new_workspace(judge))
    written = play_without_luck(*table, start_of(ruleset), terms, boards, targets)
    sides = [(joined(*map(int, row[:2])), joined(*map(int, row[2:]))) for row in boards[:written]]
    assert written > 20
    for (mine, theirs), after in pairwise(sides):
        position = Position(ruleset, theirs, mine, Side.WHITE)
        ends = [_best_end(search, position, roll) for roll in ROLLS]
        assert after in [(end.bits(Side.WHITE), end.bits(Side.BLACK)) for end in ends]


def _best_end(search: Search, position: Position, roll: Roll) -> Position:
    """Return the board after the turn that looks best."""
    turns = legal_turns(position, roll)
    if not turns:
        return position.passed()
    return turns.position(int(np.argmax(equity(search.evaluate(turns, position)))))


@pytest.mark.long
@pytest.mark.parametrize("rules", ["long", "short"])
def test_without_luck_and_trace_the_target_is_the_two_ply_evaluation(rules: str) -> None:
    """With λ = 0 the target of each board but the last is the average of all rolls' best turns."""
    ruleset = RULESETS[rules]
    judge = referee_of(net_for(ruleset), ruleset)
    table = (rules_of(ruleset), judge, new_board_sets(), new_workspace(judge))
    boards, targets = np.zeros((1000, 4), np.int64), np.zeros((1000, width_of(judge)), np.float32)
    written = play_without_luck(*table, start_of(ruleset), Terms(1, 3, 0.0, 0.0, 0.0), boards, targets)
    expected = np.zeros_like(targets[: written - 1])
    look_ahead(*table, boards[: written - 1], expected)
    assert written > 20
    assert np.allclose(targets[: written - 1], expected, atol=1e-5)
