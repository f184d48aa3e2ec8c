"""R6: bearing off."""

from bot.rules import legal_turns
from tests.rules.playing import position_with_roll, turns


def test_nothing_is_borne_off_before_all_are_home() -> None:
    """R6.1: one checker outside the home stops bearing off."""
    assert not any("off" in turn for turn in turns("24:1,6:14 / 12:15 w 5-4"))


def test_coming_home_in_mid_turn_is_enough() -> None:
    """R6.1: the last checker comes home with one die, and the other bears off."""
    assert "8/5 6/off" in {
        " ".join(sorted(turn.split(), reverse=True)) for turn in turns("8:1,6:14 / 12:15 w 6-3")
    }
    assert any(turn.count("/off") for turn in turns("7:1,1:14 / 12:15 w 1-1"))


def test_the_exact_number_bears_off() -> None:
    """R6.2: a 3 bears off from White's 3 and from Black's 15."""
    assert "3/off 1/off" in turns("3:1,1:2,off:12 / 12:15 w 3-1")
    assert "15/off 13/off" in turns("24:15 / 15:1,13:2,off:12 b 3-1")


def test_a_larger_number_bears_off_from_the_rearmost_only() -> None:
    """R6.3: with 6-5 the rearmost checkers go, not those before them."""
    assert turns("4:1,3:1,1:3,off:10 / 12:15 w 6-5") == {"4/off 3/off"}


def test_a_larger_number_does_not_bear_off_past_a_checker_behind() -> None:
    """R6.3: with a checker on 6 that cannot move a 5 does not bear off from 4."""
    assert turns("6:1,4:1,off:13 / 1:15 w 5-5") == set()


def test_moving_inside_home_is_allowed() -> None:
    """R6.4: a 1 may move inside instead of bearing off."""
    assert turns("6:2,1:2,off:11 / 12:15 w 6-1") == {"6/off 6/5", "6/off 1/off"}


def test_all_dice_must_be_played_in_bearing_off_too() -> None:
    """R6.4, R3.3: bearing off with the smaller die first is no way to avoid the larger."""
    assert legal_turns(*position_with_roll("6:1,1:1,off:13 / 12:15 w 6-1")).dice_used == 2


def test_bearing_off_the_last_checker_completes_the_turn() -> None:
    """R6.6: bearing off the last checker ends the turn, even with dice left."""
    assert turns("1:1,off:14 / 12:15 w 6-5") == {"1/off"}
    assert turns("2:1,1:1,off:13 / 12:15 w 6-6") == {"2/off 1/off"}


def test_the_last_checker_may_use_one_die_instead_of_both() -> None:
    """R6.6: bearing off the last checker with one die is allowed, although two dice could be played."""
    text = "6:1,off:14 / 12:15 w 6-3"
    assert turns(text) == {"6/off"}
    assert legal_turns(*position_with_roll(text)).dice_used == 2


def test_the_opponent_may_stand_in_the_way_at_home() -> None:
    """R6.4: a point in the home that the opponent holds is closed."""
    assert turns("6:1,5:14 / 4:1,12:14 w 2-1") == {"5/3 6/5", "5/2"}
