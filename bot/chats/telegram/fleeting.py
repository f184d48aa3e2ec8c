"""Answers that stand in a group for a little while: Telegram has no private answer to a typed command."""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from telegram.error import TelegramError

from bot.chats.errors import TryLater
from bot.chats.telegram.errors import chat_error
from bot.chats.telegram.spots import Spot
from bot.sessions.bell import Bell

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.chats.base import Notebook

logger = logging.getLogger(__name__)

SHELF = "telegram-fleeting"
_IDLE = timedelta(hours=1)
_AGAIN = timedelta(minutes=1)
LONGEST_LIFE = timedelta(minutes=15)
"""No answer stands longer. One that would was noted before the clock was set back."""


@dataclass(frozen=True, slots=True)
class Fleeting:
    """A message that goes away by itself.

    Args:
        spot: where it stands.
        message: its id.
        owner: the account of the one who was answered.
        due: when it goes.
    """

    spot: Spot
    message: int
    owner: str
    due: datetime

    def __str__(self) -> str:
        return json.dumps([str(self.spot), self.message, self.owner, self.due.isoformat()])

    @classmethod
    def read(cls, text: str) -> Fleeting:
        """Read its text form."""
        spot, message, owner, due = json.loads(text)
        return cls(Spot.read(spot), message, owner, datetime.fromisoformat(due))


class FleetingMessages:
    """Takes answers away when their time has come, also after a restart.

    Args:
        notebook: where they are kept.
        remove: takes a message away, and raises what Telegram refuses.
        clock: what time it is.
    """

    def __init__(
        self,
        notebook: Notebook,
        remove: Callable[[Spot, int], Awaitable[None]],
        clock: Callable[[], datetime],
    ) -> None:
        self._notebook = notebook
        self._remove = remove
        self._clock = clock
        self._kept: dict[tuple[int, int], tuple[int, Fleeting]] = {}
        self._bell = Bell()

    async def open(self) -> None:
        """Find again what was to go away when the program ended."""
        before = None
        while pages := await self._notebook.pages(SHELF, before=before):
            for number, text in pages:
                fleeting = Fleeting.read(text)
                self._kept.setdefault((fleeting.spot.chat, fleeting.message), (number, fleeting))
            before = pages[0][0]

    async def add(self, spot: Spot, message: int, owner: str, life: timedelta) -> None:
        """Let a message go away after a while, counted from now even if it was to go already."""
        fleeting = Fleeting(spot, message, owner, self._clock() + min(life, LONGEST_LIFE))
        known = self._kept.get((spot.chat, message))
        if known is None:
            number = await self._notebook.append(SHELF, str(fleeting))
        else:
            number = known[0]
            await self._notebook.amend(SHELF, number, str(fleeting))
        self._kept[spot.chat, message] = number, fleeting
        self._bell.ring()

    def owner_of(self, spot: Spot, message: int) -> str | None:
        """Return the account of the one whom a message answers, if it is such an answer."""
        known = self._kept.get((spot.chat, message))
        return None if known is None else known[1].owner

    async def drop(self, spot: Spot, message: int) -> None:
        """Take a message away now; where Telegram cannot at the moment, a minute later."""
        known = self._kept.pop((spot.chat, message), None)
        try:
            await self._remove(spot, message)
        except TelegramError as error:
            logger.info("an answer could not be taken away: %s", type(error).__name__)
            if known is not None and isinstance(chat_error(error), TryLater):
                number, fleeting = known
                self._kept[spot.chat, message] = number, replace(fleeting, due=self._clock() + _AGAIN)
                return
        if known is not None:
            await self._notebook.remove(SHELF, known[0])

    async def run(self) -> None:
        """Take away what is due, until cancelled."""
        await self.open()
        while True:
            self._bell.quiet()
            now = self._clock()
            self._shorten(now + LONGEST_LIFE)
            due = [each for each in self._kept.values() if each[1].due <= now]
            for number, each in due:
                # Meanwhile it may have been told to stay longer, or be gone.
                if self._kept.get((each.spot.chat, each.message)) == (number, each):
                    await self.drop(each.spot, each.message)
            following = min((each.due for _, each in self._kept.values()), default=None)
            rest = _IDLE if following is None else min(_IDLE, following - self._clock())
            await self._bell.rest(max(timedelta(), rest))

    def _shorten(self, latest: datetime) -> None:
        """Let nothing stand beyond a moment."""
        for where, (number, fleeting) in self._kept.items():
            if fleeting.due > latest:
                self._kept[where] = number, replace(fleeting, due=latest)
