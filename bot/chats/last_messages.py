"""Last messages: the newest message of each private chat that this process has seen."""

from __future__ import annotations

from cachetools import LRUCache


class LastMessages:
    """The highest message id seen in each chat. Ids must increase with time.

    Lost at a restart. For an unknown chat the sender posts a new message where an edit would do.

    Args:
        most: how many chats are kept; the least recently used are dropped first.
    """

    def __init__(self, most: int = 10_000) -> None:
        self._last: LRUCache[str, int] = LRUCache(most)

    def note(self, chat: str, message: int) -> None:
        """Record that a chat has a message."""
        self._last[chat] = max(message, self._last.get(chat, 0))

    def is_last(self, chat: str, message: int) -> bool:
        """Return True if a message is the newest that this process has seen in a chat."""
        return self._last.get(chat) == message
