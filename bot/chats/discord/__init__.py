"""Discord: servers, threads and direct messages."""

from bot.chats.discord.adapter import Discord
from bot.chats.discord.errors import BadToken
from bot.chats.discord.permissions import invite_link

__all__ = ["BadToken", "Discord", "invite_link"]
