"""Chat rights: changes of what the bot may do in a chat, reported soon, but not as often as they happen."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from datetime import datetime, timedelta

from bot.chats.base import Handler, KeyValues
from bot.chats.telegram.incoming import NAME
from bot.sessions.workers import IDLE, WakeUp

NAMESPACE = "telegram-standing"
APART = timedelta(seconds=10)
"""Between two reports about the same chat. Anybody can block and unblock the bot all day long."""


class ChatRights:
    """Reports to the handler when the bot may do more, or less, in a chat.

    The first change of a chat is reported at once. Those of the next seconds are reported together, after
    them. The last one is never lost: what waits is stored, and survives a restart.

    Args:
        handler: receives the reports.
        key_values: stores what waits.
        clock: what time it is.
    """

    def __init__(self, handler: Handler, key_values: KeyValues, clock: Callable[[], datetime]) -> None:
        self._handler = handler
        self._key_values = key_values
        self._clock = clock
        self._notified: OrderedDict[str, datetime] = OrderedDict()
        """When each chat was last reported, in that order, as long as it matters."""
        self._waiting: set[str] = set()
        self._wake_up = WakeUp()

    async def changed(self, chat: str) -> None:
        """Take note that the rights in a chat, by its key, have changed."""
        if not self._wait(chat):
            await self._announce(chat)
        elif chat not in self._waiting:
            self._waiting.add(chat)
            await self._key_values.write(NAMESPACE, chat, "")
            self._wake_up.set()

    async def run(self) -> None:
        """Report what waits when it is due, until cancelled."""
        left = await self._key_values.items(NAMESPACE)
        while left:
            self._waiting.update(chat for chat, _ in left)
            left = await self._key_values.items(NAMESPACE, after=left[-1][0])
        while True:
            self._wake_up.clear()
            for chat in [chat for chat in self._waiting if not self._wait(chat)]:
                # Removed before the report: a change during it is to be reported once more.
                self._waiting.discard(chat)
                await self._announce(chat)
                if chat not in self._waiting:
                    await self._key_values.forget(NAMESPACE, chat)
            await self._wake_up.wait(min((self._wait(chat) for chat in self._waiting), default=IDLE))

    async def _announce(self, chat: str) -> None:
        now = self._clock()
        self._notified[chat] = now
        self._notified.move_to_end(chat)
        while not timedelta() <= now - next(iter(self._notified.values())) < APART:
            self._notified.popitem(last=False)
        await self._handler.chats_changed(NAME, [chat])

    def _wait(self, chat: str) -> timedelta:
        """Return how long a chat is not to be reported yet. The clock may have been set back meanwhile."""
        notified = self._notified.get(chat)
        since = APART if notified is None else self._clock() - notified
        return APART - since if timedelta() <= since < APART else timedelta()
