"""Members: who is in a group, and who may change how its boards look, as Telegram says."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from telegram import ChatMemberRestricted
from telegram.constants import ChatMemberStatus
from telegram.error import TelegramError

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from telegram import ChatMember
    from telegram.ext import ExtBot

logger = logging.getLogger(__name__)

REMEMBERED = timedelta(minutes=5)
"""Whoever joins or leaves, or begins or ceases to administer a group, is recognised after so long."""
_MOST = 1000
_PATIENCE = 2.0
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
        self._known: OrderedDict[tuple[int, int], tuple[datetime, ChatMember | None]] = OrderedDict()

    async def administers(self, chat: int, person: int) -> bool:
        """Return whether a person administers a group; nobody does, if Telegram cannot say."""
        member = await self._member(chat, person, asks_again=True)
        return member is not None and member.status in _ADMINISTRATORS

    async def has(self, chat: int, person: int) -> bool:
        """Return whether a person is in a group; nobody is, if Telegram cannot say within seconds."""
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
        asked, known = self._known.get((chat, person), (None, None))
        is_fresh = asked is not None and timedelta() <= self._clock() - asked < REMEMBERED
        if is_fresh and not (asks_again and known is None):
            return known
        member = None
        try:
            member = await self._bot.get_chat_member(chat, person)
        except TelegramError as error:
            logger.info("Telegram does not say who is in a group: %s", type(error).__name__)
        self._remember(chat, person, member)
        return member

    def _remember(self, chat: int, person: int, member: ChatMember | None) -> None:
        self._known[chat, person] = self._clock(), member
        self._known.move_to_end((chat, person))
        while len(self._known) > _MOST:
            self._known.popitem(last=False)
