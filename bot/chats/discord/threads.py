"""Threads: the command that gives a game a thread of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands

from bot.chats.discord.commands import game_choices
from bot.chats.discord.formatting import Channel
from bot.chats.discord.incoming import can_have_threads
from bot.chats.discord.listener import Listener
from bot.chats.discord.open_threads import open_thread
from bot.chats.discord.texts import locale_string
from bot.talk.reply import Reply

_COMMAND = "command-name-thread"
_DESCRIPTION = "discord-thread-what"


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
    words = listener.words_for(interaction)
    if can_have_threads(interaction.channel) and not interaction.permissions.create_public_threads:
        return (Reply(words.say("discord-thread-not-yours")),)
    opened = await open_thread(interaction, listener.handler, words, wanted)
    if not isinstance(opened, discord.Thread):
        return opened
    return (Reply(words.say("discord-thread-made", thread=Channel(opened.name, str(opened.id)))),)
