from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from datetime import timedelta
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, strategies as st

from bot.rules import TimeControl
from bot.rules.rulesets import MatchLength
from bot.sessions import Options
from bot.sessions.errors import Refusal
from bot.talk.options import TypedTerms, read_options, reads_as_length
from tests.dialogues.house import House
from tests.dialogues.script import TABLE
from tests.refused import refuses
from tests.talk.houses import house_after

FIELDS = [each.name for each in fields(Options)]
PARTS = ("Boris", "sport", "to 5 points", "cube", "first me")


def test_options_are_read_in_any_order() -> None:
    """Rule set, length and cube are found in any place, and the other words keep their order."""
    for order in permutations(PARTS):
        read = read_options(" ".join(order).split())
        rest = tuple(word for word in " ".join(order).split() if word in ("Boris", "first", "me"))
        assert read == TypedTerms("sport", Options(MatchLength(points=5), cube=True), rest), order


POINTS = {"to 7": 7, "TO 1 point": 1, "5 points": 5, "до 3": 3, "До 21 очка": 21}
GAMES = {
    "1 game": 1,
    "25 games": 25,
    "2 партии": 2,
    "best of 3": 3,
    "Best of 5 games": 5,
    "to 2 games": 2,
} | {
    "до 2 партий": 2,
    "лучший из 3": 3,
    "лучшая из 3 партий": 3,
}


def test_lengths_are_read() -> None:
    """Lengths in points and games are read in any case and language."""
    lengths = {typed: MatchLength(points=most) for typed, most in POINTS.items()}
    lengths |= {typed: MatchLength(games=most) for typed, most in GAMES.items()}
    assert {typed: read_options(typed.split()).options.length for typed in lengths} == lengths
    assert [typed for typed in lengths if not reads_as_length(typed)] == []


@pytest.mark.parametrize("typed", ["to 0", "to 26", "26 games", "99999999999 points"])
def test_an_impossible_length_is_refused(typed: str) -> None:
    """A length of 0 or of more than 25 is refused."""
    with refuses("no-such-length"):
        read_options(typed.split())
    assert not reads_as_length(typed)


DAYS = TimeControl.parse("3d+3d<3d")
SAID = {
    "cube": (
        (
            "cube",
            "with cube",
            "with the doubling cube",
            "a cube",
            "куб",
            "с кубом",
            "с кубом удвоения",
            "с кубиком",
            "with doubling",
            "с удвоением",
        ),
        Options(cube=True),
    ),
    "no cube": (
        (
            "no cube",
            "without a cube",
            "without the doubling cube",
            "без куба",
            "без кубика",
            "без куба удвоения",
            "no doubling",
            "без удвоений",
        ),
        Options(),
    ),
    "hints": (("hints", "with hints", "подсказки", "с подсказками"), Options(hints=True)),
    "no hints": (("no hints", "without hints", "без подсказок"), Options()),
    "extended": (("extended", "koks", "with koks", "кокс", "с коксом"), Options(extended=True)),
    "no clock": (("no clock", "without clock", "без часов"), Options()),
    "clock": (
        (
            "3 days",
            "3 days per move",
            "3 days a move",
            "3 days for each turn",
            "a clock of 3 days",
            "3d per move",
            "3d/move",
            "3 дня/ход",
            "3 days for every move",
            "3 дня",
            "по 3 дня на ход",
            "3 дня на каждый ход",
            "часы по 3 дня на ход",
            "3 дня за ход",
        ),
        Options(time_control=DAYS),
    ),
    "one unit of time": (
        ("a day per move", "1 day a turn", "день на ход", "по дню на ход", "сутки на ход"),
        Options(time_control=TimeControl.for_each_turn(timedelta(days=1))),
    ),
    "length": (
        (
            "to 5",
            "match to 5",
            "a match to 5",
            "a match to 5 points",
            "first to 5",
            "match of 5 points",
            "a 5-point match",
            "5 point match",
            "game to 5",
            "матч до 5",
            "матч до 5 очков",
            "игра до 5",
            "партия до 5",
            "до 5 очков",
        ),
        Options(MatchLength(points=5)),
    ),
    "games": (
        (
            "3 games",
            "match of 3 games",
            "a match of 3 games",
            "best of 3",
            "3-game match",
            "матч из 3 партий",
        ),
        Options(MatchLength(games=3)),
    ),
}
"""What people write for each term, and what it means."""


def test_terms_are_read_as_people_write_them() -> None:
    """Each way to write a term is read whole, in capitals too, and none counts as saying nothing."""
    wrong = []
    for ways, options in SAID.values():
        for way in ways:
            for typed in (way, way.upper(), way.title()):
                read = read_options(typed.split())
                if (read.options, read.rest, read.says_nothing) != (options, (), False):
                    wrong.append((typed, read))
    assert wrong == []


TERMS = [
    tuple(SAID[kind] for kind in kinds)
    for kinds in (
        ("cube", "hints", "clock", "length"),
        ("no cube", "no hints", "no clock", "games"),
        ("extended", "no cube", "clock", "hints"),
    )
]


@given(
    st.sampled_from(TERMS).flatmap(
        lambda terms: st.tuples(
            st.just(terms),
            st.permutations(range(len(terms) + 1)),
            st.tuples(*(st.sampled_from(ways) for ways, _ in terms)),
            st.sampled_from([" ", ", "]),
            st.sampled_from([str.lower, str.upper, str.title]),
        )
    )
)
def test_terms_mean_the_same_in_any_order_case_and_language(
    drawn: tuple[
        tuple[tuple[tuple[str, ...], Options], ...], list[int], tuple[str, ...], str, Callable[[str], str]
    ],
) -> None:
    """Terms beside a name mean the same in any order, case and mixture of languages."""
    terms, order, ways, between, case = drawn
    parts = [*(case(way) for way in ways), "John Smith"]
    read = read_options(between.join(parts[at] for at in order).split())
    wanted: dict[str, Any] = {}
    for _, options in terms:
        wanted |= {name: getattr(options, name) for name in FIELDS if getattr(options, name)}
    assert read.options == Options(**wanted)
    assert read.rest == ("John", "Smith")


@pytest.mark.parametrize(
    ("typed", "rest"),
    [
        ("Anna and Boris", "Anna and Boris"),
        ("A to 5", "A"),
        ("Mr A to 5", "Mr A"),
        ("Dr No to 3", "Dr No"),
        ("Agent with cube", "Agent"),
        ("Boris no cubes", "Boris no cubes"),
        ("first me to 5", "first me"),
        ("без Бориса", "без Бориса"),
    ],
)
def test_small_words_belong_to_a_name_unless_a_term_follows(typed: str, rest: str) -> None:
    """Articles and links count only in front of a term, and otherwise stay with the name."""
    assert " ".join(read_options(typed.split()).rest) == rest


def test_a_denial_goes_on_behind_and() -> None:
    """`without cube and hints` denies both, and `no cube, hints` only the first."""
    for typed in ("without cube and hints", "без куба и подсказок", "no cube or hints"):
        assert read_options(typed.split()) == TypedTerms(None, Options(), (), says_default=True), typed
    assert read_options(["no", "cube,", "hints"]).options == Options(hints=True)


async def meet_guests(house: House) -> None:
    """Meet people with names of several words."""
    for name in ("Long John", "Agent 7", "Пётр Первый"):
        await house.type(name, "/start")


guests = house_after(meet_guests)


@given(st.lists(st.sampled_from(["to", "5", "games", "cube", "narde", "x", "first", "²", "٣"]), max_size=8))
def test_any_words_are_read_or_refused(typed: list[str]) -> None:
    """Any words are read or refused, and the rest contains only typed words."""
    try:
        rest = read_options(typed).rest
    except Refusal as refusal:
        if refusal.code != "two-lengths":
            raise
        rest = ()
    assert set(rest) <= set(typed)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "card"),
    [
        ("/challenge Boris", "Boris, Anna challenges you to Long Nardy."),
        ("/challenge Boris to 3", "Boris, Anna challenges you to Long Nardy to 3 points."),
        ("/challenge 5 Boris sport", "Boris, Anna challenges you to Long Nardy, sport rules to 5 points."),
        ("/challenge short 1 game Boris", "Boris, Anna challenges you to Short Nardy (backgammon)."),
        ("/challenge Boris to 3 cube", "…you to Long Nardy to 3 points, with a doubling cube."),
        ("/challenge Boris best of 3", "Boris, Anna challenges you to Long Nardy, 3 games."),
        ("/challenge Boris to 2 games", "Boris, Anna challenges you to Long Nardy, 2 games."),
        ("/challenge first me Boris", "Boris, Anna challenges you to Long Nardy. Anna begins."),
        ("/challenge Boris first Anna", "Boris, Anna challenges you to Long Nardy. Anna begins."),
        ("/challenge first Boris", "Boris, Anna challenges you to Long Nardy. Boris begins."),
        (
            "/challenge Boris narde first boris",
            "Boris, Anna challenges you to Narde to 5 points. Boris begins.",
        ),
        ("/challenge palm first Long John", "Long John, Anna challenges you to …Long John begins."),
        ("/challenge Agent 7 narde", "Agent 7, Anna challenges you to Narde to 5 points."),
        ("/challenge Boris до 3 куб", "…you to Long Nardy to 3 points, with a doubling cube."),
        (
            "/challenge Boris кокс",
            "…you to Long Nardy. A loser who has borne off nothing loses 3 points",
        ),
        ("/challenge Пётр Первый narde", "Пётр Первый, Anna challenges you to Narde to 5 points."),
        ("/challenge первым я Boris подсказки", "…Anna begins.…Both players may ask for hints with /hint."),
        ("/challenge first opponent", "Anna challenges anyone to Long Nardy. …Whoever accepts begins."),
    ],
)
async def test_a_challenge_shows_its_options(guests: House, line: str, card: str) -> None:
    """Options typed in any order are all shown on the challenge."""
    assert await guests.type("Anna", line) == ""
    shown = guests.shown(TABLE).text
    assert all(part in shown for part in card.split("…"))


ONE_OF_TWO = "Only one of the two who play can begin. Write first me or first opponent."
UNFIT = {
    "/challenge Boris first Carl": ONE_OF_TWO,
    "/challenge Boris first": ONE_OF_TWO,
    "/play long first Boris": ONE_OF_TWO,
    "/challenge Boris long to 1 cube": "A match to one point has no doubling cube. Leave the cube out, or ",
    "/challenge Boris to 3 5 games": "You typed two lengths, but a match has one. Write to 5 or 3 games.",
    "/challenge Boris 77": "A match goes to 1–25 points or over 1–25 games. Write it like to 5 or 3 games.",
    "/play palm cube": (
        "Long Nardi, Palm rules is played without a doubling cube. These games can have one: long"
    ),
    "/play nard extended": (
        "Koks and home mars cannot be added to Nard. They can be added to long, federation, sport"
    ),
    "/play long 3 cups": "There is no game called cups.",
    "/challenge Boris no cubes": "I don’t know no cubes here. ",
    "/challenge long to 5 Boris tomorrow": "I don’t know tomorrow here. ",
    "/challenge please Boris": "I don’t know please here. ",
    "/challenge no jokers": "I don’t know no jokers here. ",
    "/challenge Dora to 5": "You know nobody called Dora: ",
}


async def test_options_that_do_not_fit_are_refused(house: House) -> None:
    """Options that do not fit are refused with those that do, and no challenge is made."""
    before = len(house.platform.messages)
    for line, answer in UNFIT.items():
        assert (await house.type("Anna", line)).startswith(answer), line
    assert len(house.platform.messages) == before


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "level", "games"),
    [("/play best of 3", "", 3), ("/play best", "best", 1), ("/play best best of 3", "best", 3)],
)
async def test_the_level_best_differs_from_best_of(house: House, line: str, level: str, games: int) -> None:
    """`best` alone is a level of the computer player, and `best of 3` is a match of three games."""
    await house.type("Anna", line, "Anna")
    (game,) = await house.manager.games_of(1)
    assert game.match.options.length is not None
    assert game.match.options.length.games == games
    assert not level or (game.level is not None and game.level.value == level)


async def test_the_last_options_are_repeated(house: House) -> None:
    """A challenge without options repeats the last one; one with some options has defaults for the rest."""
    cards = []
    lines = ("sport to 3 cube first me", "anyone", "to 5", "anybody")
    for line in (f"/challenge {each}" for each in lines):
        house.clock.forward(minutes=1)
        await house.type("Anna", line)
        cards.append(house.shown(TABLE).text.split(". The first")[0])
    sport = "Anna challenges anyone to Long Nardy, sport rules"
    assert cards == [
        f"{sport} to 3 points, with a doubling cube",
        f"{sport} to 3 points, with a doubling cube",
        f"{sport} to 5 points",
        f"{sport} to 5 points",
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("typed", "begins"), [("first me", "Anna"), ("first computer", "Computer"), ("first Nardy", "Computer")]
)
async def test_a_game_against_the_program_takes_the_first_player(
    house: House, typed: str, begins: str
) -> None:
    """/play takes the first player and the same options as a challenge."""
    await house.type("Anna", "/settings roll off")
    assert await house.type("Anna", f"/play sport to 3 cube {typed}") == ""
    text = house.shown(TABLE).text
    assert f"⚪ {begins}" in text.replace("\u00a0", " ")
    assert "sport rules, to 3, 0–0" in text
