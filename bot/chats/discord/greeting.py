"""Greeting: what a server is told to which the bot was added, and which permission the bot lacks there."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord

from bot.chats.discord.buttons import view_of
from bot.chats.discord.errors import FAULTS
from bot.chats.discord.formatting import format_text
from bot.chats.discord.permissions import boards_in_words_text, may_write, nowhere_to_write_text
from bot.talk.onboarding import greeting
from bot.talk.reply import Reply

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bot.chats.greetings import Greetings
    from bot.talk.catalog import Words

logger = logging.getLogger(__name__)


class Greeter:
    """Greets servers, each once for ever, in one channel. Where it may write in none, the owner is told.

    Args:
        client: the connection.
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
            guild: the server.
            command_ids: the ids of the commands, by their names, as far as they are known.
        """
        if not guild.text_channels or not await self._greetings.claim(str(guild.id)):
            return
        words = self._words(guild.preferred_locale.value)
        channel = _channel_in(guild)
        try:
            if channel is not None:
                may_attach = channel.permissions_for(guild.me).attach_files
                missing = () if may_attach else boards_in_words_text(words)
                await _send(channel, greeting(words, missing), command_ids)
            elif guild.owner_id is not None:
                owner = await self._client.create_dm(discord.Object(guild.owner_id))
                await _send(owner, Reply(nowhere_to_write_text(words, guild.name)), command_ids)
        except FAULTS as error:
            logger.info("a greeting did not arrive: %s", type(error).__name__)
            await self._greetings.release(str(guild.id))


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
