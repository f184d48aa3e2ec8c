"""Permissions: the permissions that the bot needs, and texts about missing ones."""

from __future__ import annotations

from typing import Any

import discord

from bot.talk.catalog import Words
from bot.talk.reply import Bold, Text

INVITED_WITH = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    attach_files=True,
    read_message_history=True,
)
"""The permissions that the invitation link requests."""

_SCOPES = ("bot", "applications.commands")


def invite_link(application: int) -> str:
    """Return the link that adds the bot to a server with the permissions that it needs."""
    return discord.utils.oauth_url(application, permissions=INVITED_WITH, scopes=_SCOPES)


def missing_for_boards(interaction: discord.Interaction[Any]) -> tuple[str, ...]:
    """Return the permissions that the bot lacks to post boards in a chat, by Discord's names.

    Attaching files is not among them, because without it boards are described in words.
    """
    if interaction.guild_id is None:
        return ()
    in_thread = isinstance(interaction.channel, discord.Thread)
    sending = "send_messages_in_threads" if in_thread else "send_messages"
    return _lacking(interaction, "view_channel", sending)


def missing_for_threads(interaction: discord.Interaction[Any]) -> tuple[str, ...]:
    """Return the permissions that the bot lacks to open a thread in a channel and post boards there."""
    return _lacking(interaction, "view_channel", "create_public_threads", "send_messages_in_threads")


def missing_text(words: Words, interaction: discord.Interaction[Any], missing: tuple[str, ...]) -> Text:
    """Return a text that names the permissions that the bot lacks, and the people who can grant them."""
    names = ", ".join(words.words(f"discord-may-{name.replace('_', '-')}") for name in missing)
    can_grant = interaction.permissions.administrator or interaction.permissions.manage_roles
    message = "discord-missing-yours" if can_grant else "discord-missing"
    return words.say(message, permissions=Bold(names))


def no_files_text(words: Words) -> Text:
    """Return a sentence for a board in words: the bot lacks the permission to attach files."""
    return words.say("discord-no-files", permission=Bold(words.words("discord-may-attach-files")))


def record_too_long_text(words: Words) -> Text:
    """Return a sentence that says where to get a record that is too long for messages."""
    return words.say("discord-record-too-long", permission=Bold(words.words("discord-may-attach-files")))


def boards_in_words_text(words: Words) -> Text:
    """Return a sentence for the greeting: boards will be in words, because the bot may not attach files."""
    return words.say("discord-greeting-files", permission=Bold(words.words("discord-may-attach-files")))


def nowhere_to_write_text(words: Words, server: str) -> Text:
    """Return the message to a server's owner that the bot may not write in any channel."""
    permissions = ", ".join(words.words(f"discord-may-{name}") for name in ("view-channel", "send-messages"))
    return words.say("discord-greeting-silent", server=Bold(server), permissions=Bold(permissions))


def may_write(channel: discord.abc.GuildChannel) -> bool:
    """Return True if the bot may see a channel and write in it."""
    allowed = _allowed_in(channel)
    return allowed.view_channel and allowed.send_messages


def may_post(channel: discord.abc.GuildChannel | discord.Thread) -> tuple[bool, ...]:
    """Return the state of each permission that boards need in a channel, to detect changes."""
    allowed = _allowed_in(channel)
    return allowed.view_channel, allowed.send_messages, allowed.send_messages_in_threads, allowed.attach_files


def roles_of_bot(guild: discord.Guild) -> list[discord.Role]:
    """Return the bot's roles in a server; empty if Discord's data of the server was unreadable."""
    return guild.me.roles if _is_read(guild) else []


def _allowed_in(channel: discord.abc.GuildChannel | discord.Thread) -> discord.Permissions:
    """Return the bot's permissions in a channel; none if Discord's data of the server was unreadable."""
    if not _is_read(channel.guild):
        return discord.Permissions.none()
    return channel.permissions_for(channel.guild.me)


def _is_read(guild: discord.Guild) -> bool:
    """Return True if Discord's data of a server could be read."""
    # Every server has a default role with the server's id.
    return guild.get_role(guild.id) is not None


def _lacking(interaction: discord.Interaction[Any], *names: str) -> tuple[str, ...]:
    allowed = interaction.app_permissions
    return tuple(name for name in names if not (getattr(allowed, name) or allowed.administrator))
