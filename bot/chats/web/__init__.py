"""Local table: a chat page on this machine."""

from bot.chats.web.adapter import LocalTable

__all__ = ["LocalTable"]
