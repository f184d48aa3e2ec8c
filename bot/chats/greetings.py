"""Greetings: in which chats the bot has greeted, since it does that once for ever."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.chats.base import KeyValues

NAMESPACE = "greeted"


class Greetings:
    """The chats of a platform that were greeted. They stay so when the bot is removed and added again.

    Args:
        key_values: stores them.
        platform: the platform's name.
    """

    def __init__(self, key_values: KeyValues, platform: str) -> None:
        self._key_values = key_values
        self._platform = platform

    async def claim(self, chat: str) -> bool:
        """Return whether a chat is to be greeted now, and note that it was."""
        key = self._key(chat)
        if await self._key_values.read(NAMESPACE, key) is not None:
            return False
        await self._key_values.write(NAMESPACE, key, "")
        return True

    async def release(self, chat: str) -> None:
        """Note that a greeting did not arrive: the chat is greeted when the bot is added the next time."""
        await self._key_values.forget(NAMESPACE, self._key(chat))

    async def moved(self, old: str, new: str) -> None:
        """Note that a new chat has taken the place of an old one, which may have been greeted."""
        if await self._key_values.read(NAMESPACE, self._key(old)) is not None:
            await self._key_values.write(NAMESPACE, self._key(new), "")

    def _key(self, chat: str) -> str:
        return f"{self._platform}:{chat}"
