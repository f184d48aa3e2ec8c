"""Messages that answer others, and that make no sound."""

from __future__ import annotations

from pathlib import Path

from bot.talk.reply import Mention, Reply
from tests.chats.telegram.house import open_house


async def test_a_message_answers_another_and_notifies(tmp_path: Path) -> None:
    """It stands as a reply to that one, and whom it mentions hears it."""
    async with open_house(tmp_path / "nardy.db") as house:
        board = await house.begin()
        anna = str(house.people["Anna"].user.id)
        reply = Reply((Mention("Anna", anna), ", your turn."), reply_to=str(board.id))
        await house.adapter.send(str(house.table.id), reply, "1.1")
        assert house.last().reply_to == board
        assert not house.last().silent


async def test_a_silent_message_mentions_without_a_sound(tmp_path: Path) -> None:
    """It goes out without a notification."""
    async with open_house(tmp_path / "nardy.db") as house:
        await house.begin()
        anna = str(house.people["Anna"].user.id)
        reply = Reply((Mention("Anna", anna), ", your turn."), is_silent=True)
        await house.adapter.send(str(house.table.id), reply, "1.1")
        assert house.last().silent


async def test_a_message_that_answers_one_that_is_gone_is_sent_all_the_same(tmp_path: Path) -> None:
    """Without the board it stands alone."""
    async with open_house(tmp_path / "nardy.db") as house:
        await house.begin()
        for gone in ("99999", "no number"):
            await house.adapter.send(str(house.table.id), Reply((gone,), reply_to=gone), "1.1")
            assert (house.last().text, house.last().reply_to) == (gone, None)
