"""What a group is told when the bot is added to it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage import people
from tests.chats.telegram.house import House, open_house
from tests.telegram_standin.message import Message
from tests.telegram_standin.people import Person
from tests.telegram_standin.refusals import SERVER_ERROR
from tests.telegram_standin.world import Chat

GREETING = "This is Long Nardy"
NO_PHOTOS = "I may not send photos here"


@pytest.fixture
async def house(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> AsyncIterator[House]:
    """A house in which nothing may go wrong unnoticed."""
    async with open_house(tmp_path / "nardy.db") as house:
        yield house
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []


def new_group(house: House, *forbidden: str) -> Chat:
    """Return a group that the bot is not in, where some things are forbidden."""
    group = house.telegram.supergroup("new")
    house.telegram.remove_bot(group)
    house.telegram.forbid(group, *forbidden)
    return group


async def add(house: House, group: Chat, by: Person | None = None) -> list[Message]:
    """Let somebody add the bot; return what the bot has written in the group since it was made."""
    house.telegram.add_bot(group, by=by or house.people["Anna"])
    await house.until_idle(house.telegram.updates.last)
    return house.others(group)


async def test_a_group_is_greeted(house: House) -> None:
    """The group to which the bot was added is told silently what this is, with buttons to begin."""
    (greeting,) = await add(house, new_group(house))
    assert greeting.text.startswith(GREETING)
    assert NO_PHOTOS not in greeting.text
    assert greeting.labels == ("Play the computer", "Challenge a friend", "How to play", "Play in private")
    assert all(person.notifications == [] for person in house.people.values())


async def test_the_greeting_is_in_the_language_of_the_group(house: House) -> None:
    """A group is greeted in the language of whoever has added the bot, which it speaks from then on."""
    (greeting,) = await add(house, new_group(house), house.telegram.user("Ольга", language="ru"))
    assert "Это длинные нарды" in greeting.text


async def test_an_account_that_is_no_person_gives_a_group_no_language(house: House) -> None:
    """An anonymous administrator who adds the bot makes no player, and the greeting is in English."""
    world = house.telegram.world
    world.anonymous.language = "ru"
    (greeting,) = await add(house, new_group(house), Person(world.anonymous, world, house.telegram._post))  # noqa: SLF001
    assert greeting.text.startswith(GREETING)
    async with house.manager.database.read() as connection:
        assert await people.player_of_account(connection, "telegram", str(world.anonymous.id)) is None


async def test_a_game_begins_from_the_greeting(house: House) -> None:
    """A press below the greeting challenges everybody there, and the greeting stays."""
    group = new_group(house)
    (greeting,) = await add(house, group)
    await house.touch("Anna", "Challenge a friend", greeting)
    assert "challenges" in house.last(group).text
    assert greeting in house.others(group)


async def test_a_group_is_greeted_once_for_ever(house: House) -> None:
    """Who removes the bot and adds it again sees no second greeting, also not delivered twice."""
    group = new_group(house)
    await add(house, group)
    house.telegram.redeliver()
    house.telegram.remove_bot(group)
    assert len(await add(house, group)) == 1


async def test_a_restart_forgets_no_greeting(tmp_path: Path) -> None:
    """A group that was greeted before the bot was restarted is not greeted again."""
    for greetings in (1, 0):
        # The second Telegram is another one with the same ids, as after a restart.
        async with open_house(tmp_path / "nardy.db") as house:
            assert len(await add(house, new_group(house))) == greetings


async def test_a_supergroup_is_not_greeted_for_its_group(house: House) -> None:
    """A group that was greeted and becomes a supergroup is known under its new id."""
    group = house.telegram.group("small")
    house.telegram.remove_bot(group)
    assert len(await add(house, group)) == 1
    place = house.telegram.migrate(group)
    house.telegram.remove_bot(place)
    assert await add(house, place) == []


async def test_the_greeting_names_a_missing_right(house: House) -> None:
    """Where photos are forbidden the greeting says so at once, and who can change that."""
    (greeting,) = await add(house, new_group(house, "can_send_photos"))
    assert greeting.text.startswith(GREETING)
    assert f"{NO_PHOTOS}, so boards come in words: an administrator can allow photos" in greeting.text


async def test_who_adds_a_bot_that_may_not_write_is_told_in_private(house: House) -> None:
    """Nothing is written into the group; once the right is there, the group is greeted when it is added."""
    group = new_group(house, "can_send_messages")
    await house.people["Anna"].start()
    assert await add(house, group) == []
    assert (
        "You have added me to new, but I may not write there"
        in house.others(house.people["Anna"].private)[-1].text
    )
    house.telegram.remove_bot(group)
    house.telegram.allow(group, "can_send_messages")
    assert len(await add(house, group)) == 1


async def test_a_group_is_greeted_as_soon_as_the_bot_may_write(house: House) -> None:
    """Where it could not write when it was added, the greeting comes with the right, in the same language."""
    group = new_group(house, "can_send_messages")
    assert await add(house, group, house.telegram.user("Ольга", language="ru")) == []
    house.telegram.allow(group, "can_send_messages")
    for _ in range(2):
        house.telegram.change_rights(group)
        await house.until_idle(house.telegram.updates.last)
    (greeting,) = house.others(group)
    assert "Это длинные нарды" in greeting.text


async def test_a_bot_that_is_removed_greets_nobody(house: House) -> None:
    """A group that waits for its greeting gets none when the bot is thrown out of it."""
    group = new_group(house, "can_send_messages")
    assert await add(house, group) == []
    house.telegram.allow(group, "can_send_messages")
    house.telegram.remove_bot(group)
    await house.until_idle(house.telegram.updates.last)
    assert house.others(group) == []


async def test_a_greeting_that_did_not_arrive_comes_the_next_time(house: House) -> None:
    """Where Telegram refused the greeting the group is greeted when the bot is added again."""
    group = new_group(house)
    house.telegram.refuse("sendMessage", SERVER_ERROR)
    assert await add(house, group) == []
    house.telegram.remove_bot(group)
    assert len(await add(house, group)) == 1
