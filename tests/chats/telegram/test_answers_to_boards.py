"""Messages that answer others, and that make no sound."""

from __future__ import annotations

from pathlib import Path

from bot.talk.reply import Mention, Reply
from tests.chats.telegram.house import open_house


async def test_a_message_answers_another_or_is_silent(tmp_path: Path) -> None:
    """It replies to a message, or stands alone if that is gone; a silent one notifies nobody."""
    async with open_house(tmp_path / "nardy.db") as house:
        board = await house.begin()
        turn = (Mention("Anna", str(house.people["Anna"].user.id)), ", your turn.")

        async def sent(reply: Reply) -> tuple[object, bool]:
            await house.adapter.send(str(house.table.id), reply, "1.1")
            return house.last().reply_to, house.last().silent

        assert await sent(Reply(turn, reply_to=str(board.id))) == (board, False)
        assert await sent(Reply(turn, is_silent=True)) == (None, True)
        for gone in ("99999", "no number"):
            assert await sent(Reply((gone,), reply_to=gone)) == (None, True)
