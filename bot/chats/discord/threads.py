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
from bot.chats.discord.incoming import can_have_threads, incoming_of, log_fields
from bot.chats.discord.permissions import missing_for_threads, missing_text
from bot.talk.catalog import Words
from bot.talk.incoming import Line
from bot.talk.reply import Code, Reply

logger = logging.getLogger(__name__)

_ARCHIVED_AFTER: Literal[10080] = 10080
"""Minutes without a message after which Discord archives a thread: a week, the most that it allows."""

_OPENED_WITHIN = 10.0
"""The most seconds to open a thread, because its game's first post waits for it."""


async def open_thread(
    interaction: discord.Interaction[Any], handler: Handler, words: Words, wanted: str | None
) -> discord.Thread | Sequence[Reply]:
    """Open a thread and move a game's board into it. Return the thread, or the answers if none was opened.

    Args:
        interaction: the request, in the channel that gets the thread.
        handler: handles the request.
        words: the catalog for the answers.
        wanted: the game's id; None for the person's only game that the channel shows.
    """
    channel = interaction.channel
    if not isinstance(channel, discord.TextChannel) or not can_have_threads(channel):
        return (Reply(words.say("discord-thread-not-here")),)
    if missing := missing_for_threads(interaction):
        return (Reply(missing_text(words, interaction, missing)),)
    incoming = incoming_of(interaction, Line("/thread"))
    # A separate key, because the command or press itself may be recorded under its own key already.
    incoming = replace(incoming, idempotency_key=f"{incoming.idempotency_key}:thread")
    game = await handler.wants_thread(incoming, wanted)
    if not isinstance(game, str):
        return game
    async with asyncio.timeout(_OPENED_WITHIN):
        thread = await channel.create_thread(
            name=words.words("discord-thread-name", game=game),
            type=discord.ChannelType.public_thread,
            auto_archive_duration=_ARCHIVED_AFTER,
        )
    await interaction.client.threads.note(thread)
    await handler.thread_opened(incoming, game, replace(incoming.place, key=str(thread.id)))
    return thread


async def with_threads(
    interaction: discord.Interaction[Any], handler: Handler, words: Words, replies: Sequence[Reply]
) -> Sequence[Reply]:
    """Open the threads that replies ask for, and return the remaining replies.

    An opened thread needs no reply, because it is visible in the channel. If one cannot be opened, the reason
    is added to the replies and the game's board is shown in the channel.
    """
    rest = [reply for reply in replies if not reply.thread_for]
    for game in (reply.thread_for for reply in replies if reply.thread_for):
        try:
            opened = await open_thread(interaction, handler, words, game)
        except FAULTS as error:
            logger.info("thread not opened", extra=log_fields(interaction, error) | {"game": game})
            opened = (Reply(words.say("discord-thread-failed", command=Code("/thread"))),)
        if not isinstance(opened, discord.Thread):
            rest += opened
            if opened:  # Without answers, a duplicate delivery of the same press has opened it.
                await handler.thread_failed(incoming_of(interaction, Line("/thread")), game)
    return rest
