"""Members: who is in a group, and who may change how its boards look, as Telegram says."""

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

from bot.sessions import RateLimit, RateLimits

logger = logging.getLogger(__name__)

REMEMBERED = timedelta(minutes=5)
"""Whoever joins or leaves, or begins or ceases to administer a group, is recognised after so long."""
_MOST = 1000
_PATIENCE = 2.0
_AT_ONCE, _PER_SECOND = 30, 0.1
"""So many groups one person is asked after: those of a lobby, all anew every five minutes."""
_ADMINISTRATORS = (ChatMemberStatus.OWNER, ChatMemberStatus.ADMINISTRATOR)
_THERE = (*_ADMINISTRATORS, ChatMemberStatus.MEMBER)


class Members:
    """Asks Telegram what somebody is in a group, and remembers the answer for minutes.

    Telegram promises the answer only where the bot administers the group; without one nothing is allowed.

    Args:
        bot: the bot's account.
        clock: what time it is.
        patience: seconds for which somebody waits who looks at a page: whatever else he does there waits too.
    """

    def __init__(self, bot: ExtBot[Any], clock: Callable[[], datetime], patience: float = _PATIENCE) -> None:
        self._bot = bot
        self._clock = clock
        self._patience = patience
        self._questions: RateLimits[int, RateLimit] = RateLimits(
            lambda _: RateLimit(_AT_ONCE, _PER_SECOND, lambda: clock().timestamp())
        )
        self._known: LRUCache[tuple[int, int], tuple[datetime, ChatMember | None]] = LRUCache(_MOST)

    async def administers(self, chat: int, person: int) -> bool:
        """Return True if a person administers a group; nobody does, if Telegram cannot say."""
        member = await self._member(chat, person, asks_again=True)
        return member is not None and member.status in _ADMINISTRATORS

    async def has(self, chat: int, person: int) -> bool:
        """Return True if a person is in a group; nobody is, if Telegram cannot say within seconds.

        Anybody can name games until one is shown in a group: who asks about many groups is not answered.
        """
        if not self._is_known(chat, person) and not self._questions.of(person).take():
            return False
        try:
            async with asyncio.timeout(self._patience):
                member = await self._member(chat, person)
        except TimeoutError:
            # Whoever looks at a lobby would wait as long each time it is shown anew.
            self._remember(chat, person, None)
            return False
        if isinstance(member, ChatMemberRestricted):
            return member.is_member
        return member is not None and member.status in _THERE

    async def _member(self, chat: int, person: int, *, asks_again: bool = False) -> ChatMember | None:
        """Return what somebody is in a group; nothing, if Telegram cannot say.

        That is remembered, too, unless it is asked again: lobbies ask every few seconds.
        """
        if self._is_known(chat, person):
            _, known = self._known[chat, person]
            if known is not None or not asks_again:
                return known
        member = None
        try:
            member = await self._bot.get_chat_member(chat, person)
        except TelegramError as error:
            logger.info("Telegram does not say who is in a group: %s", type(error).__name__)
        self._remember(chat, person, member)
        return member

    def _is_known(self, chat: int, person: int) -> bool:
        asked, _ = self._known.get((chat, person), (None, None))
        return asked is not None and timedelta() <= self._clock() - asked < REMEMBERED

    def _remember(self, chat: int, person: int, member: ChatMember | None) -> None:
        self._known[chat, person] = self._clock(), member
