"""Answers beyond a busy group's share."""

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
    """A house whose group has just got a card, so that boards count in the present minute."""
    async with open_house(tmp_path / "nardy.db", tick=0.25) as house:
        await house.type("Anna", "/challenge anyone", house.table)
        yield house
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []


async def type_commands(house: House, number: int) -> list[Message]:
    """Let Carl type some commands, and return those messages."""
    lines = []
    for _ in range(number):
        lines.append(await house.people["Carl"].say(house.table, "/games"))
        await house.until_idle(lines[-1].update_id)
    return lines


def explanations(house: House) -> list[Message]:
    """Return the messages in the group that explain where answers are."""
    return [each for each in house.others(house.table) if EXPLANATION in each.text]


async def test_the_sixth_answer_of_a_minute_is_private(house: House) -> None:
    """In a busy group a person gets five answers a minute; later ones come in private, with a reaction."""
    await house.people["Carl"].start()
    lines = await type_commands(house, 6)
    assert [each.reactions for each in lines] == [(), (), (), (), (), ("👀",)]
    assert len(house.others(house.table)) == 5
    assert house.others(house.place("Carl"))[-1].text.startswith("You have no games now.")
    assert explanations(house) == []
    await house.touch("Carl", "How to play", house.others(house.table)[0])
    assert "The answer is in our private chat." in house.toasts["Carl"]
    line = await house.people["Carl"].say(house.table, "/settings")
    await house.until_idle(line.update_id)
    # In the private chat its buttons would set the options of the wrong chat.
    assert house.others(house.place("Carl"))[-1].labels == ()


async def test_a_person_without_a_private_chat_gets_an_explanation(house: House) -> None:
    """Without a private chat the line gets a reaction, and one silent explanation a minute names the bot."""
    lines = await type_commands(house, 8)
    assert [each.reactions for each in lines[5:]] == [("👀",)] * 3
    (explanation,) = explanations(house)
    assert "/start" in explanation.text
    assert explanation.silent


async def test_without_reactions_there_is_one_explanation_a_minute(house: House) -> None:
    """Without reactions the answers still come in private, and no further reaction is tried."""
    await house.people["Carl"].start()
    house.telegram.forbid(house.table, "can_react_to_messages")
    await type_commands(house, 8)
    assert len(explanations(house)) == 1
    assert len(house.telegram.sent("setMessageReaction")) == 1
    assert len(house.others(house.place("Carl"))) >= 3


async def test_refused_reactions_do_not_stop_boards(house: House) -> None:
    """While Telegram refuses reactions, the group's boards still come."""
    house.telegram.refuse("setMessageReaction", flood(30))
    await type_commands(house, 6)
    await house.press("Boris", "Accept", "table", answered=False)
    assert "Long Nardy" in house.last().text
