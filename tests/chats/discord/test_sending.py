"""Sending: what the sender lets Discord show, and what it is told of Discord's refusals."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord
import pytest

from bot.chats.errors import ChatGone, MayHaveArrived, MessageGone, TryLater
from bot.talk.reply import Mention, OldBoardPolicy, Reply, RetiredContent
from tests.chats.discord.listening import PICTURED, listening

SILENT = 1 << 12
NO_EMBEDS = 1 << 2


async def test_a_private_chat_is_opened() -> None:
    """A person's private chat is found by account, and messages can be sent to it."""
    async with listening() as house:
        chat = await house.adapter.private_chat(str(house.anna.id))
        assert chat == str(house.anna.user.dm_channel.id)
        await house.adapter.send(chat, replace(PICTURED, buttons=()), "n1")
        assert house.anna.user.dm_channel.last_message is not None
        house.env.inject_error("POST", "/users/@me/channels", status=403, code=50007)
        assert await house.adapter.private_chat(str(house.boris.id)) is None
        assert await house.adapter.private_chat("no number") is None


async def test_what_is_left_of_an_old_board() -> None:
    """It keeps text and picture, or says one line, or is gone; an edit replaces the whole of it."""
    async with listening() as house:
        chat = str(house.table.id)

        async def left(policy: RetiredContent | Reply) -> list[tuple[str, int, int]]:
            message = await house.adapter.send(chat, PICTURED, "n1")
            if isinstance(policy, Reply):
                await house.adapter.edit(chat, message, policy)
            else:
                await house.adapter.retire(chat, message, policy)
            seen = [each for each in house.table.history() if str(each.id) == message]
            if seen and isinstance(policy, RetiredContent):
                house.env.backend.delete_message(house.table.id, int(message))
                await house.adapter.retire(chat, message, policy)  # one that is gone is no error
            return [(each.content, len(each.attachments), len(each.components)) for each in seen]

        assert await left(RetiredContent()) == [("Anna, your turn.", 1, 0)]
        assert await left(RetiredContent(OldBoardPolicy.SHRINK, ("One line.",))) == [("One line.", 0, 0)]
        assert await left(RetiredContent(OldBoardPolicy.DELETE)) == []
        assert await left(Reply(("Over.",))) == [("Over.", 0, 0)]


async def test_a_message_carries_the_nonce_it_was_given() -> None:
    """The nonce by which Discord knows a repeated message is the sender's, and Discord is told to look."""
    async with listening() as house:
        await house.adapter.send(str(house.table.id), PICTURED, "12.3")
        sent: Any = house.env.http_requests[-1].json
        assert (sent["nonce"], sent["enforce_nonce"]) == ("12.3", True)


async def test_a_message_answers_another_if_that_is_still_there() -> None:
    """Discord is told which message is answered, and to send it also where that one is gone."""
    async with listening() as house:
        board = await house.adapter.send(str(house.table.id), PICTURED, "n1")
        reply = Reply((Mention("Anna", str(house.anna.id)), ", your turn."), reply_to=board)
        await house.adapter.send(str(house.table.id), reply, "n2")
        sent: Any = house.env.http_requests[-1].json
        answered = sent["message_reference"]
        assert (int(answered["message_id"]), int(answered["channel_id"])) == (int(board), house.table.id)
        assert answered["fail_if_not_exists"] is False
        assert sent["flags"] == NO_EMBEDS


async def test_a_silent_message_mentions_without_a_sound() -> None:
    """The people it mentions are still mentioned, and the message suppresses its notifications."""
    async with listening() as house:
        called = Mention("Anna", str(house.anna.id))
        reply = Reply((called, ", your turn."), is_silent=True, reply_to="me")
        await house.adapter.send(str(house.table.id), reply, "n1")
        sent: Any = house.env.http_requests[-1].json
        assert sent["flags"] == SILENT | NO_EMBEDS
        assert sent["allowed_mentions"]["users"] == [house.anna.id]
        assert "message_reference" not in sent


async def test_the_sender_is_told_in_its_own_words() -> None:
    """What Discord refuses is a chat or a message that is gone, or an attempt to make later; or our fault."""
    cases: list[tuple[int, int, type[Exception], type[Exception]]] = [
        (404, 10003, ChatGone, ChatGone),
        (404, 10004, ChatGone, ChatGone),
        (403, 50001, ChatGone, ChatGone),
        (403, 50013, ChatGone, ChatGone),
        (403, 50007, ChatGone, ChatGone),
        (404, 10008, TryLater, MessageGone),
        (403, 50005, TryLater, MessageGone),
        (429, 30046, TryLater, MessageGone),
        (429, 0, TryLater, TryLater),
        (500, 0, MayHaveArrived, MayHaveArrived),
        (502, 0, MayHaveArrived, MayHaveArrived),
        (503, 0, TryLater, TryLater),
        (504, 0, MayHaveArrived, MayHaveArrived),
        (400, 50035, discord.HTTPException, discord.HTTPException),
    ]
    async with listening() as house:
        chat = str(house.table.id)
        message = await house.adapter.send(chat, PICTURED, "n1")
        for status, code, sending, editing in cases:
            house.env.inject_error("*", "/channels/*", status=status, code=code, times=None)
            with pytest.raises(sending):
                await house.adapter.send(chat, PICTURED, "n2")
            with pytest.raises(editing):
                await house.adapter.edit(chat, message, PICTURED)
            house.env.backend.faults.clear()


async def test_what_is_no_channel_is_gone() -> None:
    """Keys that Discord cannot have given belong to no channel and no message."""
    async with listening() as house:
        with pytest.raises(ChatGone):
            await house.adapter.send("table", PICTURED, "n1")
        with pytest.raises(MessageGone):
            await house.adapter.edit(str(house.table.id), "first", PICTURED)
