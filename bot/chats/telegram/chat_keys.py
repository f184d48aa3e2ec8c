"""Chat keys: a chat, or a topic of a forum, as text."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.chats.errors import ChatGone

_KEY = re.compile(r"(-?[0-9]{1,19})(?:/([0-9]{1,19}))?")
_SUPERGROUPS = -1_000_000_000_000
"""Ids of supergroups lie below, those of plain groups above: https://core.telegram.org/api/bots/ids."""


@dataclass(frozen=True, slots=True)
class ChatKey:
    """A chat or one of its topics. Its text form, the chat's key, is `-1001234` or `-1001234/5`.

    Args:
        chat: the chat's id; those of groups are negative.
        topic: the topic's id; nothing in a chat without topics, and in a forum's general one.
    """

    chat: int
    topic: int | None = None

    def __str__(self) -> str:
        return str(self.chat) if self.topic is None else f"{self.chat}/{self.topic}"

    @classmethod
    def read(cls, key: str) -> ChatKey:
        """Read a chat's key.

        Raises:
            ChatGone: it is none, so that there can be no such chat.
        """
        found = _KEY.fullmatch(key)
        if found is None:
            raise ChatGone
        return cls(int(found[1]), int(found[2]) if found[2] else None)

    @property
    def is_group(self) -> bool:
        """True if several people read it."""
        return self.chat < 0

    def link_to(self, message: str) -> str | None:
        """Return the address of a message. There is none where Telegram has no links to messages."""
        if self.chat >= _SUPERGROUPS or not message.isdecimal():
            return None
        topic = "" if self.topic is None else f"{self.topic}/"
        return f"https://t.me/c/{_SUPERGROUPS - self.chat}/{topic}{message}"
