"""Where and how people on Telegram are called."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage import people
from tests.chats.telegram.house import TO_A_CHOICE, House, open_house


@pytest.fixture
async def house(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> AsyncIterator[House]:
    """A house whose first turn with a choice is White's third; nothing may go wrong in it unnoticed."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE) as house:
        yield house
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []


async def test_a_challenge_to_a_handle_never_seen_notifies(house: House) -> None:
    """A person who never spoke to the bot hears a challenge that names the handle, once."""
    dora = house.telegram.user("Dora", username="dora_k")
    await house.type("Anna", "/challenge @dora_k", house.table)
    assert [each.text for each in dora.notifications] == [house.last().text]
    await house.type("Anna", "/settings language ru", house.table)
    assert len(dora.notifications) == 1


async def test_a_deleted_topic_leaves_its_game_to_general(house: House) -> None:
    """The next board comes in the forum's general topic, and the game is that chat's from then on."""
    forum = house.telegram.supergroup("forum", forum=True)
    topic = house.telegram.topic(forum, "Tavla")
    await house.type("Anna", "/challenge", topic)
    await house.touch("Boris", "Accept", house.last(topic))
    game = house.last(topic).text.splitlines()[0].rpartition(" · ")[2]
    house.telegram.delete_topic(topic)
    await house.type("Anna", f"/move {game} 24/19", forum)
    board = house.last(forum)
    assert board.topic is None
    assert "24/19" in board.text
    async with house.manager.database.read() as connection:
        general = await people.chat_at(connection, "telegram", str(forum.id))
        assert await people.chat_at(connection, "telegram", f"{forum.id}/{topic.thread}") is None
    assert general is not None
    now = await house.manager.game(game)
    assert (now.white_chat, now.black_chat) == (general.id, general.id)


async def test_an_anonymous_administrator_is_no_player(house: House) -> None:
    """An administrator who writes as the group is asked to stop being anonymous."""
    line = await house.people["Anna"].say(house.table, "/challenge", anonymous=True)
    await house.until_idle(line.update_id)
    assert "Stop being anonymous" in house.others(house.table)[-1].text
    async with house.manager.database.read() as connection:
        account = str(house.telegram.world.anonymous.id)
        assert await people.player_of_account(connection, "telegram", account) is None
