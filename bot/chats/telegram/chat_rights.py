"""Chat rights: reports of changes of the bot's rights in a chat, limited to one every few seconds."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from datetime import datetime, timedelta

from bot.chats.base import Handler, KeyValues
from bot.chats.telegram.incoming import NAME
from bot.sessions.workers import IDLE, WakeUp

NAMESPACE = "telegram-standing"
INTERVAL = timedelta(seconds=10)
"""The least time between two reports about a chat. A person can block and unblock the bot all day long."""


class ChatRights:
    """Reports to the handler that the bot's rights in a chat have changed.

    The first change of a chat is reported at once. Changes within `INTERVAL` after it are reported together
    at its end. Pending reports are stored, so that a restart loses none.

    Args:
        handler: receives the reports.
        key_values: stores the pending reports.
    """

    def __init__(self, handler: Handler, key_values: KeyValues, clock: Callable[[], datetime]) -> None:
        self._handler = handler
        self._key_values = key_values
        self._clock = clock
        self._reported: OrderedDict[str, datetime] = OrderedDict()
        """The time of each chat's last report within the last `INTERVAL`, oldest first."""
        self._pending: set[str] = set()
        self._wake_up = WakeUp()

    async def changed(self, chat: str) -> None:
        """Report that the bot's rights in a chat have changed: now, or at the end of the interval.

        Args:
            chat: the chat's key.
        """
        if not self._wait(chat):
            await self._report(chat)
        elif chat not in self._pending:
            self._pending.add(chat)
            await self._key_values.write(NAMESPACE, chat, "")
            self._wake_up.set()

    async def run(self) -> None:
        """Make the pending reports when they are due, until cancelled."""
        left = await self._key_values.items(NAMESPACE)
        while left:
            self._pending.update(chat for chat, _ in left)
            left = await self._key_values.items(NAMESPACE, after=left[-1][0])
        while True:
            self._wake_up.clear()
            for chat in [chat for chat in self._pending if not self._wait(chat)]:
                # Removed before the report, so that a change during it becomes pending again.
                self._pending.discard(chat)
                await self._report(chat)
                if chat not in self._pending:
                    await self._key_values.forget(NAMESPACE, chat)
            await self._wake_up.wait(min((self._wait(chat) for chat in self._pending), default=IDLE))

    async def _report(self, chat: str) -> None:
        now = self._clock()
        self._reported[chat] = now
        self._reported.move_to_end(chat)
        while not timedelta() <= now - next(iter(self._reported.values())) < INTERVAL:
            self._reported.popitem(last=False)
        await self._handler.chats_changed(NAME, [chat])

    def _wait(self, chat: str) -> timedelta:
        """Return how long to wait before the next report about a chat; zero if the clock was set back."""
        reported = self._reported.get(chat)
        since = INTERVAL if reported is None else self._clock() - reported
        return INTERVAL - since if timedelta() <= since < INTERVAL else timedelta()
