"""Chat keys: the text form of a chat's id, or of a forum topic's."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.chats.errors import ChatGone

_KEY = re.compile(r"(-?[0-9]{1,19})(?:/([0-9]{1,19}))?")
_SUPERGROUPS = -1_000_000_000_000
"""Supergroups have lower ids than this, plain groups higher ones: https://core.telegram.org/api/bots/ids."""


@dataclass(frozen=True, slots=True)
class ChatKey:
    """A chat or one of its topics. Its text form, the chat's key, is `-1001234` or `-1001234/5`.

    Args:
        chat: the chat's id; negative for groups.
        topic: the topic's id; None in a chat without topics, and in a forum's general topic.
    """

    chat: int
    topic: int | None = None

    def __str__(self) -> str:
        return str(self.chat) if self.topic is None else f"{self.chat}/{self.topic}"

    @classmethod
    def read(cls, key: str) -> ChatKey:
        """Parse a chat's key.

        Raises:
            ChatGone: the text is not a key, so no such chat can exist.
        """
        found = _KEY.fullmatch(key)
        if found is None:
            raise ChatGone
        return cls(int(found[1]), int(found[2]) if found[2] else None)

    @property
    def is_group(self) -> bool:
        """True for groups and supergroups, False for private chats."""
        return self.chat < 0

    def link_to(self, message: str) -> str | None:
        """Return the link to a message, or None, as Telegram has such links only in supergroups."""
        if self.chat >= _SUPERGROUPS or not message.isdecimal():
            return None
        topic = "" if self.topic is None else f"{self.topic}/"
        return f"https://t.me/c/{_SUPERGROUPS - self.chat}/{topic}{message}"
