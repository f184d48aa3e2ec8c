"""Decisions about the cube, analysed from records."""

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
    """Return the record of a game with a cube."""
    return Record(headers, LONG, None, events, cube=True)


def first_turn(roll: Roll) -> tuple[Event, ...]:
    """Return White's first roll and a turn with it."""
    state = Game.begin(LONG, cube=True).after(Rolled(roll))
    return Rolled(roll), Played.of(legal_turns(state.position, roll)[0].moves)


def test_a_first_double_is_an_error_and_its_drop_a_worse_one() -> None:
    """The first turn's advantage is far from a double, so such a double should be taken."""
    double, drop = judged_cube(reviewer_of(LONG)[0], cubed(Doubled(), Dropped()), lambda: None)
    assert (double.did, double.side, double.turn) == (CubeMove.DOUBLE, Side.WHITE, 1)
    assert (drop.did, drop.side, drop.better) == (CubeMove.DROP, Side.BLACK, CubeMove.TAKE)
    assert 0 < double.cost < drop.cost
    assert double.cost_of_match is None


def test_a_take_that_is_right_costs_nothing() -> None:
    """A right take is listed without a cost; a roll is not listed if doubling would be wrong."""
    record = cubed(Doubled(), Took(), *first_turn(Roll(6, 5)))
    double, take = judged_cube(reviewer_of(LONG)[0], record, lambda: None)
    assert (take.did, take.cost) == (CubeMove.TAKE, 0)
    plain = cubed(*first_turn(Roll(6, 5)))
    assert judged_cube(reviewer_of(LONG)[0], plain, lambda: None) == ()
    assert double.cost > 0


def test_a_game_without_a_cube_has_no_decisions_about_it() -> None:
    """Without a cube no decision is analysed."""
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
    """The score has the points that each side needs, White's first; incomplete headers give MONEY."""
    assert score_of(cubed(headers=headers)) == score


def test_an_error_in_a_match_costs_winning_chances() -> None:
    """A wrong drop costs a part of the chance to win the match."""
    _, drop = judged_cube(reviewer_of(LONG)[0], cubed(Doubled(), Dropped(), headers=MATCH), lambda: None)
    assert drop.cost_of_match is not None
    assert 0.02 < drop.cost_of_match < 0.5


def test_the_callback_can_stop_the_work() -> None:
    """An exception from the callback after a decision is passed on."""

    def stop() -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        judged_cube(reviewer_of(LONG)[0], cubed(Doubled(), Dropped()), stop)


def test_an_analysis_stores_the_decisions_about_the_cube() -> None:
    """Decisions about the cube are written and read, and listed with the worst first."""
    search, reviewer = reviewer_of(LONG)
    record = cubed(*first_turn(Roll(2, 1)), Doubled(), Dropped(), headers=MATCH)
    analysis = analysed(search, record, adviser=search, reviewer=reviewer, effort=Effort(0, 1, deep=False))
    again = read_analysis(write_analysis(analysis))
    assert [(each.turn, each.side, each.did) for each in again.cube] == [
        (each.turn, each.side, each.did) for each in analysis.cube
    ]
    assert [each.did for each in again.worst_cube()] == [CubeMove.DROP, CubeMove.DOUBLE]
    costs = [each.cost for each in again.worst_cube()]
    assert costs == sorted(costs, reverse=True)
