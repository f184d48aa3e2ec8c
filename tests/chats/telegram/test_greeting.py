"""The greeting in a group that has added the bot."""

from __future__ import annotations

from pathlib import Path

from storage import people
from tests.chats.telegram.house import House, open_house
from tests.telegram_standin.people import Person
from tests.telegram_standin.refusals import SERVER_ERROR
from tests.telegram_standin.world import Chat, Message

GREETING = "This is Long Nardy"
RUSSIAN = "Это длинные нарды"
NO_PHOTOS = "I may not send photos here"


def new_group(house: House, *forbidden: str, title: str = "new") -> Chat:
    """Return a group without the bot, in which these rights are denied."""
    group = house.telegram.supergroup(title)
    house.telegram.remove_bot(group)
    house.telegram.forbid(group, *forbidden)
    return group


async def add(house: House, group: Chat, by: Person | None = None) -> list[Message]:
    """Let a person add the bot, and return the bot's messages in the group."""
    house.telegram.add_bot(group, by=by or house.people["Anna"])
    await house.until_idle(house.telegram.updates.last)
    return house.others(group)


async def test_a_group_is_greeted_once(house: House) -> None:
    """A group gets one silent greeting, whose buttons begin a game, even if the bot is added again."""
    group = new_group(house)
    (greeting,) = await add(house, group)
    assert greeting.text.startswith(GREETING)
    assert NO_PHOTOS not in greeting.text
    assert greeting.labels == ("Play the computer", "Challenge a friend", "How to play", "Play in private")
    assert all(person.notifications == [] for person in house.people.values())
    await house.touch("Anna", "Challenge a friend", greeting)
    assert "challenges" in house.last(group).text
    house.telegram.redeliver()
    house.telegram.remove_bot(group)
    assert await add(house, group) == [greeting]


async def test_the_greeting_is_in_the_language_of_the_group(house: House) -> None:
    """The greeting has the language of the adder; an anonymous administrator does not become a player."""
    (greeting,) = await add(house, new_group(house), house.telegram.user("Ольга", language="ru"))
    assert RUSSIAN in greeting.text
    world = house.telegram.world
    world.anonymous.language = "ru"
    anonymous = Person(world.anonymous, world, house.telegram._post)  # noqa: SLF001
    (greeting,) = await add(house, new_group(house, title="other"), anonymous)
    assert greeting.text.startswith(GREETING)
    async with house.manager.database.read() as connection:
        assert await people.player_of_account(connection, "telegram", str(world.anonymous.id)) is None


async def test_a_restart_forgets_no_greeting(tmp_path: Path) -> None:
    """A group that was greeted before a restart is not greeted again."""
    for greetings in (1, 0):
        # The second stand-in has the same ids, as Telegram has after a restart.
        async with open_house(tmp_path / "nardy.db") as house:
            assert len(await add(house, new_group(house))) == greetings


async def test_a_supergroup_is_not_greeted_for_its_group(house: House) -> None:
    """A greeted group that becomes a supergroup is not greeted under its new id."""
    group = house.telegram.group("small")
    house.telegram.remove_bot(group)
    assert len(await add(house, group)) == 1
    place = house.telegram.migrate(group)
    house.telegram.remove_bot(place)
    assert await add(house, place) == []


async def test_the_greeting_names_a_missing_right(house: House) -> None:
    """Without photos the greeting says so; without messages, the bot says so in private."""
    (greeting,) = await add(house, new_group(house, "can_send_photos"))
    assert greeting.text.startswith(GREETING)
    assert f"{NO_PHOTOS}, so boards come in words: an administrator can allow photos" in greeting.text
    anna, silent = house.people["Anna"], new_group(house, "can_send_messages", title="silent")
    await anna.start()
    assert await add(house, silent) == []
    text = house.others(anna.private)[-1].text
    assert "You have added me to silent, but I may not write there" in text


async def test_a_group_is_greeted_once_the_bot_may_write(house: House) -> None:
    """A greeting that the group refused is sent once the right is granted, unless the bot was removed."""
    olga, groups = house.telegram.user("Ольга", language="ru"), []
    for title in ("stays", "leaves"):
        groups.append(new_group(house, "can_send_messages", title=title))
        assert await add(house, groups[-1], olga) == []
        house.telegram.allow(groups[-1], "can_send_messages")
    stays, leaves = groups
    house.telegram.remove_bot(leaves)
    for _ in range(2):
        house.telegram.change_rights(stays)
        await house.until_idle(house.telegram.updates.last)
    (greeting,) = house.others(stays)
    assert RUSSIAN in greeting.text
    assert house.others(leaves) == []
    assert len(await add(house, leaves)) == 1


async def test_a_refused_greeting_is_sent_the_next_time(house: House) -> None:
    """If Telegram refused the greeting, the group is greeted when the bot is added again."""
    group = new_group(house)
    house.telegram.refuse("sendMessage", SERVER_ERROR)
    assert await add(house, group) == []
    house.telegram.remove_bot(group)
    assert len(await add(house, group)) == 1
