"""Foreign webhook: another program's webhook for this bot, which makes Telegram refuse the bot's polls."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

from telegram.error import TelegramError
from telegram.ext import ExtBot

from bot.chats.base import KeyValues

logger = logging.getLogger(__name__)

NAMESPACE = "telegram"
REMOVED_EVERY = 3600.0
"""The least seconds between two removals, in case another program sets its webhook again each time."""


class ForeignWebhook:
    """Removes another program's webhook and stores its host name.

    Args:
        key_values: stores the date of the last removal and the webhook's host.
        now: the wall clock, for that date.
        clock: a monotonic clock, in seconds.
    """

    def __init__(
        self,
        bot: ExtBot[Any],
        key_values: KeyValues,
        now: Callable[[], datetime],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._bot = bot
        self._key_values = key_values
        self._now = now
        self._clock = clock
        self._removed_at: float | None = None

    async def remove_after_conflict(self) -> bool:
        """Remove the webhook unless one was removed within the last hour. Return True if it was removed."""
        at = self._clock()
        if self._removed_at is not None and at - self._removed_at < REMOVED_EVERY:
            return False
        if not await self.remove():
            return False
        self._removed_at = at
        return True

    async def remove(self) -> bool:
        """Remove the webhook but keep its undelivered updates. Return False if there was none."""
        with suppress(TelegramError):
            url = (await self._bot.get_webhook_info()).url
            if url and await self._bot.delete_webhook(drop_pending_updates=False):
                host = host_of(url)
                logger.warning("foreign webhook removed", extra={"platform": "telegram", "host": host})
                await self._note(host)
                return True
        return False

    async def _note(self, host: str) -> None:
        """Store the date and the host for `nardy doctor`."""
        try:
            await self._key_values.write(NAMESPACE, key_of(self._bot.id), f"{self._now():%Y-%m-%d} {host}")
        except Exception:
            logger.exception("removal of a webhook could not be stored", extra={"platform": "telegram"})


def key_of(bot_id: int) -> str:
    """Return the key of a bot's last removal. Its stored text is a date, a space and the webhook's host."""
    return f"webhook-removed:{bot_id}"


def host_of(url: str) -> str:
    """Return the host of a URL, or `unknown`. The rest of the URL may contain a token."""
    try:
        return urlsplit(url).hostname or "unknown"
    except ValueError:
        return "unknown"
