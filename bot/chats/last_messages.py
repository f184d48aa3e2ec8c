"""Last messages: which message of a private chat stands lowest, as far as this process has seen."""

from __future__ import annotations

from cachetools import LRUCache


class LastMessages:
    """The last message of each chat, by numbers that grow with time.

    It is not kept over a restart: what is not known costs a new message where an edit would have done.

    Args:
        most: how many chats are kept; those unused longest are forgotten.
    """

    def __init__(self, most: int = 10_000) -> None:
        self._last: LRUCache[str, int] = LRUCache(most)

    def note(self, chat: str, message: int) -> None:
        """Note that a message stands in a chat."""
        self._last[chat] = max(message, self._last.get(chat, 0))

    def is_last(self, chat: str, message: int) -> bool:
        """Return True if a message is the last that was seen in a chat."""
        return self._last.get(chat) == message
