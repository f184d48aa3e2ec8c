"""Pacing: Telegram's rate limits, for each chat and for all chats together."""

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
from bot.sessions import KeyedLimits, TokenBucket

_MINUTE = 60.5
"""The window of a group's limit: a minute, and half a second because Telegram counts when requests arrive."""
_OVERALL_BURST = 10
"""The burst of the overall limit. It is taken off the rate, so that no second exceeds Telegram's limit."""
_ROOM = 8
"""The free places of a group's window from which on requests that are not urgent may be made."""
_LONGEST_WAIT = 3.0
_HOLD = 5.0
"""Seconds for which a place is held for a post after `ready`."""
_POSTS = ("send", "edit")
_DELETES = "delete"
_REACTS = "setMessageReaction"


@dataclass(slots=True)
class _Place:
    """An answer's place in a group's rate limit.

    Args:
        person: the account that is answered.
        taken: the time at which the place was taken.
        is_used: True if a message has used it.
    """

    chat: int
    person: str
    taken: float
    is_used: bool = False


_answering: ContextVar[_Place | None] = ContextVar("answering", default=None)


class Pacing(BaseRateLimiter[int]):
    """Applies a separate rate limit to each chat, and one to all requests together.

    All topics of a forum share their group's limit. After a burst, posts to a group are spaced evenly.
    `bot.chats.telegram.group_limit` reserves a part for answers.

    A request that would wait for more than three seconds is refused with `RetryAfter`, as Telegram would do.
    Callers that can wait call `ready` first and then send the newest content.

    Args:
        clock: a monotonic clock, in seconds.
        pace: a factor on the rates that Telegram advises.
    """

    def __init__(self, clock: Callable[[], float], pace: float = 1.0) -> None:
        self.clock = clock
        """A monotonic clock, in seconds."""
        self._pace = pace
        rate = FloodLimit.MESSAGES_PER_SECOND - _OVERALL_BURST
        self._overall = TokenBucket(_OVERALL_BURST, rate * pace, clock)
        self._groups = KeyedLimits(self._group_limit)
        self._people = KeyedLimits(self._private_limit)
        self._held: dict[int, deque[float]] = {}
        """The times of the messages reserved in each group's limit for posts after `ready`, oldest first."""

    async def initialize(self) -> None:
        """Do nothing; the library requires this method."""

    async def shutdown(self) -> None:
        """Do nothing; the library requires this method."""

    async def ready(self, chat: int) -> bool:
        """Wait until a chat's rate limit allows another post. Return True if that took any time.

        Without a wait, a place in a group is held for the post, so that two topics do not count on the same.
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
        """Hold a place for a post that is about to be sent to a group."""
        if chat < 0 and (limit := self._groups.of(chat)).take_board():
            self._held.setdefault(chat, deque()).append(limit.last_board)

    def release_held(self, chat: int) -> bool:
        """Release a place held for a post to a group. Return False if none was held."""
        held = self._use_held(chat)
        if held is not None:
            self._groups.of(chat).release_board(held)
        return held is not None

    def wait(self, chat: int, queued: int = 0) -> float:
        """Return the seconds until a chat's limit allows another post, after `queued` others."""
        return self._groups.of(chat).wait_for_board(queued) if chat < 0 else self._people.of(chat).wait()

    def wait_for_room(self, chat: int) -> float:
        """Return the seconds until a chat has room for requests that are not urgent; 0 for private chats."""
        return self._groups.of(chat).wait_for_room(_ROOM) if chat < 0 else 0.0

    def takes_answer(self, chat: int, person: str) -> bool:
        """Return True if an answer to a person may be sent in a chat now; always True for private chats."""
        return chat >= 0 or self._groups.of(chat).takes_answer(person)

    @contextmanager
    def answer(self, chat: int, person: str, *, is_explanation: bool = False) -> Iterator[bool]:
        """Take a place for an answer sent within this context. Yield False if the chat takes none now.

        A private chat always takes one. An unused place is released at the end.

        Args:
            person: the account that is answered.
            is_explanation: True for the line that says that answers are sent in private.
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
                limit.release_answer(taken, person)

    async def process_request(
        self,
        callback: Callable[..., Coroutine[Any, Any, bool | dict[str, Any] | list[dict[str, Any]]]],
        args: Any,  # noqa: ANN401 - the library's signature
        kwargs: dict[str, Any],
        endpoint: str,
        data: dict[str, Any],
        rate_limit_args: int | None,  # noqa: ARG002 - the library's signature
    ) -> bool | dict[str, Any] | list[dict[str, Any]]:
        """Make a request when the chat's limit and the overall limit allow it.

        Raises:
            telegram.error.RetryAfter: the wait would be too long, or Telegram has refused the request.
        """
        if endpoint == _REACTS:
            # Telegram does not count reactions as messages of a chat (docs/limits.md).
            await self._take_overall()
            return await callback(*args, **kwargs)
        posts = endpoint.startswith(_POSTS) and endpoint != "sendChatAction"
        chat = data.get("chat_id") if posts else None
        if not isinstance(chat, int):
            if endpoint.startswith(_DELETES) and isinstance(data.get("chat_id"), int):
                self.release_held(data["chat_id"])  # Deletions do not count as messages.
            return await callback(*args, **kwargs)
        await self._take(chat)
        try:
            return await callback(*args, **kwargs)
        except RetryAfter as error:
            # Telegram's count differs from this one. Its wait applies to all later messages in the chat, too.
            self._held.pop(chat, None)
            self._limit_of(chat).stop(seconds_of(error))
            raise

    async def _take(self, chat: int) -> None:
        limit = self._limit_of(chat)
        while not self._is_taken(chat):
            wait = limit.wait()
            if wait > _LONGEST_WAIT:
                # Raised instead of waiting, because the sender's retry then sends newer content.
                raise RetryAfter(int(wait) + 1)
            await asyncio.sleep(wait)
        await self._take_overall()

    def _is_taken(self, chat: int) -> bool:
        """Take a place in a chat's limit, a held one if there is one. Return False if none is free.

        Raises:
            telegram.error.RetryAfter: an answer consists of more messages than there are places for answers.
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
        while not self._overall.take():  # noqa: ASYNC110 (the limit is by time, without an event)
            await asyncio.sleep(self._overall.wait())

    def _use_held(self, chat: int) -> float | None:
        """Take a group's held place. Return the time at which it was taken, or None if there is none.

        Places held for longer than `_HOLD` are released first.
        """
        held = self._held.pop(chat, deque())
        while held and held[0] <= self.clock() - _HOLD:
            self._groups.of(chat).release_board(held.popleft())
        if not held:
            return None
        used = held.popleft()
        if held:
            self._held[chat] = held
        return used

    def _limit_of(self, chat: int) -> TokenBucket | GroupLimit:
        return self._groups.of(chat) if chat < 0 else self._people.of(chat)

    def _group_limit(self, _group: int) -> GroupLimit:
        """Return a new limit for a group."""
        return GroupLimit(int(FloodLimit.MESSAGES_PER_MINUTE_PER_GROUP), _MINUTE / self._pace, self.clock)

    def _private_limit(self, _person: int) -> TokenBucket:
        """Return a new limit for a private chat."""
        return TokenBucket(1, FloodLimit.MESSAGES_PER_SECOND_PER_CHAT * self._pace, self.clock)
