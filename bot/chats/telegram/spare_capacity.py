"""Spare capacity: what can wait in a group that takes few messages more, and for how long."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from cachetools import FIFOCache, LRUCache

from bot.chats.base import Request
from bot.chats.telegram.chat_keys import ChatKey
from bot.chats.telegram.pacing import Pacing
from bot.talk.incoming import BoardLag
from bot.talk.views.presenter import STEP_PAUSE

LONGEST_WAIT = 180.0
"""Seconds after which a replaced message need not wait for room any more."""
_APART = 3.0
"""Seconds between two replaced messages that are looked at again: when there is room, it is for a few."""
_MOST_KEPT = 10_000


class SpareCapacity:
    """Puts off steps of a turn, which the next press changes again, and what becomes of replaced messages.

    So a busy group sees of each turn that it is complete and the new board, and its old boards lose their
    buttons when fewer people play.

    Args:
        pacing: how much room there is.
    """

    def __init__(self, pacing: Pacing) -> None:
        self._pacing = pacing
        self._put_off: FIFOCache[tuple[ChatKey, str], float] = FIFOCache(_MOST_KEPT)
        """Since when replaced messages wait."""
        self._last: LRUCache[int, float] = LRUCache(_MOST_KEPT)
        """When the last replaced message of a group is looked at again."""

    def is_there(self, chat_key: ChatKey) -> bool:
        """Return True if a chat takes what can wait."""
        return self._pacing.wait_for_room(chat_key.chat) <= 0

    async def lag(self, chat_key: ChatKey, queued: Callable[[], Awaitable[int]]) -> BoardLag:
        """Return how soon a chat shows what is done now.

        Args:
            queued: counts the boards that the group shows before; asked only where boards wait.
        """
        chat = chat_key.chat
        seconds = self._pacing.wait(chat)
        if seconds > 0 and chat_key.is_group:
            seconds = self._pacing.wait(chat, await queued())
        return BoardLag(seconds, self.is_there(chat_key))

    def delay(self, chat_key: ChatKey, request: Request, message: str | None) -> float:
        """Return how many seconds a request is put off. As `bot.chats.base.Platform.delay`."""
        # The place that is kept for it stands in nobody's way, and is another's if it is put off.
        held = self._pacing.let_go(chat_key.chat)
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
        since = self._put_off.setdefault((chat_key, message), now)
        if wait <= 0 or now - since >= LONGEST_WAIT:
            del self._put_off[chat_key, message]
            return 0.0
        # One after another: if all came back at once, all but the first would only be put off again.
        again = max(now + wait, self._last.get(chat_key.chat, now) + _APART)
        self._last[chat_key.chat] = again
        return min(again - now, LONGEST_WAIT)
