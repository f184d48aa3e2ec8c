"""Expiring messages: answers in a group that are deleted after a while, instead of private answers."""

from __future__ import annotations

import json
import logging
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from telegram.error import TelegramError

from bot.chats.base import KeyValues
from bot.chats.errors import TryLater
from bot.chats.telegram.chat_keys import ChatKey
from bot.chats.telegram.errors import chat_error
from bot.sessions.workers import WakeUp

logger = logging.getLogger(__name__)

NAMESPACE = "telegram-fleeting"
_IDLE = timedelta(hours=1)
_RETRY = timedelta(minutes=1)
LONGEST_LIFE = timedelta(minutes=15)
"""The longest life of an answer. A later due time was stored before the clock was set back."""


@dataclass(frozen=True, slots=True)
class ExpiringMessage:
    """A message that the bot deletes at a set time.

    Args:
        chat_key: the chat of the message.
        message: the message's id.
        owner: the account of the person that it answers.
        due: when to delete it.
    """

    chat_key: ChatKey
    message: int
    owner: str
    due: datetime

    def __str__(self) -> str:
        return json.dumps([str(self.chat_key), self.message, self.owner, self.due.isoformat()])

    @classmethod
    def read(cls, text: str) -> ExpiringMessage:
        """Parse a message's stored form."""
        chat_key, message, owner, due = json.loads(text)
        return cls(ChatKey.read(chat_key), message, owner, datetime.fromisoformat(due))


class ExpiringMessages:
    """Deletes answers when they are due, also after a restart.

    Args:
        key_values: stores the messages.
        remove: deletes a message; raises `TelegramError` if Telegram refuses.
        is_shared: True if other processes store expiring messages in the same database.
    """

    def __init__(
        self,
        key_values: KeyValues,
        remove: Callable[[ChatKey, int], Awaitable[None]],
        clock: Callable[[], datetime],
        *,
        is_shared: bool = False,
    ) -> None:
        self._is_shared = is_shared
        self._key_values = key_values
        self._remove = remove
        self._clock = clock
        self._kept: dict[tuple[int, int], tuple[int, ExpiringMessage]] = {}
        self._wake_up = WakeUp()

    async def open(self) -> None:
        """Load the stored messages."""
        before = None
        while pages := await self._key_values.log_entries(NAMESPACE, before=before):
            self._load(pages)
            before = pages[0][0]

    def _load(self, pages: Iterable[tuple[int, str]]) -> None:
        for number, text in pages:
            expiring = ExpiringMessage.read(text)
            self._kept.setdefault((expiring.chat_key.chat, expiring.message), (number, expiring))

    async def add(self, chat_key: ChatKey, message: int, owner: str, life: timedelta) -> None:
        """Schedule a message for deletion. If it is scheduled already, its time is counted again from now."""
        expiring = ExpiringMessage(chat_key, message, owner, self._clock() + min(life, LONGEST_LIFE))
        known = self._kept.get((chat_key.chat, message))
        if known is None:
            number = await self._key_values.append(NAMESPACE, str(expiring))
        else:
            number = known[0]
            await self._key_values.amend(NAMESPACE, number, str(expiring))
        self._kept[chat_key.chat, message] = number, expiring
        self._wake_up.set()

    async def owner_of(self, chat_key: ChatKey, message: int) -> str | None:
        """Return the account of the person that an expiring message answers, or None for other messages."""
        where = (chat_key.chat, message)
        if self._is_shared and where not in self._kept:
            # Another process may have sent it a moment ago, so only the last entries need to be read.
            self._load(await self._key_values.log_entries(NAMESPACE))
        known = self._kept.get(where)
        return None if known is None else known[1].owner

    async def drop(self, chat_key: ChatKey, message: int) -> None:
        """Delete a message now. If Telegram is unavailable, retry after a minute."""
        known = self._kept.pop((chat_key.chat, message), None)
        try:
            await self._remove(chat_key, message)
        except TelegramError as error:
            fields = {"platform": "telegram", "chat": chat_key, "message_id": message}
            logger.info("answer not deleted", extra=fields | {"error": type(error).__name__})
            if known is not None and isinstance(chat_error(error), TryLater):
                number, expiring = known
                self._kept[chat_key.chat, message] = number, replace(expiring, due=self._clock() + _RETRY)
                return
        if known is not None:
            await self._key_values.remove(NAMESPACE, known[0])

    async def run(self) -> None:
        """Delete messages when they are due, until cancelled."""
        await self.open()
        idle = _RETRY if self._is_shared else _IDLE
        while True:
            self._wake_up.clear()
            if self._is_shared:
                await self.open()  # A process that has stopped leaves its messages to the others.
            now = self._clock()
            self._shorten(now + LONGEST_LIFE)
            due = [each for each in self._kept.values() if each[1].due <= now]
            for number, each in due:
                # During the earlier deletions its time may have been extended, or it may have been deleted.
                where = (each.chat_key.chat, each.message)
                if self._kept.get(where) == (number, each) and await self._is_due_still(where, number, now):
                    await self.drop(each.chat_key, each.message)
            following = min((each.due for _, each in self._kept.values()), default=None)
            rest = idle if following is None else min(idle, following - self._clock())
            await self._wake_up.wait(max(timedelta(), rest))

    async def _is_due_still(self, where: tuple[int, int], number: int, now: datetime) -> bool:
        """Return True if no other process has extended a message's time or deleted it."""
        if not self._is_shared:
            return True
        text = await self._key_values.log_entry(NAMESPACE, number)
        if text is None:
            del self._kept[where]
            return False
        expiring = ExpiringMessage.read(text)
        self._kept[where] = number, expiring
        return expiring.due <= now

    def _shorten(self, latest: datetime) -> None:
        """Move due times after `latest` to `latest`."""
        for where, (number, expiring) in self._kept.items():
            if expiring.due > latest:
                self._kept[where] = number, replace(expiring, due=latest)
