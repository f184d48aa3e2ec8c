"""Administrators: who may change how a group's boards look, as Telegram says."""

from __future__ import annotations

import logging
from collections import OrderedDict
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from telegram.constants import ChatMemberStatus
from telegram.error import TelegramError

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from telegram.ext import ExtBot

logger = logging.getLogger(__name__)

REMEMBERED = timedelta(minutes=5)
"""A person who becomes an administrator, or ceases to be one, is recognised after so long."""
_MOST = 1000
_ADMINISTRATORS = (ChatMemberStatus.OWNER, ChatMemberStatus.ADMINISTRATOR)


class Administrators:
    """Asks Telegram who administers a group, and remembers the answer for minutes.

    Args:
        bot: the bot's account.
        clock: what time it is.
    """

    def __init__(self, bot: ExtBot[Any], clock: Callable[[], datetime]) -> None:
        self._bot = bot
        self._clock = clock
        self._known: OrderedDict[tuple[int, int], tuple[datetime, bool]] = OrderedDict()

    async def has(self, chat: int, person: int) -> bool:
        """Return whether a person administers a group; nobody does, if Telegram cannot say."""
        now = self._clock()
        asked, known = self._known.get((chat, person), (None, False))
        if asked is not None and timedelta() <= now - asked < REMEMBERED:
            return known
        try:
            member = await self._bot.get_chat_member(chat, person)
        except TelegramError as error:
            logger.info("Telegram does not say who administers a group: %s", type(error).__name__)
            return False
        self._known[chat, person] = now, member.status in _ADMINISTRATORS
        self._known.move_to_end((chat, person))
        while len(self._known) > _MOST:
            self._known.popitem(last=False)
        return self._known[chat, person][1]
