"""R5: primes of six."""

from __future__ import annotations

from dataclasses import replace

from bot.rules import RULESETS, legal_turns
from bot.rules.rulesets import PrimeJudged, PrimeRule
from tests.rules.playing import LONG, position_with_roll, turns

PALM = RULESETS["palm"]
SPORT = RULESETS["sport"]
NO_PRIMES = replace(LONG, prime=PrimeRule.NONE)


def test_a_prime_with_no_checker_past_it_is_forbidden() -> None:
    """R5.2: a turn may not end with six points in a row in front of all fifteen checkers."""
    # 7/2 would fill 2 beside 1, 3, 4, 5, 6.
    text = "18:1,7:4,6:2,5:2,4:2,3:2,1:2 / 12:15 w 5-1"
    assert "7/2 18/17" in turns(text, NO_PRIMES)
    assert "7/2 18/17" not in turns(text)
    assert "18/13 7/6" in turns(text)


def test_a_prime_is_allowed_with_a_checker_past_it() -> None:
    """R5.2: the same prime is allowed when one opposing checker is past it."""
    # Black's path goes on from 1 to 24: a checker on 24 is past the prime on 1–6.
    assert "7/2 18/17" in turns("18:1,7:4,6:2,5:2,4:2,3:2,1:2 / 12:14,24:1 w 5-1")


def test_any_prime_is_allowed_in_the_last_turn() -> None:
    """R5.2, R9.3: in Black's last turn all of White's checkers are off, so none is behind the prime."""
    text = "off:15 / 12:1,11:4,10:2,9:2,8:2,7:4 b 2-1"
    assert "7/5 7/6" in turns(text, RULESETS["federation"])


def test_a_checker_just_before_the_prime_is_not_past_it() -> None:
    """R5.2: past means t beyond the last of the six; the point just before them is not past."""
    assert "7/2 18/17" not in turns("18:1,7:4,6:2,5:2,4:2,3:2,1:2 / 12:14,8:1 w 5-1")


def test_the_home_rule_needs_a_checker_home_if_one_is_behind() -> None:
    """R5.3: in ``palm`` a prime with a checker behind it is forbidden unless another is home or off."""
    # Black has some checkers past the prime on 1–6 but none at home (13–18).
    behind_and_past = "19:1,7:4,6:2,5:2,4:2,3:2,1:2 / 12:1,24:14 w 5-1"
    assert "7/2 19/18" in turns(behind_and_past)
    assert "7/2 19/18" not in turns(behind_and_past, PALM)
    assert "7/2 19/18" in turns("19:1,7:4,6:2,5:2,4:2,3:2,1:2 / 12:1,24:13,13:1 w 5-1", PALM)


def test_the_home_rule_allows_a_prime_with_no_checker_behind() -> None:
    """R5.3: in ``palm`` a prime with no checker behind it is allowed."""
    assert "7/2 19/18" in turns("19:1,7:4,6:2,5:2,4:2,3:2,1:2 / 23:15 w 5-1", PALM)


def test_a_prime_may_run_through_the_movers_end_and_head() -> None:
    """R5.4: White's points 2, 1, 24, 23, 22, 21 are six in a row on Black's path."""
    text = "24:5,23:2,22:2,21:2,8:2,1:2 / 12:15 w 6-5"
    assert "8/2 8/3" in turns(text, NO_PRIMES)
    assert not any("8/2" in turn.split() for turn in turns(text))


def test_six_in_a_row_across_the_opponents_start_are_no_prime() -> None:
    """R5.4: White's points 15–10 span Black's start and block no path."""
    text = "18:1,15:3,14:3,13:2,11:3,10:3 / 9:15 w 6-3"
    assert turns(text) == turns(text, NO_PRIMES)
    assert any("18/12" in turn.split() for turn in turns(text))


def test_more_than_six_in_a_row_are_judged_too() -> None:
    """R5.4: eight in a row are three primes, and a checker past the farthest is past all of them."""
    text = "18:1,8:2,7:2,6:2,5:2,4:2,3:1,1:3 / 12:15 w 6-1"
    assert "8/2 18/17" not in turns(text)
    assert "8/2 18/17" in turns(text.replace("12:15", "12:14,24:1"))


def test_each_of_two_primes_is_judged() -> None:
    """R5.2: a checker past the first prime but not the second leaves the second forbidden."""
    text = "24:2,11:3,10:1,9:1,8:1,7:1,6:1,4:2,3:1,2:1,1:1 / 12:14,5:1 w 2-1"
    assert "11/9 24/23" not in turns(text)
    assert "11/9 24/23" in turns(text.replace("12:14", "12:13").replace("5:1 w", "5:1,22:1 w"))


def test_a_forbidden_prime_must_be_broken() -> None:
    """R5.1: the end of the turn is judged, even if the prime is older; 10/4 10/9 would only shift it."""
    assert turns("10:2,9:2,8:2,7:3,6:4,5:2 / 12:15 w 6-1") == {"9/3 9/8", "8/2 8/7"}


def test_a_prime_may_exist_within_a_turn() -> None:
    """R5.1: in the other games only the end of the turn is judged."""
    text = "24:2,23:2,22:3,21:2,20:2,19:3,1:1 / 12:3,8:5,7:4,3:3 w 5-2"
    assert turns(text) == {"23/18 23/21", "21/16 21/19", "20/15 20/18"}


def test_in_sport_no_move_may_make_a_prime() -> None:
    """R5.1: in ``sport`` every move has to leave an allowed position."""
    text = "24:2,23:2,22:3,21:2,20:2,19:3,1:1 / 12:3,8:5,7:4,3:3 w 5-2"
    assert turns(text, SPORT) == set()
    assert turns(text, replace(LONG, prime_judged=PrimeJudged.EVERY_MOVE)) == set()


def test_in_sport_another_order_may_be_legal() -> None:
    """R5.1, R3.7: 7/2 first would make a prime on 7–2; ``sport`` finds the other order."""
    text = "20:5,7:2,6:2,5:2,4:2,3:2 / 12:15 w 5-1"
    assert "7/2 7/6" in turns(text)
    assert "7/6 7/2" in turns(text, SPORT)


def test_fewer_dice_are_played_if_all_of_them_would_make_a_prime() -> None:
    """R5.5: R3.3 counts only turns with an allowed end."""
    text = "8:1,7:3,6:2,5:3,4:1,3:5 / 12:15 w 6-6"
    assert turns(text) == {"7/1(3)"}
    assert legal_turns(*position_with_roll(text)).dice_used == 3
    assert legal_turns(*position_with_roll(text, NO_PRIMES)).dice_used == 4


def test_in_sport_a_prime_on_the_way_leaves_the_higher_die() -> None:
    """R5.1, R3.4: in ``sport`` 11/6 would make the prime 6–1, and after 11/5 no 5 is open."""
    text = "24:1,23:1,22:1,21:1,20:1,19:1,14:9 / 11:1,5:3,4:3,3:2,2:3,1:3 b 6-5"
    assert turns(text, SPORT) == {"11/5"}


def test_a_turn_that_could_only_build_a_prime_is_passed() -> None:
    """R5.5, R3.5: if every way to play any die makes a forbidden prime, the turn is a pass."""
    assert turns("24:2,5:3,4:4,3:2,2:3,1:1 / 12:4,11:8,10:3 w 5-5") == set()
