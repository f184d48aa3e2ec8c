from __future__ import annotations

from itertools import permutations

import pytest

from bot.rules import RULESETS
from bot.rules.rulesets import MatchLength
from bot.sessions import Level, Options
from bot.talk.catalog import LANGUAGES, words_in
from bot.talk.options import TypedTerms, read_options
from bot.talk.wording import level_name
from tests.dialogues.house import House
from tests.dialogues.script import TABLE

pytestmark = pytest.mark.slow

PARTS = ("strong", "sport", "to 5", "cube")


def test_a_level_is_read_in_any_order() -> None:
    """A level is found in any place among the rule set and the options."""
    read = [read_options(" ".join(order).split(), levels=True) for order in permutations(PARTS)]
    options = Options(MatchLength(points=5), cube=True, level=Level.STRONG)
    assert set(read) == {TypedTerms("sport", options, ())}


def test_a_challenge_has_no_level() -> None:
    """In a challenge a level's name is read as a player's name, because a player may be called Best."""
    assert read_options(["Best"]) == TypedTerms(None, Options(), ("Best",))
    assert read_options(["Best"], levels=True).options.level is Level.BEST


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_level_is_read_by_its_name_in_any_language(language: str) -> None:
    """Each level has a one-word name in every language, different from all options."""
    names = [level_name(words_in(language), level) for level in Level]
    read = [read_options([name.title()], levels=True).options.level for name in names]
    assert read == list(Level)
    assert not set(names) & {*RULESETS, "cube", "extended", "hints", "first", "to"}


async def board_text(house: House, line: str) -> str:
    """Type a line for Anna; return the text of the board."""
    house.clock.forward(minutes=1)
    answer = await house.type("Anna", line)
    assert not answer or answer.startswith("You play ")
    return house.shown(TABLE).text.replace("\u00a0", " ")


async def test_a_game_shows_its_level_and_the_others(house: House) -> None:
    """The first message of a game names its level, the other levels, and hints."""
    await house.type("Anna", "/settings roll off")
    text = await board_text(house, "/play first me")
    assert "· Long Nardy, casual level ·" in text
    assert (
        "The computer plays at the casual level. /play starts a game at another: novice, skilled, strong, "
        "best. /hint shows you the best turns."
    ) in text
    assert "The computer plays at the novice level." in await board_text(house, "/play novice first me")


async def test_a_match_explains_its_level_once(house: House) -> None:
    """Later games of a match show the level only in the line above the board."""
    await house.type("Anna", "/settings roll off")
    await board_text(house, "/play best 2 games first me")
    await house.type("Anna", "/resign mars")
    await house.press("Anna", "Resign: mars, 2 points", TABLE, answered=True)
    text = await board_text(house, "/continue")
    assert "game 2 of 2, 2–0, best level" in text
    assert "plays at" not in text


async def test_a_level_is_remembered(house: House) -> None:
    """A level is kept until another is typed, whatever else is typed, and changes nothing else."""
    await house.type("Anna", "/settings roll off")
    heads = []
    for line in ("strong sport to 3", "", "first me", "narde", "novice", "long", "мастер"):
        text = await board_text(house, f"/play {line}")
        heads.append(text.split(" · ")[2])
    assert heads == [
        "Long Nardy, sport rules, to 3, 0–0, strong level",
        "Long Nardy, sport rules, to 3, 0–0, strong level",
        "Long Nardy, sport rules, to 3, 0–0, strong level",
        "Narde, to 5, 0–0, strong level",
        "Narde, to 5, 0–0, novice level",
        "Long Nardy, novice level",
        "Long Nardy, strong level",
    ]


async def test_a_level_is_not_used_between_people(house: House) -> None:
    """A challenge without options takes the rule set of the last game, but no level."""
    await board_text(house, "/play strong narde")
    assert "Anna challenges anyone to Narde to 5 points. The first" in await board_text(
        house, "/challenge anyone"
    )


@pytest.mark.parametrize(
    ("before", "then", "answer"),
    [
        (
            "/play federation",
            "/play strong",
            "You play Long Nardy, Federation rules again, as last time. /play long begins",
        ),
        ("/play federation", "/play", "You play Long Nardy, Federation rules again, as last time."),
        ("/play narde to 3", "/play", "You play Narde to 3 points again, as last time."),
        ("/play to 3", "/play", "You play Long Nardy to 3 points again, as last time."),
        ("/play federation", "/play federation", ""),
        ("/play federation", "/play long", ""),
        ("/play", "/play strong", "You play Long Nardy."),
        ("/play to 3", "/play to 3", ""),
    ],
)
async def test_a_remembered_game_is_announced(house: House, before: str, then: str, answer: str) -> None:
    """A player who names no rule set plays the last one again; the answer says so and offers others."""
    await house.type("Anna", "/settings roll off", "Anna")  # games need not be played
    await house.type("Anna", f"{before} first me", "Anna")
    said = await house.type("Anna", f"{then} first me", "Anna")
    assert answer in said if answer else said == ""
