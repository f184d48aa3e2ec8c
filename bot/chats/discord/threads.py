"""Threads: the command that gives a game a thread of its own."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

import discord
from discord import app_commands

from bot.chats.discord.commands import game_choices
from bot.chats.discord.formatting import Channel
from bot.chats.discord.incoming import incoming_of
from bot.chats.discord.permissions import missing_for_threads, missing_text
from bot.chats.discord.texts import locale_string
from bot.talk.incoming import Line
from bot.talk.reply import Reply

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.chats.discord.listener import Listener

_COMMAND = "discord-command-thread"
_DESCRIPTION = "discord-thread-what"
_KEPT_OPEN: Literal[10080] = 10080
"""Minutes without a message after which Discord archives a thread: the longest it allows, a week."""


def thread_command(listener: Listener) -> app_commands.Command[Any, ..., None]:
    """Return the command that gives a game a thread of its own."""

    async def called(interaction: discord.Interaction[Any], game: str | None = None) -> None:
        async def doing() -> Sequence[Reply]:
            return await _open(listener, interaction, game)

        await listener.answer(interaction, doing)

    async def completing(interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        return await game_choices(listener, interaction, typed)

    words = listener.words("")
    for decorate in (
        app_commands.rename(game=locale_string("game", "discord-option-game")),
        app_commands.describe(game=locale_string(words.words("discord-about-game"), "discord-about-game")),
        app_commands.autocomplete(game=completing),
    ):
        called = decorate(called)
    return app_commands.Command(
        name=locale_string("thread", _COMMAND),
        description=locale_string(words.words(_DESCRIPTION), _DESCRIPTION),
        callback=called,
    )


async def _open(
    listener: Listener, interaction: discord.Interaction[Any], wanted: str | None
) -> Sequence[Reply]:
    """Make a thread and move the board into it, for both players."""
    words = listener.words_for(interaction)
    channel = interaction.channel
    if not isinstance(channel, discord.TextChannel) or channel.is_news():
        return (Reply(words.say("discord-thread-not-here")),)
    if missing := missing_for_threads(interaction):
        return (Reply(missing_text(words, interaction, missing)),)
    if not interaction.permissions.create_public_threads:
        return (Reply(words.say("discord-thread-not-yours")),)
    incoming = incoming_of(interaction, Line("/thread"))
    game = await listener.handler.wants_thread(incoming, wanted)
    if not isinstance(game, str):
        return game
    name = words.words("discord-thread-name", game=game)
    thread = await channel.create_thread(
        name=name, type=discord.ChannelType.public_thread, auto_archive_duration=_KEPT_OPEN
    )
    await interaction.client.threads.note(thread)
    await listener.handler.thread_opened(incoming, game, replace(incoming.place, key=str(thread.id)))
    return (Reply(words.say("discord-thread-made", thread=Channel(name, str(thread.id)))),)
