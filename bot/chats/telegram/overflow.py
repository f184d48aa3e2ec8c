"""Overflow: answers for which a busy group has no place go to the asker's private chat."""

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
from bot.sessions import RateLimit, RateLimits
from bot.talk.catalog import Words
from bot.talk.command import ParsedCommand
from bot.talk.input.parsing import read_press
from bot.talk.reply import Code, Reply, Rows

logger = logging.getLogger(__name__)

_SEEN = ReactionEmoji.EYES
_AT_ONCE, _PER_SECOND = 5, 1.0
"""Reactions in a group. Telegram says of no limit for them; it answers 429 when there are too many."""
_REFUSED_FOR = 600.0
"""Seconds for which a group that refuses reactions is not asked for one."""
_ABSENT_FOR = 60.0
"""Seconds for which a private chat is not tried again that cannot be written to."""
_BETWEEN_EXPLANATIONS = 60.0
_EXPLANATION_LASTS = timedelta(minutes=1)
_MOST_AT_ONCE = 3
"""Answers that are on their way to one person. More come faster than anybody types, and are dropped."""


@dataclass(frozen=True, slots=True)
class Diverted:
    """A line or a press that is answered elsewhere.

    Args:
        chat_key: the group or the topic.
        line: the id of the typed line; None if a button was pressed.
        person: the account that asked.
    """

    chat_key: ChatKey
    line: int | None
    person: str


class Overflow(Background):
    """Answers in private what a group has no place for, and marks the line in the group.

    The mark is a reaction, which Telegram does not count as a message. Where reactions are refused, or the
    asker has no private chat, one silent line a minute says where answers are.

    Args:
        bot: the bot's account.
        posting: sends messages.
        pacing: takes the places.
        expiring: deletes the line after a while.
        words: the catalog of a language.
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
        self._reactions: RateLimits[int, RateLimit] = RateLimits(
            lambda _: RateLimit(_AT_ONCE, _PER_SECOND, clock)
        )
        self._refusals: RateLimits[int, RateLimit] = RateLimits(lambda _: RateLimit(1, 1.0, clock))
        """Of each group, stopped while it refuses reactions."""
        self._absences: RateLimits[str, RateLimit] = RateLimits(lambda _: RateLimit(1, 1.0, clock))
        """Of each person, stopped for a while after the private chat could not be written to."""
        self._explanations: RateLimits[int, RateLimit] = RateLimits(
            lambda _: RateLimit(1, 1 / _BETWEEN_EXPLANATIONS, clock)
        )
        self._going: Counter[str] = Counter()

    def answer(self, diverted: Diverted, replies: tuple[Reply, ...]) -> None:
        """Send answers to the asker's private chat. The person's next update does not wait for that."""
        if self._going[diverted.person] < _MOST_AT_ONCE:
            self._going[diverted.person] += 1
            self.add(self._answer(diverted, replies))
        else:
            self.add(self._mark(diverted, replies[0].language, is_answered=True))

    def mark(self, diverted: Diverted, language: str) -> None:
        """Mark a line that is answered in private."""
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
            logger.info("an answer cannot be given in private: %s", type(error).__name__)
            absence.stop(_ABSENT_FOR)
        except (TelegramError, TimeoutError) as error:
            logger.info("an answer did not arrive in private: %s", type(error).__name__)
        except Exception:
            logger.exception("an answer could not be given in private")
        finally:
            self._going[diverted.person] -= 1
            if not self._going[diverted.person]:
                del self._going[diverted.person]
        await self._mark(diverted, replies[0].language, is_answered=is_answered)

    async def _mark(self, diverted: Diverted, language: str, *, is_answered: bool) -> None:
        try:
            async with asyncio.timeout(timeouts.ANSWER):
                is_marked = diverted.line is None or await self._react(diverted.chat_key.chat, diverted.line)
                if not (is_marked and is_answered):
                    await self._explain(diverted, language)
        except (TelegramError, TimeoutError) as error:
            logger.info("a line could not be marked: %s", type(error).__name__)
        except Exception:
            logger.exception("a line could not be marked")

    async def _react(self, chat: int, line: int) -> bool:
        """React to a line; return False if the group refuses reactions."""
        refusal = self._refusals.of(chat)
        if refusal.wait() > 0:
            return False
        if not self._reactions.of(chat).take():
            return True
        try:
            await self._bot.set_message_reaction(chat, line, _SEEN)
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
        """Say in the group where answers are, at most once a minute."""
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
    """Return the private chat of an account, in which the bot may write or not; None for a nameless one."""
    return ChatKey(int(person)) if person.isdecimal() else None


def _in_private(reply: Reply) -> Reply:
    """Return an answer without the buttons that would change another chat's settings there."""
    return replace(reply, buttons=_without_settings(reply.buttons))


def _without_settings(buttons: Rows) -> Rows:
    rows = (tuple(each for each in row if not _sets(each.data)) for row in buttons)
    return tuple(row for row in rows if row)


def _sets(data: str) -> bool:
    parsed = read_press(data)
    return isinstance(parsed, ParsedCommand) and parsed.command.name == "settings"
