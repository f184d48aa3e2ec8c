"""R6.5, R10.2: hits and the bar, in the opposed family."""

from __future__ import annotations

import pytest

from bot.rules import (
    BAR,
    RULESETS,
    Family,
    Move,
    RuleSet,
    Side,
    legal_turns,
    play_text,
    why_not,
    write_position,
)
from bot.rules.errors import AmbiguousMove, IllegalMove, Reason, UnsupportedRulesError
from bot.rules.rulesets import HeadRule, Landing, PrimeRule
from tests.rules.playing import partial, position_with_roll, turns

NARD = RULESETS["nard"]
SHORT = RULESETS["short"]
THROUGH_A_BLOT = "24:1,6:14 / 18:1,12:14 w 6-5"
"""24/13 hits on 18, or goes by 19 without a hit."""


def test_a_single_checker_is_hit_and_goes_to_the_bar() -> None:
    """R2, R6.5: a checker that is hit stays on the bar until it enters."""
    turn = play_text(partial("24:1,6:14 / 18:1,12:2,1:12 w 6-1", SHORT), "24/18*")
    assert write_position(turn.position) == "18:1,6:14 / bar:1,1:12,12:2 w"
    assert turn.moves[0].hit


def test_two_checkers_close_a_point() -> None:
    """R2: a point is closed where the opponent has two or more."""
    assert why_not(partial("24:1,6:14 / 18:2,12:13 w 6-1", SHORT), 24, 18) is Reason.BLOCKED


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        ("bar:1,6:14 / 12:15 w 5-4", {Move(BAR, 20, 5), Move(BAR, 21, 4)}),
        ("6:15 / bar:1,12:14 b 5-4", {Move(BAR, 5, 5), Move(BAR, 4, 4)}),
    ],
)
def test_a_checker_enters_on_the_point_of_a_die(text: str, entry: set[Move]) -> None:
    """R6.5: with die d a checker enters at t = d - 1, and until then no other checker moves."""
    assert set(partial(text, SHORT).next_moves()) == entry


def test_the_last_checker_may_hit_first_or_go_at_once() -> None:
    """R6.6: the 6 bears it off at once, or after a hit with the 3; these are two turns with two ends."""
    assert turns("4:1,off:14 / 1:1,12:14 w 6-3", SHORT) == {"4/off", "4/1*/off"}


def test_an_entering_checker_may_hit_and_go_on() -> None:
    """R6.5: an entering checker may hit, and may continue with the other die."""
    turn = play_text(partial("bar:1,6:14 / 20:1,12:14 w 5-4", SHORT), "bar/20*/16")
    assert write_position(turn.turn().end) == "16:1,6:14 / bar:1,12:14 b"
    assert str(turn.turn()) == "bar/20*/16"


def test_a_turn_is_passed_if_no_checker_can_enter() -> None:
    """R6.5, R3.5: if no checker can enter, the turn is a pass, even if others could move."""
    assert turns("bar:1,13:14 / 20:2,21:2,12:11 w 5-4", SHORT) == set()


def test_one_of_two_enters_and_no_other_checker_moves() -> None:
    """R6.5: while a checker is on the bar, a die that cannot enter it is not played elsewhere."""
    assert turns("bar:2,13:13 / 20:2,12:13 w 5-4", SHORT) == {"bar/21"}


def test_a_checker_on_the_bar_is_the_reason() -> None:
    """R6.5, R10.2: a checker on the bar is the reason why no other checker may move."""
    turn = partial("bar:1,13:14 / 12:15 w 5-4", SHORT)
    assert why_not(turn, 13, 8) is Reason.BAR_FIRST
    assert why_not(turn, 13) is Reason.BAR_FIRST
    assert why_not(play_text(turn, "bar/20"), 13, 9) is None
    with pytest.raises(IllegalMove) as caught:
        play_text(turn, "13/8")
    assert (caught.value.point, caught.value.holder) == (BAR, Side.WHITE)
    assert caught.value.possible == (Move(BAR, 20, 5), Move(BAR, 21, 4))


@pytest.mark.parametrize(
    ("stop", "reason"),
    [(20, Reason.BLOCKED), (16, Reason.STOP_BLOCKED), (19, Reason.NO_SUCH_DIE), (0, Reason.NOT_HOME)],
)
def test_why_a_checker_does_not_enter(stop: int, reason: Reason) -> None:
    """R6.5, R10.2: the entry point is closed, the way through it is closed, or no die leads there."""
    assert why_not(partial("bar:1,13:14 / 20:2,21:2,12:11 w 5-4", SHORT), BAR, stop) is reason


def test_a_checker_on_the_bar_stops_bearing_off() -> None:
    """R6.5: a checker on the bar is not home, so none is borne off."""
    assert turns("bar:1,6:2,off:12 / 24:2,23:2,12:11 w 2-1", SHORT) == set()
    after_entering = play_text(partial("bar:1,6:2,off:12 / 12:15 w 6-5", SHORT), "bar/19")
    assert why_not(after_entering, 6, 0) is Reason.NOT_HOME


def test_equal_dice_are_two_moves_in_nard() -> None:
    """R3.6: equal dice are two moves in ``nard`` and four in ``short``."""
    text = "24:1,6:14 / 12:15 w 4-4"
    assert legal_turns(*position_with_roll(text, NARD)).dice_used == 2
    assert legal_turns(*position_with_roll(text, SHORT)).dice_used == 4


def test_either_die_may_be_played_in_nard_when_only_one_can_be() -> None:
    """R3.4: in ``nard`` either die may be played; in ``short`` it must be the higher."""
    text = "24:1,1:14 / 13:2,20:13 w 6-5"
    assert turns(text, NARD) == {"24/18", "24/19"}
    assert turns(text, SHORT) == {"24/18"}


def test_a_turn_with_a_hit_and_the_same_without_are_two_turns() -> None:
    """R3.7: the end positions differ, and the text of each has the stop that distinguishes them."""
    assert turns(THROUGH_A_BLOT, SHORT) >= {"24/18*/13", "24/19/13"}


def test_a_star_distinguishes_two_ways() -> None:
    """R10.2: a text without stars is ambiguous if one way hits and another does not."""
    turn = partial(THROUGH_A_BLOT, SHORT)
    assert [move.hit for move in play_text(turn, "24/18*/13").moves] == [True, False]
    assert [move.hit for move in play_text(turn, "24/18/13").moves] == [True, False]
    assert [move.hit for move in play_text(turn, "24/19/13").moves] == [False, False]
    with pytest.raises(AmbiguousMove) as caught:
        play_text(turn, "24/13")
    assert {str(move) for move in caught.value.choices} == {"24/18*", "24/19"}


def test_the_choices_are_the_moves_by_which_the_ways_differ() -> None:
    """R10.2: if both ways hit on different points, the choices are the moves that differ."""
    with pytest.raises(AmbiguousMove) as caught:
        play_text(partial("24:1,6:14 / 18:1,19:1,12:13 w 6-5", SHORT), "24/13")
    assert {str(move) for move in caught.value.choices} == {"24/18*", "24/19*"}


def test_a_checker_with_two_ways_offers_both_routes() -> None:
    """R3.8: a route that hits and one that does not are both offered."""
    routes = partial(THROUGH_A_BLOT, SHORT).next_routes()
    ways = [[str(move) for move in way] for way in routes if way[-1].stop == 13]
    assert ways == [["24/18*", "18/13"], ["24/19", "19/13"]]


def test_the_star_may_be_left_out_and_a_false_one_is_refused() -> None:
    """R10.2: a star may be left out if it distinguishes nothing; a false star is refused."""
    turn = partial("24:1,13:1,6:13 / 18:1,12:14 w 6-5", SHORT)
    assert play_text(turn, "24/18").moves == play_text(turn, "24/18*").moves
    with pytest.raises(IllegalMove) as caught:
        play_text(turn, "13/7*")
    assert (caught.value.reason, caught.value.point) == (Reason.NO_HIT, 7)


def test_two_checkers_that_land_where_the_first_hits() -> None:
    """R10.2: two checkers that land on a hit point are written with one star."""
    turn = play_text(partial("24:2,6:13 / 18:1,1:14 w 6-6", SHORT), "24/18*(2)")
    assert str(turn) == "24/18*(2)"
    assert write_position(turn.position) == "18:2,6:13 / bar:1,1:14 w"


def test_a_hit_is_taken_back() -> None:
    """R3.8: taking back a hit restores the checker that was hit."""
    turn = partial(THROUGH_A_BLOT, SHORT)
    assert play_text(turn, "24/18*").take_back().position == turn.position
    assert play_text(turn, "24/18*/13").take_back().position == play_text(turn, "24/18*").position


@pytest.mark.parametrize(
    "rules",
    [
        {"family": Family.OPPOSED},
        {"landing": Landing.HIT},
        {"family": Family.OPPOSED, "landing": Landing.HIT},
        {"family": Family.OPPOSED, "landing": Landing.HIT, "head": HeadRule.FREE},
        {"family": Family.OPPOSED, "landing": Landing.HIT, "prime": PrimeRule.NONE},
    ],
)
def test_rules_of_one_family_are_refused_in_the_other(rules: dict[str, Family | Landing]) -> None:
    """R2: hits belong to the opposed family, heads and primes to the parallel one."""
    with pytest.raises(UnsupportedRulesError):
        RuleSet("mixed", **rules)  # type: ignore[arg-type]
