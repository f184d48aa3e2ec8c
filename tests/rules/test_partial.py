"""R3.8: a turn in progress."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from bot.rules import (
    OFF,
    RULESETS,
    Move,
    PartialTurn,
    Roll,
    RuleSet,
    Side,
    legal_turns,
    start_position,
)
from bot.rules.errors import IllegalMove, Reason
from tests.rules.playing import LONG, partial, position_with_roll, random_roll


def test_moves_are_offered_by_larger_die_and_from_the_head_on() -> None:
    """R3.8: the larger die first, then from the head on."""
    offered = partial("24:10,20:2,15:3 / 12:15 w 3-1").next_moves()
    assert [(move.die, move.start) for move in offered] == [
        (3, 24), (3, 20), (1, 24), (1, 20), (1, 15),
    ]  # fmt: skip


def test_a_checker_with_both_dice_is_one_route() -> None:
    """R3.8: 24→13 is offered as one press, by its first legal route."""
    turn = partial("24:15 / 12:15 w 6-5")
    assert turn.next_routes() == ((Move(24, 18, 6), Move(18, 13, 5)),)
    assert partial("24:15 / 18:1,12:14 w 6-2").next_routes() == ((Move(24, 22, 2), Move(22, 16, 6)),)


def test_a_double_offers_routes_of_two_to_four_dice() -> None:
    """R3.8: with 1-1 a press can move a checker by two, three or four points."""
    routes = partial("24:15 / 12:15 w 1-1").next_routes()
    assert [route[-1].stop for route in routes] == [22, 21, 20]


def test_bearing_off_the_same_checker_is_offered_once() -> None:
    """R3.8: with 6-5 and all on the 3-point one button bears off, with the larger die."""
    turn = partial("3:5,off:10 / 12:15 w 6-5")
    assert turn.next_moves() == (Move(3, OFF, 6),)
    assert turn.play(Move(3, OFF, 6)).next_moves() == (Move(3, OFF, 5),)
    assert turn.play(Move(3, OFF, 5)).next_moves() == (Move(3, OFF, 6),)


def test_each_move_uses_a_die() -> None:
    """R3.8: each move uses one die, and the others remain."""
    turn = partial("24:15 / 12:15 w 6-5")
    assert turn.dice_left == (6, 5)
    assert turn.play(Move(24, 18, 6)).dice_left == (5,)
    assert partial("24:15 / 12:15 w 2-2").play(Move(24, 22, 2)).dice_left == (2, 2, 2)


def test_moves_are_taken_back_one_by_one_or_all() -> None:
    """R3.8: taking back restores the earlier state, and the dice stay."""
    turn = partial("24:15 / 12:15 w 3-3")
    once = turn.play(Move(24, 21, 3))
    twice = once.play(Move(24, 21, 3))
    assert twice.take_back() == once
    assert twice.take_back(2) == twice.take_back_all() == turn
    assert turn.take_back_all() == turn
    with pytest.raises(ValueError, match="take back"):
        turn.take_back()


def test_a_turn_in_progress_has_its_moves_on_the_board() -> None:
    """R3.8: the position of a turn in progress has the moves on it and the same side to move."""
    turn = partial("24:15 / 12:15 b 6-5").play(Move(12, 6, 6))
    assert turn.position.points(Side.BLACK) == {12: 14, 6: 1}
    assert turn.position.mover is Side.BLACK
    assert turn.start == position_with_roll("24:15 / 12:15 b 6-5")[0]


def test_a_turn_is_complete_when_all_required_dice_are_played() -> None:
    """R3.8, R3.3: a turn is complete when every required die is played, and then no move is offered."""
    turn = partial("24:15 / 12:15 w 6-6")
    assert not turn.is_complete
    turn = turn.play(Move(24, 18, 6))
    assert not turn.is_complete
    turn = turn.play(Move(24, 18, 6))
    assert turn.is_complete
    assert turn.next_moves() == ()
    assert str(turn.turn()) == "24/18(2)"
    assert turn.turn().end.mover is Side.BLACK


def test_an_incomplete_turn_is_refused() -> None:
    """R3.8: the refusal of an incomplete turn names the moves that can continue it."""
    with pytest.raises(IllegalMove) as caught:
        partial("24:15 / 12:15 w 6-5").turn()
    assert caught.value.reason is Reason.INCOMPLETE
    assert caught.value.possible == (Move(24, 18, 6), Move(24, 19, 5))


def test_a_pass_is_complete_at_once() -> None:
    """R3.5: without a possible move the turn is complete and empty."""
    turn = partial("24:15 / 19:8,18:7 w 6-5")
    assert turn.must_pass
    assert turn.is_complete
    assert str(turn.turn()) == "pass"
    assert turn.turn().end.mover is Side.BLACK


def test_a_turn_is_canonical_in_any_order_of_moves() -> None:
    """R3.7, R3.8: moves made in another order give the same turn."""
    turn = partial("24:14,20:1 / 12:15 w 6-2")
    one = turn.play(Move(24, 22, 2)).play(Move(20, 14, 6))
    other = turn.play(Move(20, 14, 6)).play(Move(24, 22, 2))
    assert one.turn() == other.turn()
    assert one.turn().moves == (Move(20, 14, 6), Move(24, 22, 2))


def test_a_move_that_is_not_offered_is_refused() -> None:
    """R3.8: a move that is not offered is refused with the reason."""
    with pytest.raises(IllegalMove) as caught:
        partial("24:15 / 18:1,12:14 w 6-5").play(Move(24, 18, 6))
    assert caught.value.reason is Reason.BLOCKED


def test_a_move_that_wastes_a_die_is_not_offered() -> None:
    """R3.8, R3.3: 9/8 is open, but no legal turn begins with it."""
    turn = partial("9:1,2:7,1:7 / 3:8,12:7 w 5-1")
    assert [str(move) for move in turn.next_moves()] == ["9/4", "2/1"]


def test_the_last_checker_may_go_at_once_or_in_steps() -> None:
    """R6.6: with 6-3 the last checker on 6 may go at once or in steps; then the turn is complete."""
    turn = partial("6:1,off:14 / 12:15 w 6-3")
    assert turn.next_moves() == (Move(6, OFF, 6), Move(6, 3, 3))
    assert turn.play(Move(6, OFF, 6)).is_complete
    assert turn.play(Move(6, 3, 3)).next_moves() == (Move(3, OFF, 6),)
    assert turn.play(Move(6, 3, 3)).play(Move(3, OFF, 6)).turn().moves == (Move(6, OFF, 6),)


def test_a_turn_in_progress_is_a_value() -> None:
    """R3.8: turns in progress with the same moves are equal and have the same hash."""
    one = partial("24:15 / 12:15 w 6-5").play(Move(24, 18, 6))
    other = partial("24:15 / 12:15 w 6-5").play(Move(24, 18, 6))
    assert one == other
    assert hash(one) == hash(other)
    assert str(one) == "24/18"


@pytest.mark.parametrize("ruleset", [LONG, RULESETS["nard"]], ids=str)
def test_only_playable_dice_are_asked_for(ruleset: RuleSet) -> None:
    """If not all dice can be played, `dice_to_play` has only as many as the rest of the turn plays."""
    rng = random.Random(8)
    position, fewer = start_position(ruleset), 0
    while position.off(position.mover.other) < 15:
        turn = PartialTurn.begin(position, random_roll(rng))
        asked = []
        while not turn.is_complete:
            asked.append(len(turn.dice_to_play))
            fewer += len(turn.dice_to_play) < len(turn.dice_left)
            turn = turn.play(rng.choice(turn.next_moves()))
        position = turn.turn().end
        if position.off(position.mover.other) < 15:
            assert asked == list(range(len(asked), 0, -1))
    assert fewer


def test_a_double_with_many_turns_offers_few_moves() -> None:
    """R3.8: only a few next moves are offered, even if there are hundreds of turns."""
    position, _ = position_with_roll(
        "24:2,23:2,21:1,20:1,18:1,17:1,15:1,14:1,10:1,9:1,8:1,7:1,6:1 / 12:15 w 1-1"
    )
    assert len(legal_turns(position, Roll(1, 1))) > 500
    assert len(PartialTurn.begin(position, Roll(1, 1)).next_moves()) <= 15


def test_a_turn_without_moves_has_no_text() -> None:
    """R3.8: a turn without moves is not yet a pass."""
    assert str(partial("24:15 / 12:15 w 6-5")) == ""


def test_a_route_is_of_one_checker() -> None:
    """R3.8: every leg of a route begins where the previous one ends."""
    routes = partial("24:5,21:5,15:5 / 12:15 w 2-2").next_routes()
    assert routes
    for route in routes:
        assert all(leg.start == before.stop for before, leg in pairwise(route))
    assert {(route[0].start, route[-1].stop) for route in routes} == {
        (start, start - 2 * steps) for start in (24, 21, 15) for steps in (2, 3, 4)
    }


def test_a_route_that_one_die_can_make_is_not_offered() -> None:
    """R3.8: 6/off with 6-3 needs one die, so 6/3/off is not offered."""
    assert partial("6:1,2:1,off:13 / 12:15 w 6-3").next_routes() == ()


def test_a_move_by_another_die_is_refused() -> None:
    """R3.1: 24/18 is possible, but not by a 5."""
    with pytest.raises(IllegalMove) as caught:
        partial("24:15 / 12:15 w 6-5").play(Move(24, 18, 5))
    error = caught.value
    assert (error.reason, error.start, error.stop, error.die) == (Reason.NO_SUCH_DIE, 24, 18, 5)
    assert error.possible == (Move(24, 18, 6), Move(24, 19, 5))
