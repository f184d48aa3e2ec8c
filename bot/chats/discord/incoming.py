"""Incoming: a person's command or press with its chat, read from an interaction."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

import discord

from bot.chats.discord.errors import FAULTS
from bot.talk.incoming import ChatKind, Incoming, Line, Person, Place, Press
from bot.talk.sanitize import is_visible

logger = logging.getLogger(__name__)

NAME = "discord"


def person_of(user: discord.abc.User, language: str = "") -> Person:
    """Return a person with their global display name, or their handle if that name is invisible."""
    name = user.global_name or ""
    return Person(NAME, str(user.id), name if is_visible(name) else user.name, language)


def person_in(interaction: discord.Interaction[Any]) -> Person:
    """Return the person who caused an interaction."""
    return person_of(interaction.user, _language(interaction.locale))


def log_fields(interaction: discord.Interaction[Any], error: Exception | None = None) -> dict[str, object]:
    """Return an interaction's log fields: its chat, its command or pressed message, and an error's type."""
    data: Any = interaction.data
    message = interaction.message
    return {
        "platform": NAME,
        "chat": interaction.channel_id,
        "command": data.get("name") if isinstance(data, dict) else None,
        "message_id": None if message is None else message.id,
        "error": None if error is None else type(error).__name__,
    }


def place_of(interaction: discord.Interaction[Any]) -> Place:
    """Return the channel, thread or private chat of an interaction."""
    kind = ChatKind.PRIVATE if interaction.guild_id is None else ChatKind.SHARED
    language = _language(interaction.guild_locale)
    return Place(
        NAME, str(interaction.channel_id), kind, language, has_threads=can_have_threads(interaction.channel)
    )


def _language(locale: discord.Locale | None) -> str:
    """Return a locale's code; empty if it is missing or unreadable."""
    value = None if locale is None else locale.value
    return value if isinstance(value, str) else ""


def can_have_threads(channel: object) -> bool:
    """Return True if a channel can have threads for games."""
    return isinstance(channel, discord.TextChannel) and not channel.is_news()


def idempotency_key_of(interaction: discord.Interaction[Any]) -> str:
    """Return an interaction's idempotency key, which is the same if Discord delivers it twice."""
    return f"{NAME}:{interaction.id}"


def incoming_of(
    interaction: discord.Interaction[Any],
    what: Line | Press,
    *,
    message: int | None = None,
    mentioned: Sequence[discord.abc.User] = (),
) -> Incoming:
    """Return an interaction as the handler's input.

    Args:
        what: the command as a typed line, or the press.
        message: the id of the message that it concerns, if any.
        mentioned: the people that the line mentions.
    """

    async def administers() -> bool:
        allowed = interaction.permissions
        return interaction.guild_id is not None and (allowed.manage_channels or allowed.administrator)

    async def private_place() -> Place | None:
        try:
            channel = await interaction.user.create_dm()
        except FAULTS as error:
            logger.info("private chat unavailable", extra=log_fields(interaction, error))
            return None
        return Place(NAME, str(channel.id), ChatKind.PRIVATE)

    return Incoming(
        idempotency_key_of(interaction),
        person_in(interaction),
        place_of(interaction),
        what,
        None if message is None else str(message),
        tuple(person_of(user) for user in mentioned),
        administers=administers,
        private_place=private_place,
    )


def is_from_elsewhere(interaction: discord.Interaction[Any]) -> bool:
    """Return True if an interaction comes from a chat without the bot.

    That is a server that has not added it, or a private chat between other people. The bot can answer the
    person there but cannot post messages.
    """
    if interaction.channel_id is None or interaction.context.private_channel:
        return True
    if interaction.guild_id is None:
        return False
    return interaction.is_user_integration() and not interaction.is_guild_integration()
