"""Discord: the adapter for servers, threads and direct messages."""

from bot.chats.discord.adapter import Discord
from bot.chats.discord.permissions import invite_link

__all__ = ["Discord", "invite_link"]
