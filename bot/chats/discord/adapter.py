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

_OFFLINE_RETRY_SECONDS = 2.0
_UNKNOWN_TOKEN = 4004
"""The gateway's close code for an unknown token."""


class Discord:
    """The adapter for Discord.

    Chat keys are the ids of channels, threads and private channels. Account keys are user ids.

    Args:
        handler: handles commands and presses.
        key_values: stores checksums of the commands that Discord has, and the like.
        painter: draws the boards.
        words: returns the catalog for a client's locale.
        rulesets: the names of the rule sets that can be chosen.
        api_url: the address of a proxy for the REST API, with its version; None for Discord's own.
        gateway_url: the address of a proxy for the gateway; None for Discord's own.
        shards: the number of gateway connections; None for the number that Discord advises.
        locks: locks by which several processes share the connections; None if this process is alone.
        limits: the channels' rate limits; None for new ones.
        admins: the ids of the operators' accounts.
        sleep: waits for that many seconds before a retry.
        count_unread: called with the name of each unreadable event.
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
        self._posting = Posting(painter, words, self._listener.press_responses, limits or ChannelLimits())
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
        """The bot's public address on Discord. None until its first login."""
        self.client = self.fresh_client()

    def fresh_client(self) -> Client:
        """Replace the client by a new one, not yet connected, and return it."""
        self._listener.press_responses.clear()
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
        """Register a callback for each time that Discord comes online."""
        self._on_online.append(callback)

    @property
    def is_online(self) -> bool:
        """True if messages can be sent now."""
        return self.client.logged_in

    @property
    def is_reached(self) -> bool:
        """True if all of this process's gateway connections are open. One without heartbeats gets closed."""
        return self.client.is_reached

    @property
    def has_been_online(self) -> bool:
        """True if the bot was connected to Discord at least once since it started."""
        return self._was_online or self.client.has_been_ready

    async def run(self) -> None:
        """Serve Discord until cancelled.

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
                    logger.warning("process lock lost; reconnecting", extra={"platform": NAME})
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
        """Return False without waiting, because `delay` applies the rate limits to each kind of request."""
        return False

    def delay(self, chat: str, request: Request, message: str | None) -> float:
        """Return the seconds until a channel's rate limit allows a request.

        This is 0 for an edit by the response to a press, which does not count.
        """
        return self._posting.delay(chat, request, message)

    def is_last(self, chat: str, message: str) -> bool:
        """Return True if a message is the newest in a private channel, as far as this process knows.

        The bot does not receive people's messages there. It knows its own, and commands and presses.
        """
        return message.isdecimal() and self._listener.last_messages.is_last(chat, int(message))

    async def send(self, chat: str, reply: Reply, nonce: str) -> str:
        """Send a new message and return its id, or the first message's id if the nonce is a repeated one.

        It notifies exactly the people that the reply mentions, without a sound if the reply is silent.

        Raises:
            ChatGone: the channel no longer exists, or the bot may not write to it.
            TryLater: Discord cannot take the message now.
        """
        sent = await self._posting.send(self._online(), chat, reply, nonce)
        self._listener.last_messages.note(chat, sent)
        return str(sent)

    async def find(self, chat: str, reply: Reply, after: str | None, since: datetime) -> str | None:
        """Return the id of the message that an earlier attempt at a reply has posted, or None.

        Raises as `SearchablePlatform.find`.
        """
        return await find(self._online(), chat, reply, after, since)

    async def edit(self, chat: str, message: str, reply: Reply) -> None:
        """Replace a message's content. Discord notifies no one.

        Raises:
            MessageGone: the message no longer exists or can no longer be edited.
            ChatGone: the channel no longer exists, or the bot may not see it.
            TryLater: Discord cannot take the edit now.
        """
        await self._posting.change(self._online(), chat, message, reply)

    async def retire(self, chat: str, message: str, retired_content: RetiredContent) -> None:
        """Delete or shorten a message that a newer one has replaced. A missing message is no error.

        Raises:
            ChatGone: the channel no longer exists, or the bot may not see it.
            TryLater: Discord cannot take the request now.
        """
        with suppress(MessageGone):
            await self._posting.retire(self._online(), chat, message, retired_content)

    async def private_chat(self, account: str) -> str | None:
        """Return the id of a person's private channel, opening it if needed, or None if there can be none.

        Raises:
            TryLater: Discord cannot answer now.
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
        """Return the client.

        Raises:
            TryLater: it is not logged in.
        """
        if not self.is_online:
            raise TryLater(_OFFLINE_RETRY_SECONDS)
        return self.client

    def _redirect(self) -> None:
        """Set the proxies' addresses in discord.py, for all clients of this process."""
        if self._api_url is not None:
            Route.BASE = self._api_url.rstrip("/")
        if self._gateway is not None:
            DiscordWebSocket.DEFAULT_GATEWAY = self._gateway
        for name in ("discord.http", "discord.webhook.async_", "discord.gateway"):
            # At DEBUG these loggers would log people's messages and the tokens of interactions.
            quiet = logging.getLogger(name)
            quiet.setLevel(max(quiet.getEffectiveLevel(), logging.INFO))
