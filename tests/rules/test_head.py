"""R4: moves from the head."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.rules import RULESETS, RuleSet, legal_turns
from bot.rules.rulesets import HeadRule
from tests.rules.playing import LONG, position_with_roll, turns

NARDE = RULESETS["narde"]
PALM = RULESETS["palm"]


def test_one_checker_leaves_the_head_in_a_turn() -> None:
    """R4.1: with 6-5 from the start one checker plays both dice."""
    assert turns("24:15 / 12:15 w 6-5") == {"24/13"}


def test_the_second_die_is_lost_when_only_the_head_could_play_it() -> None:
    """R4.1: a second head move is refused, even if a die is lost by that."""
    assert turns("24:15 / 13:1,12:14 w 6-5") == {"24/18"}


@pytest.mark.parametrize("ruleset", [LONG, NARDE, RULESETS["sport"], RULESETS["federation"]], ids=str)
@pytest.mark.parametrize(
    ("dice", "expected"),
    [
        ("1-1", {"24/20"}),
        ("2-2", {"24/16"}),
        ("3-3", {"24/15 24/21", "24/18(2)"}),
        ("4-4", {"24/16(2)"}),
        ("5-5", {"24/4"}),
        ("6-6", {"24/18(2)"}),
    ],
)
def test_two_leave_on_the_first_turn_with_three_doubles(
    ruleset: RuleSet, dice: str, expected: set[str]
) -> None:
    """R4.2, R4.3, R4.4: two checkers may leave with 3-3, 4-4 and 6-6, as far as R3.3 allows."""
    assert turns(f"24:15 / 12:15 w {dice}", ruleset) == expected


def test_a_checker_stopped_by_another_does_not_release_a_second() -> None:
    """R4.3: White opened 5-5 (24/4); that checker blocks Black's 4-4, so one 4 is played."""
    assert turns("24:14,4:1 / 12:15 b 4-4") == {"12/8"}


def test_under_first_doubles_the_same_roll_releases_a_second() -> None:
    """R4.2, R4.3: in ``narde`` Black plays 12/8 twice in the same position."""
    assert turns("24:14,4:1 / 12:15 b 4-4", NARDE) == {"12/8(2)"}


def test_fives_blocked_by_the_head_release_no_second() -> None:
    """R4.3: White opened 2-2 (24/16); Black's 5-5 goes 12/7/2/21 and is blocked there: three fives."""
    found = legal_turns(*position_with_roll("24:14,16:1 / 12:15 b 5-5"))
    assert [str(turn) for turn in found] == ["12/21"]
    assert found.dice_used == 3


def test_an_empty_head_of_the_opponent_blocks_nothing() -> None:
    """R4.3: an opponent's empty head blocks no checker, so it releases no second one."""
    text = "24:15 / 11:15 w 4-4"
    assert turns(text) == {"24/8"}
    assert "24/16(2)" in turns(text, NARDE)


def test_a_checker_before_the_head_releases_no_second() -> None:
    """R4.3: with 3-3 the opponent's checker three steps on blocks the first checker, not the head."""
    assert turns("24:15 / 15:1,12:14 w 3-3") == {"24/18"}
    assert turns("24:15 / 15:1,12:14 w 3-3", NARDE) == {"24/18(2)"}


def test_two_leave_with_any_double_in_palm() -> None:
    """R4.5: in ``palm`` any double, on any turn, releases a second checker."""
    assert turns("24:15 / 12:15 w 5-5", PALM) == {"24/14(2)", "24/9 24/19", "24/4"}
    assert any(turn.startswith("24/23(2)") for turn in turns("24:10,20:5 / 12:15 w 1-1", PALM))
    assert not any(turn.startswith("24/23(3)") for turn in turns("24:10,20:5 / 12:15 w 1-1", PALM))


def test_palm_releases_one_checker_without_a_double() -> None:
    """R4.1, R4.5: with different dice one checker may leave in ``palm`` too."""
    assert turns("24:15 / 12:15 w 6-5", PALM) == {"24/13"}


def test_the_second_player_of_sport_meets_the_exception() -> None:
    """R4.6: Black's first turn in ``sport`` with 6-6 releases a second checker."""
    assert turns("24:14,13:1 / 12:15 b 6-6", RULESETS["sport"]) == {"12/6(2)"}


def test_the_exception_is_only_for_the_first_turn() -> None:
    """R4.7: later in the game a blocked checker does not release a second one."""
    assert turns("24:14,18:1 / 12:15 w 6-6") == {"24/18"}


def test_a_first_turn_is_recognized_by_the_position() -> None:
    """R4.8: a turn with all fifteen on the head is a first turn, even after passes."""
    assert turns("24:15 / 11:1,12:14 w 6-6") == {"24/18(2)"}
    assert turns("24:14,1:1 / 12:15 w 6-6") == {"24/18"}


def test_without_a_head_rule_all_may_leave() -> None:
    """R4: a rule set without a head rule lets any number leave."""
    assert "24/18(4)" in turns("24:15 / 12:15 w 6-6", replace(LONG, head=HeadRule.FREE))
