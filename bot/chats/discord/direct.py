"""Direct messages: operators' commands, which are in no menu and are typed to the bot in private."""

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
    """Carries out operators' commands from direct messages, and ignores other people's messages.

    Args:
        handler: handles commands.
        admins: the ids of the operators' accounts. If empty, the bot does not subscribe to direct messages.
        send: sends a reply to a channel under a nonce.
    """

    def __init__(
        self, handler: Handler, admins: AbstractSet[str], send: Callable[[str, Reply, str], Awaitable[object]]
    ) -> None:
        self._handler = handler
        self._admins = admins
        self._send = send

    @property
    def are_read(self) -> bool:
        """True if there are operators, so that the bot must receive direct messages."""
        return bool(self._admins)

    async def received(self, message: discord.Message) -> None:
        """Carry out an operator's command and answer it in the same channel."""
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
            fields = {"platform": NAME, "chat": channel, "message_id": message.id}
            logger.exception("direct message could not be answered", extra=fields)
