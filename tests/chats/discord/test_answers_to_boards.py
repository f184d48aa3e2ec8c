"""Messages that answer others, and that make no sound."""

from __future__ import annotations

from pathlib import Path

from bot.talk.reply import Mention, Reply
from tests.chats.discord.house import TO_A_CHOICE, open_house
from tests.chats.discord.test_playing import NO_EMBEDS, SILENT


async def test_a_message_answers_another_if_that_is_still_there(tmp_path: Path) -> None:
    """Discord is told which message is answered, and to send it also where that one is gone."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE) as house:
        await house.game()
        board, anna = house.last(), house.people["Anna"].id
        reply = Reply((Mention("Anna", str(anna)), ", your turn."), reply_to=str(board.id))
        await house.adapter.send(str(house.table.id), reply, "1.1")
        sent = house.requests("POST", "/messages")[-1]
        answered = sent["message_reference"]
        assert (int(answered["message_id"]), int(answered["channel_id"])) == (board.id, house.table.id)
        assert answered["fail_if_not_exists"] is False
        assert sent["flags"] == NO_EMBEDS


async def test_a_silent_message_mentions_without_a_sound(tmp_path: Path) -> None:
    """Whom it mentions is still mentioned, and the message suppresses its notifications."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE) as house:
        await house.game()
        anna = house.people["Anna"].id
        reply = Reply((Mention("Anna", str(anna)), ", your turn."), is_silent=True, reply_to="me")
        await house.adapter.send(str(house.table.id), reply, "1.1")
        sent = house.requests("POST", "/messages")[-1]
        assert sent["flags"] == SILENT | NO_EMBEDS
        assert sent["allowed_mentions"]["users"] == [anna]
        assert "message_reference" not in sent
