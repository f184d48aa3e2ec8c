"""Pacing: Telegram's rate limits, for a chat and for all of them together."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from telegram.constants import FloodLimit
from telegram.error import RetryAfter
from telegram.ext import BaseRateLimiter

from bot.chats.telegram.errors import seconds_of
from bot.chats.telegram.group_limit import GroupLimit
from bot.sessions import RateLimit, RateLimits

_MINUTE = 60.5
"""A minute, and half a second in which a request may arrive later than another: Telegram counts arrivals."""
_OVERALL_AT_ONCE = 10
"""What may go at once counts for the time that follows, so that no second holds more than its limit."""
_ROOM = 8
"""So many are left of a group's minute while there is room for what can wait."""
_PATIENCE = 3.0
_HOLD = 5.0
"""Seconds for which a post that was told that its group is ready has its place in the minute."""
_SHOWS = ("send", "edit")
_TAKES_AWAY = "delete"
_REACTS = "setMessageReaction"


@dataclass(slots=True)
class _Place:
    """A place that an answer has in a group's minute.

    Args:
        person: the account that is answered.
        taken: when it was taken.
        is_used: True if a message has it.
    """

    chat: int
    person: str
    taken: float
    is_used: bool = False


_answering: ContextVar[_Place | None] = ContextVar("answering", default=None)


class Pacing(BaseRateLimiter[int]):
    """Holds every chat to a rate limit of its own, so that none holds up another.

    All topics of a forum share the limit of their group. Posts go to a group at an even pace, once a few have
    gone at once; `bot.chats.telegram.group_limit` says what is left for answers.

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
        if chat >= 0:
            await asyncio.sleep(wait)
            return True
        group = self._groups.of(chat)
        group.begin_waiting()
        try:
            await asyncio.sleep(wait)
        finally:
            group.end_waiting()
        return True

    def hold(self, chat: int) -> None:
        """Keep a place for a post to a group that is about to be made."""
        if chat < 0 and (limit := self._groups.of(chat)).take_board():
            self._held.setdefault(chat, deque()).append(limit.last_board)

    def let_go(self, chat: int) -> bool:
        """Give back a place that was kept for a post to a group; return whether there was one."""
        held = self._use_held(chat)
        if held is not None:
            self._groups.of(chat).give_back(held)
        return held is not None

    def wait(self, chat: int, queued: int = 0) -> float:
        """Return in how many seconds a chat takes another post, behind those that are queued there."""
        return self._groups.of(chat).wait_for_board(queued) if chat < 0 else self._people.of(chat).wait()

    def wait_for_room(self, chat: int) -> float:
        """Return in how many seconds a chat has room for what can wait; a private chat always has."""
        return self._groups.of(chat).wait_for_room(_ROOM) if chat < 0 else 0.0

    def takes_answer(self, chat: int, person: str) -> bool:
        """Return True if a chat takes an answer to a person now; a private chat always does."""
        return chat >= 0 or self._groups.of(chat).takes_answer(person)

    @contextmanager
    def answer(self, chat: int, person: str, *, is_explanation: bool = False) -> Iterator[bool]:
        """Take a place for the answer that is sent inside; yield whether the chat takes it now.

        A private chat always does. A place that nothing has used is given back.

        Args:
            person: the account that is answered.
            is_explanation: True if it is the one line that says that others are answered in private.
        """
        if chat >= 0:
            yield True
            return
        limit = self._groups.of(chat)
        taken = limit.take_answer(person, is_explanation=is_explanation)
        if taken is None:
            yield False
            return
        place = _Place(chat, person, taken)
        token = _answering.set(place)
        try:
            yield True
        finally:
            _answering.reset(token)
            if not place.is_used:
                limit.give_back_answer(taken, person)

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
        if endpoint == _REACTS:
            await self._take_overall()
            return await callback(*args, **kwargs)
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
        while not self._is_taken(chat):
            wait = limit.wait()
            if wait > _PATIENCE:
                # Raised instead of waited out: the sender then tries again with what is newest, not with this
                # text.
                raise RetryAfter(int(wait) + 1)
            await asyncio.sleep(wait)
        await self._take_overall()

    def _is_taken(self, chat: int) -> bool:
        """Take a place in a chat, one that is kept for the request if any is; return whether it has one.

        Raises:
            telegram.error.RetryAfter: an answer has more messages than there are places for answers.
        """
        if chat >= 0:
            return self._people.of(chat).take()
        limit, place = self._groups.of(chat), _answering.get()
        if place is None or place.chat != chat:
            held = self._use_held(chat)
            if held is not None:
                limit.use_board(held)
            return held is not None or limit.take_board()
        if not place.is_used:
            limit.use_answer(place.taken, place.person)
        elif limit.take_answer(place.person) is None:
            raise RetryAfter(max(1, int(limit.wait()) + 1))
        place.is_used = True
        return True

    async def _take_overall(self) -> None:
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

    def _limit_of(self, chat: int) -> RateLimit | GroupLimit:
        return self._groups.of(chat) if chat < 0 else self._people.of(chat)

    def _minute_of(self, _group: int) -> GroupLimit:
        """Return the limit of a group that was quiet until now."""
        return GroupLimit(int(FloodLimit.MESSAGES_PER_MINUTE_PER_GROUP), _MINUTE / self._pace, self.clock)

    def _seconds_of(self, _person: int) -> RateLimit:
        """Return the limit of a private chat that was quiet until now."""
        return RateLimit(1, FloodLimit.MESSAGES_PER_SECOND_PER_CHAT * self._pace, self.clock)
