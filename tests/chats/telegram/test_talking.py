from __future__ import annotations

import re
import threading
from collections.abc import AsyncIterator
from datetime import timedelta
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from PIL import Image

from bot.chats.render import animation as animation_module
from bot.chats.telegram import slow_answers
from bot.engine import Hint
from bot.rules import Game
from bot.talk.catalog import words_in
from bot.talk.commands import hints, own_data
from renderers import Scene, animate
from tests.chats.telegram.house import TO_A_CHOICE, House, open_house
from tests.dialogues.script import TABLE
from tests.pace import HANG
from tests.sessions.analyst import HeldAnalyst
from tests.strategies import Plain
from tests.telegram_standin.refusals import NOT_MODIFIED, QUERY_TOO_OLD, WRONG_FILE_ID, bad_request
from tests.telegram_standin.world import Message

RECORD = """[Rules "long"]
[White "Anna"]

1. 65 24/13; 31 12/8
"""


@pytest.fixture
async def house(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> AsyncIterator[House]:
    """A house whose first turn with a choice is White's third; nothing may go wrong in it unnoticed."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE) as house:
        yield house
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []


def link_of(message: Message) -> str:
    """Return the one link that stands on a button of a message."""
    (url,) = (button.url for button in message.buttons if button.url is not None)
    return url


async def test_a_friend_who_follows_the_link_of_a_challenge_plays_when_he_accepts(house: House) -> None:
    """The card of an open challenge can be sent on; who presses Start sees it, and plays by accepting."""
    anna, dora = house.people["Anna"], house.telegram.user("Dora")
    house.people["Dora"] = dora
    await house.say("Anna", "/challenge", "Anna")
    shared = parse_qs(urlsplit(link_of(house.last(anna.private))).query)
    message = await dora.deep_link(shared["url"][0])
    await house.until_idle(message.update_id)
    (invitation,) = house.others(dora.private)
    assert invitation.text == "Anna challenges you to Long Nardy. The game begins when you accept."
    assert "Dora" not in house.last(anna.private).text
    await house.touch("Dora", "Accept", invitation)
    assert "Dora" in house.last(anna.private).text
    assert house.last(dora.private).picture is not None


async def test_the_bot_is_brought_into_a_group_with_a_challenge(house: House) -> None:
    """The link of the welcome adds the bot to a group and challenges everybody there."""
    anna = house.people["Anna"]
    await house.say("Anna", "/start", "Anna")
    club = house.telegram.supergroup("club")
    house.telegram.remove_bot(club)
    welcome = house.others(anna.private)[-1]
    message = await anna.add_to_group(club, link_of(welcome))
    assert message is not None
    await house.until_idle(message.update_id)
    assert "Anna challenges anyone" in house.last(club).text


async def test_a_game_stays_in_its_topic(house: House) -> None:
    """What is played in a topic of a forum is shown there, and elsewhere in the forum nothing is."""
    forum = house.telegram.supergroup("forum", forum=True)
    topic, other = house.telegram.topic(forum, "Nardy"), house.telegram.topic(forum, "News")
    await house.type("Anna", "/challenge", topic)
    await house.touch("Boris", "Accept", house.last(topic))
    await house.touch("Anna", "24→20", house.last(topic))
    assert "so far 24/20" in house.last(topic).text
    assert house.posts(other) == []
    assert {message.topic for message in house.posts(forum)} == {topic}


async def test_a_closed_topic_is_left_for_the_general_one(house: House) -> None:
    """Where a topic takes nothing any more, the next board stands in the forum's general topic."""
    forum = house.telegram.supergroup("forum", forum=True)
    topic = house.telegram.topic(forum, "Nardy")
    await house.type("Anna", "/challenge", topic)
    await house.touch("Boris", "Accept", house.last(topic))
    board = house.last(topic)
    house.telegram.close_topic(topic)
    await house.touch("Anna", "24→20", board)
    await house.touch("Anna", "16→15", board)
    await house.touch("Anna", "✔ Done", board)
    assert house.last(forum).topic is not topic
    assert "Boris, your turn" in house.last(forum).text


async def test_a_typed_command_in_a_group_is_answered_silently_and_for_a_while(house: House) -> None:
    """The answer replies to the command, notifies nobody and is gone after a minute."""
    await house.type("Anna", "/accept", house.table)
    (answer,) = house.others(house.table)
    assert answer.reply_to is not None
    assert (answer.silent, answer.reply_to.text) == (True, "/accept")
    house.clock.now += timedelta(minutes=2)
    await house.type("Anna", "/decline", house.table)
    await house.telegram.until(lambda: answer.deleted, "the first answer is gone")
    assert len(house.others(house.table)) == 1


async def test_a_list_in_a_group_follows_the_one_who_asked_for_it(house: House) -> None:
    """What its owner presses takes its place; what another one presses is answered beside it."""
    board = await house.begin()
    await house.touch("Anna", "⋯", board)
    (menu,) = house.others(house.table)
    await house.touch("Boris", "My settings", menu)
    assert (len(house.others(house.table)), "What would you like" in menu.text) == (2, True)
    await house.touch("Anna", "My settings", menu)
    assert len(house.others(house.table)) == 2
    assert "Your settings" in menu.text


async def test_a_question_goes_when_its_reader_answers_it(house: House) -> None:
    """A press by another person leaves the question; the answer deletes it, and the board tells the rest."""
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
    """A toast says what is wrong with a press, or what it moved; no message comes of either."""
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
    """A board that is shown again is sent by its file id, or uploaded if Telegram has forgotten that."""
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
    """On request the board comes as it was drawn, as a file that Telegram does not shrink."""
    await house.begin()
    await house.say("Anna", "/picture", TABLE)
    answer = house.answers["Anna"]
    assert answer is not None
    assert answer.document is not None
    assert Image.open(BytesIO(answer.document.data)).size == (1200, 800)


async def finished(house: House) -> Message:
    """Let Anna give up a game that has begun; return its last board."""
    await house.begin()
    await house.say("Anna", "/resign", TABLE)
    await house.press("Anna", "Resign: mars, 2 points", TABLE, answered=True)
    return house.last()


async def replayed(house: House, board: Message) -> Message:
    """Let Boris ask for the replay of a finished game; return the animation."""
    await house.touch("Boris", "Replay", board)
    (animation,) = [message for message in house.others(house.table) if message.animation is not None]
    return animation


async def test_a_replay_is_an_animation(house: House) -> None:
    """It comes as a silent reply after a toast and a passing message, at once when it was made before."""
    board = await finished(house)
    notifications = len(house.people["Anna"].notifications)
    animation = await replayed(house, board)
    assert animation.animation is not None
    assert (animation.animation.width, animation.animation.height) == (1200, 800)
    assert (animation.silent, animation.reply_to) == (True, board)
    assert "Anna resigns" in animation.text
    assert house.toasts["Boris"] == "The animation is being made: 0 of 4."
    said = [str(request.fields["text"]) for request in house.telegram.sent("sendMessage")]
    assert said.count("The animation is being made: 0 of 4.") == 1
    assert not [message for message in house.others(house.table) if "being made" in message.text]
    await house.touch("Anna", "Replay", board)
    assert len(house.telegram.sent("sendAnimation")) == 2
    assert len(house.telegram.sent("sendMessage")) == len(said)
    assert len(house.people["Anna"].notifications) == notifications
    house.clock.forward(minutes=11)
    await house.say("Anna", "/help", TABLE)
    await house.telegram.until(lambda: animation.deleted, "the animation is deleted")


async def test_an_animation_holds_nothing_up(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """While an animation is being made the chat goes on; then it comes all the same."""
    board = await finished(house)
    may = threading.Event()

    def slowly(*_: object) -> bytes:
        may.wait(20)
        return animate([Scene((0,) * 24, (0,) * 24)])

    monkeypatch.setattr(animation_module, "animate", slowly)
    await house.people["Boris"].press(board, "Replay")
    await house.people["Boris"].sees(house.table, "The animation is being made: 0 of 4.")
    await house.people["Anna"].say(house.table, "/help")
    await house.people["Anna"].sees(house.table, "Commands, 1 of 5")
    assert not house.telegram.sent("sendAnimation")
    may.set()
    await house.telegram.until(lambda: house.telegram.sent("sendAnimation"), "the film comes")
    await house.until_idle()


async def test_the_arrows_change_the_animation_where_it_stands(house: House) -> None:
    """Its reader sees frames in its place and the animation again; another person gets a frame beside it."""
    animation = await replayed(house, await finished(house))
    await house.touch("Anna", "▶", animation)
    assert animation.animation is not None
    (frame,) = [message for message in house.others(house.table) if message.picture is not None]
    assert "1 of 3" in frame.text
    count = len(house.people["Boris"].messages(house.table))
    await house.touch("Boris", "▶", animation)
    assert "1 of 3" in animation.text
    assert animation.picture is not None
    await house.touch("Boris", "▶", animation)
    assert "2 of 3" in animation.text
    await house.touch("Boris", "Animation", animation)
    assert animation.animation is not None
    assert len(house.people["Boris"].messages(house.table)) == count


async def test_where_animations_are_forbidden_the_person_is_told_so(house: House) -> None:
    """In a group that takes no animations the answer says so, and nothing else is left of it."""
    board = await finished(house)
    house.telegram.forbid(board.chat, "can_send_other_messages")
    await house.touch("Boris", "Replay", board)
    (answer,) = [message for message in house.others(house.table) if "animation" in message.text]
    assert answer.text.startswith("I cannot show the animation because I may not send GIFs here")


async def test_it_is_told_how_far_an_analysis_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A message says how far it is and changes; the chat goes on; at last the chart takes its place."""
    monkeypatch.setattr(slow_answers, "_EVERY", 0.01)
    analyst = HeldAnalyst()
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE, analyst=analyst) as house:
        board = await finished(house)
        await house.people["Boris"].press(board, "Analyse")
        await house.people["Boris"].sees(house.table, "Analysing: 1 of 2 turns.")
        await house.people["Anna"].say(house.table, "/help")
        await house.people["Anna"].sees(house.table, "Commands, 1 of 5")
        analyst.let.release()
        await house.telegram.until(
            lambda: [each for each in house.others(house.table) if "All turns are judged." in each.text],
            "it goes on",
            10,
        )
        analyst.go_on()
        await house.telegram.until(
            lambda: [each for each in house.others(house.table) if "Points are equity" in each.text],
            "it comes",
            10,
        )
        await house.until_idle()
        assert not [each for each in house.others(house.table) if "Analysing" in each.text]


async def test_an_analysis_is_stopped_where_it_stands(tmp_path: Path) -> None:
    """The button that stops changes the message that says how far it is, and nothing more comes."""
    analyst = HeldAnalyst()
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE, analyst=analyst) as house:
        board = await finished(house)
        await house.people["Boris"].press(board, "Analyse")
        waits = await house.people["Boris"].sees(house.table, "Analysing: 1 of 2 turns.")
        await house.touch("Boris", "Stop", waits)
        assert waits.text.endswith("The analysis was stopped.")
        analyst.go_on()
        await house.until_idle()
        assert not [each for each in house.others(house.table) if "Points are equity" in each.text]


async def brought(house: House, text: str, **how: Any) -> Message:  # noqa: ANN401 (as a person says it)
    """Return the answer to what Anna writes at the table."""
    said = await house.people["Anna"].say(house.table, text, **how)
    await house.until_idle(said.update_id)
    return house.others(house.table)[-1]


async def test_a_record_is_brought_as_a_file(house: House) -> None:
    """A file with /import below it, or one that /import replies to, is kept and shown as an animation."""
    animation = await brought(house, "/import", document=("game.txt", RECORD.encode()))
    assert animation.animation is not None
    assert animation.text.startswith("The game has been kept.")
    sent = await house.people["Boris"].say(house.table, "", document=("game.mat", RECORD.encode()))
    replied = await brought(house, "/import", reply_to=sent)
    assert replied.animation is not None
    assert replied.reply_to is not None
    assert (await brought(house, f"/import {RECORD}")).animation is not None


async def test_a_file_that_is_not_brought(house: House) -> None:
    """Without /import nothing happens; a large file is not downloaded; a failed download is reported."""
    said = await house.people["Anna"].say(house.table, "look", document=("game.txt", RECORD.encode()))
    await house.until_idle(said.update_id)
    assert house.others(house.table) == []
    answer = await brought(house, "/import", document=("game.txt", b"x" * 200_001))
    assert answer.text == "The text is too long. A record of at most 200 kB can be kept."
    assert not house.telegram.sent("getFile")
    house.telegram.refuse("getFile", bad_request("something new"))
    answer = await brought(house, "/import", document=("game.txt", RECORD.encode()))
    assert answer.text.startswith("Something went wrong on our side")


async def test_who_blocks_the_bot_is_told_in_the_group(house: House) -> None:
    """A turn that cannot be shown in private is shown, and notifies, where others see the game."""
    boris = house.people["Boris"]
    await house.say("Boris", "/start", "Boris")
    await house.say("Anna", "/challenge", TABLE)
    challenge = re.search(r"/accept \w+ \w+", house.last().text)
    assert challenge
    await house.say("Boris", challenge[0], "Boris")
    assert house.posts(boris.private)
    boris.block()
    notifications = len(boris.notifications)
    for label in ("24→20", "16→15", "✔ Done"):
        await house.touch("Anna", label, house.last())
    assert "Boris, your turn" in house.last().text
    assert [message.chat for message in boris.notifications[notifications:]] == [house.table]


async def test_a_group_that_becomes_a_supergroup_keeps_its_games(house: House) -> None:
    """After the change of its id the game goes on in the supergroup; nothing is lost or notified twice."""
    group = house.telegram.group("friends")
    await house.type("Anna", "/challenge", group)
    await house.touch("Boris", "Accept", house.last(group))
    notifications = len(house.people["Anna"].notifications)
    place = house.telegram.migrate(group)
    await house.people["Anna"].sees(place, "24→20")
    await house.until_idle()
    await house.touch("Anna", "24→20", house.last(place))
    assert "so far 24/20" in house.last(place).text
    assert len(house.people["Anna"].notifications) == notifications


async def test_a_press_that_can_be_answered_no_more_is_carried_out(house: House) -> None:
    """Where Telegram takes no answer to a press any more, what was pressed happens all the same."""
    board = await house.begin()
    house.telegram.refuse("answerCallbackQuery", QUERY_TOO_OLD)
    query = await house.people["Anna"].press(board, "24→20")
    await house.until_idle(query.update_id)
    assert "so far 24/20" in board.text


async def test_an_edit_that_changes_nothing_is_none(house: House) -> None:
    """If Telegram says that a board looks like that already, the game goes on without another message."""
    board = await house.begin()
    house.telegram.refuse("editMessageMedia", NOT_MODIFIED, after=True)
    await house.touch("Anna", "24→20", board)
    await house.touch("Anna", "16→15", board)
    assert "Press Done" in board.text
    assert house.last() is board


async def test_a_deleted_board_comes_again(house: House) -> None:
    """Where somebody has deleted the board, the next change brings a new one, which notifies nobody."""
    board = await house.begin()
    notifications = len(house.people["Anna"].notifications)
    house.telegram.delete_message(board)
    await house.type("Anna", "/move 24/20", house.table)
    assert house.last() is not board
    assert ("so far 24/20" in house.last().text, len(house.people["Anna"].notifications)) == (
        True,
        notifications,
    )


async def test_updates_that_are_delivered_again_change_nothing(house: House) -> None:
    """What Telegram brings a second time is neither done nor answered with a new board again."""
    board = await house.begin()
    await house.touch("Anna", "24→20", board)
    before = [(message.id, message.text) for message in house.posts(house.table)]
    asked = house.telegram.updates.polls
    house.telegram.redeliver()
    await house.telegram.until(lambda: house.telegram.updates.polls > asked, "they are taken")
    await house.until_idle()
    assert [(message.id, message.text) for message in house.posts(house.table)] == before


async def test_only_administrators_of_a_group_set_how_it_looks(house: House) -> None:
    """Telegram says which members may; its answer counts for five minutes, and a member is told who may."""

    async def sets(who: str, side: str) -> str:
        await house.type(who, f"/settings side {side}", house.table)
        answer = house.answers[who]
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


async def left_of(house: House, old: Message) -> Message | None:
    """Let Anna end her turn; return what stands then of the board that she played on."""
    await house.type("Anna", "24/20 16/15", house.table, old)
    await house.press("Anna", "✔ Done", TABLE, answered=False)
    assert house.last().id != old.id
    return next((message for message in house.posts(house.table) if message.id == old.id), None)


@pytest.mark.parametrize("photos", [True, False], ids=["picture", "words"])
async def test_old_boards_of_a_group_shrink(house: House, *, photos: bool) -> None:
    """A board that a newer one replaced keeps one line, below its picture if it has one."""
    house.table.owner = house.people["Anna"].user
    if not photos:
        house.telegram.forbid(house.table, "can_send_photos")
    old = await house.begin()
    await house.type("Anna", "/settings boards shrink", house.table)
    left = await left_of(house, old)
    assert left is not None
    assert (left.text.count("\n"), left.buttons, left.picture is not None) == (0, (), photos)
    assert left.text.endswith("· Boris rolled 5-3. Only one turn was possible: 12/4.")


@pytest.mark.parametrize("days", [0, 3])
async def test_old_boards_of_a_group_are_deleted(house: House, days: int) -> None:
    """Where Telegram deletes a message no more, after two days, it loses its buttons."""
    house.table.owner = house.people["Anna"].user
    old = await house.begin()
    await house.type("Anna", "/settings boards delete", house.table)
    house.telegram.pass_time(days=days)
    left = await left_of(house, old)
    assert (left is not None) == (days > 0)
    assert left is None or (left.buttons, left.picture is None) == ((), False)


async def test_an_old_board_tells_the_finished_turn_by_one_edit(house: House) -> None:
    """The edit that takes the buttons off a replaced board says the finished turn too."""
    old = await house.begin()
    await house.type("Anna", "24/20 16/15", house.table, old)
    before = len(house.telegram.requests)
    await house.press("Anna", "✔ Done", TABLE, answered=False)
    (left,) = [message for message in house.posts(house.table) if message.id == old.id]
    assert left.text.endswith("\nAnna rolled 4-1 and played 24/20 16/15.")
    assert (left.buttons, left.picture is None) == ((), False)
    edits = [each.route for each in house.telegram.requests[before:] if each.route.startswith("editMessage")]
    assert edits == ["editMessageCaption"]


async def test_a_hint_that_takes_long_is_announced_by_a_toast(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who presses Hint is told that it is being looked for; the one message that follows is the hint."""
    go_on, hint = threading.Event(), Plain.hint

    def slowly(plain: Plain, state: Game) -> Hint:
        assert go_on.wait(HANG)
        return hint(plain, state)

    monkeypatch.setattr(hints, "AT_ONCE", 0.0)
    monkeypatch.setattr(Plain, "hint", slowly)
    await house.say("Anna", "/play", "Anna")
    await house.press("Anna", "⋯", "Anna", answered=False)
    before = len(house.others(house.place("Anna")))
    menu = house.answers["Anna"]
    assert menu is not None
    query = await house.people["Anna"].press(menu, "Hint")
    assert "looking for the best turns" in (await query.answered()).text
    go_on.set()
    await house.until_idle(query.update_id)
    (answer,) = house.others(house.place("Anna"))[before:]
    assert answer.picture is not None


async def test_a_file_that_cannot_be_sent_is_not_waited_for(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where Telegram takes no document, the message that announced it says that it did not work."""
    monkeypatch.setattr(own_data, "AT_ONCE", 0.0)
    house.telegram.refuse("sendDocument", bad_request("something new"))
    anna = house.people["Anna"]
    said = await anna.say(anna.private, "/export")
    await house.until_idle(said.update_id)
    failed = words_in("en").words("refused-failed")
    await anna.sees(anna.private, failed)
    assert not any("collecting" in each.text for each in house.others(anna.private))


async def test_all_that_is_stored_comes_as_a_file_in_private(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that is not ready is announced and takes the place of that message; no group gets one."""
    anna = house.people["Anna"]
    with monkeypatch.context() as slow:
        slow.setattr(own_data, "AT_ONCE", 0.0)
        async with house.manager.exports._room:  # noqa: SLF001 (as while another's is made)
            await anna.say(anna.private, "/export")
            await anna.sees(anna.private, "collecting")
        await house.telegram.until(
            lambda: house.others(anna.private)[-1].document is not None, "the file comes"
        )
        await house.until_idle()
    answer = house.others(anna.private)[-1]
    assert "Keep the file to yourself" in answer.text
    assert not any("collecting" in each.text for each in house.others(anna.private))
    assert "in a private chat with the bot" in (await brought(house, "/export")).text
