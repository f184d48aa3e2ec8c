"""Standing: what the bot may do in a chat has changed, told at once, but not as often as it changes."""

from __future__ import annotations

from collections import OrderedDict
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.chats.telegram.incoming import NAME
from bot.sessions.workers.wake_up import IDLE, WakeUp

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from bot.chats.base import Handler, KeyValues

NAMESPACE = "telegram-standing"
APART = timedelta(seconds=10)
"""Between two tellings about the same chat. Anybody can block and unblock the bot all day long."""


class ChatRights:
    """Tells the ear when the bot may do more, or less, in a chat.

    The first change of a chat is told at once. Those of the next seconds are told together, after them: the
    last one is never lost, since what waits is kept over a restart.

    Args:
        handler: who is told.
        key_values: where it is kept what waits.
        clock: what time it is.
    """

    def __init__(self, handler: Handler, key_values: KeyValues, clock: Callable[[], datetime]) -> None:
        self._handler = handler
        self._key_values = key_values
        self._clock = clock
        self._told: OrderedDict[str, datetime] = OrderedDict()
        """When each chat was last told of, in that order, as long as it matters."""
        self._waiting: set[str] = set()
        self._wake_up = WakeUp()

    async def changed(self, chat: str) -> None:
        """Take note that a chat, by its key, has changed."""
        if not self._wait(chat):
            await self._announce(chat)
        elif chat not in self._waiting:
            self._waiting.add(chat)
            await self._key_values.write(NAMESPACE, chat, "")
            self._wake_up.set()

    async def run(self) -> None:
        """Tell of what waits when it is due, until cancelled."""
        left = await self._key_values.items(NAMESPACE)
        while left:
            self._waiting.update(chat for chat, _ in left)
            left = await self._key_values.items(NAMESPACE, after=left[-1][0])
        while True:
            self._wake_up.clear()
            for chat in [chat for chat in self._waiting if not self._wait(chat)]:
                # What changes from now on is to be told once more.
                self._waiting.discard(chat)
                await self._announce(chat)
                if chat not in self._waiting:
                    await self._key_values.forget(NAMESPACE, chat)
            await self._wake_up.wait(min((self._wait(chat) for chat in self._waiting), default=IDLE))

    async def _announce(self, chat: str) -> None:
        now = self._clock()
        self._told[chat] = now
        self._told.move_to_end(chat)
        while not timedelta() <= now - next(iter(self._told.values())) < APART:
            self._told.popitem(last=False)
        await self._handler.chats_changed(NAME, [chat])

    def _wait(self, chat: str) -> timedelta:
        """How long a chat is not to be told of yet. The clock may have been set back meanwhile."""
        told = self._told.get(chat)
        since = APART if told is None else self._clock() - told
        return APART - since if timedelta() <= since < APART else timedelta()
