"""Threads: open a thread for a game, and close it when the game is over."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

import discord

from bot.chats.base import Handler
from bot.chats.discord.errors import FAULTS
from bot.chats.discord.incoming import can_have_threads, incoming_of
from bot.chats.discord.permissions import missing_for_threads, missing_text
from bot.talk.catalog import Words
from bot.talk.incoming import Line
from bot.talk.reply import Code, Reply

logger = logging.getLogger(__name__)

_KEPT_OPEN: Literal[10080] = 10080
"""Minutes without a message after which Discord archives a thread: the longest it allows, a week."""

_MADE_WITHIN = 10.0
"""Seconds that making a thread may take: its game's first post waits for it."""


async def open_thread(
    interaction: discord.Interaction[Any], handler: Handler, words: Words, wanted: str | None
) -> discord.Thread | Sequence[Reply]:
    """Make a thread and move a game's board into it, for both players; return it, or why there is none.

    Args:
        interaction: what asked for it, in the channel below which the thread is to be.
        handler: handles what people do.
        words: the catalog of the language of the answer.
        wanted: the game's id; the person's only game that the channel shows, unless given.
    """
    channel = interaction.channel
    if not isinstance(channel, discord.TextChannel) or not can_have_threads(channel):
        return (Reply(words.say("discord-thread-not-here")),)
    if missing := missing_for_threads(interaction):
        return (Reply(missing_text(words, interaction, missing)),)
    incoming = incoming_of(interaction, Line("/thread"))
    # What asked for it may have been carried out under its own key already.
    incoming = replace(incoming, idempotency_key=f"{incoming.idempotency_key}:thread")
    game = await handler.wants_thread(incoming, wanted)
    if not isinstance(game, str):
        return game
    async with asyncio.timeout(_MADE_WITHIN):
        thread = await channel.create_thread(
            name=words.words("discord-thread-name", game=game),
            type=discord.ChannelType.public_thread,
            auto_archive_duration=_KEPT_OPEN,
        )
    await interaction.client.threads.note(thread)
    await handler.thread_opened(incoming, game, replace(incoming.place, key=str(thread.id)))
    return thread


async def with_threads(
    interaction: discord.Interaction[Any], handler: Handler, words: Words, replies: Sequence[Reply]
) -> Sequence[Reply]:
    """Open the threads that a channel wants for the games that have begun in it; return the other replies.

    That a thread was made everybody sees there; only what stood in the way is answered. Where none was made,
    the game's board is shown in the channel.
    """
    rest = [reply for reply in replies if not reply.thread_for]
    for game in (reply.thread_for for reply in replies if reply.thread_for):
        try:
            opened = await open_thread(interaction, handler, words, game)
        except FAULTS as error:
            logger.info("a thread could not be opened: %s", type(error).__name__)
            opened = (Reply(words.say("discord-thread-failed", command=Code("/thread"))),)
        if not isinstance(opened, discord.Thread):
            rest += opened
            if opened:  # else another delivery of the same press opens it
                await handler.thread_failed(incoming_of(interaction, Line("/thread")), game)
    return rest
