"""Whole exchanges on Telegram: people's actions and the messages they see."""

from __future__ import annotations

import re
from datetime import timedelta
from io import BytesIO
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from PIL import Image

from bot.talk.reply import Mention, Reply
from storage import people
from tests.chats.telegram.house import House
from tests.dialogues.script import TABLE
from tests.telegram_standin.refusals import NOT_MODIFIED, QUERY_TOO_OLD, WRONG_FILE_ID, bad_request
from tests.telegram_standin.world import Message

RECORD = """[Rules "long"]
[White "Anna"]

1. 65 24/13; 31 12/8
"""


def link_of(message: Message) -> str:
    """Return the only link on a message's buttons."""
    (url,) = (button.url for button in message.buttons if button.url is not None)
    return url


async def test_a_friend_can_accept_a_challenge_by_its_link(house: House) -> None:
    """The link of an open challenge shows it to a friend, who plays by accepting."""
    anna, dora = house.people["Anna"], house.telegram.user("Dora")
    house.people["Dora"] = dora
    await house.say("Anna", "/challenge anyone", "Anna")
    shared = parse_qs(urlsplit(link_of(house.last(anna.private))).query)
    message = await dora.deep_link(shared["url"][0])
    await house.until_idle(message.update_id)
    (invitation,) = house.others(dora.private)
    assert invitation.text == "Anna challenges you to Long Nardy. The game begins when you accept."
    assert "Dora" not in house.last(anna.private).text
    await house.touch("Dora", "Accept", invitation)
    assert "Dora" in house.last(anna.private).text
    assert house.last(dora.private).picture is not None


async def test_the_welcome_link_challenges_a_group(house: House) -> None:
    """The link in the welcome adds the bot to a group and challenges all its members."""
    anna = house.people["Anna"]
    await house.say("Anna", "/start", "Anna")
    club = house.telegram.supergroup("club")
    house.telegram.remove_bot(club)
    welcome = house.others(anna.private)[-1]
    message = await anna.add_to_group(club, link_of(welcome))
    assert message is not None
    await house.until_idle(message.update_id)
    assert "Anna challenges anyone" in house.last(club).text


async def test_a_game_stays_in_its_topic_until_that_is_closed(house: House) -> None:
    """A game in a topic is shown only there; when the topic closes, it continues in the general topic."""
    forum = house.telegram.supergroup("forum", forum=True)
    topic, other = house.telegram.topic(forum, "Nardy"), house.telegram.topic(forum, "News")
    await house.type("Anna", "/challenge anyone", topic)
    await house.touch("Boris", "Accept", house.last(topic))
    board = house.last(topic)
    await house.touch("Anna", "24→20", board)
    assert "so far 24/20" in board.text
    assert house.posts(other) == []
    assert {message.topic for message in house.posts(forum)} == {topic}
    house.telegram.close_topic(topic)
    await house.touch("Anna", "16→15", board)
    await house.touch("Anna", "✔ Done", board)
    assert house.last(forum).topic is None
    assert "Boris, your turn" in house.last(forum).text


async def test_answers_in_a_group_are_silent_and_expire(house: House) -> None:
    """The answer replies to the command, does not notify and is deleted after a minute."""
    await house.type("Anna", "/accept", house.table)
    (answer,) = house.others(house.table)
    assert answer.reply_to is not None
    assert (answer.silent, answer.reply_to.text) == (True, "/accept")
    house.clock.now += timedelta(minutes=2)
    await house.type("Anna", "/decline", house.table)
    await house.telegram.until(lambda: answer.deleted, "the first answer is gone")
    assert len(house.others(house.table)) == 1


async def test_a_menu_in_a_group_follows_its_owner(house: House) -> None:
    """The owner's presses replace the menu; another person's press is answered beside it."""
    board = await house.begin()
    await house.touch("Anna", "⋯", board)
    (menu,) = house.others(house.table)
    await house.touch("Boris", "My settings", menu)
    assert (len(house.others(house.table)), "What would you like" in menu.text) == (2, True)
    await house.touch("Anna", "My settings", menu)
    assert len(house.others(house.table)) == 2
    assert "Your settings" in menu.text


async def test_a_question_disappears_when_its_owner_answers(house: House) -> None:
    """Another person's press leaves a question; its owner's deletes it, and the board shows the result."""
    await house.begin()
    await house.say("Anna", "/resign", TABLE)
    question = house.answers["Anna"]
    assert question is not None
    await house.touch("Boris", "Resign: mars, 2 points", question)
    assert "no longer open" in house.toasts["Boris"]
    assert not question.deleted
    assert "resigns" not in house.last().text
    await house.touch("Anna", "Resign: mars, 2 points", question)
    assert question.deleted
    assert "Anna resigns" in house.last().text


async def test_presses_are_answered_by_toasts(house: House) -> None:
    """A toast reports an error in a press, or the move it made, without a message."""
    board = await house.begin()
    before = len(house.people["Anna"].messages(house.table))
    await house.touch("Boris", "24→20", board)
    assert house.toasts["Boris"].startswith("It is not your turn: Anna is to play.")
    await house.touch("Anna", "24→20", board)
    assert house.toasts["Anna"] == "24/20. Left: 1."
    assert len(house.people["Anna"].messages(house.table)) == before
    await house.touch("Anna", "16→15", house.last())
    await house.touch("Anna", "✔ Done", house.last())
    assert house.toasts["Anna"] == "You played 24/20 16/15. The board follows."


async def test_the_same_picture_is_uploaded_once(house: House) -> None:
    """A repeated board is sent by file id, and uploaded again if Telegram no longer knows the id."""
    await house.begin()
    await house.say("Anna", "/board", TABLE)
    first, second = house.telegram.sent("sendPhoto")[-2:]
    assert (len(first.files), len(second.files)) == (1, 0)
    assert house.posts(house.table)[-1].picture == house.posts(house.table)[-2].picture
    house.telegram.refuse("sendPhoto", WRONG_FILE_ID, where=lambda request: not request.files)
    await house.say("Anna", "/board", TABLE)
    assert house.last().picture is not None
    attempts = [len(request.files) for request in house.telegram.sent("sendPhoto")]
    assert attempts[-2:] == [0, 1]


async def test_the_full_size_picture_is_a_document(house: House) -> None:
    """On request the board is sent in full size, as a file that Telegram does not shrink."""
    await house.begin()
    await house.say("Anna", "/picture", TABLE)
    answer = house.answers["Anna"]
    assert answer is not None
    assert answer.document is not None
    assert Image.open(BytesIO(answer.document.data)).size == (1200, 960)


async def answer_to(house: House, text: str, **how: Any) -> Message:  # noqa: ANN401 (as a person says it)
    """Return the answer to Anna's message at the table."""
    said = await house.people["Anna"].say(house.table, text, **how)
    await house.until_idle(said.update_id)
    return house.others(house.table)[-1]


async def test_a_file_is_imported(house: House) -> None:
    """A file with /import as its caption, or that /import replies to, is stored and shown as an animation."""
    animation = await answer_to(house, "/import", document=("game.txt", RECORD.encode()))
    assert animation.animation is not None
    assert animation.text.startswith("The game has been kept.")
    sent = await house.people["Boris"].say(house.table, "", document=("game.mat", RECORD.encode()))
    replied = await answer_to(house, "/import", reply_to=sent)
    assert replied.animation is not None
    assert replied.reply_to is not None
    assert (await answer_to(house, f"/import {RECORD}")).animation is not None


async def test_a_file_that_is_not_imported(house: House) -> None:
    """Without /import a file is ignored; a large one is not downloaded; a failed download is reported."""
    said = await house.people["Anna"].say(house.table, "look", document=("game.txt", RECORD.encode()))
    await house.until_idle(said.update_id)
    assert house.others(house.table) == []
    answer = await answer_to(house, "/import", document=("game.txt", b"x" * 200_001))
    assert answer.text == "The text is too long. A record of at most 200 kB can be kept."
    assert not house.telegram.sent("getFile")
    house.telegram.refuse("getFile", bad_request("something new"))
    answer = await answer_to(house, "/import", document=("game.txt", RECORD.encode()))
    assert answer.text.startswith("Something went wrong on our side")


async def test_a_player_who_blocks_the_bot_is_notified_in_the_group(house: House) -> None:
    """A turn that cannot be shown in private is shown, and notifies, in the opponent's group."""
    boris = house.people["Boris"]
    await house.say("Boris", "/start", "Boris")
    await house.say("Anna", "/challenge anyone", TABLE)
    (link,) = [each.url for each in house.last().buttons if each.url]
    challenge = re.search(r"start%3Daccept_([^_]+)_(\w+)", link)
    assert challenge
    await house.say("Boris", f"/accept {challenge[1]} {challenge[2]}", "Boris")
    assert house.posts(boris.private)
    boris.block()
    notifications = len(boris.notifications)
    for label in ("24→20", "16→15", "✔ Done"):
        await house.touch("Anna", label, house.last())
    assert "Boris, your turn" in house.last().text
    assert [message.chat for message in boris.notifications[notifications:]] == [house.table]


async def test_a_group_that_becomes_a_supergroup_keeps_its_games(house: House) -> None:
    """The game continues in the supergroup, and nothing is lost or notified twice."""
    group = house.telegram.group("friends")
    await house.type("Anna", "/challenge anyone", group)
    await house.touch("Boris", "Accept", house.last(group))
    notifications = len(house.people["Anna"].notifications)
    place = house.telegram.migrate(group)
    await house.people["Anna"].sees(place, "24→20")
    await house.until_idle()
    await house.touch("Anna", "24→20", house.last(place))
    assert "so far 24/20" in house.last(place).text
    assert len(house.people["Anna"].notifications) == notifications


async def test_a_press_too_old_to_answer_is_carried_out(house: House) -> None:
    """If Telegram accepts no answer to a press, the press is still carried out."""
    board = await house.begin()
    house.telegram.refuse("answerCallbackQuery", QUERY_TOO_OLD)
    query = await house.people["Anna"].press(board, "24→20")
    await house.until_idle(query.update_id)
    assert "so far 24/20" in board.text


async def test_an_edit_that_changes_nothing_is_no_error(house: House) -> None:
    """If Telegram says that an edit changes nothing, the game goes on without another message."""
    board = await house.begin()
    house.telegram.refuse("editMessageMedia", NOT_MODIFIED, after=True)
    await house.touch("Anna", "24→20", board)
    await house.touch("Anna", "16→15", board)
    assert "Press Done" in board.text
    assert house.last() is board


async def test_a_deleted_board_is_sent_again(house: House) -> None:
    """A deleted board is sent again with the next change, without notifying."""
    board = await house.begin()
    notifications = len(house.people["Anna"].notifications)
    house.telegram.delete_message(board)
    await house.type("Anna", "/move 24/20", house.table)
    assert house.last() is not board
    assert ("so far 24/20" in house.last().text, len(house.people["Anna"].notifications)) == (
        True,
        notifications,
    )


async def test_repeated_updates_change_nothing(house: House) -> None:
    """A repeated update is neither carried out nor answered again."""
    board = await house.begin()
    await house.touch("Anna", "24→20", board)
    before = [(message.id, message.text) for message in house.posts(house.table)]
    asked = house.telegram.updates.polls
    house.telegram.redeliver()
    await house.telegram.until(lambda: house.telegram.updates.polls > asked, "they are taken")
    await house.until_idle()
    assert [(message.id, message.text) for message in house.posts(house.table)] == before


async def test_only_administrators_set_a_groups_options(house: House) -> None:
    """Only a group's administrators may set its options; Telegram's answer is cached for five minutes."""

    async def sets(person: str, side: str) -> str:
        await house.type(person, f"/settings side {side}", house.table)
        answer = house.answers[person]
        assert answer is not None
        return answer.text

    house.table.owner = house.people["Anna"].user
    assert "Only administrators of this chat" in await sets("Boris", "black")
    assert await sets("Anna", "black") == "At the bottom: Black."
    house.table.owner = house.people["Carl"].user
    house.clock.forward(minutes=4)
    assert await sets("Anna", "white") == "At the bottom: White."
    house.clock.forward(minutes=2)
    assert "Only administrators of this chat" in await sets("Anna", "black")


async def old_board_after_turn(house: House, old: Message) -> Message | None:
    """Let Anna end her turn, and return the old board's message, or None."""
    await house.type("Anna", "24/20 16/15", house.table, old)
    await house.press("Anna", "✔ Done", TABLE, answered=False)
    assert house.last().id != old.id
    return next((message for message in house.posts(house.table) if message.id == old.id), None)


@pytest.mark.parametrize("photos", [True, False], ids=["picture", "words"])
async def test_old_boards_of_a_group_shrink(house: House, *, photos: bool) -> None:
    """A replaced board shrinks to one line, below its picture if it has one."""
    house.table.owner = house.people["Anna"].user
    if not photos:
        house.telegram.forbid(house.table, "can_send_photos")
    old = await house.begin()
    await house.type("Anna", "/settings boards shrink", house.table)
    left = await old_board_after_turn(house, old)
    assert left is not None
    assert (left.text.count("\n"), left.buttons, left.picture is not None) == (0, (), photos)
    assert left.text.endswith("· Boris rolled 5-3. Only one turn was possible: 12/4.")


@pytest.mark.parametrize("days", [0, 3])
async def test_old_boards_of_a_group_are_deleted(house: House, days: int) -> None:
    """A replaced board is deleted; after two days, when Telegram refuses that, it only loses its buttons."""
    house.table.owner = house.people["Anna"].user
    old = await house.begin()
    await house.type("Anna", "/settings boards delete", house.table)
    house.telegram.pass_time(days=days)
    left = await old_board_after_turn(house, old)
    assert (left is not None) == (days > 0)
    assert left is None or (left.buttons, left.picture is None) == ((), False)


async def test_an_old_board_shows_the_finished_turn_by_one_edit(house: House) -> None:
    """One edit removes the replaced board's buttons and adds the finished turn."""
    old = await house.begin()
    await house.type("Anna", "24/20 16/15", house.table, old)
    before = len(house.telegram.requests)
    await house.press("Anna", "✔ Done", TABLE, answered=False)
    (left,) = [message for message in house.posts(house.table) if message.id == old.id]
    assert left.text.endswith("\nAnna rolled 4-1 and played 24/20 16/15.")
    assert (left.buttons, left.picture is None) == ((), False)
    edits = [each.route for each in house.telegram.requests[before:] if each.route.startswith("editMessage")]
    assert edits == ["editMessageCaption"]


async def test_a_challenge_to_a_handle_never_seen_notifies(house: House) -> None:
    """A challenge by handle notifies a person unknown to the bot, once."""
    dora = house.telegram.user("Dora", username="dora_k")
    await house.type("Anna", "/challenge @dora_k", house.table)
    assert [each.text for each in dora.notifications] == [house.last().text]
    await house.type("Anna", "/settings language ru", house.table)
    assert len(dora.notifications) == 1


async def test_a_deleted_topic_leaves_its_game_to_general(house: House) -> None:
    """When a topic is deleted, the game continues in the general topic."""
    forum = house.telegram.supergroup("forum", forum=True)
    topic = house.telegram.topic(forum, "Tavla")
    await house.type("Anna", "/challenge anyone", topic)
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
    line = await house.people["Anna"].say(house.table, "/challenge anyone", anonymous=True)
    await house.until_idle(line.update_id)
    assert "Stop being anonymous" in house.others(house.table)[-1].text
    async with house.manager.database.read() as connection:
        account = str(house.telegram.world.anonymous.id)
        assert await people.player_of_account(connection, "telegram", account) is None


async def test_a_message_replies_or_is_silent(house: House) -> None:
    """A message replies to another unless that is gone, and a silent one does not notify."""
    board = await house.begin()
    turn = (Mention("Anna", str(house.people["Anna"].user.id)), ", your turn.")

    async def sent(reply: Reply) -> tuple[object, bool]:
        await house.adapter.send(str(house.table.id), reply, "1.1")
        return house.last().reply_to, house.last().silent

    assert await sent(Reply(turn, reply_to=str(board.id))) == (board, False)
    assert await sent(Reply(turn, is_silent=True)) == (None, True)
    for gone in ("99999", "no number"):
        assert await sent(Reply((gone,), reply_to=gone)) == (None, True)


async def test_a_stranger_cannot_turn_pages(house: House) -> None:
    """A stranger's press leaves a lesson or a help page unchanged, and its reader can go on."""
    for line, label, shown in (
        ("/help 4", "14→10", "Right: 10 is open"),
        ("/help", "Study", "Commands, 4 of 5: Study"),
    ):
        await house.say("Anna", line, TABLE)
        page = house.answers["Anna"]
        assert page is not None
        before = (page.text, page.labels)
        await house.touch("Boris", label, page)
        assert house.toasts["Boris"].startswith("These buttons are somebody else’s. /help ")
        assert (page.text, page.labels) == before
        await house.touch("Anna", label, page)
        assert page.text.startswith(shown)
