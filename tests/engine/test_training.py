from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest

from bot.engine.bearoff import bear_off
from bot.engine.engine import network_of
from bot.engine.evaluation import DRAW, Evaluator, equity
from bot.engine.inputs import PLAIN, WIDE, WIDER, inputs_of, rows_of
from bot.engine.network import Network, Outputs
from bot.engine.search import ROLLS, Search
from bot.engine.train.boards import end_positions, joined, new_board_sets, rules_of, split
from bot.engine.train.course import Course
from bot.engine.train.learner import Learner, Memory
from bot.engine.train.referee import fill_all, new_workspace, referee_of, width_of
from bot.engine.train.school import School, start_of, strength
from bot.engine.train.selfplay import Terms, look_ahead, play, play_out, rivals
from bot.rules import (
    RULESETS,
    Family,
    Position,
    Roll,
    RuleSet,
    Side,
    legal_turns,
    read_position,
    start_position,
    write_position,
)
from bot.rules.rulesets import Scoring

SMALL = Course("long", "plain", 8, games=256, seed=3)
REPLIES = replace(SMALL, games=768, replies=True, thinned=0.01, rivals=2, again=1)


def net_for(ruleset: RuleSet, seed: int = 5) -> Network:
    """Return an untrained net with the right width."""
    width = WIDER if ruleset.family is Family.OPPOSED else WIDE
    return Network.random(2 * width, 16, 4, seed, max(3, 2 * len(ruleset.scoring.grades) - 1))


def random_positions(ruleset: RuleSet, games: int, seed: int) -> list[tuple[Position, Roll]]:
    """Return the boards of random games, each with its roll."""
    random, found = Random(seed), []
    for _ in range(games):
        position = start_position(ruleset)
        while position.off(position.mover.other) < 15:
            roll = Roll(random.randint(1, 6), random.randint(1, 6))
            found.append((position, roll))
            turns = legal_turns(position, roll)
            position = turns.position(random.randrange(len(turns))) if turns else position.passed()
    return found


@pytest.mark.long
@pytest.mark.parametrize("rules", sorted(RULESETS))
def test_the_compiled_rules_agree_with_the_rules(rules: str) -> None:
    """In whole random games every roll has the same ends as in `bot.rules`, including hits."""
    ruleset = RULESETS[rules]
    sets, numbers = new_board_sets(), rules_of(ruleset)
    for position, roll in random_positions(ruleset, 6, seed=1):
        expected = {
            (end.bits(position.mover), end.bits(position.mover.other))
            for end in legal_turns(position, roll).positions()
        }
        mine, theirs = split(position.mine), split(position.theirs)
        number = end_positions(numbers, sets, mine, theirs, roll.low, roll.high)
        found = set()
        for at in range(int(sets.size[number])):
            hits = int(sets.hits[number, at])
            struck = position.theirs
            for t in range(24):
                if hits >> t & 1:
                    struck += (1 << 100) - (1 << 4 * (23 - t))
            found.add((joined(int(sets.low[number, at]), int(sets.high[number, at])), struck))
        assert found == expected
        assert len(found) == sets.size[number]


@pytest.mark.long
@pytest.mark.parametrize(("rules", "width"), [("long", WIDE), ("long", PLAIN), ("short", WIDER)])
def test_the_inputs_are_the_same_in_training_and_in_play(rules: str, width: int) -> None:
    """Compiled inputs equal those of play on the boards of random games."""
    ruleset = RULESETS[rules]
    judge = referee_of(Network.random(2 * width, 4, 0, 1), ruleset)
    positions = [position for position, _ in random_positions(ruleset, 12, seed=2)]
    boards = np.array([[*split(each.theirs), *split(each.mine)] for each in positions])
    compiled = np.zeros((len(boards), 2 * width), np.float32)
    fill_all(judge, boards, compiled)
    played = inputs_of(
        rows_of([each.theirs for each in positions]),
        rows_of([each.mine for each in positions]),
        width,
        opposed=ruleset.family is Family.OPPOSED,
    )
    assert np.allclose(compiled, played, atol=1e-5)


@pytest.mark.long
@pytest.mark.parametrize("rules", ["long", "short", "nard", "palm", "long-extended"])
def test_two_ply_targets_equal_those_of_play(rules: str) -> None:
    """Before both sides are home, the compiled two-ply evaluation equals that of play."""
    ruleset = RuleSet.parse(rules)
    network = net_for(ruleset)
    judge = referee_of(network, ruleset)
    outside = (1 << 4 * 18) - 1
    boards_met = [position for position, _ in random_positions(ruleset, 2, seed=3)][::5]
    positions = [each for each in boards_met if (each.white | each.black) & outside]
    boards = np.array([[*split(each.theirs), *split(each.mine)] for each in positions])
    targets = np.zeros((len(boards), width_of(judge)), np.float32)
    look_ahead(rules_of(ruleset), judge, new_board_sets(), new_workspace(judge), boards, targets)
    search = Search(Evaluator(network, ruleset))
    expected = np.concatenate([search.look_ahead([each]) for each in positions])
    # Either of two equally good replies may be taken, so only their equity is the same.
    seen = np.insert(targets.astype(float), DRAW, 0, axis=1)[:, : expected.shape[1]]
    if not judge.scale.grades:
        seen[:, 1:] = 0
    assert np.allclose(equity(seen), equity(expected), atol=1e-4)


@pytest.mark.long
@pytest.mark.parametrize("board", ["6:4,5:3,1:3,off:5 / 13:14,19:1 b", "6:1,1:1,off:13 / 13:14,20:1 b"])
def test_a_board_played_out_has_the_two_ply_value(board: str) -> None:
    """Played out 4,000 times, a board just before a race has the average value of all rolls."""
    ruleset = RULESETS["long"]
    network = net_for(ruleset)
    judge = referee_of(network, ruleset)
    position, _ = read_position(board, ruleset)
    points = np.zeros(4000)
    row = np.array([*split(position.theirs), *split(position.mine)])
    play_out(rules_of(ruleset), judge, new_board_sets(), new_workspace(judge), row, 1, points)
    expected = float(equity(Search(Evaluator(network, ruleset)).look_ahead([position]))[0])
    assert abs(points.mean() - expected) < 5 * points.std() / len(points) ** 0.5 + 1e-6


@pytest.mark.long
def test_the_sides_alternate_while_a_board_is_played_out() -> None:
    """A board's average value over all rolls is minus the opponent's value after the reply."""
    ruleset = RULESETS["long"]
    network = net_for(ruleset)
    judge = referee_of(network, ruleset)
    search = Search(Evaluator(network, ruleset))
    table = (rules_of(ruleset), judge, new_board_sets(), new_workspace(judge))

    def worth(position: Position, times: int) -> tuple[float, float]:
        points = np.zeros(times)
        play_out(*table, np.array([*split(position.theirs), *split(position.mine)]), 1, points)
        return float(points.mean()), float(points.std() / times**0.5)

    position, _ = read_position("6:4,5:3,1:3,off:5 / 13:12,7:3 b", ruleset)
    replies = []
    for roll in ROLLS:
        turns = legal_turns(position, roll)
        after = position.passed()
        if turns:
            after = turns.position(int(np.argmax(equity(search.evaluate(turns, position)))))
        replies.append(((1 if roll.is_double else 2) / 36, *worth(after, 400)))
    value, error = worth(position, 4000)
    expected = -sum(weight * mean for weight, mean, _ in replies)
    spread = (error**2 + sum((weight * each) ** 2 for weight, _, each in replies)) ** 0.5
    assert abs(value - expected) < 5 * spread


@pytest.mark.long
def test_rivals_are_the_best_looking_turns_of_one_roll() -> None:
    """The three best-looking turns of some roll are written after a board, the best first."""
    ruleset = RULESETS["short"]
    network = net_for(ruleset)
    judge = referee_of(network, ruleset)
    search = Search(Evaluator(network, ruleset))
    outside = (1 << 4 * 18) - 1
    for seed, (position, _) in enumerate(random_positions(ruleset, 1, seed=6)[:40]):
        if not (position.white | position.black) & outside:
            continue
        board = np.array([[*split(position.theirs), *split(position.mine)]])
        found = np.zeros((3, 4), np.int64)
        written = rivals(rules_of(ruleset), judge, new_board_sets(), new_workspace(judge), seed, board, found)
        seen = [(joined(*map(int, row[:2])), joined(*map(int, row[2:]))) for row in found[:written]]
        expected = []
        for roll in ROLLS:
            turns = legal_turns(position, roll)
            order = np.argsort(-equity(search.evaluate(turns, position))) if turns else np.zeros(0, int)
            ends = [turns.position(int(each)) for each in order[:3]]
            if len(ends) > 1:
                expected.append([(end.bits(position.mover), end.bits(position.mover.other)) for end in ends])
        assert seen in expected or (not seen and len(expected) < len(ROLLS))


@pytest.mark.long
def test_with_full_trace_every_board_has_the_result() -> None:
    """With λ = 1 every board of a game has the final result, from its own side."""
    ruleset = RULESETS["long"]
    judge = referee_of(net_for(ruleset), ruleset)
    boards, targets = np.zeros((2000, 4), np.int64), np.zeros((2000, 3), np.float32)
    terms = Terms(1, 9, 1.0, 0.0, 0.0)
    length = play(
        rules_of(ruleset),
        judge,
        new_board_sets(),
        new_workspace(judge),
        start_of(ruleset),
        terms,
        boards,
        targets,
    )
    last = targets[length - 1]
    for turn in range(length - 1, -1, -1):
        same = (length - 1 - turn) % 2 == 0
        seen = last if same else (1 - last[0], last[2], last[1])
        assert targets[turn] == pytest.approx(seen, abs=1e-5)


def test_a_step_goes_downhill_in_every_weight() -> None:
    """Adam's first step moves each weight against the numerical gradient of the cross-entropy."""
    random = np.random.default_rng(1)
    inputs = random.random((64, 20), np.float32)
    targets = random.random((64, 3), np.float32)
    network = Network.random(20, 8, 5, 2)
    learner = Learner(network)
    learner.learn(inputs, targets, 1e-6)

    def entropy(tried: Network) -> float:
        answers = tried(inputs).astype(np.float64)
        return float(-(targets * np.log(answers) + (1 - targets) * np.log(1 - answers)).sum(1).mean())

    for name, before in network.weights.items():
        stepped = learner.network.weights[name]
        for at in random.permutation(before.size)[:6]:
            slope = 0.0
            for way in (1, -1):
                moved = before.copy()
                moved.flat[at] += way * 1e-2
                slope += way * entropy(replace(network, **{name: moved}))
            if abs(slope) > 1e-5:
                assert np.sign(before.flat[at] - stepped.flat[at]) == np.sign(slope), (name, at)


def test_fixed_outputs_do_not_learn() -> None:
    """A step changes the fourth and fifth output, and the first three stay equal."""
    random = np.random.default_rng(2)
    inputs = random.random((64, 20), np.float32)
    network = Network.random(20, 8, 5, 2).widened(10, 8, 5, 2, outputs=5)
    learner = Learner(network, fixed=3)
    for _ in range(3):
        learner.learn(inputs, random.random((64, 5), np.float32), 1e-2)
    before, after = network(inputs), learner.network(inputs)
    assert np.array_equal(before[:, :3], after[:, :3])
    assert not np.any(np.isclose(before[:, 3:], after[:, 3:], atol=1e-5))


@pytest.mark.long
@pytest.mark.parametrize("rules", ["long", "palm", "long-extended", "short"])
def test_strays_are_positions_of_the_game(rules: str) -> None:
    """Positions with a side left behind are valid, and their games reach every grade."""
    ruleset = RuleSet.parse(rules)
    judge = referee_of(net_for(ruleset), ruleset)
    boards, targets = np.zeros((20_000, 4), np.int64), np.zeros((20_000, width_of(judge)), np.float32)
    terms = Terms(40, 5, 1.0, 0.0, 1.0)
    table = (rules_of(ruleset), judge, new_board_sets(), new_workspace(judge))
    written = play(*table, start_of(ruleset), terms, boards, targets)
    met = [[joined(*map(int, row[at : at + 2])) for at in (0, 2)] for row in boards[:written:5]]
    for mine, theirs in met:
        position = Position(ruleset, theirs, mine, Side.WHITE)
        assert read_position(write_position(position), ruleset, both_finished=True)[0] == position
    # Many of these games end in a gammon or more.
    assert (targets[:, 1::2].max(0) > 0).all()


def test_a_widened_net_has_the_same_outputs() -> None:
    """New inputs and units change nothing before they have learnt."""
    ruleset = RULESETS["long"]
    narrow = Network.random(2 * PLAIN, 8, 3, 4)
    wide = narrow.widened(WIDE, 12, 5, 5)
    positions = [position for position, _ in random_positions(ruleset, 2, seed=4)]
    mine, theirs = (rows_of([getattr(each, side) for each in positions]) for side in ("mine", "theirs"))
    before = narrow(inputs_of(mine, theirs, PLAIN, opposed=False))
    after = wide(inputs_of(mine, theirs, WIDE, opposed=False))
    assert np.allclose(before, after, atol=1e-6)


@pytest.mark.long
@pytest.mark.parametrize("course", [SMALL, REPLIES])
def test_a_course_is_repeatable(course: Course) -> None:
    """The same course with the same seed gives the same net, and another seed another net."""
    nets = []
    for seed in (3, 3, 4):
        school = School(replace(course, seed=seed))
        for _ in school.run():
            pass
        nets.append(school.network)
    assert np.array_equal(nets[0].entry, nets[1].entry)
    assert not np.array_equal(nets[0].entry, nets[2].entry)


@pytest.mark.long
def test_earlier_rounds_can_be_learnt_again() -> None:
    """Learning from earlier rounds changes the net from the second round on."""
    nets = []
    for again in (0, 1):
        school = School(replace(REPLIES, again=again))
        nets.append([school.network.entry for _ in zip(range(2), school.run(), strict=False)])
    (first, second), (first_again, second_again) = nets
    assert np.array_equal(first, first_again)
    assert not np.array_equal(second, second_again)


@pytest.mark.long
def test_a_course_learns_from_a_given_set() -> None:
    """A course with a given set learns the values of its boards; one without does not."""
    boards = np.array([[*start_of(RULESETS["long"])] * 2])
    given = np.repeat(boards, 30_000, 0), np.tile(np.array([0.9, 0.8, 0.0], np.float32), (30_000, 1))
    found = []
    for share in (0.0, 1.0):
        school = School(replace(SMALL, games=512, given=share, rate=1e-2), given=given)
        for _ in school.run():
            pass
        inputs = np.zeros((1, 2 * PLAIN), np.float32)
        fill_all(referee_of(school.network, RULESETS["long"]), boards, inputs)
        found.append(float(school.network(inputs)[0, 0]))
    assert found[1] > 0.8 > found[0]


def test_the_oldest_boards_are_forgotten_first() -> None:
    """A memory for five boards keeps the last five of seven, each with its own targets."""
    memory = Memory(5)
    for first, end in ((0, 3), (3, 7)):
        numbers = np.arange(first, end)
        memory.add((np.stack([numbers] * 4, 1), np.stack([numbers] * 3, 1).astype(np.float32)))
    boards, targets = memory.some(10, np.random.default_rng(1))
    assert sorted(boards[:, 0]) == [2, 3, 4, 5, 6]
    assert np.array_equal(boards[:, 0], targets[:, 0])


@pytest.mark.long
def test_a_taught_course_keeps_its_teacher() -> None:
    """The first two rounds use the first net in any case; from the third on a teacher changes the net."""
    nets = []
    for taught in (False, True):
        school = School(replace(REPLIES, taught=taught))
        nets.append([school.network.entry for _ in school.run()])
    (*first_two, third), (*taught_first_two, taught_third) = nets
    assert np.array_equal(first_two, taught_first_two)
    assert not np.array_equal(third, taught_third)


@pytest.mark.long
def test_a_course_continues_from_its_checkpoint(tmp_path: Path) -> None:
    """A taught course that is stopped and resumed ends in the same net and with the same memory."""
    course = replace(REPLIES, taught=True, inputs="wide", inner=2)
    begin = Network.random(2 * PLAIN, 8, 0, 1)
    through = School(course, begin)
    for _ in through.run():
        pass
    stopped = School(course, begin)
    next(stopped.run())
    stopped.save(tmp_path / "checkpoint.npz")
    resumed = School.resume(tmp_path / "checkpoint.npz")
    assert resumed.course == course
    assert [progress.games for progress in resumed.run()] == [512, 768]
    for name, expected in through.network.weights.items():
        assert np.array_equal(resumed.network.weights[name], expected), name


@pytest.mark.long
def test_learning_makes_stronger() -> None:
    """After two thousand games a small net beats the net that it began with."""
    school = School(replace(SMALL, games=2048, hidden=16, rate=5e-3, last_rate=2e-3, trace=1.0))
    begin = school.network
    for _ in school.run():
        pass
    points, error = strength(RULESETS["long"], school.network, begin, pairs=100, seed=1)
    assert points > 4 * error


def test_the_rate_of_learning_falls_by_the_same_factor() -> None:
    """The rate begins and ends as the course says, and halfway is their geometric mean."""
    course = Course(games=1000, rate=1e-3, last_rate=1e-5)
    assert course.rate_after(0) == pytest.approx(1e-3)
    assert course.rate_after(500) == pytest.approx(1e-4)
    assert course.rate_after(2000) == pytest.approx(1e-5)


def test_a_net_saved_and_loaded_answers_alike(tmp_path: Path) -> None:
    """Saving in half precision changes a probability by less than 0.002."""
    network = net_for(RULESETS["long"])
    network.save(tmp_path / "net.npz")
    again = Network.load(tmp_path / "net.npz")
    inputs = np.random.default_rng(1).random((50, 2 * WIDE), np.float32)
    assert np.allclose(network(inputs), again(inputs), atol=2e-3)


def test_separate_outputs_can_be_joined_again(tmp_path: Path) -> None:
    """Outputs that were split off, saved, loaded and joined give the same answers."""
    network = Network.random(2 * WIDE, 16, 4, 5, outputs=7)
    network.outputs_from(3).save(tmp_path / "outputs.npz")
    three = replace(
        network,
        exit=network.exit[:, :3],
        exit_bias=network.exit_bias[:3],
        inner_exit=network.inner_exit[:, :3],
    )
    joined_again = three.with_outputs(Outputs.load(tmp_path / "outputs.npz"))
    inputs = np.random.default_rng(1).random((50, 2 * WIDE), np.float32)
    assert joined_again.outputs == 7
    assert np.allclose(network(inputs), joined_again(inputs), atol=2e-3)


@pytest.mark.parametrize("rules", sorted(RULESETS))
def test_nets_have_an_output_for_every_grade(rules: str) -> None:
    """A rule set's net has outputs for each grade of both sides, in each scoring."""
    ruleset = RULESETS[rules]
    has_mars = ruleset.scoring is Scoring.OYN_MARS
    for each in (ruleset, ruleset.extended()) if has_mars else (ruleset,):
        assert network_of(each).outputs >= 2 * len(each.scoring.grades) - 1


def test_the_table_is_computed_once() -> None:
    """A second call returns the same object."""
    assert bear_off(4) is bear_off(4)


def test_sides_join_as_they_were_split() -> None:
    """A packed side that is split and joined is the same."""
    for position, _ in random_positions(RULESETS["short"], 1, seed=6):
        assert joined(*split(position.bits(Side.WHITE))) == position.white
