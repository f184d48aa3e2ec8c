"""Permissions: what the bot must be allowed to do where it plays."""

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
"""What the link that adds the bot to a server asks for."""

_SCOPES = ("bot", "applications.commands")


def invite_link(application: int) -> str:
    """Return the link that adds the bot to a server, with exactly the permissions that it needs."""
    return discord.utils.oauth_url(application, permissions=INVITED_WITH, scopes=_SCOPES)


def missing_for_boards(interaction: discord.Interaction[Any]) -> tuple[str, ...]:
    """Return the permissions that the bot lacks to post boards here, by Discord's own names.

    Where it may not attach files, it posts them in words.
    """
    if interaction.guild_id is None:
        return ()
    in_thread = isinstance(interaction.channel, discord.Thread)
    sending = "send_messages_in_threads" if in_thread else "send_messages"
    return _lacking(interaction, "view_channel", sending)


def missing_for_threads(interaction: discord.Interaction[Any]) -> tuple[str, ...]:
    """Return the permissions that the bot lacks to make a thread here and post boards in it."""
    return _lacking(interaction, "view_channel", "create_public_threads", "send_messages_in_threads")


def missing_text(words: Words, interaction: discord.Interaction[Any], missing: tuple[str, ...]) -> Text:
    """Say which permissions the bot lacks, and who can grant them."""
    names = ", ".join(words.words(f"discord-may-{name.replace('_', '-')}") for name in missing)
    can_grant = interaction.permissions.administrator or interaction.permissions.manage_roles
    message = "discord-missing-yours" if can_grant else "discord-missing"
    return words.say(message, permissions=Bold(names))


def no_files_text(words: Words) -> Text:
    """Return the sentence that says why a board is shown in words."""
    return words.say("discord-no-files", permission=Bold(words.words("discord-may-attach-files")))


def record_too_long_text(words: Words) -> Text:
    """Return the sentence that says where a record can be had that is too long for messages."""
    return words.say("discord-record-too-long", permission=Bold(words.words("discord-may-attach-files")))


def boards_in_words_text(words: Words) -> Text:
    """Return the sentence that says, before there is a board, that boards come in words."""
    return words.say("discord-greeting-files", permission=Bold(words.words("discord-may-attach-files")))


def nowhere_to_write_text(words: Words, server: str) -> Text:
    """Return what the owner of a server is told in which the bot may write in no channel."""
    permissions = ", ".join(words.words(f"discord-may-{name}") for name in ("view-channel", "send-messages"))
    return words.say("discord-greeting-silent", server=Bold(server), permissions=Bold(permissions))


def may_write(channel: discord.abc.GuildChannel) -> bool:
    """Return True if the bot may see a channel and write in it."""
    allowed = _allowed_in(channel)
    return allowed.view_channel and allowed.send_messages


def may_post(channel: discord.abc.GuildChannel | discord.Thread) -> tuple[bool, ...]:
    """Return which of the permissions that boards need the bot has in a channel."""
    allowed = _allowed_in(channel)
    return allowed.view_channel, allowed.send_messages, allowed.send_messages_in_threads, allowed.attach_files


def roles_of_bot(guild: discord.Guild) -> list[discord.Role]:
    """Return the bot's roles in a server; none where Discord's description of it could not be read."""
    return guild.me.roles if _is_read(guild) else []


def _allowed_in(channel: discord.abc.GuildChannel | discord.Thread) -> discord.Permissions:
    """Return what the bot may do in a channel; nothing where the description of its server was unreadable."""
    if not _is_read(channel.guild):
        return discord.Permissions.none()
    return channel.permissions_for(channel.guild.me)


def _is_read(guild: discord.Guild) -> bool:
    """Return True if Discord's description of a server could be read: every server has a role of its id."""
    return guild.get_role(guild.id) is not None


def _lacking(interaction: discord.Interaction[Any], *names: str) -> tuple[str, ...]:
    allowed = interaction.app_permissions
    return tuple(name for name in names if not (getattr(allowed, name) or allowed.administrator))
