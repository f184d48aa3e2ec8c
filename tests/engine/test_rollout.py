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
"""The sides have passed each other, and White has two checkers outside the home."""
MIDDLE = Position.parse("short 24:2,13:4,8:3,6:4,5:2 / 1:2,12:5,17:3,19:5 w")


@cache
def by_all_rolls(board: Position) -> float:
    """Return the exact equity of the side to move, over all rolls, with the play of a roll-out."""
    if is_home(board.white) and is_home(board.black):
        return float(equity(LONG.before_roll([board]))[0])
    weights: list[float] = ROLL_WEIGHTS.tolist()
    return sum(weight * -by_all_rolls(after(board, number)) for number, weight in enumerate(weights))


def after(board: Position, roll: int) -> Position:
    """Return the board after the turn that looks best."""
    turns = legal_turns(board, ROLLS[roll])
    return turns.position(int(equity(LONG.evaluate(turns, board)).argmax())) if turns else board.passed()


def played(*, trials: int, seed: int = 1, reduced: bool = True, plies: int = 1000) -> RollOut:
    """Roll out the race."""
    return roll_out(LONG, NEAR_HOME, trials=trials, seed=seed, reduced=reduced, plies=plies)


@pytest.mark.parametrize("reduced", [True, False])
def test_a_roll_out_of_a_race_equals_the_exact_value(reduced: bool) -> None:
    """A few rolls before the table, a roll-out and an exact search agree within three standard errors."""
    expected = -by_all_rolls(NEAR_HOME)
    found = played(trials=144 if reduced else 720, reduced=reduced)
    assert abs(found.equity - expected) <= 3 * found.error
    assert found.error < 0.05


def test_variance_reduction_reduces_the_error() -> None:
    """Without the luck of the rolls, the standard error is less than a third."""
    assert 3 * played(trials=144).error < played(trials=144, reduced=False).error


def test_variance_reduction_works_in_contact_too() -> None:
    """The error is also smaller in contact with truncated games, and the averages agree."""
    plain, reduced = (
        roll_out(SHORT, MIDDLE, trials=36, plies=4, seed=3, reduced=reduced) for reduced in (False, True)
    )
    assert 2 * reduced.error < plain.error
    assert abs(reduced.equity - plain.equity) <= 3 * plain.error


def test_the_same_seed_gives_the_same_roll_out() -> None:
    """The same seed gives equal results, and another seed others."""
    one, again, other = (played(trials=40, seed=seed) for seed in (5, 5, 6))
    assert np.array_equal(one.points, again.points)
    assert not np.array_equal(one.points, other.points)


def test_a_board_in_the_table_needs_no_dice() -> None:
    """With both sides at home, each game has the table's value and no error."""
    home = Position.parse("long 3:3,2:2,off:10 / 15:4,16:2,off:9 w")
    found = roll_out(LONG, home, trials=10)
    assert found.equity == pytest.approx(-float(equity(LONG.before_roll([home]))[0]))
    assert found.error == pytest.approx(0)


def test_a_finished_game_is_worth_its_points() -> None:
    """A finished game in which the loser has none off counts as mars."""
    over = Position.parse("long 1:15 / off:15 w")
    assert roll_out(LONG, over, trials=3).points.tolist() == [2.0, 2.0, 2.0]


def test_a_roll_out_of_one_turn_is_the_two_ply_evaluation() -> None:
    """Truncated after one turn, a roll-out is the two-ply evaluation without an error."""
    found = roll_out(SHORT, MIDDLE, trials=5, plies=1)
    assert found.equity == pytest.approx(float(equity(SHORT.look_ahead([MIDDLE]))[0]))
    assert found.error == pytest.approx(0)


def test_two_turns_are_compared_with_the_same_dice() -> None:
    """The difference of two boards has a smaller error than the values themselves."""
    turns = legal_turns(NEAR_HOME, ROLLS[0])
    best, worst = (
        roll_out(LONG, end, trials=108, seed="dice", reduced=False)
        for end in (turns.position(0), turns.position(len(turns) - 1))
    )
    _, error = best.lead_over(worst)
    assert error < (best.error**2 + worst.error**2) ** 0.5
    assert best.lead_over(best) == (0.0, 0.0)


def test_the_callback_can_stop_a_roll_out() -> None:
    """An exception from the callback after a turn is passed on."""

    def stop() -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        roll_out(SHORT, MIDDLE, trials=2, plies=5, on_turn=stop)


@pytest.mark.parametrize(("trials", "plies"), [(0, 5), (5, 0)])
def test_a_roll_out_without_games_or_turns_is_refused(trials: int, plies: int) -> None:
    """A roll-out needs at least one game and one turn."""
    with pytest.raises(ValueError, match="at least one game"):
        roll_out(LONG, NEAR_HOME, trials=trials, plies=plies)


RACE = "3:1,2:1,off:13 / 14:2,off:13 w"


def test_the_command_prints_the_value_of_a_position(capsys: pytest.CaptureFixture[str]) -> None:
    """The value is for the side that rolls next."""
    assert main(["--trials", "36", RACE]) == 0
    printed = capsys.readouterr().out
    worth = equity(LONG.before_roll([Position.parse(f"long {RACE}")]))[0]
    assert printed.startswith(f"White rolls next and expects {worth:+.3f}")


def test_the_command_compares_the_turns_of_a_roll(capsys: pytest.CaptureFixture[str]) -> None:
    """The best turn comes first, and the others with their distance to it."""
    asked = "--trials", "2", "--plies", "1", "--turns", "3"
    assert main([*asked, "24:9,20:2,15:4 / 12:8,7:4,2:3 w 5-2"]) == 0
    first, *others = capsys.readouterr().out.splitlines()
    assert first.startswith("1. ")
    assert len(others) == 2
    assert all("behind the first by" in line for line in others)


def test_the_command_reports_a_roll_without_turns(capsys: pytest.CaptureFixture[str]) -> None:
    """For a roll without a legal turn, the command says so and ends with 0."""
    assert main(["24:15 / 18:2,19:2,20:2,21:2,22:2,23:2,12:3 w 2-1"]) == 0
    assert capsys.readouterr().out == "No turn is possible.\n"


@pytest.mark.parametrize("arguments", [["24:14 / 12:15 w"], ["--rules", "tabla", "24:15 / 12:15 w"]])
def test_the_command_refuses_malformed_arguments(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """The command prints the reason and ends with status 1."""
    assert main(arguments) == 1
    assert capsys.readouterr().err
