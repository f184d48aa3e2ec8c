from __future__ import annotations

from random import Random

import numpy as np
import pytest

from bot.engine import Engine, Level
from bot.engine.chances import Chances
from bot.engine.engine import network_of
from bot.engine.evaluation import (
    FOUR,
    LOST_FOUR,
    LOST_MARS,
    LOST_THREE,
    MARS,
    THREE,
    WIN,
    Evaluator,
    equity,
    of_other,
)
from bot.engine.grades import final_grades, highest_grades
from bot.engine.inputs import rows_of
from bot.rules import (
    RULESETS,
    Family,
    Game,
    Position,
    Roll,
    RuleSet,
    Side,
    legal_turns,
    read_position,
    start_position,
)
from bot.rules.board import BAR_INDEX, CHECKERS, OFF_INDEX
from bot.rules.events import Played, Rolled
from bot.rules.outcomes import possible_grades
from bot.rules.rulesets import Scoring

EXTENDED = [each.extended() for each in RULESETS.values() if each.scoring is Scoring.OYN_MARS]
EVERY = [*RULESETS.values(), *EXTENDED]
"""Every rule set with every scoring that it allows."""


def evaluator_of(ruleset: RuleSet) -> Evaluator:
    """Return the evaluator of a rule set."""
    return Evaluator(network_of(ruleset), ruleset)


def scattered(random: Random, ruleset: RuleSet, free: list[int]) -> int:
    """Return a random side, mostly with none off and with a few checkers left behind."""
    counts = [0] * 26
    counts[OFF_INDEX] = random.choice((0, 0, 0, random.randint(1, CHECKERS - 1)))
    if ruleset.family is Family.OPPOSED and random.random() < 0.2:
        counts[BAR_INDEX] = random.randint(0, min(2, CHECKERS - counts[OFF_INDEX]))
    behind = [t for t in free if t < random.choice((1, 6, 12, 24))] or free
    # In the parallel family no checker is off while another is outside the home.
    at_home = counts[OFF_INDEX] and ruleset.family is Family.PARALLEL
    while (left := CHECKERS - sum(counts)) > 0:
        places = [t for t in free if t >= 18] if at_home or left > 3 else behind
        counts[random.choice(places)] += 1
    return sum(count << 4 * t for t, count in enumerate(counts))


def last_turn(random: Random, ruleset: RuleSet) -> Game:
    """Return a game in which the mover bears off the last checker with the present roll."""
    mover = random.choice((Side.WHITE, Side.BLACK))
    winner = 1 << 4 * 23 | 14 << 4 * OFF_INDEX
    opposite = 0 if ruleset.family is Family.OPPOSED else 11
    loser = scattered(random, ruleset, [t for t in range(24) if t != opposite])
    white, black = (winner, loser) if mover is Side.WHITE else (loser, winner)
    return Game(Position(ruleset, white, black, mover), Roll(6, 5), 60)


def random_game(random: Random, ruleset: RuleSet) -> list[Game]:
    """Return every state of a game of random turns."""
    states = [Game.begin(ruleset)]
    while states[-1].outcome is None:
        state = states[-1]
        if state.roll is None:
            states.append(state.after(Rolled(Roll(random.randint(1, 6), random.randint(1, 6)))))
            continue
        turns = legal_turns(state.position, state.roll)
        played = Played.of(turns[random.randrange(len(turns))].moves) if turns else Played()
        states.append(state.after(played))
    return states


def check_end(state: Game, ruleset: RuleSet) -> None:
    """Check that a finished game's board has the points of its outcome, for both sides."""
    assert state.outcome is not None
    position, evaluator = state.position, evaluator_of(ruleset)
    won = {side: float(state.outcome.points_of(side)) for side in Side}
    just_moved = position.mover.other
    row = evaluator.evaluate([position.theirs], [position.mine], white=just_moved is Side.WHITE)
    expected = won[just_moved] - won[just_moved.other]
    assert equity(row)[0] == pytest.approx(expected, abs=1e-6)
    assert equity(of_other(row))[0] == pytest.approx(-expected, abs=1e-6)


@pytest.mark.parametrize("ruleset", EVERY, ids=str)
def test_a_finished_game_is_evaluated_by_its_outcome(ruleset: RuleSet) -> None:
    """Finished random games, and games with a randomly placed loser, have the points that the rules give."""
    random = Random(21)
    check_end(random_game(random, ruleset)[-1], ruleset)
    grades = set()
    for _ in range(150):
        state = last_turn(random, ruleset)
        assert state.roll is not None
        turns = legal_turns(state.position, state.roll)
        after = state.after(Played.of(turns[0].moves))
        if after.outcome is None:
            # Black has a last turn (R9.3).
            continue
        check_end(after, ruleset)
        grades.add(after.outcome.grade)
    assert grades == set(ruleset.scoring.grades)


@pytest.mark.parametrize("ruleset", EVERY, ids=str)
def test_an_impossible_grade_has_no_chance(ruleset: RuleSet) -> None:
    """In every position of random games, the highest grade of either side is that of R9.6."""
    random, ladder = Random(22), ruleset.scoring.grades
    positions = [state.position for state in random_game(random, ruleset)[::5]]
    positions += [last_turn(random, ruleset).position for _ in range(50)]
    for position in positions:
        mine, theirs = rows_of([position.mine]), rows_of([position.theirs])
        for side, loser, winner in ((position.mover, mine, theirs), (position.mover.other, theirs, mine)):
            grades = possible_grades(position, side)
            if grades:
                assert ladder[highest_grades(ruleset, loser, winner)[0]] is grades[-1], position


@pytest.mark.parametrize("ruleset", EVERY, ids=str)
def test_chances_of_higher_grades_are_never_higher(ruleset: RuleSet) -> None:
    """Each grade is at most as likely as the one below it, for wins and losses."""
    random = Random(23)
    evaluator = evaluator_of(ruleset)
    positions = [state.position for state in random_game(random, ruleset)[::5]]
    for position in positions:
        white = position.mover is Side.BLACK
        row = evaluator.evaluate([position.theirs], [position.mine], white=white)[0]
        assert len(row) == evaluator.columns
        won = [row[WIN], row[MARS], *row[THREE::2]]
        lost = [1 - row[WIN], row[LOST_MARS], *row[LOST_THREE::2]]
        for ladder in (won, lost):
            assert np.diff(ladder).max() < 1e-6
            assert min(ladder) > -1e-6


def test_a_side_can_lose_more_than_its_present_grade() -> None:
    """A checker that can be hit may end on the bar, so a backgammon is already possible."""
    ruleset = RULESETS["short"]
    start = rows_of([start_position(ruleset).white])
    assert highest_grades(ruleset, start, start)[0] == 2
    # The sides have passed each other, outside the winner's home: a gammon at most.
    passed = rows_of([1 << 4 * 10 | 14 << 4 * 20]), rows_of([15 << 4 * 20])
    assert highest_grades(ruleset, *passed)[0] == 1
    assert final_grades(ruleset, passed[0])[0] == 1


def test_a_checker_that_can_save_a_backgammon_is_moved() -> None:
    """With 6-3 every level moves its checker out of White's home, since White finishes with the next roll."""
    position, roll = read_position(
        "1:1,off:14 / 3:1,10:1,18:1,19:4,20:2,21:2,22:2,24:2 b 6-3", RULESETS["short"]
    )
    state = Game(position, roll, 60)
    engine = Engine()
    for level in Level:
        assert engine.choose(state, level).end.count(Side.BLACK, 2) == 0
    best, *others = engine.hint(state).candidates
    assert best.turn.end.count(Side.BLACK, 2) == 0
    assert best.chances.lost_mars == pytest.approx(1)
    assert best.chances.lost_three == pytest.approx(0)
    assert all(other.cost == pytest.approx(1) for other in others if other.chances.lost_three > 0)


def test_strays_escape_as_often_as_the_dice_allow() -> None:
    """A checker five pips from safety is left behind by 5 of 36 rolls, and always if White rolls first."""
    ruleset = RULESETS["short"]
    for mover, column, likely in (("b", THREE, 5 / 36), ("w", LOST_THREE, 1.0)):
        position, _ = read_position(f"1:1,off:14 / 2:1,22:14 {mover}", ruleset)
        row = evaluator_of(ruleset).evaluate([position.theirs], [position.mine], white=mover == "b")[0]
        assert row[column] == pytest.approx(likely, abs=2e-3)


def test_a_head_that_cannot_be_cleared_in_time_is_a_home_mars() -> None:
    """White finishes with the next roll, and Black has one roll for two checkers on the head: home mars."""
    text = "1:1,2:1,off:13 / 12:2,18:8,14:5"
    for ruleset in EXTENDED:
        position, _ = read_position(f"{text} b", ruleset)
        row = evaluator_of(ruleset).evaluate([position.theirs], [position.mine], white=True)
        # With a last turn Black has two rolls and may clear the head (R9.3).
        assert (row[0, FOUR] == pytest.approx(1, abs=1e-3)) is not ruleset.last_turn
    position, _ = read_position(f"{text} w", EXTENDED[0])
    row = evaluator_of(EXTENDED[0]).evaluate([position.theirs], [position.mine], white=False)
    assert equity(row)[0] == pytest.approx(-4, abs=1e-2)


def test_equity_counts_each_grade_once() -> None:
    """A sure home mars counts four points, won or lost, and a sure koks three."""
    rows = np.zeros((3, 8))
    rows[0, [WIN, MARS, THREE, FOUR]] = 1
    rows[1, [LOST_MARS, LOST_THREE, LOST_FOUR]] = 1
    rows[2, [WIN, MARS, THREE]] = 1
    assert equity(rows).tolist() == [4, -4, 3]
    assert equity(of_other(rows)).tolist() == [-4, 4, -3]


def test_swapping_the_sides_of_chances_twice_changes_nothing() -> None:
    """The chances that one side wins are those that the other loses, in every grade."""
    chances = Chances(0.5, 0.3, 0.2, 0.0, 0.1, 0.05, 0.04, 0.01)
    other = chances.of_other
    assert (other.lost_three, other.lost_four, other.three, other.four) == (0.1, 0.04, 0.05, 0.01)
    assert other.of_other == chances
