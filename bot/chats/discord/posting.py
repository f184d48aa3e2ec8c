"""Posting: sends, edits and deletes messages."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Any, TypeVar

import discord

from bot.chats.base import Painter, Request
from bot.chats.discord.buttons import data_of, view_of
from bot.chats.discord.channel_limits import ChannelLimits, Verb
from bot.chats.discord.client import Client
from bot.chats.discord.errors import FAULTS, MISSING_PERMISSIONS, THREAD_ARCHIVED, platform_errors
from bot.chats.discord.formatting import files_of, format_text, mentions_of
from bot.chats.discord.permissions import no_files_text
from bot.chats.discord.press_responses import PressResponses
from bot.chats.errors import ChatGone, MessageGone, TryLater, Unsearchable
from bot.chats.texts import in_words
from bot.talk.catalog import Words
from bot.talk.input.parsing import is_same_step
from bot.talk.reply import OldBoardPolicy, Reply, RetiredContent

Made = TypeVar("Made")

logger = logging.getLogger(__name__)

_NOBODY = discord.AllowedMentions.none()
_VERBS = {
    Request.SEND: (Verb.SEND,),
    Request.EDIT: (Verb.EDIT,),
    Request.EDIT_STEP: (Verb.EDIT,),
    Request.RETIRE: (Verb.EDIT, Verb.DELETE),
}
"""The kinds of HTTP requests that each request of the sender can cause."""
_NONCE_TAKEN = 60.0
_CLOSED_WITHIN = 5.0
"""The most seconds that closing a thread may take. The game's last message was delivered before."""


class Posting:
    """Puts replies into channels: by the response to a press if there is one, otherwise by message ids.

    Args:
        painter: draws the boards.
        words: returns the catalog for a language.
        press_responses: responses to presses, which can update the pressed messages.
        limits: the channels' rate limits.
    """

    def __init__(
        self,
        painter: Painter,
        words: Callable[[str], Words],
        press_responses: PressResponses,
        limits: ChannelLimits,
    ) -> None:
        self._painter = painter
        self._words = words
        self._press_responses = press_responses
        self._limits = limits

    def delay(self, chat: str, request: Request, message: str | None) -> float:
        """Return the seconds until a channel's rate limit allows a request; 0 if it needs no such request."""
        if message is not None and self._press_responses.of(chat, message) is not None:
            return 0.0
        return max(self._limits.wait(chat, verb) for verb in _VERBS[request])

    async def send(self, client: Client, chat: str, reply: Reply, nonce: str) -> int:
        """Send a new message and return its id. Raises as `Platform.send`."""

        async def post(message: dict[str, Any]) -> discord.Message:
            self._limits.note(chat, Verb.SEND)
            return await client.get_partial_messageable(number_of(chat)).send(
                **message,
                nonce=nonce,
                allowed_mentions=mentions_of(reply),
                silent=not reply.makes_sound,
                suppress_embeds=True,
                **_answering(chat, reply),
            )

        try:
            with platform_errors():
                sent = await self._put(client, reply, post)
        except MessageGone:
            # Discord answers a repeated nonce with the first message. If that was deleted meanwhile, Discord
            # refuses to post another one until it has forgotten the nonce.
            raise TryLater(_NONCE_TAKEN) from None
        if reply.ends:
            await _close_thread(client, chat)
        return sent.id

    async def change(self, client: Client, chat: str, message: str, reply: Reply) -> None:
        """Replace a message's content. Raises as `Platform.edit`."""

        async def replace(new: dict[str, Any]) -> None:
            self._limits.note(chat, Verb.EDIT)
            await _partial(client, chat, message).edit(**_replacing(new), allowed_mentions=_NOBODY)

        response = self._press_responses.of(chat, message)
        if response is not None and await response.update_pressed(
            **_replacing(await self._parts(client, reply))
        ):
            return
        reopened = await _change(client, chat, partial(self._put, client, reply, replace))
        if reopened and reply.ends:
            await _close_thread(client, chat)

    async def retire(self, client: Client, chat: str, message: str, retired_content: RetiredContent) -> None:
        """Delete a message that a newer one has replaced, or remove its buttons and shorten it.

        Raises as `Platform.edit`.
        """
        is_deleted = retired_content.policy is OldBoardPolicy.DELETE
        left = _retired_parts(retired_content)
        response = None if is_deleted else self._press_responses.of(chat, message)
        if response is not None and await response.update_pressed(**left):
            return

        async def change() -> None:
            old = _partial(client, chat, message)
            self._limits.note(chat, Verb.DELETE if is_deleted else Verb.EDIT)
            if is_deleted:
                await old.delete()
            else:
                await old.edit(**left, allowed_mentions=_NOBODY)

        if await _change(client, chat, change):
            await _close_thread(client, chat)

    async def _put(
        self, client: Client, reply: Reply, use: Callable[[dict[str, Any]], Awaitable[Made]]
    ) -> Made:
        """Send or edit a message by `use`. If the channel forbids files, do it again with text instead."""
        parts = await self._parts(client, reply)
        try:
            return await use(parts)
        except discord.Forbidden as error:
            if error.code != MISSING_PERMISSIONS or "files" not in parts:
                raise
        worded = in_words(reply, no_files_text(self._words(reply.language)))
        parts = await self._parts(client, worded)
        parts.pop("files", None)
        return await use(parts)

    async def _parts(self, client: Client, reply: Reply) -> dict[str, Any]:
        """Return a message's parts for one attempt, because sending consumes the files."""
        formatted = format_text(reply.text, command_ids=client.command_ids)
        picture = await self._painter.paint(reply.scene) if reply.scene else None
        parts = {
            "content": formatted.content,
            "files": files_of(formatted, reply, picture),
            "view": view_of(reply.buttons),
        }
        return {name: part for name, part in parts.items() if part}


def _answering(chat: str, reply: Reply) -> dict[str, Any]:
    """Return the parameter that makes a message a reply; Discord ignores it if the other message is gone."""
    if not _is_number(reply.reply_to):
        return {}
    answered = discord.MessageReference(
        message_id=int(reply.reply_to), channel_id=number_of(chat), fail_if_not_exists=False
    )
    return {"reference": answered}


def number_of(key: str) -> int:
    """Parse the key of a chat or an account as Discord's id.

    Raises:
        ChatGone: the key is not an id, so no such chat can exist.
    """
    if not _is_number(key):
        raise ChatGone
    return int(key)


async def _change(client: Client, chat: str, change: Callable[[], Awaitable[object]]) -> bool:
    """Change a message, reopening its thread if it is archived. Return True if it was reopened."""
    # Discord archives quiet threads, whose messages cannot be edited then. A thread is reopened only for an
    # edit, because an open thread takes a line in each member's list of channels.
    with platform_errors():
        try:
            await change()
        except discord.HTTPException as error:
            if error.code != THREAD_ARCHIVED:
                raise
            await client.http.edit_channel(number_of(chat), archived=False)
            await change()
            return True
    return False


async def _close_thread(client: Client, chat: str) -> None:
    """Archive a thread of the bot, because its game is over. If that fails, Discord archives it later."""
    thread = client.get_channel(number_of(chat))
    is_own = (
        client.user is not None and isinstance(thread, discord.Thread) and thread.owner_id == client.user.id
    )
    if is_own:
        try:
            async with asyncio.timeout(_CLOSED_WITHIN):
                await client.http.edit_channel(number_of(chat), archived=True)
        except (*FAULTS, TimeoutError) as error:
            fields = {"platform": "discord", "chat": chat, "error": type(error).__name__}
            logger.info("thread not closed", extra=fields)


def _partial(client: Client, chat: str, message: str) -> discord.PartialMessage:
    if not _is_number(message):
        raise MessageGone
    return client.get_partial_messageable(number_of(chat)).get_partial_message(int(message))


def _replacing(new: dict[str, Any]) -> dict[str, Any]:
    """Return the parameters of an edit that replaces all of a message's parts, and removes missing ones."""
    return {"content": new["content"], "attachments": new.get("files", []), "view": new.get("view")}


def _retired_parts(retired_content: RetiredContent) -> dict[str, Any]:
    """Return the parameters of the edit that retires a message."""
    left: dict[str, Any] = {"view": None}
    if retired_content.text:
        left["content"] = format_text(retired_content.text).content
    if retired_content.policy is OldBoardPolicy.SHRINK:
        left["attachments"] = []
    return left


def _is_number(key: str) -> bool:
    return key.isascii() and key.isdigit()


_PAGE = 100
_MOST_READ = 5 * _PAGE
"""The most messages of a channel that a search reads, newest first."""
_CLOCKS_DIFFER_BY = timedelta(days=1)
"""The assumed most difference between this machine's clock and Discord's, which dates the messages."""


async def find(
    client: discord.Client, chat: str, reply: Reply, after: str | None, since: datetime
) -> str | None:
    """Return the id of the bot's newest message that shows the same step of a game as a reply, or None.

    Raises as `SearchablePlatform.find`.
    """
    wanted = [button.data for row in reply.buttons for button in row]
    known = number_of(after) if after is not None else 0
    oldest = discord.utils.time_snowflake(since - _CLOCKS_DIFFER_BY)
    read = 0
    with platform_errors():
        async for message in client.get_partial_messageable(number_of(chat)).history(limit=_MOST_READ):
            # The first page is searched in any case, in case this machine's clock is wrong by more.
            if message.id <= known or (message.id <= oldest and read >= _PAGE):
                return None
            read += 1
            is_own = client.user is not None and message.author.id == client.user.id
            if is_own and is_same_step(data_of(message.components), wanted):
                return str(message.id)
    # Without the permission to read the history Discord returns no messages (docs/limits.md).
    if read in {0, _MOST_READ}:
        raise Unsearchable
    return None
