"""Where and how people on Telegram are called."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage import people
from tests.chats.telegram.house import TO_A_CHOICE, House, open_house
from tests.telegram_standin.people import Person
from tests.telegram_wire.playing import DONE


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


async def test_a_look_in_private_does_not_move_later_calls(house: House) -> None:
    """A player who looks in private at a group's game is called to the next turn in the group."""
    board = await house.begin()
    game = board.text.splitlines()[0].rpartition(" · ")[2]
    boris = house.people["Boris"]
    await boris.start()
    await house.type("Boris", f"/board {game}", boris.private)
    assert game in house.last(boris.private).text
    await house.type("Anna", f"/move {game} 24/19", house.table)
    before = len(boris.notifications)
    await house.touch("Anna", DONE, house.last())
    assert [each.chat for each in boris.notifications[before:]] == [house.table]


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


async def test_an_anonymous_administrator_makes_no_player_and_is_told_what_to_do(house: House) -> None:
    """Who writes as the group is told to stop being anonymous; a channel's forwarded post is left alone."""
    owner = Person(house.telegram.world.owner, house.telegram.world, house.telegram._post)  # noqa: SLF001
    line = await owner.say(house.table, "/challenge", anonymous=True)
    await house.until_idle(line.update_id)
    assert "Stop being anonymous" in house.others(house.table)[-1].text
    house.telegram.add_bot(house.telegram.supergroup("new"))
    async with house.manager.database.read() as connection:
        account = str(house.telegram.world.anonymous.id)
        assert await people.player_of_account(connection, "telegram", account) is None
