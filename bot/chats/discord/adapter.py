"""Adapter: Discord as a platform that the sender can use."""

from __future__ import annotations

import logging
from contextlib import suppress
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.chats.base import Request
from bot.chats.discord.buttons import view_of
from bot.chats.discord.channel_limits import ChannelLimits, Verb
from bot.chats.discord.client import Client
from bot.chats.discord.errors import (
    FAULTS,
    MISSING_PERMISSIONS,
    THREAD_ARCHIVED,
    bad_token,
    platform_errors,
)
from bot.chats.discord.formatting import files_of, format_text, mentions_of
from bot.chats.discord.incoming import NAME
from bot.chats.discord.listener import Listener
from bot.chats.discord.permissions import no_files_text
from bot.chats.errors import ChatGone, MessageGone, PlatformDown, TryLater, Unreachable
from bot.chats.in_words import in_words
from bot.talk.reply import OldBoardPolicy

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from bot.chats.base import Handler, KeyValues, Painter
    from bot.chats.discord.responses import Response
    from bot.talk.catalog import Words
    from bot.talk.reply import Reply, RetiredContent

Made = TypeVar("Made")

logger = logging.getLogger(__name__)

_NOBODY = discord.AllowedMentions.none()
_VERBS = {
    Request.SEND: (Verb.SEND,),
    Request.EDIT: (Verb.EDIT,),
    Request.EDIT_STEP: (Verb.EDIT,),
    Request.RETIRE: (Verb.EDIT, Verb.DELETE),
}
"""What each request of the sender may come to."""

_NOT_YET = 2.0
_NONCE_TAKEN = 60.0
_UNKNOWN_TOKEN = 4004
"""The gateway's code for a token that it does not know."""


class Discord:
    """The bot's account on Discord.

    Its chats are channels, threads and private channels by their ids; its people are users by theirs.

    Args:
        handler: handles what people do there.
        key_values: stores which commands Discord knows.
        painter: draws the boards.
        words: the catalog of a language, by what a client asks for.
        token: the bot's token.
        rulesets: the rule sets that can be chosen, by their names.
        api_url: where the REST API is, with its version, if something stands in front of Discord's own.
        gateway_url: where the gateway is, if something stands in front of it.
        shards: how many connections to hold; as Discord advises, unless set.
        limits: when each channel takes how much; by the time that passes, unless given.
    """

    name = NAME
    nonce_memory = timedelta(minutes=2)

    def __init__(  # noqa: PLR0913 - everything it needs is handed in
        self,
        handler: Handler,
        key_values: KeyValues,
        painter: Painter,
        words: Callable[[str], Words],
        *,
        token: str,
        rulesets: Sequence[str],
        api_url: str | None = None,
        gateway_url: str | None = None,
        shards: int | None = None,
        limits: ChannelLimits | None = None,
    ) -> None:
        self._listener = Listener(handler, painter, words)
        self._limits = limits or ChannelLimits()
        self._key_values = key_values
        self._painter = painter
        self._token = token
        self._rulesets = tuple(rulesets)
        self._api_url = api_url
        self._gateway = yarl.URL(gateway_url) if gateway_url else None
        self._shards = shards
        self._was_online = False
        self._on_online: list[Callable[[], None]] = []
        self.client = self.fresh_client()

    def fresh_client(self) -> Client:
        """Return a new client, not yet connected, that sends from now on."""
        self._listener.carriers.clear()
        self.client = Client(
            self._listener,
            self._key_values,
            self._rulesets,
            gateway=self._gateway,
            shards=self._shards,
            when_online=self._on_online,
        )
        return self.client

    def when_online(self, callback: Callable[[], None]) -> None:
        """Register what is called each time that it has come online."""
        self._on_online.append(callback)

    @property
    def is_online(self) -> bool:
        """Whether anything can be sent now."""
        return self.client.logged_in

    @property
    def has_been_online(self) -> bool:
        """Whether it was served at least once since the bot started."""
        return self._was_online or self.client.has_been_ready

    async def run(self) -> None:
        """Serve until cancelled.

        Raises:
            BadToken: Discord does not know the bot's token.
            PlatformDown: Discord has closed the connection for good, or cannot be reached.
        """
        self._redirect()
        try:
            async with self.client:
                await self.client.start(self._token)
        except discord.LoginFailure:
            raise bad_token() from None
        except discord.PrivilegedIntentsRequired:
            raise PlatformDown("Discord refuses the bot's intents (4014)") from None
        except discord.ConnectionClosed as error:
            if error.code == _UNKNOWN_TOKEN:
                raise bad_token() from None
            raise PlatformDown(f"Discord closed the connection ({error.code})") from None
        except (*FAULTS, discord.GatewayNotFound) as error:
            raise Unreachable(f"Discord cannot be reached ({type(error).__name__})") from None
        # A client of discord.py cannot be started twice, so the next attempt needs a new one.
        finally:
            self._was_online = self.has_been_online
            self.fresh_client()

    async def ready(self, chat: str) -> bool:  # noqa: ARG002 (the same for all chats)
        """Say that no chat needs to be waited for: what it takes later is put off, and the rest goes."""
        return False

    def delay(self, chat: str, request: Request, message: str | None) -> float:
        """Return in how many seconds a channel takes such a request; what a press carries does not count."""
        if message is not None and self._press(chat, message) is not None:
            return 0.0
        return max(self._limits.wait(chat, verb) for verb in _VERBS[request])

    def is_last(self, chat: str, message: str) -> bool:
        """Return whether nothing stands below a message of a private channel, as far as that is known.

        What people write there the bot does not read, but what it is asked and answers there it knows.
        """
        return message.isdecimal() and self._listener.last_messages.is_last(chat, int(message))

    async def send(self, chat: str, reply: Reply, nonce: str) -> str:
        """Send a new message and return its id; the first message's id, if the nonce was sent a moment ago.

        Exactly those whom the reply mentions are notified; if it mentions nobody, the message is silent.

        Raises:
            ChatGone: the channel is not there any more, or the bot may not write to it.
            TryLater: Discord cannot take it now.
        """

        async def post(message: dict[str, Any]) -> discord.Message:
            self._limits.note(chat, Verb.SEND)
            return await self._channel(chat).send(
                **message,
                nonce=nonce,
                allowed_mentions=mentions_of(reply),
                silent=not reply.notifies,
                suppress_embeds=True,
            )

        try:
            with platform_errors():
                sent = await self._put(reply, post)
        except MessageGone:
            # Discord answers a repeated nonce with the first message. If that was deleted meanwhile, it
            # refuses until it has forgotten the nonce; only then can the message be sent anew.
            raise TryLater(_NONCE_TAKEN) from None
        self._listener.last_messages.note(chat, sent.id)
        if reply.ends:
            await self._close_thread(chat)
        return str(sent.id)

    async def edit(self, chat: str, message: str, reply: Reply) -> None:
        """Replace a message by another; nobody is notified.

        Raises:
            MessageGone: there is no such message any more, or Discord lets nobody edit it any more.
            ChatGone: the channel is not there any more, or the bot may not see it.
            TryLater: Discord cannot take it now.
        """

        async def replace(new: dict[str, Any]) -> None:
            self._limits.note(chat, Verb.EDIT)
            await self._partial(chat, message).edit(**_replacing(new), allowed_mentions=_NOBODY)

        press = self._press(chat, message)
        if press is None or not await press.carry(**_replacing(await self._message(reply))):
            await self._change(chat, partial(self._put, reply, replace))
        if reply.ends:
            await self._close_thread(chat)

    async def retire(self, chat: str, message: str, retired_content: RetiredContent) -> None:
        """Delete or shrink a message that a newer one has replaced. One that is gone is no error.

        Raises:
            ChatGone: the channel is not there any more, or the bot may not see it.
            TryLater: Discord cannot take it now.
        """
        is_deleted = retired_content.policy is OldBoardPolicy.DELETE
        left = _left_of(retired_content)
        press = None if is_deleted else self._press(chat, message)
        if press is not None and await press.carry(**left):
            return

        async def change() -> None:
            old = self._partial(chat, message)
            self._limits.note(chat, Verb.DELETE if is_deleted else Verb.EDIT)
            if is_deleted:
                await old.delete()
            else:
                await old.edit(**left, allowed_mentions=_NOBODY)

        with suppress(MessageGone):
            if await self._change(chat, change):
                await self._close_thread(chat)

    async def private_chat(self, account: str) -> str | None:
        """Return the id of a person's private channel, opened where needed; nothing, if there can be none.

        Raises:
            TryLater: Discord cannot say now.
        """
        try:
            with platform_errors():
                channel = await self._online().create_dm(discord.Object(_number(account)))
        except (ChatGone, MessageGone):
            return None
        return str(channel.id)

    async def _put(self, reply: Reply, use: Callable[[dict[str, Any]], Awaitable[Made]]) -> Made:
        """Send or edit a message; where no files may be sent, one that says in words what they show."""
        message = await self._message(reply)
        try:
            return await use(message)
        except discord.Forbidden as error:
            if error.code != MISSING_PERMISSIONS or "files" not in message:
                raise
        words = self._listener.words(reply.language)
        worded = in_words(reply, no_files_text(words))
        message = await self._message(worded)
        message.pop("files", None)
        return await use(message)

    async def _message(self, reply: Reply) -> dict[str, Any]:
        """Return the parts of a message, for one attempt: sending consumes the files."""
        formatted = format_text(reply.text, command_ids=self.client.command_ids)
        picture = await self._painter.paint(reply.scene) if reply.scene else None
        parts = {
            "content": formatted.content,
            "files": files_of(formatted, reply, picture),
            "view": view_of(reply.buttons),
        }
        return {name: part for name, part in parts.items() if part}

    async def _change(self, chat: str, change: Callable[[], Awaitable[object]]) -> bool:
        """Change a message; return whether its thread, which was archived meanwhile, was opened again."""
        # Discord archives a quiet thread, whose messages cannot be edited then. Only the one that is to
        # change is opened again, and only when it changes: an open thread stands in everybody's list.
        with platform_errors():
            try:
                await change()
            except discord.HTTPException as error:
                if error.code != THREAD_ARCHIVED:
                    raise
                await self._online().http.edit_channel(_number(chat), archived=False)
                await change()
                return True
        return False

    async def _close_thread(self, chat: str) -> None:
        """Archive a thread of the bot's own, in which nothing more is to come. If not, Discord will."""
        client = self._online()
        thread = client.get_channel(_number(chat))
        if (
            isinstance(thread, discord.Thread)
            and client.user is not None
            and thread.owner_id == client.user.id
        ):
            try:
                await client.http.edit_channel(thread.id, archived=True)
            except FAULTS as error:
                logger.info("a thread could not be closed: %s", type(error).__name__)

    def _press(self, chat: str, message: str) -> Response | None:
        """Return the press by which a message can be changed, if there is one."""
        return self._listener.carriers.of(chat, message) if self.is_online else None

    def _partial(self, chat: str, message: str) -> discord.PartialMessage:
        if not _is_number(message):
            raise MessageGone
        return self._channel(chat).get_partial_message(int(message))

    def _channel(self, chat: str) -> discord.PartialMessageable:
        return self._online().get_partial_messageable(_number(chat))

    def _online(self) -> Client:
        """Return the client, if it can send.

        Raises:
            TryLater: it has not logged in yet.
        """
        if not self.is_online:
            raise TryLater(_NOT_YET)
        return self.client

    def _redirect(self) -> None:
        """Use the given addresses in front of Discord. This holds for every client of this process."""
        if self._api_url is not None:
            Route.BASE = self._api_url.rstrip("/")
        if self._gateway is not None:
            DiscordWebSocket.DEFAULT_GATEWAY = self._gateway
        for name in ("discord.http", "discord.webhook.async_", "discord.gateway"):
            # At DEBUG these loggers write what people say, and the tokens of interactions.
            quiet = logging.getLogger(name)
            quiet.setLevel(max(quiet.getEffectiveLevel(), logging.INFO))


def _replacing(new: dict[str, Any]) -> dict[str, Any]:
    """Return a message as what another becomes: of that one nothing stays."""
    return {"content": new["content"], "attachments": new.get("files", []), "view": new.get("view")}


def _left_of(retired_content: RetiredContent) -> dict[str, Any]:
    """Return what a message that another has replaced becomes."""
    if retired_content.policy is not OldBoardPolicy.SHRINK:
        return {"view": None}
    return {"content": format_text(retired_content.line).content, "attachments": [], "view": None}


def _number(key: str) -> int:
    if not _is_number(key):
        raise ChatGone
    return int(key)


def _is_number(key: str) -> bool:
    return key.isascii() and key.isdigit()
