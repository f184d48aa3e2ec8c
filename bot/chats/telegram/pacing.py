"""Pacing: Telegram's rate limits, for a chat and for all of them together."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Any

from telegram.constants import FloodLimit
from telegram.error import RetryAfter
from telegram.ext import BaseRateLimiter

from bot.chats.rate_limit import RateLimit, RateLimits, SlidingWindow
from bot.chats.telegram.errors import seconds_of

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

_MINUTE = 60.0
_OVERALL_AT_ONCE = 10
"""What may go at once counts for the time that follows, so that no second holds more than its limit."""
_TO_A_GROUP_AT_ONCE = 10
_FOR_ANSWERS = 2
"""What posts to a group leave over for those who are answered there."""
_ROOM = 8
"""So many are left of a group's minute while there is room for what can wait."""
_PATIENCE = 3.0
_HOLD = 5.0
"""Seconds for which a post that was told that its group is ready has its place in the minute."""
_SHOWS = ("send", "edit")
_TAKES_AWAY = "delete"


class Pacing(BaseRateLimiter[int]):
    """Holds every chat to a rate limit of its own, so that none holds up another.

    All topics of a forum share the limit of their group. Posts go to a group at an even pace, once a few have
    gone at once; answers take what is left of the minute.

    What a chat cannot take within three seconds is refused here, as Telegram would refuse it. A caller that
    can wait calls `ready` before, and sends what is newest then.

    Args:
        clock: what time it is, in seconds.
        pace: a factor on what Telegram advises.
    """

    def __init__(self, clock: Callable[[], float], pace: float = 1.0) -> None:
        self.clock = clock
        """What time it is, in seconds."""
        self._pace = pace
        in_the_long_run = FloodLimit.MESSAGES_PER_SECOND - _OVERALL_AT_ONCE
        self._overall = RateLimit(_OVERALL_AT_ONCE, in_the_long_run * pace, clock)
        self._groups = RateLimits(self._minute_of)
        self._people = RateLimits(self._seconds_of)
        self._held: dict[int, deque[float]] = {}
        """When posts to a group were given their places that they have not used yet."""

    async def initialize(self) -> None:
        """Nothing is needed."""

    async def shutdown(self) -> None:
        """Nothing is held."""

    async def ready(self, chat: int) -> bool:
        """Wait until a chat takes another post; return whether that took any time.

        Where it did not, a group keeps the place for it, so that several topics do not have the same one.
        """
        wait = self.wait(chat)
        if wait <= 0:
            self.hold(chat)
            return False
        await asyncio.sleep(wait)
        return True

    def hold(self, chat: int) -> None:
        """Keep a place for a post to a group that is about to be made."""
        if chat < 0 and (limit := self._groups.of(chat)).take():
            self._held.setdefault(chat, deque()).append(limit.last)

    def let_go(self, chat: int) -> bool:
        """Give back a place that was kept for a post to a group; return whether there was one."""
        held = self._use_held(chat)
        if held is not None:
            self._groups.of(chat).give_back(held)
        return held is not None

    def wait(self, chat: int) -> float:
        """Return in how many seconds a chat takes another post."""
        if chat < 0:
            return self._groups.of(chat).wait_at_pace(spare=_FOR_ANSWERS)
        return self._people.of(chat).wait()

    def wait_for_room(self, chat: int) -> float:
        """Return in how many seconds a chat has room for what can wait; a private chat always has."""
        return self._groups.of(chat).wait(spare=_ROOM - 1) if chat < 0 else 0.0

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
            if endpoint.startswith(_TAKES_AWAY) and isinstance(data.get("chat_id"), int):
                self.let_go(data["chat_id"])  # a place was kept for it, but it does not count
            return await callback(*args, **kwargs)
        await self._take(chat)
        try:
            return await callback(*args, **kwargs)
        except RetryAfter as error:
            # Telegram counts otherwise than we do: what it says holds for every later message to this chat
            # too.
            self._held.pop(chat, None)
            self._limit_of(chat).stop(seconds_of(error))
            raise

    async def _take(self, chat: int) -> None:
        limit = self._limit_of(chat)
        while self._use_held(chat) is None and not limit.take():
            wait = limit.wait()
            if wait > _PATIENCE:
                # Raised instead of waited out: the sender then tries again with what is newest, not with this
                # text.
                raise RetryAfter(int(wait) + 1)
            await asyncio.sleep(wait)
        while not self._overall.take():  # noqa: ASYNC110 (the clock tells, and no event)
            await asyncio.sleep(self._overall.wait())

    def _use_held(self, chat: int) -> float | None:
        """Take a place that is kept for a post to a group; return since when it was, if there was one.

        Those that nobody has used in time are free again.
        """
        held = self._held.pop(chat, deque())
        while held and held[0] <= self.clock() - _HOLD:
            self._groups.of(chat).give_back(held.popleft())
        if not held:
            return None
        used = held.popleft()
        if held:
            self._held[chat] = held
        return used

    def _limit_of(self, chat: int) -> RateLimit | SlidingWindow:
        return self._groups.of(chat) if chat < 0 else self._people.of(chat)

    def _minute_of(self, _group: int) -> SlidingWindow:
        """Return the limit of a group that was quiet until now."""
        most = int(FloodLimit.MESSAGES_PER_MINUTE_PER_GROUP)
        return SlidingWindow(most, _MINUTE / self._pace, _TO_A_GROUP_AT_ONCE, self.clock)

    def _seconds_of(self, _person: int) -> RateLimit:
        """Return the limit of a private chat that was quiet until now."""
        return RateLimit(1, FloodLimit.MESSAGES_PER_SECOND_PER_CHAT * self._pace, self.clock)
