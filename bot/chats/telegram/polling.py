"""Polling: fetches updates from Telegram without parsing them."""

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
"""Seconds for which Telegram holds a poll while there are no updates."""
_FIRST_PAUSE, _LONGEST_PAUSE = 1.0, 60.0
_CONFLICT = 10.0
RawUpdate = dict[str, Any]
"""An update's JSON. Only the field `update_id` is certain to exist, as an integer."""

_READ_TIMEOUT = 10
"""Seconds that the answer to a poll may take beyond the time for which Telegram holds the poll."""


class Poller(Protocol):
    """Fetches updates from Telegram."""

    async def poll(self, offset: int | None, timeout: int, wanted: Sequence[str]) -> list[RawUpdate]:  # noqa: ASYNC109 (Telegram's own name for it)
        """Return unparsed updates, oldest first.

        Args:
            offset: the id of the first update to return. This confirms all earlier ones to Telegram.
            timeout: the seconds for which Telegram holds the poll while there are no updates.
            wanted: the kinds of updates.

        Raises:
            TelegramError: Telegram refuses, is unreachable, or answers with something else than updates.
        """


class PollingBot(ExtBot[int]):
    """The bot's account, with polls that do not parse updates.

    The library's `get_updates` parses all updates of a poll together. An update that it cannot parse would
    block the others, and the library would write it into the log.
    """

    async def poll(self, offset: int | None, timeout: int, wanted: Sequence[str]) -> list[RawUpdate]:  # noqa: ASYNC109 (as above)
        """Return unparsed updates, oldest first, as `Poller.poll`."""
        data = {"offset": offset, "timeout": timeout, "allowed_updates": list(wanted)}
        answer = await self._post("getUpdates", data, read_timeout=timeout + _READ_TIMEOUT)
        if not isinstance(answer, list) or not all(map(is_update, answer)):
            raise TelegramError("the answer to a poll is not a list of updates")
        return answer


class Fetching:
    """Polls with retries until Telegram answers.

    Args:
        poller: makes one poll.
        remove_webhook: removes another program's webhook; returns False if it did not.
    """

    def __init__(self, poller: Poller, remove_webhook: Callable[[], Awaitable[bool]] | None = None) -> None:
        self._poller = poller
        self._remove_webhook = remove_webhook
        self.is_answered = False
        """True if Telegram has answered the last poll."""

    async def fetch(self, offset: int | None) -> list[RawUpdate]:
        """Poll until Telegram answers, and return the updates. Log each cause of failure once.

        Args:
            offset: the id of the first update to return; None for all that are unconfirmed.

        Raises:
            InvalidToken: Telegram no longer accepts the token.
        """
        pause, logged = _FIRST_PAUSE, ""
        while True:
            try:
                # The first poll is not held, so that `is_answered` soon shows that Telegram is reachable.
                held = _LONG_POLL if self.is_answered else 0
                updates = await self._poller.poll(offset, held, UPDATE_KINDS)
            except InvalidToken:
                raise
            except RetryAfter as error:
                self.is_answered = False
                await asyncio.sleep(seconds_of(error))
                continue
            except Conflict as error:
                reason = "another program polls with this bot's token; only one may"
                wait = _CONFLICT
                if names_webhook(error):
                    reason = "another program has set a webhook for this bot"
                    if self._remove_webhook is not None and await self._remove_webhook():
                        wait = _FIRST_PAUSE
            except TelegramError as error:
                reason = f"Telegram cannot be reached ({type(error).__name__})"
                wait, pause = pause, min(2 * pause, _LONGEST_PAUSE)
            else:
                self.is_answered = True
                return updates
            self.is_answered = False
            if reason != logged:
                logger.warning("poll failed; will retry", extra={"platform": "telegram", "reason": reason})
                logged = reason
            await asyncio.sleep(wait)


def is_update(value: object) -> bool:
    """Return True if a JSON value is an object with an integer `update_id`."""
    return isinstance(value, dict) and type(value.get("update_id")) is int
