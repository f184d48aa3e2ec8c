"""R3: what a turn is, how much of a roll must be played, and the text of a turn."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.rules import BAR, RULESETS, Move, Position, Roll, RuleSet, Side, legal_turns, start_position
from bot.rules.notation import write_moves
from bot.rules.rulesets import PrimeRule
from tests.rules.playing import LONG, ROLLS, position_with_roll, random_roll, turns


def test_a_roll_is_two_dice_in_either_order() -> None:
    """R3.1: 5-6 and 6-5 are the same roll."""
    assert Roll(5, 6) == Roll(6, 5)
    assert (Roll.parse("5-6"), Roll.parse("56")) == (Roll(6, 5), Roll(6, 5))
    assert str(Roll(5, 6)) == "6-5"
    assert len({Roll(a, b) for a in range(1, 7) for b in range(1, 7)}) == 21


@pytest.mark.parametrize("text", ["", "6", "7-1", "0-1", "6-5-4", "six", "٣-٣"])
def test_a_malformed_roll_is_refused(text: str) -> None:
    """R3.1: a roll is two numbers from 1 to 6."""
    with pytest.raises(ValueError, match="roll"):
        Roll.parse(text)


def test_a_die_shows_1_to_6() -> None:
    """R3.1: no other number is a die."""
    with pytest.raises(ValueError, match="1 to 6"):
        Roll(7, 1)


def test_dice_are_separate_moves() -> None:
    """R3.1: a checker that moves 8 with 6-2 stops on the way, and one of the two points must be open."""
    assert "24/16" in turns("24:15 / 12:15 w 6-2")
    assert "24/16" in turns("24:15 / 18:1,12:14 w 6-2")
    assert turns("24:15 / 22:1,18:1,12:13 w 6-2") == set()


def test_equal_dice_give_four_moves() -> None:
    """R3.2: with 1-1 one checker goes four points."""
    assert turns("24:15 / 12:15 w 1-1") == {"24/20"}
    assert Roll(1, 1).dice(LONG) == (1, 1, 1, 1)


def test_equal_dice_give_two_moves_in_some_rule_sets() -> None:
    """R3.6: with two moves for equal dice one checker goes two points with 1-1."""
    assert turns("24:15 / 12:15 w 1-1", replace(LONG, doubles=2)) == {"24/22"}


def test_both_dice_must_be_played_if_any_order_allows() -> None:
    """R3.3: 24/20 is blocked, so that checker plays the 5 first; every turn plays both dice."""
    text = "24:1,5:7,1:7 / 12:6,20:9 w 5-4"
    assert turns(text) == {"24/15", "24/19 5/1"}
    assert legal_turns(*position_with_roll(text)).dice_used == 2


def test_a_move_that_wastes_the_other_die_is_illegal() -> None:
    """R3.3: 9/8 would leave the 5 without a move, since Black holds 3; the 5 is played first."""
    assert turns("9:1,2:7,1:7 / 3:8,12:7 w 5-1") == {"9/4 2/1", "9/4 1/off"}


def test_the_higher_die_must_be_played_when_only_one_can_be() -> None:
    """R3.4: with 5-4, if either die can be played but not both, it is the 5."""
    text = "24:5,2:6,1:4 / 10:4,4:3,15:8 w 5-4"
    assert turns(text) == {"24/19"}
    assert legal_turns(*position_with_roll(text)).dice_used == 1


def test_either_die_is_played_without_the_rule_of_the_higher_die() -> None:
    """R3.4: without the rule of the higher die, either may be played."""
    text = "24:5,2:6,1:4 / 10:4,4:3,15:8 w 5-4"
    assert turns(text, replace(LONG, higher_die=False)) == {"24/19", "24/20"}


def test_the_lower_die_is_played_when_the_higher_cannot_be() -> None:
    """R3.4: the rule of the higher die applies only if either could be played."""
    assert turns("24:1,1:14 / 18:8,17:7 w 6-1") == {"24/23"}


def test_the_lower_die_is_played_when_the_higher_would_build_a_forbidden_prime() -> None:
    """R3.4, R5.5: a die whose every move makes a forbidden prime cannot be played in the sense of R3.3."""
    text = "8:2,6:2,5:2,4:3,3:3,2:1,1:2 / 12:15 w 6-1"
    assert turns(text) == {"2/1"}
    assert "8/2 8/7" in turns(text, replace(LONG, prime=PrimeRule.NONE))


def test_no_legal_move_is_a_pass() -> None:
    """R3.5: without a possible move there is no turn, and no die is used."""
    text = "24:15 / 19:8,18:7 w 6-5"
    assert turns(text) == set()
    assert legal_turns(*position_with_roll(text)).dice_used == 0


def test_turns_that_end_alike_are_one_turn() -> None:
    """R3.7: 24/18/13 and 24/19/13 are the same turn, and each end is listed once."""
    found = legal_turns(*position_with_roll("24:15 / 12:15 w 6-5"))
    assert [turn.moves for turn in found] == [(Move(24, 18, 6), Move(18, 13, 5))]


def test_the_canonical_moves_begin_with_the_larger_die() -> None:
    """R3.7: of all lists, the first is taken by larger die, then by the checker farther back."""
    assert turns("24:14,20:1 / 12:15 w 6-2") == {"24/18 20/18", "20/14 24/22", "24/16"}


def test_the_canonical_moves_take_the_open_way() -> None:
    """R3.7: if the larger die is blocked first, the canonical list begins with the smaller."""
    (turn,) = legal_turns(*position_with_roll("24:15 / 18:1,12:14 w 6-2"))
    assert turn.moves == (Move(24, 22, 2), Move(22, 16, 6))


def test_a_turn_is_written_with_legs_joined() -> None:
    """R3.7: the legs of one checker are joined without stops, and repeated routes are counted."""
    assert write_moves([Move(24, 18, 6), Move(18, 13, 5)]) == "24/13"
    assert write_moves([Move(24, 18, 6), Move(8, 3, 5)]) == "24/18 8/3"
    assert write_moves([Move(24, 21, 3), Move(24, 21, 3), Move(21, 18, 3), Move(21, 18, 3)]) == "24/18(2)"
    assert write_moves([Move(3, 0, 5), Move(3, 0, 3)]) == "3/off(2)"
    assert write_moves([]) == "pass"


def test_the_turns_are_a_sequence() -> None:
    """R3.7: turns can be counted, indexed from either end, sliced and iterated."""
    found = legal_turns(*position_with_roll("24:10,20:2,15:3 / 12:15 w 3-1"))
    assert isinstance(found, Sequence)
    walked = list(found)
    assert walked == [found[number] for number in range(len(found))]
    assert found[-1] == walked[-1]
    assert list(found[1:3]) == walked[1:3]
    assert [turn.end for turn in walked] == list(found.positions())
    with pytest.raises(IndexError):
        found[len(found)]


def _play(position: Position, moves: tuple[Move, ...], ruleset: RuleSet) -> Position:
    """Return the position after some moves, calculated from the points alone."""
    family = ruleset.family
    counts = {side: {t: position.count(side, t) for t in range(26)} for side in Side}
    mine, theirs = counts[position.mover], counts[position.mover.other]
    for move in moves:
        mine[family.progress(position.mover, move.start)] -= 1
        mine[family.progress(position.mover, move.stop)] += 1
        if move.hit:
            theirs[family.progress(position.mover.other, move.stop)] -= 1
            theirs[family.progress(position.mover.other, BAR)] += 1
        assert min(*mine.values(), *theirs.values()) >= 0
    white, black = (sum(count << 4 * t for t, count in counts[side].items()) for side in Side)
    return Position(ruleset, white, black, position.mover.other)


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=str)
def test_the_moves_of_a_turn_lead_to_its_end(ruleset: RuleSet) -> None:
    """R1.4, R3.7: the ends of turns are distinct, have fifteen checkers a side, and result from the moves."""
    rng = random.Random(2)
    for _ in range(2):
        position = start_position(ruleset)
        while not (position.off(Side.WHITE) == 15 or position.off(Side.BLACK) == 15):
            roll = random_roll(rng)
            found = legal_turns(position, roll)
            assert len(set(found.boards)) == len(found)
            if not found:
                position = position.passed()
                continue
            turn = found[rng.randrange(len(found))]
            assert len(turn.moves) <= found.dice_used
            assert turn.end == _play(position, turn.moves, ruleset)
            for side in Side:
                assert sum(turn.end.count(side, t) for t in range(26)) == 15
            position = turn.end


PERFT = {
    "long": (22, 484),
    "federation": (22, 484),
    "sport": (22, 484),
    "narde": (22, 484),
    "palm": (28, 770),
    "nard": (318, 111712),
    "short": (447, 202782),
}
"""The ends after one turn and after two, summed over all rolls; a pass counts one."""


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=str)
def test_the_number_of_ends_from_the_start(ruleset: RuleSet) -> None:
    """R3, R4: the number of ends one and two turns from the start, over all 21 rolls, is known."""
    start = start_position(ruleset)
    first = [end for roll in ROLLS for end in legal_turns(start, roll).positions()]
    second = [max(1, len(legal_turns(position, roll))) for position in first for roll in ROLLS]
    assert (len(first), sum(second)) == PERFT[ruleset.name]
