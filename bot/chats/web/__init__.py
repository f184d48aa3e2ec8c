"""Local table: the chat page that the bot serves itself, as a platform beside Discord and Telegram."""

from bot.chats.web.adapter import LocalTable

__all__ = ["LocalTable"]
