from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given, strategies as st

from bot.rules import TimeControl
from bot.rules.rulesets import MatchLength
from bot.sessions.errors import Refusal
from bot.talk.catalog import LANGUAGES, words_in
from bot.talk.input.clocks import TypedClock, reads_as_clock, take_clock
from bot.talk.options import read_options
from bot.talk.times import control_words
from tests.dialogues.house import House
from tests.dialogues.script import TABLE

READ = {
    "3d+3d<3d": ("3 days", "3d", "3 d", "clock 3 days", "3 дня", "3д", "часы 3 дня"),
    "1d+1d<1d": ("1 DAY", "24 hours", "1 день"),
    "12h+12h<12h": ("12 hours", "12h", "12 часов", "12ч"),
    "14d+14d<14d": ("2 weeks",),
    "1h+1h<1h": ("60 minutes", "1 час"),
    "60d+60d<60d": ("60 days",),
    "7d+1d<7d": ("bank 7d+1d", "BANK 7D+1D", "7d+1d", "банк 7д+1д", "bank 7д+1d"),
    "7d+12h<7d": ("bank 7 days + 12 hours",),
    "7d+1d<10d": ("bank 7d+1d<10d", "bank 7d + 1d < 10d", "7d+1d<10d"),
    "2d+12h<3d": ("2d+12h<3d",),
    "5d+5d<5d": ("5 дней",),
    "2h+2h<2h": ("2 часа",),
    "7d+7d<7d": ("1 неделя",),
    "7d+12h<10d": ("Банк 7д+12ч<10д",),
}
"""Clocks, and how each may be typed."""


def test_clocks_are_read() -> None:
    """A clock is read in days and hours, alone or as a bank, in any case, language and spacing."""
    wanted: dict[str, object] = {
        typed: ((TypedClock(TimeControl.parse(control)), []), True)
        for control, ways in READ.items()
        for typed in ways
    }
    assert {typed: (take_clock(typed.split()), reads_as_clock(typed)) for typed in wanted} == wanted


@pytest.mark.parametrize("typed", ["no clock", "No Clock", "без часов"])
def test_no_clock_is_different_from_no_word_about_a_clock(typed: str) -> None:
    """`no clock` counts as a typed clock, unlike an empty line."""
    assert take_clock(typed.split()) == (TypedClock(None), [])
    assert reads_as_clock(typed)
    assert not read_options(typed.split()).says_nothing
    assert read_options([]).says_nothing


UNFIT = ("61 days", "0 days", "0h", "30 minutes", "90 minutes", "1441 hours", "9 weeks", f"{10**20} days")
BANKS = ("bank", "bank 7d", "bank 3 days", "банк 7", "bank 1d+3d", "bank 7d+0h", "7d+1d<3d", "7d+1d<61d")
TWO = ("3 days 12 hours", "3d no clock", "bank 7d+1d Boris 3 дня", "7d+1d 7d+1d")


def refusal(typed: str) -> str | None:
    """Return the code with which a clock is refused, or None if it is read."""
    try:
        take_clock(typed.split())
    except Refusal as refused:
        return refused.code
    return None


def test_an_impossible_clock_is_refused() -> None:
    """A clock needs whole hours from 1 hour to 60 days; a bank must grow and hold its initial time."""
    wrong = (*UNFIT, *BANKS)
    refused = {typed: (refusal(typed), reads_as_clock(typed)) for typed in wrong}
    assert refused == dict.fromkeys(wrong, ("no-such-clock", False))


def test_two_clocks_are_refused() -> None:
    """A line with two clocks is refused, even if they are equal."""
    assert {typed: refusal(typed) for typed in TWO} == dict.fromkeys(TWO, "two-clocks")


NUMBERS = ("3", "3 games", "3 points", "to 3", "3 months", "3 партии", "Три дня")
WORDS = ("", "3dx", "x3d", "+3d", "d3", "days", "no", "no hints", "clock", "Hour 3")


def test_other_numbers_and_words_are_not_read_as_clocks() -> None:
    """Numbers of a length or a name, and words that only resemble a clock, are not read as one."""
    typed = (*NUMBERS, *WORDS)
    read = {each: (take_clock(each.split()), reads_as_clock(each)) for each in typed}
    assert read == {each: ((None, each.split()), False) for each in typed}


PARTS = ("Boris", "sport", "3 points", "bank 7d + 1d", "cube", "first me")


def test_a_clock_is_found_in_any_place() -> None:
    """A clock is found beside a rule set, a length, a cube and names, in any order."""
    wrong = []
    for order in permutations(PARTS):
        read = read_options(" ".join(order).split())
        names = tuple(word for word in " ".join(order).split() if word in ("Boris", "first", "me"))
        found = (read.options.time_control, read.options.length, read.options.cube, read.ruleset, read.rest)
        if found != (TimeControl.parse("7d+1d<7d"), MatchLength(points=3), True, "sport", names):
            wrong.append((order, found))
    assert wrong == []


@given(
    st.integers(1, 60 * 24).flatmap(
        lambda most: st.tuples(st.integers(1, most), st.integers(1, most), st.just(most))
    )
)
def test_the_canonical_form_of_every_clock_is_read(hours: tuple[int, int, int]) -> None:
    """Every possible clock can be typed as it is stored."""
    control = TimeControl.parse("{}h+{}h<{}h".format(*hours))
    assert take_clock([str(control)]) == (TypedClock(control), [])


@pytest.mark.parametrize(
    ("control", "english", "russian"),
    [
        ("3d+3d<3d", "3 days for each turn", "3 дня на каждый ход"),
        ("1d+1d<1d", "1 day for each turn", "1 день на каждый ход"),
        ("36h+36h<36h", "1 day 12 hours for each turn", "1 день 12 часов на каждый ход"),
        ("21h+21h<21h", "21 hours for each turn", "21 час на каждый ход"),
        (
            "7d+1d<7d",
            "7 days, and 1 day more with each turn, 7 days at most",
            "7 дней, с каждым ходом ещё 1 день, самое большее 7 дней",
        ),
        (
            "2d+12h<3d",
            "2 days, and 12 hours more with each turn, 3 days at most",
            "2 дня, с каждым ходом ещё 12 часов, самое большее 3 дня",
        ),
        (
            "2d+3d<3d",
            "2 days, and 3 days more with each turn, 3 days at most",
            "2 дня, с каждым ходом ещё 3 дня, самое большее 3 дня",
        ),
    ],
)
def test_clocks_have_texts(control: str, english: str, russian: str) -> None:
    """A clock's text says the time for each turn, or a bank's initial, added and highest time."""
    texts = [control_words(words_in(language), TimeControl.parse(control)) for language in LANGUAGES]
    assert texts == [english, russian]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("typed", "clock"),
    [
        ("3 days", "Clock: 3 days for each turn."),
        ("narde bank 7d+1d", "Clock: 7 days, and 1 day more with each turn, 7 days at most."),
        ("12 часов", "Clock: 12 hours for each turn."),
    ],
)
async def test_the_challenge_and_the_menu_show_the_clock(house: House, typed: str, clock: str) -> None:
    """The challenge shows the clock, and the game's menu shows it later."""
    await house.type("Anna", f"/challenge Boris {typed}")
    assert house.shown(TABLE).text.endswith(f" {clock}")
    await house.type("Boris", "/accept")
    assert clock in await house.type("Boris", "/menu")


@pytest.mark.slow
async def test_a_clock_is_remembered_until_none_is_asked_for(house: House) -> None:
    """A challenge without a clock repeats the last one; `no clock` removes it."""
    clocks = []
    for typed in ("3 days", "", "no clock", ""):
        await house.type("Anna", f"/challenge Boris {typed}")
        clocks.append("Clock: 3 days for each turn." in house.shown(TABLE).text)
        await house.type("Anna", "/cancel")
    assert clocks == [True, True, False, False]


@pytest.mark.slow
async def test_a_player_with_a_clocks_name_can_be_challenged(house: House) -> None:
    """A known name wins over a clock with the same words."""
    await house.type("3 days", "/start")
    await house.type("Anna", "/challenge 3 days")
    assert house.shown(TABLE).text == "3 days, Anna challenges you to Long Nardy."


@pytest.mark.slow
async def test_there_is_no_clock_against_the_program(house: House) -> None:
    """A clock against the program is refused, `no clock` is accepted, and a remembered clock is ignored."""
    assert await house.type("Anna", "/play 3 days") == (
        "The computer waits for you as long as you like, so there is no clock against it. "
        "With people you can agree on one: /challenge."
    )
    await house.type("Anna", "/challenge Boris 3 days")
    await house.type("Anna", "/play")
    await house.type("Anna", "/play no clock")
    games = await house.manager.game_ids()
    assert [(await house.manager.game(game)).match.options.time_control for game in games] == [None, None]


@pytest.mark.slow
async def test_the_record_names_the_clock(house: House) -> None:
    """The record of a game, alone or in its match, names the clock."""
    await house.type("Anna", "/challenge Boris 3 games bank 7d+1d")
    await house.type("Boris", "/accept")
    for line in ("/record", "/record match"):
        assert '\n[Clock "7d+1d<7d"]\n' in await house.type("Anna", line)


@pytest.mark.slow
async def test_a_rematch_keeps_the_clock(house: House) -> None:
    """A rematch has the same clock."""
    await house.type("Anna", "/challenge Boris 12 hours")
    await house.type("Boris", "/accept")
    await house.type("Anna", "/resign mars")
    await house.press("Anna", "Resign: mars, 2 points", TABLE, answered=True)
    await house.type("Boris", "/rematch")
    assert house.shown(TABLE).text.endswith("Clock: 12 hours for each turn.")
