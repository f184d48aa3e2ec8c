"""Sending: what Discord shows, and how its refusals reach the sender."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord
import pytest

from bot.chats.errors import ChatGone, MayHaveArrived, MessageGone, TryLater
from bot.talk.reply import Mention, OldBoardPolicy, Reply, RetiredContent
from tests.chats.discord.adapter_house import PICTURED, adapter_house

SILENT = 1 << 12
NO_EMBEDS = 1 << 2


async def test_a_private_chat_is_opened() -> None:
    """A person's private chat is found by account and accepts messages."""
    async with adapter_house() as house:
        chat = await house.adapter.private_chat(str(house.anna.id))
        assert chat == str(house.anna.user.dm_channel.id)
        await house.adapter.send(chat, replace(PICTURED, buttons=()), "n1")
        assert house.anna.user.dm_channel.last_message is not None
        house.env.inject_error("POST", "/users/@me/channels", status=403, code=50007)
        assert await house.adapter.private_chat(str(house.boris.id)) is None
        assert await house.adapter.private_chat("no number") is None


async def test_retired_and_edited_boards() -> None:
    """A retired board keeps text and picture, shrinks to a line or is deleted; an edit replaces all of it."""
    async with adapter_house() as house:
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
                await house.adapter.retire(chat, message, policy)  # a missing message is no error
            return [(each.content, len(each.attachments), len(each.components)) for each in seen]

        assert await left(RetiredContent()) == [("Anna, your turn.", 1, 0)]
        assert await left(RetiredContent(OldBoardPolicy.SHRINK, ("One line.",))) == [("One line.", 0, 0)]
        assert await left(RetiredContent(OldBoardPolicy.DELETE)) == []
        assert await left(Reply(("Over.",))) == [("Over.", 0, 0)]


async def test_a_message_carries_the_nonce_it_was_given() -> None:
    """A message has the sender's nonce, and Discord enforces it."""
    async with adapter_house() as house:
        await house.adapter.send(str(house.table.id), PICTURED, "12.3")
        sent: Any = house.env.http_requests[-1].json
        assert (sent["nonce"], sent["enforce_nonce"]) == ("12.3", True)


async def test_a_message_answers_another_if_that_is_still_there() -> None:
    """A reply names the answered message, and is sent even if that one is gone."""
    async with adapter_house() as house:
        board = await house.adapter.send(str(house.table.id), PICTURED, "n1")
        reply = Reply((Mention("Anna", str(house.anna.id)), ", your turn."), reply_to=board)
        await house.adapter.send(str(house.table.id), reply, "n2")
        sent: Any = house.env.http_requests[-1].json
        answered = sent["message_reference"]
        assert (int(answered["message_id"]), int(answered["channel_id"])) == (int(board), house.table.id)
        assert answered["fail_if_not_exists"] is False
        assert sent["flags"] == NO_EMBEDS


async def test_a_silent_message_mentions_without_a_sound() -> None:
    """A silent message still mentions people, and suppresses notifications."""
    async with adapter_house() as house:
        called = Mention("Anna", str(house.anna.id))
        reply = Reply((called, ", your turn."), is_silent=True, reply_to="me")
        await house.adapter.send(str(house.table.id), reply, "n1")
        sent: Any = house.env.http_requests[-1].json
        assert sent["flags"] == SILENT | NO_EMBEDS
        assert sent["allowed_mentions"]["users"] == [house.anna.id]
        assert "message_reference" not in sent


async def test_refusals_are_the_senders_errors() -> None:
    """Each refusal becomes a missing chat or message, a retry, an attempt in doubt or an error of ours."""
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
    async with adapter_house() as house:
        chat = str(house.table.id)
        message = await house.adapter.send(chat, PICTURED, "n1")
        for status, code, sending, editing in cases:
            house.env.inject_error("*", "/channels/*", status=status, code=code, times=None)
            with pytest.raises(sending):
                await house.adapter.send(chat, PICTURED, "n2")
            with pytest.raises(editing):
                await house.adapter.edit(chat, message, PICTURED)
            house.env.backend.faults.clear()


async def test_an_impossible_key_is_gone() -> None:
    """A key that Discord cannot have issued is a missing chat or message."""
    async with adapter_house() as house:
        with pytest.raises(ChatGone):
            await house.adapter.send("table", PICTURED, "n1")
        with pytest.raises(MessageGone):
            await house.adapter.edit(str(house.table.id), "first", PICTURED)
