"""Slow answers: animations, analyses, hints and files."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

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
from tests.telegram_standin.refusals import bad_request
from tests.telegram_standin.world import Message


async def finish_game(house: House) -> Message:
    """Let Anna resign a new game, and return its last board."""
    await house.begin()
    await house.say("Anna", "/resign", TABLE)
    await house.press("Anna", "Resign: mars, 2 points", TABLE, answered=True)
    return house.last()


async def ask_for_replay(house: House, board: Message) -> Message:
    """Let Boris ask for the replay of a finished game, and return the animation."""
    await house.touch("Boris", "Replay", board)
    (animation,) = [message for message in house.others(house.table) if message.animation is not None]
    return animation


async def test_a_replay_is_an_animation(house: House) -> None:
    """A replay is a silent reply after a toast and a progress message; a second one comes at once."""
    board = await finish_game(house)
    notifications = len(house.people["Anna"].notifications)
    animation = await ask_for_replay(house, board)
    assert animation.animation is not None
    assert (animation.animation.width, animation.animation.height) == (1200, 960)
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


async def test_an_animation_does_not_delay_other_commands(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While an animation is being made other commands are answered, and then it comes."""
    board = await finish_game(house)
    may_finish = threading.Event()

    def slowly(*_: object) -> bytes:
        may_finish.wait(20)
        return animate([Scene((0,) * 24, (0,) * 24)])

    monkeypatch.setattr(animation_module, "animate", slowly)
    await house.people["Boris"].press(board, "Replay")
    await house.people["Boris"].sees(house.table, "The animation is being made: 0 of 4.")
    await house.people["Anna"].say(house.table, "/help")
    await house.people["Anna"].sees(house.table, "Commands, 1 of 5")
    assert not house.telegram.sent("sendAnimation")
    may_finish.set()
    await house.telegram.until(lambda: house.telegram.sent("sendAnimation"), "the film comes")
    await house.until_idle()


async def test_arrows_replace_the_animation_in_place(house: House) -> None:
    """The reader's arrows replace the animation by frames; another person gets a frame beside it."""
    animation = await ask_for_replay(house, await finish_game(house))
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


async def test_forbidden_animations_are_reported(house: House) -> None:
    """In a group without animations the answer says so, and the progress message disappears."""
    board = await finish_game(house)
    house.telegram.forbid(board.chat, "can_send_other_messages")
    await house.touch("Boris", "Replay", board)
    (answer,) = [message for message in house.others(house.table) if "animation" in message.text]
    assert answer.text.startswith("I cannot show the animation because I may not send GIFs here")


async def test_an_analysis_shows_its_progress(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A message shows an analysis's progress, other commands are answered, and then the chart replaces it."""
    monkeypatch.setattr(slow_answers, "_REPORT_EVERY", 0.01)
    analyst = HeldAnalyst()
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE, analyst=analyst) as house:
        board = await finish_game(house)
        await house.people["Boris"].press(board, "Analyse")
        await house.people["Boris"].sees(house.table, "Analysing: 1 of 2 turns.")
        await house.people["Anna"].say(house.table, "/help")
        await house.people["Anna"].sees(house.table, "Commands, 1 of 5")
        analyst.released.release()
        await house.telegram.until(
            lambda: [each for each in house.others(house.table) if "All turns are judged." in each.text],
            "it goes on",
            10,
        )
        analyst.finish()
        await house.telegram.until(
            lambda: [each for each in house.others(house.table) if "Points are equity" in each.text],
            "it comes",
            10,
        )
        await house.until_idle()
        assert not [each for each in house.others(house.table) if "Analysing" in each.text]


async def test_an_analysis_can_be_stopped(tmp_path: Path) -> None:
    """Stop changes the progress message, and no result follows."""
    analyst = HeldAnalyst()
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE, analyst=analyst) as house:
        board = await finish_game(house)
        await house.people["Boris"].press(board, "Analyse")
        progress = await house.people["Boris"].sees(house.table, "Analysing: 1 of 2 turns.")
        await house.touch("Boris", "Stop", progress)
        assert progress.text.endswith("The analysis was stopped.")
        analyst.finish()
        await house.until_idle()
        assert not [each for each in house.others(house.table) if "Points are equity" in each.text]


async def test_a_slow_hint_is_announced_by_a_toast(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A toast announces a slow hint, and only the hint follows."""
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


async def test_a_refused_file_is_reported(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """If Telegram refuses a document, the message that announced it reports the failure."""
    monkeypatch.setattr(own_data, "AT_ONCE", 0.0)
    house.telegram.refuse("sendDocument", bad_request("something new"))
    anna = house.people["Anna"]
    said = await anna.say(anna.private, "/export")
    await house.until_idle(said.update_id)
    failed = words_in("en").words("refused-failed")
    await anna.sees(anna.private, failed)
    assert not any("collecting" in each.text for each in house.others(anna.private))


async def test_an_export_is_a_private_file(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """An export is announced and then replaces that message; a group gets none."""
    anna = house.people["Anna"]
    with monkeypatch.context() as slow:
        slow.setattr(own_data, "AT_ONCE", 0.0)
        async with house.manager.exports._room:  # noqa: SLF001 (as during another export)
            await anna.say(anna.private, "/export")
            await anna.sees(anna.private, "collecting")
        await house.telegram.until(
            lambda: house.others(anna.private)[-1].document is not None, "the file comes"
        )
        await house.until_idle()
    answer = house.others(anna.private)[-1]
    assert "Keep the file to yourself" in answer.text
    assert not any("collecting" in each.text for each in house.others(anna.private))
    await house.type("Anna", "/export", house.table)
    assert "in a private chat with the bot" in house.others(house.table)[-1].text
