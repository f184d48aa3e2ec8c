"""Adapter: Discord as a platform that the sender can use."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence, Set as AbstractSet
from contextlib import suppress
from datetime import datetime, timedelta

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.chats.base import Handler, KeyValues, Painter, Request
from bot.chats.discord.channel_limits import ChannelLimits
from bot.chats.discord.client import Client
from bot.chats.discord.direct import DirectMessages
from bot.chats.discord.errors import (
    FAULTS,
    bad_token,
    platform_errors,
)
from bot.chats.discord.incoming import NAME
from bot.chats.discord.listener import Listener
from bot.chats.discord.posting import Posting, find, number_of
from bot.chats.discord.shards import Shards
from bot.chats.discord.unread import guard
from bot.chats.errors import ChatGone, MessageGone, PlatformDown, TryLater, Unreachable
from bot.sessions import LockLost, Locks
from bot.talk.addresses import BotAddress
from bot.talk.catalog import Words
from bot.talk.reply import Reply, RetiredContent

logger = logging.getLogger(__name__)

_NOT_YET = 2.0
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
        locks: which of them this process holds; all, if not given.
        limits: when each channel takes how much; by the time that passes, unless given.
        admins: the ids of the accounts of those who run the bot.
        sleep: waits for some seconds before a retry.
        count_unread: is called with the name of each event that cannot be read.
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
        locks: Locks | None = None,
        limits: ChannelLimits | None = None,
        admins: AbstractSet[str] = frozenset(),
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        count_unread: Callable[[str], None] | None = None,
    ) -> None:
        self._listener = Listener(handler, painter, words, count_unread)
        self._posting = Posting(painter, words, self._listener.carriers, limits or ChannelLimits())
        self._direct = DirectMessages(handler, admins, self.send)
        self._key_values = key_values
        self._token = token
        self._rulesets = tuple(rulesets)
        self._api_url = api_url
        self._gateway = yarl.URL(gateway_url) if gateway_url else None
        self._shards = shards
        self._division = Shards(locks or Locks(), key_values)
        self._sleep = sleep
        self._was_online = False
        self._on_online: list[Callable[[], None]] = [self._learn_address]
        self.address: BotAddress | None = None
        """How the bot is found there, once it has logged in."""
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
            division=self._division,
            when_online=self._on_online,
            direct=self._direct,
            sleep=self._sleep,
        )
        return self.client

    def when_online(self, callback: Callable[[], None]) -> None:
        """Register what is called each time that it has come online."""
        self._on_online.append(callback)

    @property
    def is_online(self) -> bool:
        """True if anything can be sent now."""
        return self.client.logged_in

    @property
    def is_reached(self) -> bool:
        """True if each connection to the gateway stands: one whose heartbeats are not answered is closed."""
        return self.client.is_reached

    @property
    def has_been_online(self) -> bool:
        """True if it was served at least once since the bot started."""
        return self._was_online or self.client.has_been_ready

    async def run(self) -> None:
        """Serve until cancelled.

        Raises:
            BadToken: Discord does not know the bot's token.
            PlatformDown: Discord has closed the connection for good, or cannot be reached.
        """
        self._redirect()
        guard()
        try:
            while True:
                try:
                    async with self._division.taking_part(), self.client:
                        await self.client.start(self._token)
                    if not self.client.has_too_many:
                        return
                except LockLost:
                    logger.warning("this process was not heard of for a while; its servers are others' now")
                self._was_online = self.has_been_online
                self.fresh_client()
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
        return self._posting.delay(chat, request, message)

    def is_last(self, chat: str, message: str) -> bool:
        """Return True if nothing stands below a message of a private channel, as far as that is known.

        What people write there the bot does not read, but what it is asked and answers there it knows.
        """
        return message.isdecimal() and self._listener.last_messages.is_last(chat, int(message))

    async def send(self, chat: str, reply: Reply, nonce: str) -> str:
        """Send a new message and return its id; the first message's id, if the nonce was sent a moment ago.

        Exactly those whom the reply mentions are notified; if it makes no sound, nobody hears of it.

        Raises:
            ChatGone: the channel is not there any more, or the bot may not write to it.
            TryLater: Discord cannot take it now.
        """
        sent = await self._posting.send(self._online(), chat, reply, nonce)
        self._listener.last_messages.note(chat, sent)
        return str(sent)

    async def find(self, chat: str, reply: Reply, after: str | None, since: datetime) -> str | None:
        """Return the message by which an earlier attempt has shown a reply, or None if there is none.

        Raises as `SearchablePlatform.find`.
        """
        return await find(self._online(), chat, reply, after, since)

    async def edit(self, chat: str, message: str, reply: Reply) -> None:
        """Replace a message by another; nobody is notified.

        Raises:
            MessageGone: there is no such message any more, or Discord lets nobody edit it any more.
            ChatGone: the channel is not there any more, or the bot may not see it.
            TryLater: Discord cannot take it now.
        """
        await self._posting.change(self._online(), chat, message, reply)

    async def retire(self, chat: str, message: str, retired_content: RetiredContent) -> None:
        """Delete or shrink a message that a newer one has replaced. One that is gone is no error.

        Raises:
            ChatGone: the channel is not there any more, or the bot may not see it.
            TryLater: Discord cannot take it now.
        """
        with suppress(MessageGone):
            await self._posting.leave(self._online(), chat, message, retired_content)

    async def private_chat(self, account: str) -> str | None:
        """Return the id of a person's private channel, opened where needed; nothing, if there can be none.

        Raises:
            TryLater: Discord cannot say now.
        """
        try:
            with platform_errors():
                channel = await self._online().create_dm(discord.Object(number_of(account)))
        except (ChatGone, MessageGone):
            return None
        return str(channel.id)

    def _learn_address(self) -> None:
        user = self.client.user
        if user is not None:
            self.address = BotAddress(NAME, str(user), page=f"https://discord.com/users/{user.id}")

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
