from __future__ import annotations

from dataclasses import replace

import pytest

from bot.rules.events import Doubled
from bot.rules.rulesets import MatchLength
from bot.sessions import CubeDecision, DisplayPreferences, LoadedGame
from bot.talk.catalog import LANGUAGES, words_in
from bot.talk.reply import plain
from bot.talk.views.hints import cube_hint_reply
from renderers import Scene
from tests.dialogues.scripted import House, check, only_game

SHARED = DisplayPreferences("web", "en", "wood", "w", None)
DECISIONS = {
    "no-double": CubeDecision(0.3, 0.1),
    "take": CubeDecision(0.5, 0.7),
    "drop": CubeDecision(0.8, 1.2),
    "too-good": CubeDecision(1.1, 1.7),
}


async def cubed(house: House, *more: str) -> LoadedGame:
    """A game against the computer with a cube, in which Anna is to roll."""
    await house.line("Anna", "/settings roll off")
    await house.line("Anna", " ".join(("/play long cube first me", *more)))
    return await house.manager.game(await only_game(house))


async def test_a_hint_before_the_roll_says_whether_to_double(house: House) -> None:
    """What to do comes first, then what each of three cases is worth; nothing changes."""
    game = await cubed(house)
    answer = await house.line("Anna", "/hint")
    assert answer.split("\n") == [
        "Roll: it is too early to double.",
        "Points you win on average: +0.10 without a double, −0.20 if it is taken, +1.00 if it is dropped.",
    ]
    assert await house.manager.game(game.id) == game


async def test_the_menu_offers_a_hint_before_a_roll_with_the_cube(house: House) -> None:
    """Who may double is offered a hint; who may not, before a roll, is not."""
    await cubed(house)
    await house.line("Anna", "/menu")
    assert house.answers["Anna"][0].buttons[0][0].label == "Hint"


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_advice_has_words(house: House, language: str) -> None:
    """Each is a sentence of its own in each language, and so is each answer to a double."""
    game = await cubed(house)
    said = []
    for found in DECISIONS.values():
        reply = cube_hint_reply(words_in(language), game, SHARED, found)
        check(reply)
        assert isinstance(reply.scene, Scene)
        said.append(plain(reply.text).split("\n")[0])
    assert len(set(said)) == len(DECISIONS)


async def test_what_makes_no_difference_is_said_to(house: House) -> None:
    """Where doubling and rolling are as good as each other, that is told."""
    game = await cubed(house)
    reply = cube_hint_reply(words_in("en"), game, SHARED, CubeDecision(0.5, 0.51))
    assert plain(reply.text).startswith("Double: your opponent should take. There is almost nothing in it.")


async def test_who_is_doubled_is_told_whether_to_take(house: House) -> None:
    """The figures are those of the one who answers."""
    game = await cubed(house)
    doubled = replace(game, live=replace(game.live, state=game.live.state.after(Doubled())))
    texts = [
        plain(cube_hint_reply(words_in("en"), doubled, SHARED, DECISIONS[name]).text)
        for name in ("take", "drop")
    ]
    assert texts == [
        "Take the double.\nPoints you win on average: −0.70 if you take, −1.00 if you drop.",
        "Drop the double.\nPoints you win on average: −1.20 if you take, −1.00 if you drop.",
    ]


async def test_in_a_match_it_is_told_how_likely_it_is_won(house: House) -> None:
    """The three cases are chances to win the match, as the one who asked sees them."""
    game = await cubed(house, "5 points")
    assert game.before.length == MatchLength(points=5)
    found = CubeDecision(0.5, 0.7, chances=(0.6, 0.62, 0.65))
    text = plain(cube_hint_reply(words_in("en"), game, SHARED, found).text)
    assert text.split("\n")[1] == (
        "You win the match: 60.0 % without a double, 62.0 % if it is taken, 65.0 % if it is dropped."
    )
