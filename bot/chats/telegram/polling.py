"""Polling: updates as Telegram sends them, not parsed yet."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol

from telegram import Update
from telegram.error import Conflict, InvalidToken, RetryAfter, TelegramError
from telegram.ext import ExtBot

from bot.chats.telegram.errors import names_webhook, seconds_of

logger = logging.getLogger(__name__)

UPDATE_KINDS = (Update.MESSAGE, Update.CALLBACK_QUERY, Update.MY_CHAT_MEMBER)
_LONG_POLL = 25
"""Seconds that Telegram holds a poll while nothing happens."""
_FIRST_PAUSE, _LONGEST_PAUSE = 1.0, 60.0
_CONFLICT = 10.0
RawUpdate = dict[str, Any]
"""An update as JSON has it: of its fields only `update_id` is certain, and a number."""

_READ_TIMEOUT = 10
"""Seconds that the answer to a poll may take beyond the time for which Telegram holds it."""


class Poller(Protocol):
    """Fetches updates from Telegram."""

    async def poll(self, offset: int | None, timeout: int, wanted: Sequence[str]) -> list[RawUpdate]:  # noqa: ASYNC109 (Telegram's own name for it)
        """Return updates as they came, the oldest first.

        Args:
            offset: the id of the first that is wanted; all before it are confirmed by this.
            timeout: for how many seconds Telegram holds the poll while there are none.
            wanted: the kinds of updates.

        Raises:
            TelegramError: Telegram refuses, cannot be reached, or answers with no list of updates.
        """


class PollingBot(ExtBot[int]):
    """The bot's account, with polls that parse nothing.

    `get_updates` parses all updates at once, so one that it cannot parse would hold up the others, and it
    writes what it could not parse into the log.
    """

    async def poll(self, offset: int | None, timeout: int, wanted: Sequence[str]) -> list[RawUpdate]:  # noqa: ASYNC109 (as above)
        """Return updates as they came. As `Poller.poll`."""
        data = {"offset": offset, "timeout": timeout, "allowed_updates": list(wanted)}
        answer = await self._post("getUpdates", data, read_timeout=timeout + _READ_TIMEOUT)
        if not isinstance(answer, list) or not all(map(is_update, answer)):
            raise TelegramError("the answer to a poll is no list of updates")
        return answer


class Fetching:
    """Asks for updates until Telegram answers.

    Args:
        poller: fetches from Telegram.
        remove_webhook: removes the webhook that another program has set; it returns False if it did not.
    """

    def __init__(self, poller: Poller, remove_webhook: Callable[[], Awaitable[bool]] | None = None) -> None:
        self._poller = poller
        self._remove_webhook = remove_webhook
        self.is_answered = False
        """True if Telegram has answered the last poll."""

    async def fetch(self, offset: int | None) -> list[RawUpdate]:
        """Ask for updates until Telegram answers. What is in the way is logged once.

        Args:
            offset: the id of the first that is wanted.

        Raises:
            InvalidToken: Telegram does not accept the token any more.
        """
        pause, logged = _FIRST_PAUSE, ""
        while True:
            try:
                # Not held until one was answered: meanwhile nobody knows whether Telegram is reached.
                held = _LONG_POLL if self.is_answered else 0
                updates = await self._poller.poll(offset, held, UPDATE_KINDS)
            except InvalidToken:
                raise
            except RetryAfter as error:
                self.is_answered = False
                await asyncio.sleep(seconds_of(error))
                continue
            except Conflict as error:
                trouble = "another program fetches this bot's updates from Telegram; only one may"
                wait = _CONFLICT
                if names_webhook(error):
                    trouble = "a webhook of another program keeps updates from this bot"
                    if self._remove_webhook is not None and await self._remove_webhook():
                        wait = _FIRST_PAUSE
            except TelegramError as error:
                trouble = f"Telegram cannot be reached ({type(error).__name__})"
                wait, pause = pause, min(2 * pause, _LONGEST_PAUSE)
            else:
                self.is_answered = True
                return updates
            self.is_answered = False
            if trouble != logged:
                logger.warning(trouble)
                logged = trouble
            await asyncio.sleep(wait)


def is_update(value: object) -> bool:
    """True if something is an update, of which nothing is certain but its id."""
    return isinstance(value, dict) and type(value.get("update_id")) is int
