"""R10.2: typed moves, and the three kinds of errors."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from bot.rules import BAR, OFF, Move, Side, play_text, why_not
from bot.rules.errors import AmbiguousMove, IllegalMove, NotUnderstood, Reason
from bot.rules.notation import parse_moves
from tests.rules.playing import partial


@pytest.mark.parametrize(
    "text",
    [
        "24/18 13/7", "13/7 24/18", "24-18 13-7", "24 18 13 7", "24>18, 13>7", "24→18 13→7", "24:18 13:7",
        "24/18,13/7", "24/18; 13/7", "  24 / 18   13 / 7 ", "24->18 13->7", "24–18 13—7", "24/18 13 7",
    ],
)  # fmt: skip
def test_two_moves_may_be_typed_in_many_ways(text: str) -> None:
    """R10.2: slashes, dashes, arrows, colons, blanks and commas are read, in any order of moves."""
    turn = play_text(partial("24:14,13:1 / 12:15 w 6-6"), text)
    assert sorted(str(move) for move in turn.moves) == ["13/7", "24/18"]


@pytest.mark.parametrize("text", ["24/13", "24/18/13", "24/19/13", "24 13", "24/18 18/13", "18/13 24/18"])
def test_one_checker_with_two_dice_with_or_without_stops(text: str) -> None:
    """R10.2: dice and stops are inferred or typed."""
    turn = play_text(partial("24:15 / 12:15 w 6-5"), text)
    assert turn.is_complete
    assert turn.position.points(Side.WHITE) == {24: 14, 13: 1}


def test_typed_stops_are_binding() -> None:
    """R10.2: a typed way through a blocked point is refused, even if another way is open."""
    turn = partial("24:15 / 18:1,12:14 w 6-5")
    assert play_text(turn, "24/13").is_complete
    with pytest.raises(IllegalMove) as caught:
        play_text(turn, "24/18/13")
    assert (caught.value.reason, caught.value.point) == (Reason.BLOCKED, 18)


@pytest.mark.parametrize("text", ["24/18(2)", "24/18x2", "24/18×2", "24/18 (2)", "24-18 24-18", "24/18 x2"])
def test_a_repeated_move(text: str) -> None:
    """R10.2: 24/18(2) plays it twice."""
    assert play_text(partial("24:15 / 12:15 w 6-6"), text).moves == (Move(24, 18, 6), Move(24, 18, 6))


@pytest.mark.parametrize("text", ["3/off", "3/0", "3 off", "3-OFF", "3→off"])
def test_bearing_off_is_typed_as_off_or_0(text: str) -> None:
    """R10.2: a checker is borne off by "off" or 0."""
    assert play_text(partial("3:5,off:10 / 12:15 w 6-5"), text).moves == (Move(3, OFF, 6),)


def test_a_part_of_a_turn_may_be_typed() -> None:
    """R10.2: a part of a turn may be typed, and the rest later."""
    turn = play_text(partial("24:14,13:1 / 12:15 w 6-5"), "13/8")
    assert (turn.moves, turn.dice_left) == ((Move(13, 8, 5),), (6,))
    assert play_text(turn, "24/18").is_complete


def test_the_fewest_dice_are_used() -> None:
    """R10.2: 6/off with 6-3 uses the 6, but both dice if the fewest would not do."""
    turn = partial("6:1,4:1,off:13 / 12:15 w 6-3")
    assert play_text(turn, "6/off").dice_left == (3,)
    alone = partial("6:1,1:1,5:1,off:12 / 12:15 w 4-2")
    assert play_text(alone, "6/off").moves == (Move(6, 2, 4), Move(2, OFF, 2))


def test_a_point_alone_moves_its_checker() -> None:
    """R10.2: a point alone is enough if there is one destination."""
    assert play_text(partial("24:15 / 12:15 w 3-3"), "24").moves == (Move(24, 21, 3),)


def test_a_lone_point_with_two_destinations_is_ambiguous() -> None:
    """R10.2: a point with two destinations is ambiguous, and the error names the choices."""
    with pytest.raises(AmbiguousMove) as caught:
        play_text(partial("24:15 / 12:15 w 6-5"), "24")
    assert caught.value.choices == (Move(24, 18, 6), Move(24, 19, 5))


@pytest.mark.parametrize(
    "text",
    [
        "", "   ", "hello", "24/", "/18", "24//18", "0/5", "25/20", "24/30", "24/off/3", "24/18(5)",
        "24/18(0)", "24 18 13", "24/bar", "off", "²4/18", "٢٤/١٨", "24.18", "24/18(2", "1" * 201,
        "24/18 " * 40,
    ],
)  # fmt: skip
def test_a_malformed_move_is_not_understood(text: str) -> None:
    """R10.2: a malformed or overlong text raises `NotUnderstood`."""
    with pytest.raises(NotUnderstood) as caught:
        play_text(partial("24:15 / 12:15 w 6-5"), text)
    assert len(caught.value.text) <= 200


@given(st.text(max_size=30))
def test_any_text_is_read_or_not_understood(text: str) -> None:
    """R10.2: any text is read as moves or raises `NotUnderstood`."""
    try:
        routes = parse_moves(text)
    except NotUnderstood:
        return
    assert all(0 <= place <= 25 for route in routes for place in route.places)


def test_a_false_hit_is_refused() -> None:
    """R10.2: no checker is hit in the parallel family."""
    with pytest.raises(IllegalMove) as caught:
        play_text(partial("24:14,13:1 / 12:15 w 6-5"), "13/7*")
    assert (caught.value.reason, caught.value.point) == (Reason.NO_HIT, 7)


def test_there_is_no_checker_on_the_bar() -> None:
    """R10.2: a move from the bar is understood, but the parallel family has no checker there."""
    for text in ("bar", "bar/22"):
        with pytest.raises(IllegalMove) as caught:
            play_text(partial("24:15 / 12:15 w 6-5"), text)
        assert (caught.value.reason, caught.value.start) == (Reason.NO_CHECKER, BAR)


def test_a_pass_may_be_typed_only_if_it_must_be_played() -> None:
    """R10.2, R3.5: "pass" is accepted if there is no legal move, and refused otherwise."""
    assert play_text(partial("24:15 / 19:8,18:7 w 6-5"), "pass").is_complete
    with pytest.raises(IllegalMove) as caught:
        play_text(partial("24:15 / 12:15 w 6-5"), "pass")
    assert caught.value.reason is Reason.NOT_A_PASS


REASONS = [
    ("24:15 / 12:15 w 6-5", 13, 8, Reason.NO_CHECKER),
    ("24:15 / 12:15 w 6-5", 12, 6, Reason.OTHERS_CHECKER),
    ("24:15 / 12:15 w 6-5", 24, 20, Reason.NO_SUCH_DIE),
    ("24:14,13:1 / 7:1,12:14 w 6-5", 13, 7, Reason.BLOCKED),
    ("24:15 / 18:1,19:1,12:13 w 6-5", 24, 13, Reason.STOP_BLOCKED),
    ("24:15 / 12:15 w 6-5", 24, 25, Reason.BACKWARDS),
    ("24:14,13:1 / 12:15 w 6-5", 13, 20, Reason.BACKWARDS),
    ("9:1,2:7,1:7 / 3:8,12:7 w 5-1", 9, 8, Reason.FULL_ROLL),
    ("24:5,2:6,1:4 / 10:4,4:3,15:8 w 5-4", 24, 20, Reason.HIGHER_DIE),
    ("8:2,6:2,5:2,4:3,3:3,2:1,1:2 / 12:15 w 6-1", 8, 2, Reason.PRIME),
    ("24:1,3:14 / 12:15 w 6-5", 3, OFF, Reason.NOT_HOME),
    ("6:1,4:1,off:13 / 1:15 w 5-5", 4, OFF, Reason.CHECKER_BEHIND),
    ("6:1,4:1,off:13 / 12:15 w 3-2", 6, OFF, Reason.NO_SUCH_DIE),
    ("24:15 / 19:8,18:7 w 6-5", 24, None, Reason.NOTHING_POSSIBLE),
    ("24:15 / 19:8,18:7 w 6-5", 24, 18, Reason.BLOCKED),
]


@pytest.mark.parametrize(("text", "start", "stop", "reason"), REASONS)
def test_a_refusal_has_its_reason(text: str, start: int, stop: int | None, reason: Reason) -> None:
    """R10.2: each kind of illegal move has its reason."""
    assert why_not(partial(text), start, stop) is reason


def test_reasons_in_mid_turn() -> None:
    """R10.2: a used die, a used head move and a complete turn have their own reasons."""
    turn = play_text(partial("24:14,13:1 / 12:15 w 6-5"), "13/7")
    assert why_not(turn, 24, 18) is Reason.DIE_USED
    assert why_not(turn, 24, 19) is None
    head = play_text(partial("24:12,20:3 / 12:15 w 6-5"), "24/18")
    assert why_not(head, 24, 19) is Reason.HEAD
    assert why_not(head, 24) is Reason.HEAD
    assert why_not(play_text(head, "20/15"), 20, 15) is Reason.TURN_COMPLETE


def test_a_possible_move_has_no_reason_against_it() -> None:
    """R10.2: a legal move by one die or several has no reason."""
    turn = partial("24:15 / 12:15 w 6-5")
    assert [why_not(turn, 24, stop) for stop in (18, 19, 13, None)] == [None] * 4


def test_a_refusal_names_the_block_and_the_possible_moves() -> None:
    """R10.2: a refusal has all parts of "13/7 is blocked: Black holds 7. You can move from 13 by 5: 13/8"."""
    with pytest.raises(IllegalMove) as caught:
        play_text(partial("24:14,13:1 / 7:1,12:14 w 6-5"), "13/7")
    error = caught.value
    assert (error.start, error.stop, error.point, error.holder, error.die) == (13, 7, 7, Side.BLACK, 6)
    assert error.possible == (Move(13, 8, 5),)
    assert str(error) == "13/7: the opponent holds the point (7); possible: 13/8"


def test_a_refusal_names_the_prime() -> None:
    """R10.2, R5: the six points of a forbidden prime are named."""
    with pytest.raises(IllegalMove) as caught:
        play_text(partial("18:1,7:4,6:2,5:2,4:2,3:2,1:2 / 12:15 w 5-1"), "7/2 18/17")
    assert caught.value.reason is Reason.PRIME
    assert caught.value.prime == (7, 6, 5, 4, 3, 2)


def test_the_first_wrong_move_is_refused() -> None:
    """R10.2: the refusal of several moves is about the first wrong one."""
    with pytest.raises(IllegalMove) as caught:
        play_text(partial("24:14,13:1 / 12:15 w 6-5"), "13/7 24/20")
    assert (caught.value.start, caught.value.stop, caught.value.reason) == (24, 20, Reason.NO_SUCH_DIE)


def test_a_refusal_names_moves_of_other_points() -> None:
    """R10.2: possible moves from the same point are named, or from any point if there are none."""
    with pytest.raises(IllegalMove) as caught:
        play_text(partial("24:15 / 12:15 w 6-5"), "13/8")
    assert caught.value.possible == (Move(24, 18, 6), Move(24, 19, 5))
