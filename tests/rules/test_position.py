"""R10.1: positions as text."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from bot.rules import (
    OFF,
    RULESETS,
    Position,
    Roll,
    RuleSet,
    Side,
    read_position,
    start_position,
    write_position,
)
from bot.rules.errors import Fault, FaultKind, PositionError
from tests.rules.playing import LONG

SHORT = RULESETS["short"]


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Any valid position of either family; in the parallel family none is off before all are home."""
    ruleset = draw(st.sampled_from([LONG, SHORT]))
    owner = draw(st.lists(st.sampled_from([None, Side.WHITE, Side.BLACK]), min_size=24, max_size=24))
    packed = {}
    for side in Side:
        held = [
            ruleset.family.progress(side, 24 - number) for number, each in enumerate(owner) if each is side
        ]
        if ruleset is SHORT:
            held += [24, 25]
        elif not held or (min(held) >= 18 and draw(st.booleans())):
            held.append(24)
        places = draw(st.lists(st.sampled_from(held), min_size=15, max_size=15))
        packed[side] = sum(1 << 4 * t for t in places)
    position = Position(ruleset, packed[Side.WHITE], packed[Side.BLACK], draw(st.sampled_from(Side)))
    if position.off(Side.WHITE) == position.off(Side.BLACK) == 15:
        return start_position(ruleset)
    return position


rolls = st.builds(Roll, st.integers(1, 6), st.integers(1, 6))


@given(positions(), st.none() | rolls)
def test_every_valid_position_round_trips(position: Position, roll: Roll | None) -> None:
    """R10.1, R1.4, R6.5: a position is read as it was written, with dice or without, and names its game."""
    assert read_position(write_position(position, roll), position.ruleset) == (position, roll)
    assert Position.parse(str(position)) == position


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=str)
def test_the_start_is_written(ruleset: RuleSet) -> None:
    """R2, R10.1: every game begins with its set-up, and dice are written higher first."""
    start = {
        "nard": "24:2,13:3,8:3,7:2,6:3,3:2 / 1:2,12:3,17:3,18:2,19:3,22:2 w",
        "short": "24:2,13:5,8:3,6:5 / 1:2,12:5,17:3,19:5 w",
    }.get(ruleset.name, "24:15 / 12:15 w")
    assert write_position(start_position(ruleset)) == start
    assert write_position(start_position(ruleset), Roll(5, 6)) == f"{start} 6-5"


def test_the_bar_is_written_first() -> None:
    """R10.1: the bar, then the points of the side's own path, off last."""
    text = "bar:1,24:2,6:11,off:1 / bar:2,1:3,19:8,off:2 b"
    position, _ = read_position("off:1,6:11,24:2,bar:1 / 19:8,off:2,1:3,bar:2 b", SHORT)
    assert write_position(position) == text


def test_both_colours_on_one_point_are_a_fault_in_the_opposed_family() -> None:
    """R10.1: both colours on one point are a fault in the opposed family too."""
    with pytest.raises(PositionError) as caught:
        read_position("24:15 / 24:15 w", SHORT)
    assert [fault.kind for fault in caught.value.faults] == [FaultKind.TWO_COLOURS]


def test_places_are_written_from_the_head_on_and_off_last() -> None:
    """R10.1: places are written in the order of the player's own path."""
    position, _ = read_position("off:1,3:4,6:10 / 24:1,1:2,12:12 b", LONG)
    assert write_position(position) == "6:10,3:4,off:1 / 12:12,1:2,24:1 b"


@pytest.mark.parametrize("text", ["24:15 / 12:15 w 5-6", "24:15/12:15 w 65", " 24:15  /  12:15  W  56 "])
def test_either_order_of_dice_is_read(text: str) -> None:
    """R10.1: 5-6 is read as 6-5."""
    assert read_position(text, LONG) == (start_position(LONG), Roll(6, 5))


def test_places_are_read_in_any_order_and_with_blanks() -> None:
    """R10.1: the order of places does not matter."""
    one, _ = read_position("24:10,20:5 / 12:15 w", LONG)
    other, _ = read_position("20:5, 24:10 / 12:15 w", LONG)
    assert one == other


FAULTS = [
    ("24:14 / 12:15 w", {(FaultKind.NOT_FIFTEEN, Side.WHITE, None)}),
    ("24:15 / 12:14,24:1 w", {(FaultKind.TWO_COLOURS, None, 24)}),
    ("24:14,bar:1 / 12:15 w", {(FaultKind.BAR, Side.WHITE, None)}),
    ("24:14,off:1 / 12:15 w", {(FaultKind.OFF_TOO_EARLY, Side.WHITE, None)}),
    ("off:15 / off:15 w", {(FaultKind.BOTH_FINISHED, None, None)}),
    ("24:15,20:0 / 12:15 w", {(FaultKind.ZERO_COUNT, Side.WHITE, 20)}),
    ("24:10,24:5 / 12:15 w", {(FaultKind.TWICE, Side.WHITE, 24), (FaultKind.NOT_FIFTEEN, Side.WHITE, None)}),
    ("24:15 / 12:15", {(FaultKind.SYNTAX, None, None)}),
    ("24:15 / 12:15 x", {(FaultKind.SYNTAX, None, None)}),
    ("24:15 / 12:15 w 7-1", {(FaultKind.SYNTAX, None, None)}),
    ("24:15 12:15 w", {(FaultKind.SYNTAX, None, None)}),
    ("", {(FaultKind.SYNTAX, None, None)}),
    ("25:15 / 12:15 w", {(FaultKind.SYNTAX, Side.WHITE, None), (FaultKind.NOT_FIFTEEN, Side.WHITE, None)}),
    ("0:15 / 12:15 w", {(FaultKind.SYNTAX, Side.WHITE, None), (FaultKind.NOT_FIFTEEN, Side.WHITE, None)}),
    ("24 / 12:15 w", {(FaultKind.SYNTAX, Side.WHITE, None), (FaultKind.NOT_FIFTEEN, Side.WHITE, None)}),
    ("24:15 / 12:15 w" + " " * 1000, {(FaultKind.SYNTAX, None, None)}),
]


@pytest.mark.parametrize(("text", "faults"), FAULTS)
def test_each_fault_is_found(text: str, faults: set[tuple[FaultKind, Side | None, int | None]]) -> None:
    """R10.1, R1.4: each fault is named with its side and place."""
    with pytest.raises(PositionError) as caught:
        read_position(text, LONG)
    assert {(fault.kind, fault.side, fault.point) for fault in caught.value.faults} == faults


def test_all_faults_are_listed_at_once() -> None:
    """R10.1: one reading names every fault."""
    with pytest.raises(PositionError) as caught:
        read_position("24:10,bar:1,off:1 / 24:3,x:1,12:0 q 0-9", LONG)
    kinds = [fault.kind for fault in caught.value.faults]
    assert set(kinds) == {
        FaultKind.SYNTAX, FaultKind.ZERO_COUNT, FaultKind.NOT_FIFTEEN, FaultKind.BAR,
        FaultKind.OFF_TOO_EARLY, FaultKind.TWO_COLOURS,
    }  # fmt: skip
    assert kinds.count(FaultKind.SYNTAX) == 3
    assert kinds.count(FaultKind.NOT_FIFTEEN) == 2


def test_a_prime_is_no_fault() -> None:
    """R10.1: a position may have a prime; only turns are judged by the prime rule."""
    read_position("6:10,5:1,4:1,3:1,2:1,1:1 / 12:15 b", LONG)


@pytest.mark.parametrize("ruleset", [LONG, SHORT], ids=str)
def test_both_finished_is_read_only_on_request(ruleset: RuleSet) -> None:
    """R10.1, R9.3: two finished sides are a fault in input, but valid in the stored end of a draw."""
    text = "off:15 / off:15 w"
    with pytest.raises(PositionError) as caught:
        read_position(text, ruleset)
    assert [fault.kind for fault in caught.value.faults] == [FaultKind.BOTH_FINISHED]
    position, _ = read_position(text, ruleset, both_finished=True)
    assert write_position(position) == text


def test_a_fault_has_a_text() -> None:
    """R10.1: the text of a fault names side and place."""
    assert str(Fault(FaultKind.TWICE, Side.WHITE, OFF)) == "the place is written twice (White, off)"


@given(st.text(max_size=60))
def test_any_text_is_a_position_or_has_faults(text: str) -> None:
    """R10.1: any text is a position or raises a PositionError."""
    try:
        position, _ = read_position(text, LONG)
    except PositionError:
        return
    assert sum(position.count(Side.WHITE, t) for t in range(26)) == 15


@pytest.mark.parametrize("ruleset", [*RULESETS.values(), LONG.extended()], ids=str)
def test_a_position_knows_its_game(ruleset: RuleSet) -> None:
    """R2, R9.4: the same checkers in another game are another position, and its text names the game."""
    start = start_position(ruleset)
    assert Position.parse(str(start)).ruleset == ruleset
    others = [each for each in [*RULESETS.values(), LONG.extended()] if each != ruleset]
    assert all(start != replace(start, ruleset=other) for other in others)


WITHOUT_GAME = ("", "24:15 / 12:15 w", "chess 24:15 / 12:15 w", "short-extended 24:15 / 12:15 w")


@pytest.mark.parametrize("text", WITHOUT_GAME)
def test_a_position_of_no_known_game_is_refused(text: str) -> None:
    """R10.1: the text of a position begins with the name of a game."""
    with pytest.raises(PositionError) as caught:
        Position.parse(text)
    assert [fault.kind for fault in caught.value.faults] == [FaultKind.RULES]


def test_a_position_has_no_dice() -> None:
    """R10.1: a position with dice is refused, because the dice would be lost."""
    with pytest.raises(PositionError):
        Position.parse("long 24:15 / 12:15 w 6-5")
