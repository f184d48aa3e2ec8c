"""Pacing: Telegram's rate limits, for a chat and for all of them together."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from telegram.constants import FloodLimit
from telegram.error import RetryAfter
from telegram.ext import BaseRateLimiter

from bot.chats.rate_limit import RateLimit, RateLimits
from bot.chats.telegram.errors import seconds_of

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

_MINUTE = 60.0
# What may go at once counts for the time that follows, so that no stretch of time holds more than its limit.
_AT_ONCE = 10
_TO_A_GROUP_AT_ONCE = 8
_TO_A_PERSON_AT_ONCE = 1
_FOR_ANSWERS = 2
"""What posts to a group leave over for those who are answered there."""
_PATIENCE = 3.0
_SHOWS = ("send", "edit")


class Pacing(BaseRateLimiter[int]):
    """Holds every chat to a rate limit of its own, so that none holds up another.

    What a chat cannot take within three seconds is refused here, as Telegram would refuse it. A caller that
    can wait calls `ready` before, and sends what is newest then.

    Args:
        clock: what time it is, in seconds.
        pace: a factor on what Telegram advises.
    """

    def __init__(self, clock: Callable[[], float], pace: float = 1.0) -> None:
        self._clock = clock
        self._pace = pace
        self._overall = RateLimit(_AT_ONCE, (FloodLimit.MESSAGES_PER_SECOND - _AT_ONCE) * pace, clock)
        self._chats = RateLimits(self._pace_of)

    async def initialize(self) -> None:
        """Nothing is needed."""

    async def shutdown(self) -> None:
        """Nothing is held."""

    async def ready(self, chat: int) -> bool:
        """Wait until a chat takes another post; return whether that took any time."""
        wait = self._chats.of(chat).wait(spare=_FOR_ANSWERS if chat < 0 else 0)
        if wait <= 0:
            return False
        await asyncio.sleep(wait)
        return True

    async def process_request(
        self,
        callback: Callable[..., Coroutine[Any, Any, bool | dict[str, Any] | list[dict[str, Any]]]],
        args: Any,  # noqa: ANN401 - the library's signature
        kwargs: dict[str, Any],
        endpoint: str,
        data: dict[str, Any],
        rate_limit_args: int | None,  # noqa: ARG002 - the library's signature
    ) -> bool | dict[str, Any] | list[dict[str, Any]]:
        """Make a request when the chat and Telegram as a whole allow it.

        Raises:
            telegram.error.RetryAfter: the chat takes nothing for too long.
        """
        shows = endpoint.startswith(_SHOWS) and endpoint != "sendChatAction"
        chat = data.get("chat_id") if shows else None
        if not isinstance(chat, int):
            return await callback(*args, **kwargs)
        await self._take(chat)
        try:
            return await callback(*args, **kwargs)
        except RetryAfter as error:
            # Telegram counts otherwise than we do: what it says holds for every later message to this chat
            # too.
            self._chats.of(chat).stop(seconds_of(error))
            raise

    async def _take(self, chat: int) -> None:
        limit = self._chats.of(chat)
        while not limit.take():
            wait = limit.wait()
            if wait > _PATIENCE:
                # Raised instead of waited out: the sender then tries again with what is newest, not with this
                # text.
                raise RetryAfter(int(wait) + 1)
            await asyncio.sleep(wait)
        while not self._overall.take():  # noqa: ASYNC110 (the clock tells, and no event)
            await asyncio.sleep(self._overall.wait())

    def _pace_of(self, chat: int) -> RateLimit:
        """Return the pace of a chat that was quiet until now."""
        at_once = _TO_A_PERSON_AT_ONCE
        per_second = float(FloodLimit.MESSAGES_PER_SECOND_PER_CHAT)
        if chat < 0:
            at_once = _TO_A_GROUP_AT_ONCE
            per_second = (FloodLimit.MESSAGES_PER_MINUTE_PER_GROUP - at_once) / _MINUTE
        return RateLimit(at_once, per_second * self._pace, self._clock)
