from __future__ import annotations

import pytest

from bot.talk.incoming import Incoming, Line, Person
from tests.dialogues.script import TABLE
from tests.dialogues.scripted import House

pytestmark = pytest.mark.slow


async def is_talk(house: House, who: str, line: str) -> bool:
    """Return whether a line that a person types at the table is talk for the others."""
    person = Person("web", who.lower(), who)
    return await house.conversation.is_unaddressed(
        Incoming("an event", person, house.place(TABLE), Line(line))
    )


@pytest.fixture
async def against(house: House) -> House:
    """Boris has Black and 4-2 to play at short nardy, where he goes from 1 up to 24."""
    house.dice.roll_next(4, 1, 4, 2)
    await house.line("Anna", "/challenge Boris short")
    await house.line("Boris", "/accept")
    await house.line("Anna", "13/9 6/5")
    await house.line("Anna", "/done")
    return house


async def test_a_fraction_is_a_move_of_the_one_who_goes_that_way(against: House) -> None:
    """`1/5` is Boris's move, and talk of everybody else."""
    assert [await is_talk(against, who, "1/5") for who in ("Boris", "Anna", "Carl")] == [False, True, True]
    await against.line("Boris", "1/5")
    assert against.standing(TABLE).text.endswith("so far 1/5*. Left: 2.")


async def test_it_is_talk_again_when_he_waits(against: House) -> None:
    """While Anna is to move Boris can say `9/11` like anybody."""
    await against.line("Boris", "1/5 12/14")
    await against.line("Boris", "/done")
    assert await is_talk(against, "Boris", "9/11")


async def test_in_long_nardy_nobody_goes_that_way(playing: House) -> None:
    """Where both sides go the same way round, moves, commands and talk are told apart as ever."""
    lines = {"9/11": True, "24/20": False, "/games": False, "hello": True}
    assert {line: await is_talk(playing, "Anna", line) for line in lines} == lines
