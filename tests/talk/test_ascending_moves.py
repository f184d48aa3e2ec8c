from __future__ import annotations

import pytest

from bot.talk.incoming import Incoming, Line, Person
from tests.dialogues.house import House
from tests.dialogues.script import TABLE

pytestmark = pytest.mark.slow


async def is_talk(house: House, player: str, line: str) -> bool:
    """Return True if a line typed at the table is talk, not meant for the bot."""
    person = Person("web", player.lower(), player)
    return await house.conversation.is_unaddressed(
        Incoming("an event", person, house.place(TABLE), Line(line))
    )


@pytest.fixture
async def against(house: House) -> House:
    """Return a house where Boris has Black and 4-2 to play at short nardy, moving from 1 up to 24."""
    house.dice.roll_next(4, 1, 4, 2)
    await house.type("Anna", "/challenge Boris short")
    await house.type("Boris", "/accept")
    await house.type("Anna", "13/9 6/5")
    await house.type("Anna", "/done")
    return house


async def test_an_ascending_move_belongs_to_the_player_who_moves_up(against: House) -> None:
    """`1/5` is a move if Boris types it, and talk if anyone else does."""
    assert [await is_talk(against, player, "1/5") for player in ("Boris", "Anna", "Carl")] == [
        False,
        True,
        True,
    ]
    await against.type("Boris", "1/5")
    assert against.shown(TABLE).text.endswith("so far 1/5*. Left: 2.")


async def test_an_ascending_move_is_talk_while_its_player_waits(against: House) -> None:
    """While Anna is to move, Boris's `9/11` is talk."""
    await against.type("Boris", "1/5 12/14")
    await against.type("Boris", "/done")
    assert await is_talk(against, "Boris", "9/11")


async def test_in_long_nardy_an_ascending_move_is_talk(playing: House) -> None:
    """In long nardy, where both sides move down, `9/11` is talk and `24/20` is a move."""
    lines = {"9/11": True, "24/20": False, "/games": False, "hello": True}
    assert {line: await is_talk(playing, "Anna", line) for line in lines} == lines
