"""Foreign webhook: an address that another program has set, which keeps updates from this bot's polls."""

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
"""Seconds between two removals: the bot does not fight a program that sets its webhook again and again."""


class ForeignWebhook:
    """Removes the webhook of another program, and notes whose address it was.

    Args:
        bot: the bot's account.
        key_values: stores when the last one was removed, and its host.
        now: the clock, for that note.
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
        """Remove the webhook unless one was removed within the last hour; return True if it was removed."""
        at = self._clock()
        if self._removed_at is not None and at - self._removed_at < REMOVED_EVERY:
            return False
        if not await self.remove():
            return False
        self._removed_at = at
        return True

    async def remove(self) -> bool:
        """Remove the webhook and keep its undelivered updates; return False if there was none."""
        with suppress(TelegramError):
            url = (await self._bot.get_webhook_info()).url
            if url and await self._bot.delete_webhook(drop_pending_updates=False):
                host = host_of(url)
                logger.warning("removed a webhook that kept updates from this bot: host=%s", host)
                await self._note(host)
                return True
        return False

    async def _note(self, host: str) -> None:
        """Note the host for `nardy doctor`."""
        try:
            await self._key_values.write(NAMESPACE, key_of(self._bot.id), f"{self._now():%Y-%m-%d} {host}")
        except Exception:
            logger.exception("the removed webhook could not be noted")


def key_of(bot_id: int) -> str:
    """Return the key under which a bot's last removal is noted, as a date, a space and a host."""
    return f"webhook-removed:{bot_id}"


def host_of(url: str) -> str:
    """Return the host of an address, without the rest, which may hold a token."""
    try:
        return urlsplit(url).hostname or "unknown"
    except ValueError:
        return "unknown"
