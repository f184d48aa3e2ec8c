"""Direct messages: the command of those who run the bot, which stands in no menu and is typed to it."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Set as AbstractSet

import discord

from bot.chats.base import Handler
from bot.chats.discord.incoming import NAME, person_of
from bot.talk.command import ParsedCommand
from bot.talk.incoming import ChatKind, Incoming, Line, Place
from bot.talk.input.parsing import read_line
from bot.talk.reply import Reply

logger = logging.getLogger(__name__)


class DirectMessages:
    """Hands on what those who run the bot type to it in private; of everybody else it reads nothing.

    Args:
        handler: handles what people do.
        admins: the ids of their accounts. Where there are none, Discord is asked for no such messages.
        send: sends a reply to a channel, under a nonce.
    """

    def __init__(
        self, handler: Handler, admins: AbstractSet[str], send: Callable[[str, Reply, str], Awaitable[object]]
    ) -> None:
        self._handler = handler
        self._admins = admins
        self._send = send

    @property
    def are_read(self) -> bool:
        """True if there is anybody whose direct messages are read."""
        return bool(self._admins)

    async def received(self, message: discord.Message) -> None:
        """Carry out a command of theirs and answer it in the same channel."""
        if message.guild is not None or str(message.author.id) not in self._admins:
            return
        parsed = read_line(message.content)
        if not isinstance(parsed, ParsedCommand) or not parsed.command.for_admins:
            return
        channel = str(message.channel.id)
        place = Place(NAME, channel, ChatKind.PRIVATE)
        incoming = Incoming(f"{NAME}:m{message.id}", person_of(message.author), place, Line(message.content))
        try:
            for number, reply in enumerate(await self._handler.handle(incoming)):
                await self._send(channel, reply, f"m{message.id}.{number}")
        except Exception:
            logger.exception("a direct message could not be answered")
