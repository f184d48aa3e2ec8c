"""Greeting: what a server is told to which the bot was added, and which permission the bot lacks there."""

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

_TOLD = "told"
"""Noted of a server whose owner knows that the bot may write nowhere there."""


class Greeter:
    """Greets servers, each once for ever, in one channel. Where it may write in none, the owner is told.

    Args:
        greetings: which servers were greeted.
        words: the catalog of a language.
    """

    def __init__(self, client: discord.Client, greetings: Greetings, words: Callable[[str], Words]) -> None:
        self._client = client
        self._greetings = greetings
        self._words = words

    async def greet(self, guild: discord.Guild, command_ids: Mapping[str, str]) -> None:
        """Greet a server to which the bot was added, in the server's language.

        Args:
            command_ids: the ids of the commands, by their names, as far as they are known.
        """
        key = str(guild.id)
        told = await self._greetings.pending_note(key) == _TOLD
        if not await self._greetings.claim(key):
            return
        if guild.text_channels:
            await self._greet(guild, command_ids, told=told)
        else:
            await self._greetings.postpone(key, "")

    async def greet_late(self, guild: discord.Guild, command_ids: Mapping[str, str]) -> None:
        """Greet a server that waits for it, now that the bot may do more there; as `greet`."""
        if await self._greetings.pending_note(str(guild.id)) is not None:
            await self.greet(guild, command_ids)

    async def greet_new(self, command_ids: Mapping[str, str]) -> None:
        """Greet the servers to which the bot was added while it was not running; as `greet`."""
        guilds = {str(guild.id): guild for guild in self._client.guilds}
        for key in await self._greetings.unknown(guilds):
            await self.greet(guilds[key], command_ids)

    async def _greet(self, guild: discord.Guild, command_ids: Mapping[str, str], *, told: bool) -> None:
        """Greet a server; where that fails it waits. Where it may write nowhere the owner is told, once."""
        key, words = str(guild.id), self._words(guild.preferred_locale.value)
        channel = _channel_in(guild)
        try:
            if channel is not None:
                may_attach = channel.permissions_for(guild.me).attach_files
                missing = () if may_attach else boards_in_words_text(words)
                await _send(channel, greeting(words, missing), command_ids)
                return
            if guild.owner_id is not None and not told:
                owner = await self._client.create_dm(discord.Object(guild.owner_id))
                await _send(owner, Reply(nowhere_to_write_text(words, guild.name)), command_ids)
                told = True
        except FAULTS as error:
            logger.info("a greeting did not arrive: %s", type(error).__name__)
        await self._greetings.postpone(key, _TOLD if told else "")


async def _send(channel: discord.abc.Messageable, reply: Reply, command_ids: Mapping[str, str]) -> None:
    """Send a message that notifies nobody."""
    await channel.send(
        format_text(reply.text, command_ids=command_ids).content,
        view=view_of(reply.buttons) or discord.utils.MISSING,
        allowed_mentions=discord.AllowedMentions.none(),
        silent=True,
        suppress_embeds=True,
    )


def _channel_in(guild: discord.Guild) -> discord.TextChannel | None:
    """Return where newcomers are announced, or else the first channel in which the bot may write."""
    system = [guild.system_channel] if guild.system_channel is not None else []
    places = (*system, *(channel for channel in guild.text_channels if not channel.is_news()))
    return next((channel for channel in places if may_write(channel)), None)
