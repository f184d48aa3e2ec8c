"""Incoming: who did what where, read from an interaction."""

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
    """Return a person under the name that all servers show, or the handle if nothing of that can be seen."""
    name = user.global_name or ""
    return Person(NAME, str(user.id), name if is_visible(name) else user.name, language)


def person_in(interaction: discord.Interaction[Any]) -> Person:
    """Return the person whose interaction it is."""
    return person_of(interaction.user, _language(interaction.locale))


def place_of(interaction: discord.Interaction[Any]) -> Place:
    """Return the channel, thread or private chat of an interaction."""
    kind = ChatKind.PRIVATE if interaction.guild_id is None else ChatKind.SHARED
    language = _language(interaction.guild_locale)
    return Place(
        NAME, str(interaction.channel_id), kind, language, has_threads=can_have_threads(interaction.channel)
    )


def _language(locale: discord.Locale | None) -> str:
    """Return what a locale says; empty for none, and for one that is no text."""
    value = None if locale is None else locale.value
    return value if isinstance(value, str) else ""


def can_have_threads(channel: object) -> bool:
    """Return True if threads can be opened below a channel, in which games are played."""
    return isinstance(channel, discord.TextChannel) and not channel.is_news()


def idempotency_key_of(interaction: discord.Interaction[Any]) -> str:
    """Return the idempotency key: the same however often Discord delivers it."""
    return f"{NAME}:{interaction.id}"


def incoming_of(
    interaction: discord.Interaction[Any],
    what: Line | Press,
    *,
    message: int | None = None,
    mentioned: Sequence[discord.abc.User] = (),
) -> Incoming:
    """Return what a person did.

    Args:
        what: the line that a command stands for, or the press.
        message: the message it is about.
        mentioned: the people whom the line mentions.
    """

    async def administers() -> bool:
        allowed = interaction.permissions
        return interaction.guild_id is not None and (allowed.manage_channels or allowed.administrator)

    async def private_place() -> Place | None:
        try:
            channel = await interaction.user.create_dm()
        except FAULTS as error:
            logger.info("a private channel could not be opened: %s", type(error).__name__)
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
    """Return True if the bot is not installed where it was called.

    That is a server which it was not added to, or a private chat of other people: it can answer the one who
    called it, but post nothing there.
    """
    if interaction.channel_id is None or interaction.context.private_channel:
        return True
    if interaction.guild_id is None:
        return False
    return interaction.is_user_integration() and not interaction.is_guild_integration()
