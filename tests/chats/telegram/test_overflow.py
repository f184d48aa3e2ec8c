"""Answers that a busy group has no place for."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.chats.telegram.house import House, open_house
from tests.telegram_standin.refusals import flood
from tests.telegram_standin.world import Message

EXPLANATION = "I answer in private"


@pytest.fixture
async def house(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> AsyncIterator[House]:
    """A house whose group has just seen a card, in a minute that goes on."""
    async with open_house(tmp_path / "nardy.db", tick=0.25) as house:
        await house.type("Anna", "/challenge", house.table)
        yield house
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []


async def typed(house: House, number: int) -> list[Message]:
    """Let Carl type some commands; return the lines."""
    lines = []
    for _ in range(number):
        lines.append(await house.people["Carl"].say(house.table, "/games"))
        await house.until_idle(lines[-1].update_id)
    return lines


def explanations(house: House) -> list[Message]:
    """Return the lines in the group that say where answers are."""
    return [each for each in house.others(house.table) if EXPLANATION in each.text]


async def test_the_sixth_answer_of_a_minute_comes_in_private(house: House) -> None:
    """While boards come a person gets five answers in the group, then private ones, with a reaction."""
    await house.people["Carl"].start()
    lines = await typed(house, 6)
    assert [each.reactions for each in lines] == [(), (), (), (), (), ("👀",)]
    assert len(house.others(house.table)) == 5
    assert house.others(house.place("Carl"))[-1].text.startswith("You have no games now.")
    assert explanations(house) == []
    await house.touch("Carl", "How to play", house.others(house.table)[0])
    assert "The answer is in our private chat." in house.toasts["Carl"]
    line = await house.people["Carl"].say(house.table, "/settings")
    await house.until_idle(line.update_id)
    # Pressed in private, buttons would set the options of another chat.
    assert house.others(house.place("Carl"))[-1].labels == ()


async def test_a_person_without_a_private_chat_is_told_how_to_get_one(house: House) -> None:
    """The line has its reaction, and one silent line a minute names the bot."""
    lines = await typed(house, 8)
    assert [each.reactions for each in lines[5:]] == [("👀",)] * 3
    (explanation,) = explanations(house)
    assert "/start" in explanation.text
    assert explanation.silent


async def test_where_reactions_are_forbidden_one_line_a_minute_says_so(house: House) -> None:
    """The answers come in private all the same, and the group is not asked for another reaction."""
    await house.people["Carl"].start()
    house.telegram.forbid(house.table, "can_react_to_messages")
    await typed(house, 8)
    assert len(explanations(house)) == 1
    assert len(house.telegram.sent("setMessageReaction")) == 1
    assert len(house.others(house.place("Carl"))) >= 3


async def test_too_many_reactions_stop_no_board(house: House) -> None:
    """While Telegram refuses reactions, the boards of the group go on."""
    house.telegram.refuse("setMessageReaction", flood(30))
    await typed(house, 6)
    await house.press("Boris", "Accept", "table", answered=False)
    assert "Long Nardy" in house.last().text
