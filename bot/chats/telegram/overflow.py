"""Overflow: answers that exceed a busy group's rate limit and go to the asker's private chat."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from telegram.constants import ReactionEmoji
from telegram.error import BadRequest, Forbidden, RetryAfter, TelegramError
from telegram.ext import ExtBot

from bot.chats.telegram import timeouts
from bot.chats.telegram.background import Background
from bot.chats.telegram.chat_keys import ChatKey
from bot.chats.telegram.errors import is_message_gone, seconds_of
from bot.chats.telegram.expiring import ExpiringMessages
from bot.chats.telegram.pacing import Pacing
from bot.chats.telegram.posting import Posting
from bot.sessions import KeyedLimits, TokenBucket
from bot.talk.catalog import Words
from bot.talk.command import ParsedCommand
from bot.talk.input.parsing import read_press
from bot.talk.reply import Code, Reply, Rows

logger = logging.getLogger(__name__)

_MARK = ReactionEmoji.EYES
_BURST, _PER_SECOND = 5, 1.0
"""The limit on reactions in a group. Telegram documents none, but answers 429 when there are too many."""
_REFUSED_FOR = 600.0
"""Seconds without reactions after a group has refused one."""
_ABSENT_FOR = 60.0
"""Seconds without answers in a private chat after Telegram has refused one there."""
_BETWEEN_EXPLANATIONS = 60.0
_EXPLANATION_LASTS = timedelta(minutes=1)
_MOST_IN_PROGRESS = 3
"""The most concurrent answers to one person. Further ones are dropped: no one types that fast."""


@dataclass(frozen=True, slots=True)
class Diverted:
    """A typed line or a press in a group that is answered in private.

    Args:
        chat_key: the group or the topic.
        line: the message id of the typed line; None for a press.
        person: the account of the asker.
    """

    chat_key: ChatKey
    line: int | None
    person: str


class Overflow(Background):
    """Sends answers to private chats when a group's rate limit is used up, and marks the lines in the group.

    The mark is a reaction, which Telegram does not count as a message. If the group refuses reactions or the
    asker has no private chat, a silent message explains where answers go, at most once a minute.

    Args:
        posting: sends messages.
        pacing: the rate limits.
        expiring: deletes the explanation after a while.
        words: returns the catalog for a language.
    """

    def __init__(
        self,
        bot: ExtBot[Any],
        posting: Posting,
        pacing: Pacing,
        expiring: ExpiringMessages,
        words: Callable[[str], Words],
    ) -> None:
        super().__init__()
        self._bot = bot
        self._posting = posting
        self._pacing = pacing
        self._expiring = expiring
        self._words = words
        clock = pacing.clock
        self._reactions: KeyedLimits[int, TokenBucket] = KeyedLimits(
            lambda _: TokenBucket(_BURST, _PER_SECOND, clock)
        )
        self._refusals: KeyedLimits[int, TokenBucket] = KeyedLimits(lambda _: TokenBucket(1, 1.0, clock))
        """A limit for each group, stopped while the group refuses reactions."""
        self._absences: KeyedLimits[str, TokenBucket] = KeyedLimits(lambda _: TokenBucket(1, 1.0, clock))
        """A limit for each person, stopped for a while after their private chat has refused an answer."""
        self._explanations: KeyedLimits[int, TokenBucket] = KeyedLimits(
            lambda _: TokenBucket(1, 1 / _BETWEEN_EXPLANATIONS, clock)
        )
        self._in_progress: Counter[str] = Counter()

    def answer(self, diverted: Diverted, replies: tuple[Reply, ...]) -> None:
        """Send answers to the asker's private chat in the background, and mark the line in the group."""
        if self._in_progress[diverted.person] < _MOST_IN_PROGRESS:
            self._in_progress[diverted.person] += 1
            self.add(self._answer(diverted, replies))
        else:
            self.add(self._mark(diverted, replies[0].language, is_answered=True))

    def mark(self, diverted: Diverted, language: str) -> None:
        """Mark a line in the group as answered in private."""
        self.add(self._mark(diverted, language, is_answered=True))

    async def _answer(self, diverted: Diverted, replies: tuple[Reply, ...]) -> None:
        is_answered = False
        absence = self._absences.of(diverted.person)
        try:
            private = private_chat_of(diverted.person)
            for reply in replies:
                if private is None or absence.wait() > 0:
                    break
                async with asyncio.timeout(timeouts.ANSWER):
                    await self._posting.send_all(private, _in_private(reply), silent=True)
                is_answered = True
        except (BadRequest, Forbidden) as error:
            logger.info("private answer refused", extra=_fields(diverted, error))
            absence.stop(_ABSENT_FOR)
        except (TelegramError, TimeoutError) as error:
            logger.info("private answer not delivered", extra=_fields(diverted, error))
        except Exception:
            logger.exception("private answer failed", extra=_fields(diverted))
        finally:
            self._in_progress[diverted.person] -= 1
            if not self._in_progress[diverted.person]:
                del self._in_progress[diverted.person]
        await self._mark(diverted, replies[0].language, is_answered=is_answered)

    async def _mark(self, diverted: Diverted, language: str, *, is_answered: bool) -> None:
        try:
            async with asyncio.timeout(timeouts.ANSWER):
                is_marked = diverted.line is None or await self._react(diverted.chat_key.chat, diverted.line)
                if not (is_marked and is_answered):
                    await self._explain(diverted, language)
        except (TelegramError, TimeoutError) as error:
            logger.info("line not marked", extra=_fields(diverted, error))
        except Exception:
            logger.exception("line could not be marked", extra=_fields(diverted))

    async def _react(self, chat: int, line: int) -> bool:
        """React to a line. Return False if the group refuses reactions."""
        refusal = self._refusals.of(chat)
        if refusal.wait() > 0:
            return False
        if not self._reactions.of(chat).take():
            return True
        try:
            await self._bot.set_message_reaction(chat, line, _MARK)
        except RetryAfter as error:
            refusal.stop(seconds_of(error))
            return False
        except (BadRequest, Forbidden) as error:
            if is_message_gone(error):
                return True
            refusal.stop(_REFUSED_FOR)
            return False
        return True

    async def _explain(self, diverted: Diverted, language: str) -> None:
        """Post a message in the group that says where answers go, at most once a minute."""
        if self._explanations.of(diverted.chat_key.chat).wait() > 0:
            return
        with self._pacing.answer(diverted.chat_key.chat, diverted.person, is_explanation=True) as is_taken:
            if not is_taken or not self._explanations.of(diverted.chat_key.chat).take():
                return
            bot = f"@{self._bot.username}"
            text = self._words(language).say("telegram-busy", bot=bot, start=Code("/start"))
            sent = await self._posting.send(
                diverted.chat_key, Reply(text), silent=True, reply_to=diverted.line
            )
            await self._expiring.add(diverted.chat_key, sent.message_id, diverted.person, _EXPLANATION_LASTS)


def private_chat_of(person: str) -> ChatKey | None:
    """Return an account's private chat, to which the bot may have no access; None if `person` is empty."""
    return ChatKey(int(person)) if person.isdecimal() else None


def _fields(diverted: Diverted, error: Exception | None = None) -> dict[str, object]:
    """Return the log fields of a diverted line."""
    kind = None if error is None else type(error).__name__
    return {"platform": "telegram", "chat": diverted.chat_key, "message_id": diverted.line, "error": kind}


def _in_private(reply: Reply) -> Reply:
    """Return an answer without settings buttons, which would change the private chat's settings instead."""
    return replace(reply, buttons=_without_settings(reply.buttons))


def _without_settings(buttons: Rows) -> Rows:
    rows = (tuple(each for each in row if not _sets(each.data)) for row in buttons)
    return tuple(row for row in rows if row)


def _sets(data: str) -> bool:
    parsed = read_press(data)
    return isinstance(parsed, ParsedCommand) and parsed.command.name == "settings"
