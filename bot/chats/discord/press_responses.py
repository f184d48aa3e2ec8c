"""Press responses: responses to presses that can still update the pressed messages.

Such an update is one request instead of two, and does not count against the channel's rate limit. Without a
usable response, or if Discord refuses it, the message is edited by its id.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from cachetools import LRUCache

from bot.chats.discord.responses import Response

LIFE = 14 * 60.0
"""Seconds for which a response is kept. Discord accepts edits by it for fifteen minutes."""
MOST = 1000
"""The most messages with kept responses. The least recently used are dropped first."""
_MOST_PER_MESSAGE = 4


class PressResponses:
    """The responses to the latest presses of each message.

    Args:
        clock: a monotonic clock, in seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._kept: LRUCache[tuple[str, str], list[tuple[float, Response]]] = LRUCache(MOST)
        """The responses with their expiry times, by chat and message, oldest first."""

    def add(self, chat: str, message: str, response: Response) -> None:
        """Keep the response to a press of a message for later updates of that message."""
        responses = self._kept.setdefault((chat, message), [])
        responses.append((self._clock() + LIFE, response))
        del responses[:-_MOST_PER_MESSAGE]

    def of(self, chat: str, message: str) -> Response | None:
        """Return a response that can update a message now, or None.

        It is the oldest one that Discord still waits for, or else the latest.
        """
        now = self._clock()
        responses = self._kept.get((chat, message), [])
        responses[:] = [(until, each) for until, each in responses if until > now and each.can_update_pressed]
        if not responses:
            self._kept.pop((chat, message), None)
            return None
        return next((each for _, each in responses if not each.is_given), responses[-1][1])

    def clear(self) -> None:
        """Drop all responses, because the client that could send them was replaced."""
        self._kept.clear()
