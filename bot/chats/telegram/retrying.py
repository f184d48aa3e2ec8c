"""Retrying: sends a setting that Telegram needs once, until Telegram answers."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

from telegram.error import RetryAfter, TelegramError

from bot.chats.backoff import waits
from bot.chats.telegram.errors import is_passing, seconds_of

logger = logging.getLogger(__name__)


async def until_answered(
    attempt: Callable[[], Awaitable[None]], what: str, sleep: Callable[[float], Awaitable[None]]
) -> None:
    """Call `attempt` until Telegram accepts or refuses it, with a back-off after faults that pass.

    Args:
        attempt: sends everything; it raises `TelegramError` where Telegram does not take it.
        what: what is sent, for the log.
        sleep: waits for some seconds.
    """
    logged = False
    for wait in waits():
        try:
            await attempt()
        except TelegramError as error:
            passing = is_passing(error)
            if not (passing and logged):
                outcome = "retrying" if passing else "not retrying"
                logger.warning(
                    "Telegram did not take the %s; %s: error=%s", what, outcome, type(error).__name__
                )
            if not passing:
                return
            logged = True
            await sleep(max(wait, seconds_of(error)) if isinstance(error, RetryAfter) else wait)
        else:
            return
