from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from bot.engine.engine import search_of
from bot.engine.evaluation import equity
from bot.engine.race import is_home
from bot.engine.rollout import RollOut, roll_out
from bot.engine.rollout.__main__ import main
from bot.engine.search import ROLL_WEIGHTS, ROLLS
from bot.rules import RULESETS, Position, legal_turns

LONG = search_of(RULESETS["long"])
SHORT = search_of(RULESETS["short"])
NEAR_HOME = Position.parse("long 7:1,9:1,5:4,4:3,3:3,2:3 / 18:5,17:4,16:3,15:3 w")
"""Both are past each other; White has two checkers outside."""
MIDDLE = Position.parse("short 24:2,13:4,8:3,6:4,5:2 / 1:2,12:5,17:3,19:5 w")


@cache
def by_all_rolls(board: Position) -> float:
    """What the side to move can expect by all rolls, each played as a roll-out plays it."""
    if is_home(board.white) and is_home(board.black):
        return float(equity(LONG.before_roll([board]))[0])
    weights: list[float] = ROLL_WEIGHTS.tolist()
    return sum(weight * -by_all_rolls(after(board, number)) for number, weight in enumerate(weights))


def after(board: Position, roll: int) -> Position:
    """The board after the turn that looks best."""
    turns = legal_turns(board, ROLLS[roll])
    return turns.position(int(equity(LONG.evaluate(turns, board)).argmax())) if turns else board.passed()


def played(*, trials: int, seed: int = 1, reduced: bool = True, plies: int = 1000) -> RollOut:
    """A race, played out."""
    return roll_out(LONG, NEAR_HOME, trials=trials, seed=seed, reduced=reduced, plies=plies)


@pytest.mark.parametrize("reduced", [True, False])
def test_a_race_is_worth_what_all_its_rolls_are_worth_by_the_exact_table(reduced: bool) -> None:
    """A few rolls before the table a roll-out and a search through all rolls agree within three errors."""
    expected = -by_all_rolls(NEAR_HOME)
    found = played(trials=144 if reduced else 720, reduced=reduced)
    assert abs(found.equity - expected) <= 3 * found.error
    assert found.error < 0.05


def test_without_the_luck_of_the_rolls_games_differ_less() -> None:
    """The standard error is less than a third of what it is with the luck of the rolls."""
    assert 3 * played(trials=144).error < played(trials=144, reduced=False).error


def test_a_contact_position_differs_less_without_luck_too() -> None:
    """The same holds where both sides still meet, for games that are cut short; the averages agree."""
    plain, reduced = (
        roll_out(SHORT, MIDDLE, trials=36, plies=4, seed=3, reduced=reduced) for reduced in (False, True)
    )
    assert 2 * reduced.error < plain.error
    assert abs(reduced.equity - plain.equity) <= 3 * plain.error


def test_the_same_seed_is_the_same_roll_out() -> None:
    """A seed is repeated to the last digit; another seed brings other dice."""
    one, again, other = (played(trials=40, seed=seed) for seed in (5, 5, 6))
    assert np.array_equal(one.points, again.points)
    assert not np.array_equal(one.points, other.points)


def test_a_board_that_the_table_knows_needs_no_dice() -> None:
    """With both sides at home each game is worth what the table says, and nothing is left to chance."""
    home = Position.parse("long 3:3,2:2,off:10 / 15:4,16:2,off:9 w")
    found = roll_out(LONG, home, trials=10)
    assert found.equity == pytest.approx(-float(equity(LONG.before_roll([home]))[0]))
    assert found.error == pytest.approx(0)


def test_a_game_that_is_over_is_worth_its_points() -> None:
    """Where the side that has moved has borne off all while the other has none off, that is mars."""
    over = Position.parse("long 1:15 / off:15 w")
    assert roll_out(LONG, over, trials=3).points.tolist() == [2.0, 2.0, 2.0]


def test_one_turn_is_a_look_at_all_rolls() -> None:
    """Cut off at once, a roll-out is the judgement two rolls ahead, without an error."""
    found = roll_out(SHORT, MIDDLE, trials=5, plies=1)
    assert found.equity == pytest.approx(float(equity(SHORT.look_ahead([MIDDLE]))[0]))
    assert found.error == pytest.approx(0)


def test_two_turns_are_compared_with_the_same_dice() -> None:
    """How far one board is better than another is known better than how good each is."""
    turns = legal_turns(NEAR_HOME, ROLLS[0])
    best, worst = (
        roll_out(LONG, end, trials=108, seed="dice", reduced=False)
        for end in (turns.position(0), turns.position(len(turns) - 1))
    )
    _, error = best.lead_over(worst)
    assert error < (best.error**2 + worst.error**2) ** 0.5
    assert best.lead_over(best) == (0.0, 0.0)


def test_what_is_told_of_each_turn_can_end_it() -> None:
    """What is raised after a turn comes through."""

    def stop() -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        roll_out(SHORT, MIDDLE, trials=2, plies=5, on_turn=stop)


@pytest.mark.parametrize(("trials", "plies"), [(0, 5), (5, 0)])
def test_nothing_to_play_out_is_refused(trials: int, plies: int) -> None:
    """Without a game, or without a turn, there is nothing to count."""
    with pytest.raises(ValueError, match="at least one game"):
        roll_out(LONG, NEAR_HOME, trials=trials, plies=plies)


RACE = "3:1,2:1,off:13 / 14:2,off:13 w"


def test_the_command_tells_what_a_position_is_worth(capsys: pytest.CaptureFixture[str]) -> None:
    """It is told for the side that rolls next, which here bears off first with 34 rolls of 36."""
    assert main(["--trials", "36", RACE]) == 0
    told = capsys.readouterr().out
    worth = equity(LONG.before_roll([Position.parse(f"long {RACE}")]))[0]
    assert told.startswith(f"White rolls next and expects {worth:+.3f}")


def test_the_command_compares_the_turns_of_a_roll(capsys: pytest.CaptureFixture[str]) -> None:
    """The best comes first, and the others are told with how far they are behind."""
    asked = "--trials", "2", "--plies", "1", "--turns", "3"
    assert main([*asked, "24:9,20:2,15:4 / 12:8,7:4,2:3 w 5-2"]) == 0
    first, *others = capsys.readouterr().out.splitlines()
    assert first.startswith("1. ")
    assert len(others) == 2
    assert all("behind the first by" in line for line in others)


def test_the_command_says_that_a_roll_cannot_be_played(capsys: pytest.CaptureFixture[str]) -> None:
    """There is nothing to compare then."""
    assert main(["24:15 / 18:2,19:2,20:2,21:2,22:2,23:2,12:3 w 2-1"]) == 0
    assert capsys.readouterr().out == "No turn is possible.\n"


@pytest.mark.parametrize("arguments", [["24:14 / 12:15 w"], ["--rules", "tabla", "24:15 / 12:15 w"]])
def test_the_command_refuses_what_it_cannot_read(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """It says why, and ends with status 1."""
    assert main(arguments) == 1
    assert capsys.readouterr().err
