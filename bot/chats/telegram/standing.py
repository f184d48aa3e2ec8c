"""Standing: what the bot may do in a chat has changed, told at once, but not as often as it changes."""

from __future__ import annotations

from collections import OrderedDict
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.chats.telegram.hearing import NAME
from bot.sessions.bell import IDLE, Bell

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from bot.chats.base import Ear, Notebook

SHELF = "telegram-standing"
APART = timedelta(seconds=10)
"""Between two tellings about the same chat. Anybody can block and unblock the bot all day long."""


class Standing:
    """Tells the ear when the bot may do more, or less, in a chat.

    The first change of a chat is told at once. Those of the next seconds are told together, after them: the
    last one is never lost, since what waits is kept over a restart.

    Args:
        ear: who is told.
        notebook: where it is kept what waits.
        clock: what time it is.
    """

    def __init__(self, ear: Ear, notebook: Notebook, clock: Callable[[], datetime]) -> None:
        self._ear = ear
        self._notebook = notebook
        self._clock = clock
        self._told: OrderedDict[str, datetime] = OrderedDict()
        """When each chat was last told of, in that order, as long as it matters."""
        self._waiting: set[str] = set()
        self._bell = Bell()

    async def changed(self, chat: str) -> None:
        """Take note that a chat, by its key, has changed."""
        if not self._rest(chat):
            await self._tell(chat)
        elif chat not in self._waiting:
            self._waiting.add(chat)
            await self._notebook.write(SHELF, chat, "")
            self._bell.ring()

    async def run(self) -> None:
        """Tell of what waits when it is due, until cancelled."""
        left = await self._notebook.notes(SHELF)
        while left:
            self._waiting.update(chat for chat, _ in left)
            left = await self._notebook.notes(SHELF, after=left[-1][0])
        while True:
            self._bell.quiet()
            for chat in [chat for chat in self._waiting if not self._rest(chat)]:
                # What changes from now on is to be told once more.
                self._waiting.discard(chat)
                await self._tell(chat)
                if chat not in self._waiting:
                    await self._notebook.forget(SHELF, chat)
            await self._bell.rest(min((self._rest(chat) for chat in self._waiting), default=IDLE))

    async def _tell(self, chat: str) -> None:
        now = self._clock()
        self._told[chat] = now
        self._told.move_to_end(chat)
        while not timedelta() <= now - next(iter(self._told.values())) < APART:
            self._told.popitem(last=False)
        await self._ear.chats_changed(NAME, [chat])

    def _rest(self, chat: str) -> timedelta:
        """How long a chat is not to be told of yet. The clock may have been set back meanwhile."""
        told = self._told.get(chat)
        since = APART if told is None else self._clock() - told
        return APART - since if timedelta() <= since < APART else timedelta()
