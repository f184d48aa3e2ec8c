"""Members: the members and administrators of groups, as Telegram reports them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from cachetools import LRUCache
from telegram import ChatMember, ChatMemberRestricted
from telegram.constants import ChatMemberStatus
from telegram.error import TelegramError
from telegram.ext import ExtBot

from bot.sessions import KeyedLimits, TokenBucket

logger = logging.getLogger(__name__)

CACHED_FOR = timedelta(minutes=5)
"""The cache's lifetime: the longest time until a member's change of status is noticed."""
_MOST_CACHED = 1000
_TIMEOUT = 2.0
_BURST, _PER_SECOND = 30, 0.1
"""The limit on requests about one person: the 30 groups of a lobby, every five minutes."""
_ADMINISTRATORS = (ChatMemberStatus.OWNER, ChatMemberStatus.ADMINISTRATOR)
_THERE = (*_ADMINISTRATORS, ChatMemberStatus.MEMBER)


class Members:
    """Asks Telegram for a person's status in a group, and caches the answer for minutes.

    Telegram guarantees an answer only if the bot administers the group. Without an answer, access is denied.

    Args:
        timeout: the most seconds that `has` waits for Telegram, because a person waits for a page.
    """

    def __init__(self, bot: ExtBot[Any], clock: Callable[[], datetime], timeout: float = _TIMEOUT) -> None:
        self._bot = bot
        self._clock = clock
        self._timeout = timeout
        self._requests: KeyedLimits[int, TokenBucket] = KeyedLimits(
            lambda _: TokenBucket(_BURST, _PER_SECOND, lambda: clock().timestamp())
        )
        self._cache: LRUCache[tuple[int, int], tuple[datetime, ChatMember | None]] = LRUCache(_MOST_CACHED)

    async def administers(self, chat: int, person: int) -> bool:
        """Return True if a person administers a group, False if not or if Telegram does not answer."""
        member = await self._member(chat, person, retries_failure=True)
        return member is not None and member.status in _ADMINISTRATORS

    async def has(self, chat: int, person: int) -> bool:
        """Return True if a person is in a group, False if not or if Telegram does not answer in time.

        Requests about one person are limited, because each game id that a person tries can cause one. Beyond
        the limit the result is False.
        """
        if not self._is_cached(chat, person) and not self._requests.of(person).take():
            return False
        try:
            async with asyncio.timeout(self._timeout):
                member = await self._member(chat, person)
        except TimeoutError:
            # Cached, because otherwise the person would wait as long at each redraw of their lobby.
            self._store(chat, person, None)
            return False
        if isinstance(member, ChatMemberRestricted):
            return member.is_member
        return member is not None and member.status in _THERE

    async def _member(self, chat: int, person: int, *, retries_failure: bool = False) -> ChatMember | None:
        """Return a person's status in a group, or None if Telegram does not answer.

        Args:
            retries_failure: True to ask again if the cache holds a failure. Lobbies ask every few seconds, so
                they do not.
        """
        if self._is_cached(chat, person):
            _, known = self._cache[chat, person]
            if known is not None or not retries_failure:
                return known
        member = None
        try:
            member = await self._bot.get_chat_member(chat, person)
        except TelegramError as error:
            fields = {"platform": "telegram", "chat": chat, "error": type(error).__name__}
            logger.info("group member unknown", extra=fields)
        self._store(chat, person, member)
        return member

    def _is_cached(self, chat: int, person: int) -> bool:
        asked, _ = self._cache.get((chat, person), (None, None))
        return asked is not None and timedelta() <= self._clock() - asked < CACHED_FOR

    def _store(self, chat: int, person: int, member: ChatMember | None) -> None:
        self._cache[chat, person] = self._clock(), member
