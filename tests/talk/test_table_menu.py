"""The menu of a page's table: its groups, and what it says about entries that cannot be used now."""

from __future__ import annotations

import pytest

from bot.talk.views.table import Table
from tests.dialogues.house import House
from tests.dialogues.script import TABLE
from tests.talk.test_board_page import board_page, play_first_moves

pytestmark = pytest.mark.slow


def entries(table: Table | None) -> list[dict[str, str]]:
    """Return each group of a menu: by sign, when the entry can be used."""
    assert table is not None
    return [{each.icon: each.when for each in group} for group in table.menu]


async def test_the_menu_has_three_groups(playing: House) -> None:
    """A player has the game, the board and the rest; in a game without hints or cube there are none."""
    assert entries(await board_page(playing, "Anna")) == [
        {"draw": "", "pause": "", "resign": ""},
        {"record": "", "talk": "", "share": "", "sound": ""},
        {"rules": "", "settings": "", "keys": "", "block": ""},
    ]


async def test_a_spectator_can_turn_the_board(playing: House) -> None:
    """A spectator has nothing of the game itself, and can turn the board."""
    assert entries(await board_page(playing, "Carl")) == [
        {"record": "", "talk": "", "flip": "", "sound": ""},
        {"rules": "", "settings": "", "keys": ""},
    ]


async def test_what_is_not_possible_says_when(house: House) -> None:
    """A double and a hint that are not possible now say when they are."""
    await house.type("Anna", "/challenge Boris short 5 cube hints")
    await house.type("Boris", "/accept")
    first = await board_page(house, "Anna")
    assert first is not None
    mover, other = ("Anna", "Boris") if first.below.acts else ("Boris", "Anna")
    for player, hint in ((mover, ""), (other, "on your turn")):
        game = entries(await board_page(house, player))[0]
        assert (game["hint"], game["double"]) == (hint, "before you roll")
    await play_first_moves(house, mover)
    game = entries(await board_page(house, other))[0]
    assert (game["hint"], game["double"]) == ("", "")


async def test_a_finished_game_has_no_group_of_its_own(playing: House) -> None:
    """Nothing can be offered in a finished game."""
    table = await board_page(playing, "Anna")
    assert table is not None
    await playing.type("Anna", f"/resign {table.game}")
    await playing.press("Anna", "Resign: mars, 2 points", TABLE, answered=True)
    assert [*entries(await board_page(playing, "Anna", game=table.game))[0]] == [
        "record",
        "talk",
        "share",
        "sound",
    ]
