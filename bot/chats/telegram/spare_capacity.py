"""Spare capacity: postpones requests that are not urgent while a group's rate limit is nearly used up."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from cachetools import FIFOCache, LRUCache

from bot.chats.base import Request
from bot.chats.telegram.chat_keys import ChatKey
from bot.chats.telegram.pacing import Pacing
from bot.talk.incoming import BoardLag
from bot.talk.views.presenter import STEP_PAUSE

LONGEST_WAIT = 180.0
"""Seconds after which a replaced message is no longer postponed."""
_BETWEEN_RETRIES = 3.0
"""Seconds between the retries of two replaced messages, because a group has room for only a few at once."""
_MOST_KEPT = 10_000


class SpareCapacity:
    """Postpones edits that show unfinished turns, and the retiring of replaced messages.

    A busy group then sees each complete turn and each new board in time. Its old boards lose their buttons
    later, when fewer people play.

    Args:
        pacing: the rate limits.
    """

    def __init__(self, pacing: Pacing) -> None:
        self._pacing = pacing
        self._postponed: FIFOCache[tuple[ChatKey, str], float] = FIFOCache(_MOST_KEPT)
        """The time since which each replaced message is postponed."""
        self._last: LRUCache[int, float] = LRUCache(_MOST_KEPT)
        """The time of the last scheduled retry in each group."""

    def exists(self, chat_key: ChatKey) -> bool:
        """Return True if a chat's rate limit has room for requests that are not urgent."""
        return self._pacing.wait_for_room(chat_key.chat) <= 0

    async def lag(self, chat_key: ChatKey, queued: Callable[[], Awaitable[int]]) -> BoardLag:
        """Return how soon a chat can show the result of an action taken now.

        Args:
            queued: counts the boards that a group must show before. Called only if boards must wait there.
        """
        chat = chat_key.chat
        seconds = self._pacing.wait(chat)
        if seconds > 0 and chat_key.is_group:
            seconds = self._pacing.wait(chat, await queued())
        return BoardLag(seconds, self.exists(chat_key))

    def delay(self, chat_key: ChatKey, request: Request, message: str | None) -> float:
        """Return the seconds by which to postpone a request, as `bot.chats.base.Platform.delay`."""
        # The place held for this request must not count as used here, and is not needed if it is postponed.
        held = self._pacing.release_held(chat_key.chat)
        delay = self._delay(chat_key, request, message)
        if held and delay <= 0:
            self._pacing.hold(chat_key.chat)
        return delay

    def _delay(self, chat_key: ChatKey, request: Request, message: str | None) -> float:
        wait = self._pacing.wait_for_room(chat_key.chat)
        if request is Request.EDIT_STEP:
            return min(wait, STEP_PAUSE.total_seconds())
        if request is Request.RETIRE and message is not None:
            return self._delay_of_replaced(chat_key, message, wait)
        return 0.0

    def _delay_of_replaced(self, chat_key: ChatKey, message: str, wait: float) -> float:
        now = self._pacing.clock()
        since = self._postponed.setdefault((chat_key, message), now)
        if wait <= 0 or now - since >= LONGEST_WAIT:
            del self._postponed[chat_key, message]
            return 0.0
        # Spaced, because of several retries at once all but the first would only be postponed again.
        again = max(now + wait, self._last.get(chat_key.chat, now) + _BETWEEN_RETRIES)
        self._last[chat_key.chat] = again
        return min(again - now, LONGEST_WAIT)
