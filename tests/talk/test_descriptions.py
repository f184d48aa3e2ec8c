from __future__ import annotations

import re

import pytest
from hypothesis import given, strategies as st

from bot.rules import (
    RULESETS,
    Game,
    PartialTurn,
    Position,
    Roll,
    Side,
    play_text,
    read_position,
    start_position,
)
from bot.talk.catalog import LANGUAGES, words_in
from bot.talk.views.spoken import FULL_LIMIT, SHORT_LIMIT, spoken, spoken_briefly

LONG = RULESETS["long"]


@st.composite
def positions(draw: st.DrawFn) -> tuple[Position, Roll | None]:
    """Return any valid position with or without a roll."""
    points = draw(st.permutations(range(1, 25)))
    cut = draw(st.integers(1, 23))
    sides = []
    for own, home in ((points[:cut], range(1, 7)), (points[cut:], range(13, 19))):
        stacks = draw(st.lists(st.sampled_from(own), min_size=15, max_size=15))
        off = draw(st.integers(0, 15)) if all(point in home for point in stacks) else 0
        kept = stacks[off:]
        places = [f"{point}:{kept.count(point)}" for point in dict.fromkeys(kept)]
        sides.append(",".join([*places, *([f"off:{off}"] if off else [])]))
    roll = draw(st.sampled_from(["", " 6-5", " 3-3"]))
    text = f"{sides[0]} / {sides[1]} {draw(st.sampled_from('wb'))}{roll}"
    if "off:15" in sides[0] and "off:15" in sides[1]:
        text = f"24:15 / 12:15 w{roll}"
    return read_position(text, LONG)


SPREAD = (
    "24:1,23:1,22:1,21:1,20:1,19:1,18:1,17:1,16:1,15:1,14:1,13:1,11:1,10:2 / 12:15 b 6-5",
    "24:15 / 12:1,11:1,10:1,9:1,8:1,7:1,6:1,5:1,4:1,3:1,2:1,1:1,23:1,22:1,21:1 b 6-5",
    "24:4,22:1,20:1,18:1,16:1,14:1,11:1,9:1,7:1,5:1,3:1,1:1 / 12:4,10:1,8:1,6:1,4:1,2:1,23:1,21:1,19:4 b 6-5",
    "off:15 / 13:1,14:1,15:1,16:1,17:1,18:9,off:1 b 6-6",
)


def sentences(position: Position, roll: Roll | None, language: str) -> tuple[str, str]:
    """Return the long and the short description of a position."""
    state = Game(position, roll)
    return spoken(words_in(language), position, state), spoken_briefly(words_in(language), position, state)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@given(rolled=positions())
def test_any_position_can_be_described(language: str, rolled: tuple[Position, Roll | None]) -> None:
    """The description of any position keeps its limits, and has every count with its point."""
    position, roll = rolled
    full, short = sentences(position, roll, language)
    assert len(full) <= FULL_LIMIT
    assert len(short) <= SHORT_LIMIT
    assert full.count(". ") == 1
    for side in Side:
        for point, count in position.points(side).items():
            if 1 <= point <= 24:
                assert re.search(rf"\b{count} (?:on|на) {point}\b", full)
                assert re.search(rf"\b{point}:{count}\b", short)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("written", SPREAD)
def test_the_widest_positions_can_be_described(language: str, written: str) -> None:
    """The descriptions fit with checkers on the most points possible."""
    full, short = sentences(*read_position(written, LONG), language)
    assert (len(full) <= FULL_LIMIT, len(short) <= SHORT_LIMIT) == (True, True)


def test_a_description_reads_naturally() -> None:
    """A description has two sentences, and `and` before the last point."""
    position, roll = read_position("6:1,off:14 / 12:13,7:1,2:1 b 6-5", LONG)
    assert sentences(position, roll, "en")[0] == (
        "White has 1 on 6 and 14 borne off (6 pips), Black has 13 on 12, 1 on 7 and 1 on 2 (345 pips). "
        "Black is to play 6-5."
    )
    assert sentences(position, roll, "ru")[0] == (
        "У белых 1 на 6 и 14 выброшено (6 пипсов), у чёрных 13 на 12, 1 на 7 и 1 на 2 (345 пипсов). "
        "Ход чёрных: 6-5."
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_bar_is_described(language: str) -> None:
    """Checkers on the bar are named first, and the widest positions still fit."""
    ruleset = RULESETS["short"]
    written = (
        "bar:2,24:1,22:1,20:1,18:1,16:1,14:1,12:1,10:1,8:1,6:1,4:1,off:2"
        " / bar:2,1:1,3:1,5:1,7:1,9:1,11:1,13:1,15:1,17:1,19:1,21:1,off:2 b 6-5"
    )
    position, roll = read_position(written, ruleset)
    state = Game(position, roll)
    full, short = (
        spoken(words_in(language), position, state),
        spoken_briefly(words_in(language), position, state),
    )
    assert (len(full) <= FULL_LIMIT, len(short) <= SHORT_LIMIT) == (True, True)
    on_the_bar = {"en": "2 on the bar, 1 on 24", "ru": "2 на баре, 1 на 24"}[language]
    assert on_the_bar in full


@pytest.mark.parametrize(
    ("rules", "roll", "moves", "english", "russian"),
    [
        ("long", "6-5", "", "White is to play 6-5.", "Ход белых: 6-5."),
        (
            "long",
            "6-5",
            "24/19",
            "White is to play 6-5, with 1 move left: 6.",
            "Ход белых: 6-5, остался 1 ход шашкой: 6.",
        ),
        (
            "long",
            "6-5",
            "24/13",
            "White has played 6-5 and may end the turn.",
            "Белые сыграли 6-5 и могут закончить ход.",
        ),
        (
            "long",
            "3-3",
            "24/21",
            "White is to play 3-3, with 3 moves left: 3, 3, 3.",
            "Ход белых: 3-3, осталось 3 хода шашкой: 3, 3, 3.",
        ),
        (
            "nard",
            "2-2",
            "",
            "White is to play 2-2, with 2 moves left: 2, 2.",
            "Ход белых: 2-2, осталось 2 хода шашкой: 2, 2.",
        ),
    ],
)
def test_the_rest_of_the_roll_is_described(
    rules: str, roll: str, moves: str, english: str, russian: str
) -> None:
    """In mid-turn, and for doubles, the description says how many moves are left, and which."""
    ruleset = RULESETS[rules]
    position, dice = start_position(ruleset), Roll.parse(roll)
    draft = PartialTurn.begin(position, dice)
    draft = play_text(draft, moves) if moves else draft
    state = Game(position, dice)
    for language, now in (("en", english), ("ru", russian)):
        full = spoken(words_in(language), draft.position, state, draft=draft)
        short = spoken_briefly(words_in(language), draft.position, state, draft=draft)
        assert (full.endswith(f" {now}"), short.endswith(f" {now}")) == (True, True), (full, short)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("dice", ["6-5", "2-2"])
@pytest.mark.parametrize("written", SPREAD[:3])
def test_the_rest_of_the_roll_fits_in_the_widest_positions(language: str, dice: str, written: str) -> None:
    """In mid-turn both descriptions keep their limits in the widest positions."""
    position, _ = read_position(written, LONG)
    roll = Roll.parse(dice)
    state = Game(position, roll)
    begun = PartialTurn.begin(position, roll)
    for draft in (begun, *(after for _, after in begun.followers())):
        full = spoken(words_in(language), draft.position, state, draft=draft)
        short = spoken_briefly(words_in(language), draft.position, state, draft=draft)
        assert (len(full) <= FULL_LIMIT, len(short) <= SHORT_LIMIT) == (True, True), short
