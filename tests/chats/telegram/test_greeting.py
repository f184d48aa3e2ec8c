"""What a group is told when the bot is added to it."""

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
    """Return a group that the bot is not in, where some things are forbidden."""
    group = house.telegram.supergroup(title)
    house.telegram.remove_bot(group)
    house.telegram.forbid(group, *forbidden)
    return group


async def add(house: House, group: Chat, by: Person | None = None) -> list[Message]:
    """Let a person add the bot; return what the bot has written in the group since it was made."""
    house.telegram.add_bot(group, by=by or house.people["Anna"])
    await house.until_idle(house.telegram.updates.last)
    return house.others(group)


async def test_a_group_is_greeted_once_for_ever(house: House) -> None:
    """The greeting is silent, its buttons begin a game, and no later addition or repetition repeats it."""
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
    """That is the language of the person who added the bot; an anonymous administrator makes no player."""
    (greeting,) = await add(house, new_group(house), house.telegram.user("Ольга", language="ru"))
    assert RUSSIAN in greeting.text
    world = house.telegram.world
    world.anonymous.language = "ru"
    nobody = Person(world.anonymous, world, house.telegram._post)  # noqa: SLF001
    (greeting,) = await add(house, new_group(house, title="other"), nobody)
    assert greeting.text.startswith(GREETING)
    async with house.manager.database.read() as connection:
        assert await people.player_of_account(connection, "telegram", str(world.anonymous.id)) is None


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
    """Where photos are forbidden the greeting says so; where messages are, the bot says so in private."""
    (greeting,) = await add(house, new_group(house, "can_send_photos"))
    assert greeting.text.startswith(GREETING)
    assert f"{NO_PHOTOS}, so boards come in words: an administrator can allow photos" in greeting.text
    anna, silent = house.people["Anna"], new_group(house, "can_send_messages", title="silent")
    await anna.start()
    assert await add(house, silent) == []
    told = house.others(anna.private)[-1].text
    assert "You have added me to silent, but I may not write there" in told


async def test_a_group_is_greeted_as_soon_as_the_bot_may_write(house: House) -> None:
    """A greeting that could not be sent follows the right, in its language, unless the bot is removed."""
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


async def test_a_greeting_that_did_not_arrive_comes_the_next_time(house: House) -> None:
    """Where Telegram refused the greeting the group is greeted when the bot is added again."""
    group = new_group(house)
    house.telegram.refuse("sendMessage", SERVER_ERROR)
    assert await add(house, group) == []
    house.telegram.remove_bot(group)
    assert len(await add(house, group)) == 1
