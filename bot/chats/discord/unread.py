"""Unread: counts, logs and skips gateway events that discord.py cannot read.

Without this an event of an unexpected form would end discord.py's client for all servers.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

import aiohttp
import discord
import discord.shard
from discord.gateway import DiscordWebSocket, ReconnectWebSocket, WebSocketClosure
from discord.http import HTTPClient, Route

from bot.chats.discord.buttons import PREFIX
from bot.chats.discord.errors import FAULTS
from bot.chats.discord.formatting import format_text
from bot.talk.catalog import Words
from bot.talk.reply import Code

logger = logging.getLogger(__name__)

READY, GUILD_CREATE, INTERACTION_CREATE = "READY", "GUILD_CREATE", "INTERACTION_CREATE"
UNKNOWN = "UNKNOWN"
"""The name under which events unknown to discord.py are counted, to limit the number of names."""
LOGGED_EVERY = 60.0
"""The least seconds between two log lines about the same kind of event."""

_BROKEN_CONNECTION = (
    ReconnectWebSocket,
    WebSocketClosure,
    discord.ConnectionClosed,
    aiohttp.ClientError,
    OSError,
    TimeoutError,
)
"""Errors of the connection itself, which discord.py handles."""
_COMMAND, _COMPONENT, _COMPLETION = 2, 3, 4
_CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"
_MESSAGE, _CHOICES = 4, 8
"""The types of interaction responses: a message, and a list of completions."""
_PRIVATE = 1 << 6
"""The flag of an ephemeral message, which only one person sees."""
_ANSWERED_WITHIN = 60.0
_RECONNECTS = 4000
"""A close code after which the session can be resumed; discord.py uses the same one."""


class UnreadEvents:
    """Counts and logs unreadable events, and answers unreadable interactions.

    Args:
        words: returns the catalog for a language.
        count: called with the name of each unreadable event.
        timer: a monotonic clock, in seconds.
    """

    def __init__(
        self,
        words: Callable[[str], Words],
        count: Callable[[str], None] | None = None,
        timer: Callable[[], float] = time.monotonic,
    ) -> None:
        self._words = words
        self._count = count
        self._timer = timer
        self._logged: dict[str, float] = {}
        self._unlogged: dict[str, int] = {}
        self._answering: set[asyncio.Task[None]] = set()

    def note(self, event: str, error: Exception) -> None:
        """Count an unreadable event, and log its kind at most once a minute, without the error's message."""
        if self._count is not None:
            self._count(event)
        self._unlogged[event] = self._unlogged.get(event, 0) + 1
        now = self._timer()
        if event not in self._logged or now - self._logged[event] >= LOGGED_EVERY:
            number = self._unlogged.pop(event)
            self._logged[event] = now
            fields = {"platform": "discord", "event": event, "error": type(error).__name__, "count": number}
            logger.warning("unreadable events skipped", extra=fields)

    async def answer_partly_read(self, interaction: discord.Interaction[Any], error: Exception) -> None:
        """Count and answer an interaction that discord.py could read only in part."""
        self.note(INTERACTION_CREATE, error)
        named = {"id": interaction.id, "token": interaction.token, "type": interaction.type.value}
        await self.answer(interaction.client.http, named | {"locale": interaction.locale.value})

    def answer_later(self, http: HTTPClient, interaction: object) -> None:
        """Answer an unreadable interaction in a separate task, if it has an id and a token."""
        task = asyncio.create_task(self.answer(http, interaction))
        self._answering.add(task)
        task.add_done_callback(self._answering.discard)

    async def answer(self, http: HTTPClient, interaction: object) -> None:
        """Answer an unreadable interaction in private, if it has an id and a token.

        Args:
            http: sends the answer.
            interaction: the interaction's JSON.
        """
        found = interaction if isinstance(interaction, dict) else {}
        number, token = str(found.get("id")), found.get("token")
        if not (number.isdecimal() and isinstance(token, str) and token):
            return
        route = Route("POST", _CALLBACK, interaction_id=number, interaction_token=token)
        try:
            async with asyncio.timeout(_ANSWERED_WITHIN):
                await http.request(route, json=self._answer_to(found))
        except FAULTS as error:
            fields = {"platform": "discord", "error": type(error).__name__}
            logger.info("unreadable interaction not answered", extra=fields)

    def _answer_to(self, interaction: Mapping[str, Any]) -> dict[str, Any]:
        if interaction.get("type") == _COMPLETION:
            return {"type": _CHOICES, "data": {"choices": []}}
        locale = interaction.get("locale")
        words = self._words(locale if isinstance(locale, str) else "")
        text = format_text(words.say("discord-unreadable", help=Code("/help")))
        return {"type": _MESSAGE, "data": {"content": text.content, "flags": _PRIVATE}}


def must_be_readable(interaction: Mapping[str, Any]) -> None:
    """Raise LookupError, TypeError or ValueError if an interaction lacks a part that the bot needs.

    discord.py would accept an interaction without a user, or a press of a button that is not on its message,
    and then leave it unanswered.
    """
    person = interaction["member"] if interaction.get("guild_id") is not None else interaction
    int(person["user"]["id"])
    if interaction["type"] in (_COMMAND, _COMPLETION):
        return
    interaction["message"].get("flags", 0) & _PRIVATE
    pressed = interaction["data"]["component_type"], interaction["data"]["custom_id"]
    there = [
        (each["type"], each.get("custom_id"))
        for row in interaction["message"]["components"]
        for each in row["components"]
    ]
    if interaction["type"] != _COMPONENT or pressed not in there or not pressed[1].startswith(PREFIX):
        raise ValueError("not a button of this bot")


class GuardedWebSocket(DiscordWebSocket):
    """A gateway connection that skips unreadable events.

    Without a readable READY or HELLO there is no session. The connection is then closed, and discord.py
    reconnects with back-off.
    """

    async def received_message(self, msg: Any, /) -> None:  # noqa: ANN401 (as discord.py declares it)
        """Handle a message of the gateway, or skip it."""
        sequence = self.sequence
        try:
            # Decompressed even if the message is then skipped, because the stream depends on each message.
            text = self._decompressor.decompress(msg) if isinstance(msg, bytes) else msg
        except Exception as error:  # noqa: BLE001 (each decompression library raises different errors)
            self._unread.note(UNKNOWN, error)
            await self._connect_again()
        if text is None:
            return
        try:
            await super().received_message(text)
        except _BROKEN_CONNECTION:
            raise
        except Exception as error:  # noqa: BLE001 (whatever it is, the other servers go on)
            await self._skip(text, error)
        # A malformed message may have set another type, which the next heartbeat would send.
        if not isinstance(self.sequence, int | None):
            self.sequence = sequence

    @property
    def _unread(self) -> UnreadEvents:
        client: Any = self._connection._get_client()  # noqa: SLF001 (there is no public way)
        unread: UnreadEvents = client.listener.unread
        return unread

    async def _skip(self, text: str, error: Exception) -> None:
        message = _object_in(text)
        event, data = message.get("t"), message.get("d")
        name = event if isinstance(event, str) and event in self._discord_parsers else UNKNOWN
        self._unread.note(name, error)
        if event == READY or message.get("op") == self.HELLO:
            await self._connect_again()
        elif event == GUILD_CREATE:
            self._keep_only_id(data)
        elif event == INTERACTION_CREATE:
            self._unread.answer_later(self._connection.http, data)

    def _keep_only_id(self, guild: object) -> None:
        """Store a partly read server by its id alone. Each interaction brings the other data it needs."""
        number = str(guild.get("id")) if isinstance(guild, dict) else ""
        if number.isdecimal():
            unread: Any = {"id": number, "unavailable": True}
            self._connection._add_guild_from_data(unread)  # noqa: SLF001 (as READY does for each server)

    async def _connect_again(self) -> NoReturn:
        """Close the connection, so that discord.py reconnects.

        Raises:
            ConnectionError: always; discord.py backs off and connects again.
        """
        await self.close(_RECONNECTS)
        raise ConnectionError("the gateway sent no readable session") from None


def guard() -> None:
    """Make all sharded clients of this process skip unreadable events."""
    discord.shard.DiscordWebSocket = GuardedWebSocket  # type: ignore[misc]


def _object_in(text: str) -> dict[str, Any]:
    try:
        message = json.loads(text)
    except ValueError:
        return {}
    return message if isinstance(message, dict) else {}
