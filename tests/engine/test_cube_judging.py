"""Decisions about the cube, judged from records."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.engine import MONEY, CubeMove, Score, read_analysis, write_analysis
from bot.engine.analysing import Effort, analysed
from bot.engine.cube_judging import judged_cube, score_of
from bot.engine.engine import reviewer_of
from bot.rules import RULESETS, Game, Roll, Side, legal_turns
from bot.rules.events import Doubled, Dropped, Event, Played, Rolled, Took
from bot.rules.formats import Record

LONG = RULESETS["long"]
MATCH = (("White", "Anna"), ("Black", "Boris"), ("Length", "5 points"), ("Round", "3"), ("Score", "3-2"))


def cubed(*events: Event, headers: tuple[tuple[str, str], ...] = ()) -> Record:
    """A game with a cube."""
    return Record(headers, LONG, None, events, cube=True)


def first_turn(roll: Roll) -> tuple[Event, ...]:
    """White's first roll, and a turn."""
    state = Game.begin(LONG, cube=True).after(Rolled(roll))
    return Rolled(roll), Played.of(legal_turns(state.position, roll)[0].moves)


def test_a_double_before_the_first_roll_is_a_mistake_and_dropping_it_a_worse_one() -> None:
    """White's advantage of the first turn is far from a double, and what is far from one is taken."""
    double, drop = judged_cube(reviewer_of(LONG)[0], cubed(Doubled(), Dropped()), lambda: None)
    assert (double.did, double.side, double.turn) == (CubeMove.DOUBLE, Side.WHITE, 1)
    assert (drop.did, drop.side, drop.better) == (CubeMove.DROP, Side.BLACK, CubeMove.TAKE)
    assert 0 < double.cost < drop.cost
    assert double.cost_of_match is None


def test_a_take_that_is_right_costs_nothing() -> None:
    """It is listed, and not among the worst; a roll where nobody should double is not listed."""
    record = cubed(Doubled(), Took(), *first_turn(Roll(6, 5)))
    double, take = judged_cube(reviewer_of(LONG)[0], record, lambda: None)
    assert (take.did, take.cost) == (CubeMove.TAKE, 0)
    plain = cubed(*first_turn(Roll(6, 5)))
    assert judged_cube(reviewer_of(LONG)[0], plain, lambda: None) == ()
    assert double.cost > 0


def test_a_game_without_a_cube_has_no_decisions_about_it() -> None:
    """Nothing is looked at."""
    record = replace(cubed(*first_turn(Roll(6, 5))), cube=False)
    assert judged_cube(reviewer_of(LONG)[0], record, lambda: None) == ()


@pytest.mark.parametrize(
    ("headers", "score"),
    [
        (MATCH, Score.parse("2-3 away cube")),
        (MATCH[:2], MONEY),
        (
            (*MATCH[:2], ("Length", "3 games"), ("Round", "2"), ("Score", "1-0")),
            Score.parse("1-0 with 2 games cube"),
        ),
        ((*MATCH[:2], ("Length", "1 game"), ("Round", "1"), ("Score", "0-0")), MONEY),
        ((*MATCH[:2], ("Length", "no length"), ("Score", "?")), MONEY),
        (
            (*MATCH[:2], ("Length", "3 points"), ("Round", "7"), ("Score", "3-3")),
            Score.parse("1-1 away cube"),
        ),
        ((*MATCH[:2], ("Length", "3 points"), ("Round", "4"), ("Score", "3-1")), MONEY),
    ],
)
def test_the_score_is_read_from_the_record(headers: tuple[tuple[str, str], ...], score: Score) -> None:
    """What each side still needs, White's first; MONEY, where it says nothing that can be."""
    assert score_of(cubed(headers=headers)) == score


def test_in_a_match_it_is_told_how_much_of_it_a_mistake_cost() -> None:
    """To drop at once gives a part of the match away, and that is more than nothing and less than all."""
    _, drop = judged_cube(reviewer_of(LONG)[0], cubed(Doubled(), Dropped(), headers=MATCH), lambda: None)
    assert drop.cost_of_match is not None
    assert 0.02 < drop.cost_of_match < 0.5


def test_what_is_told_of_a_decision_can_end_the_work() -> None:
    """What is raised after one comes through."""

    def stop() -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        judged_cube(reviewer_of(LONG)[0], cubed(Doubled(), Dropped()), stop)


def test_an_analysis_keeps_what_was_judged_of_the_cube() -> None:
    """It is written and read like the rest, and the worst of it comes first."""
    search, reviewer = reviewer_of(LONG)
    record = cubed(*first_turn(Roll(2, 1)), Doubled(), Dropped(), headers=MATCH)
    analysis = analysed(search, record, reviewer=reviewer, effort=Effort(0, 1, deep=False))
    again = read_analysis(write_analysis(analysis))
    assert [(each.turn, each.side, each.did) for each in again.cube] == [
        (each.turn, each.side, each.did) for each in analysis.cube
    ]
    assert [each.did for each in again.worst_cube()] == [CubeMove.DROP, CubeMove.DOUBLE]
    costs = [each.cost for each in again.worst_cube()]
    assert costs == sorted(costs, reverse=True)
