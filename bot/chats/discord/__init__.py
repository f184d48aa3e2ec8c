"""Discord: the adapter for servers, threads and private chats."""

from bot.chats.discord.adapter import Discord as Discord
from bot.chats.discord.permissions import invite_link as invite_link
