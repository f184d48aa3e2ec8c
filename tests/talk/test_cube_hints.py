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
from tests.dialogues.house import House, check_limits, only_game

SHARED = DisplayPreferences("web", "en", "wood", "w", None)
DECISIONS = {
    "no-double": CubeDecision(0.3, 0.1),
    "take": CubeDecision(0.5, 0.7),
    "drop": CubeDecision(0.8, 1.2),
    "too-good": CubeDecision(1.1, 1.7),
}


async def begin_cube_game(house: House, *more: str) -> LoadedGame:
    """Return a game against the computer with a cube, in which Anna is to roll."""
    await house.type("Anna", "/settings roll off")
    await house.type("Anna", " ".join(("/play long cube first me", *more)))
    return await house.manager.game(await only_game(house))


async def test_a_hint_before_the_roll_advises_on_doubling(house: House) -> None:
    """A hint before the roll says what to do and what each of the three cases is worth."""
    game = await begin_cube_game(house)
    answer = await house.type("Anna", "/hint")
    assert answer.split("\n") == [
        "Roll: it is too early to double.",
        "Points you win on average: +0.10 without a double, −0.20 if it is taken, +1.00 if it is dropped.",
    ]
    assert await house.manager.game(game.id) == game


async def test_the_menu_offers_a_hint_before_a_double(house: House) -> None:
    """Before the roll, the menu of a player who may double offers a hint."""
    await begin_cube_game(house)
    await house.type("Anna", "/menu")
    assert house.answers["Anna"][0].buttons[0][0].label == "Hint"


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_advice_has_a_text(house: House, language: str) -> None:
    """Each advice has its own sentence in each language."""
    game = await begin_cube_game(house)
    said = []
    for found in DECISIONS.values():
        reply = cube_hint_reply(words_in(language), game, SHARED, found)
        check_limits(reply)
        assert isinstance(reply.scene, Scene)
        said.append(plain(reply.text).split("\n")[0])
    assert len(set(said)) == len(DECISIONS)


async def test_a_close_decision_is_called_close(house: House) -> None:
    """If doubling and rolling are worth nearly the same, the hint says so."""
    game = await begin_cube_game(house)
    reply = cube_hint_reply(words_in("en"), game, SHARED, CubeDecision(0.5, 0.51))
    assert plain(reply.text).startswith("Double: your opponent should take. There is almost nothing in it.")


async def test_a_doubled_player_gets_advice_on_taking(house: House) -> None:
    """A hint about taking shows the points from the side of the player who answers."""
    game = await begin_cube_game(house)
    doubled = replace(game, live=replace(game.live, state=game.live.state.after(Doubled())))
    texts = [
        plain(cube_hint_reply(words_in("en"), doubled, SHARED, DECISIONS[name]).text)
        for name in ("take", "drop")
    ]
    assert texts == [
        "Take the double.\nPoints you win on average: −0.70 if you take, −1.00 if you drop.",
        "Drop the double.\nPoints you win on average: −1.20 if you take, −1.00 if you drop.",
    ]


async def test_in_a_match_the_hint_shows_chances_to_win_it(house: House) -> None:
    """In a match the three cases are chances to win the match."""
    game = await begin_cube_game(house, "5 points")
    assert game.before.length == MatchLength(points=5)
    found = CubeDecision(0.5, 0.7, chances=(0.6, 0.62, 0.65))
    text = plain(cube_hint_reply(words_in("en"), game, SHARED, found).text)
    assert text.split("\n")[1] == (
        "You win the match: 60.0 % without a double, 62.0 % if it is taken, 65.0 % if it is dropped."
    )
