"""Greeting: the bot's first message in a server, which also names the permissions that it lacks there."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping

import discord

from bot.chats.discord.buttons import view_of
from bot.chats.discord.errors import FAULTS
from bot.chats.discord.formatting import format_text
from bot.chats.discord.permissions import boards_in_words_text, may_write, nowhere_to_write_text
from bot.chats.greetings import Greetings
from bot.talk.catalog import Words
from bot.talk.onboarding import greeting
from bot.talk.reply import Reply

logger = logging.getLogger(__name__)

_OWNER_INFORMED = "told"
"""The note of a pending greeting if the server's owner knows that the bot may not write in any channel."""


class Greeter:
    """Greets each server once, ever, in one channel. If the bot may write in none, the owner is informed.

    Args:
        greetings: stores which servers were greeted.
        words: returns the catalog for a language.
    """

    def __init__(self, client: discord.Client, greetings: Greetings, words: Callable[[str], Words]) -> None:
        self._client = client
        self._greetings = greetings
        self._words = words

    async def greet(self, guild: discord.Guild, command_ids: Mapping[str, str]) -> None:
        """Greet a server that has added the bot, in the server's language.

        Args:
            command_ids: Discord's ids of the commands, by name.
        """
        key = str(guild.id)
        owner_informed = await self._greetings.pending_note(key) == _OWNER_INFORMED
        if not await self._greetings.claim(key):
            return
        if guild.text_channels:
            await self._greet(guild, command_ids, owner_informed=owner_informed)
        else:
            await self._greetings.postpone(key, "")

    async def greet_late(self, guild: discord.Guild, command_ids: Mapping[str, str]) -> None:
        """Send a server's pending greeting, because the bot's permissions there have changed; as `greet`."""
        if await self._greetings.pending_note(str(guild.id)) is not None:
            await self.greet(guild, command_ids)

    async def greet_new(self, command_ids: Mapping[str, str]) -> None:
        """Greet the servers that have added the bot while it was not running; as `greet`."""
        guilds = {str(guild.id): guild for guild in self._client.guilds}
        for key in await self._greetings.unknown(guilds):
            await self.greet(guilds[key], command_ids)

    async def _greet(
        self, guild: discord.Guild, command_ids: Mapping[str, str], *, owner_informed: bool
    ) -> None:
        """Greet a server, or mark the greeting as pending and inform the owner that the bot may not write."""
        key, words = str(guild.id), self._words(guild.preferred_locale.value)
        channel = _channel_in(guild)
        try:
            if channel is not None:
                may_attach = channel.permissions_for(guild.me).attach_files
                missing = () if may_attach else boards_in_words_text(words)
                await _send(channel, greeting(words, missing), command_ids)
                return
            if guild.owner_id is not None and not owner_informed:
                owner = await self._client.create_dm(discord.Object(guild.owner_id))
                await _send(owner, Reply(nowhere_to_write_text(words, guild.name)), command_ids)
                owner_informed = True
        except FAULTS as error:
            chat = None if channel is None else channel.id
            fields = {"platform": "discord", "chat": chat, "error": type(error).__name__}
            logger.info("greeting not delivered", extra=fields)
        await self._greetings.postpone(key, _OWNER_INFORMED if owner_informed else "")


async def _send(channel: discord.abc.Messageable, reply: Reply, command_ids: Mapping[str, str]) -> None:
    """Send a silent message."""
    await channel.send(
        format_text(reply.text, command_ids=command_ids).content,
        view=view_of(reply.buttons) or discord.utils.MISSING,
        allowed_mentions=discord.AllowedMentions.none(),
        silent=True,
        suppress_embeds=True,
    )


def _channel_in(guild: discord.Guild) -> discord.TextChannel | None:
    """Return the server's system channel if the bot may write there, else the first such channel, or None."""
    system = [guild.system_channel] if guild.system_channel is not None else []
    places = (*system, *(channel for channel in guild.text_channels if not channel.is_news()))
    return next((channel for channel in places if may_write(channel)), None)
