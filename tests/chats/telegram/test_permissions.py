"""The bot's rights in a chat, its boards when they change, and a group's language."""

from __future__ import annotations

import re

from tests.chats.telegram.house import House
from tests.telegram_standin.world import Chat, Message

_TITLE = re.compile(r"^⚪.* · ([a-z0-9]+)$", re.MULTILINE)
RECORD = """[Rules "long"]
[White "Anna"]

1. 65 24/13; 31 12/8

"""
PHOTOS = "I show this in words because I may not send photos here"


def boards(house: House, person: str | None = None) -> list[Message]:
    """Return the boards at the table, or in a person's private chat."""
    place = house.table if person is None else house.people[person].private
    return [each for each in house.people[person or "Anna"].messages(place) if _TITLE.search(each.text)]


def id_on(board: Message) -> str:
    """Return the id of the game that a board shows."""
    found = _TITLE.search(board.text)
    assert found, board.text
    return found[1]


async def test_without_photos_the_board_is_in_words(house: House) -> None:
    """Without photos the board is in words, names the right, notifies, and gets its picture later."""
    house.telegram.forbid(house.table, "can_send_photos")
    board = await house.begin()
    assert board.picture is None
    assert PHOTOS in board.text
    assert "White is to play" in board.text
    assert len(house.people["Anna"].notifications) >= 1
    await house.touch("Anna", "24→20", board)
    assert "so far 24/20" in house.last().text
    assert len(boards(house)) == 1
    house.telegram.allow(house.table, "can_send_photos")
    await house.touch("Anna", "16→15", house.last())
    (board,) = boards(house)
    assert board.picture is not None
    assert PHOTOS not in board.text


async def test_a_board_becomes_words_when_photos_are_forbidden(house: House) -> None:
    """A board whose picture may no longer be edited is replaced by one in words."""
    board = await house.begin()
    house.telegram.forbid(house.table, "can_send_photos")
    await house.touch("Anna", "24→20", board)
    (board,) = boards(house)
    assert board.picture is None
    assert PHOTOS in board.text
    assert "so far 24/20" in board.text


async def record_of(house: House, games: int, name: str = "Anna") -> list[Message]:
    """Let Anna import some games and ask for their record, and return the answers."""
    file = ("games.txt", games * RECORD.replace("Anna", name).encode())
    said = await house.people["Anna"].say(house.table, "/import", document=file)
    await house.until_idle(said.update_id)
    kept = re.search(r"/replay (i\w+)", house.others(house.table)[-1].text)
    assert kept, house.others(house.table)[-1].text
    before = len(house.others(house.table))
    await house.type("Anna", f"/record {kept[1]}", house.table)
    return house.others(house.table)[before:]


async def test_without_files_answers_are_in_words(house: House) -> None:
    """Without files a picture is described, and a long record is sent in pieces or offered in private."""
    await house.begin()
    house.telegram.forbid(house.table, "can_send_documents")
    await house.type("Anna", "/picture", house.table)
    answer = house.others(house.table)[-1]
    assert "may not send files" in answer.text
    assert "White is to play" in answer.text
    (answer,) = await record_of(house, 99, "Anna" * 40)
    assert "Ask me for it in private" in answer.text
    title, *parts = await record_of(house, 99)
    assert "may not send files" in title.text
    assert len(parts) > 1
    assert "\n".join(part.text for part in parts).count("24/13") == 99
    house.clock.forward(minutes=15)
    await house.type("Anna", "/help", house.table)
    await house.telegram.until(lambda: not {*parts} & {*house.others(house.table)}, "they are gone")


def add_bot(house: House, group: Chat, name: str, language: str) -> None:
    """Let a person add the bot to a group, after removing it."""
    house.telegram.remove_bot(group)
    house.telegram.add_bot(group, by=house.telegram.user(name, language=language))


async def test_a_group_has_the_language_of_its_adder(house: House) -> None:
    """A group and its topics use the adder's language, unless another is set for a topic."""
    group = house.telegram.supergroup("новая", forum=True)
    add_bot(house, group, "Ольга", "ru")
    topic, other = house.telegram.topic(group, "нарды"), house.telegram.topic(group, "nardy")
    for place in (group, topic):
        await house.type("Anna", "/challenge anyone", place)
        assert "вызывает" in house.last(place).text
    group.owner = house.people["Anna"].user
    await house.type("Anna", "/settings language en", other)
    add_bot(house, group, "Олег", "ru")
    await house.type("Anna", "/challenge anyone", other)
    assert "challenges" in house.last(other).text


async def test_a_groups_language_applies_to_its_topics(house: House) -> None:
    """A group's language applies at once to its topics, and stays when another person adds the bot."""
    group = house.telegram.supergroup("games", forum=True)
    topic = house.telegram.topic(group, "nardy")
    group.owner = house.people["Anna"].user
    await house.type("Anna", "/challenge anyone", topic)
    await house.type("Anna", "/settings language ru", group)
    assert "вызывает" in house.last(topic).text
    add_bot(house, group, "Olga", "en")
    await house.type("Anna", "/challenge anyone", group)
    assert "вызывает" in house.last(group).text


async def test_a_game_of_a_lost_group_continues_in_private(house: House) -> None:
    """When a group removes the bot, each player gets the board in private at once."""
    await house.people["Anna"].start()
    await house.people["Boris"].start()
    await house.begin()
    house.telegram.remove_bot(house.table)
    await house.telegram.until(lambda: boards(house, "Anna"), "Anna sees the board")
    await house.telegram.until(lambda: boards(house, "Boris"), "so does Boris")
    await house.until_idle()
    await house.touch("Anna", "24→20", boards(house, "Anna")[-1])
    assert "so far 24/20" in boards(house, "Anna")[-1].text


async def test_unblocking_the_bot_shows_the_latest_board(house: House) -> None:
    """A board that a blocked bot could not send comes as soon as the player unblocks it."""
    anna = house.people["Anna"]
    await anna.start()
    await house.say("Anna", "/play novice", "Anna")
    anna.block()
    before = boards(house, "Anna")
    await house.type("Anna", f"/move {id_on(before[-1])} 24/20", house.table)
    assert boards(house, "Anna") == before
    assert "so far" not in before[-1].text
    house.clock.forward(minutes=1)
    anna.unblock()
    await house.telegram.until(
        lambda: "so far 24/20" in boards(house, "Anna")[-1].text, "the move is seen", 20
    )
