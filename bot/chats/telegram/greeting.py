"""Greeting: what a group is told to which the bot was added, and which right the bot lacks there."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from telegram import ChatMemberRestricted, ChatMemberUpdated
from telegram.constants import ChatMemberStatus
from telegram.error import TelegramError
from telegram.ext import ExtBot

from bot.chats.greetings import Greetings
from bot.chats.telegram.chat_keys import ChatKey
from bot.chats.telegram.incoming import player_in
from bot.chats.telegram.posting import Posting
from bot.talk.catalog import Words
from bot.talk.onboarding import greeting
from bot.talk.reply import Bold, Code, Reply

logger = logging.getLogger(__name__)

_WRITING = "can_send_messages"
_PHOTOS = "can_send_photos"
_GONE = (ChatMemberStatus.LEFT, ChatMemberStatus.BANNED)


class Greeter:
    """Greets groups, each once for ever. Where it may not write, whoever has added it is told in private.

    Args:
        bot: the bot's account.
        posting: sends messages.
        greetings: which groups were greeted.
        words: the catalog of a language.
    """

    def __init__(
        self, bot: ExtBot[Any], posting: Posting, greetings: Greetings, words: Callable[[str], Words]
    ) -> None:
        self._bot = bot
        self._posting = posting
        self._greetings = greetings
        self._words = words

    async def greet(self, changed: ChatMemberUpdated, language: str) -> None:
        """Greet a group to which the bot was added, in the language that the group speaks."""
        if await self._greetings.claim(_key(changed)) and not await self._greet(changed, language):
            await self._tell_adder(changed)

    async def greet_late(self, changed: ChatMemberUpdated) -> None:
        """Greet a group that waits for it, if the bot has now the rights that it lacked when it was added."""
        language = await self._greetings.pending_note(_key(changed))
        if language is not None and changed.new_chat_member.status not in _GONE:
            await self._greet(changed, language)

    async def moved(self, old: str, new: str) -> None:
        """Note that a group has become a supergroup, which is not greeted again."""
        await self._greetings.moved(old, new)

    async def _greet(self, changed: ChatMemberUpdated, language: str) -> bool:
        """Greet a group; where that fails it waits. Return whether the bot may write there."""
        key, words = _key(changed), self._words(language)
        lacking = await self._lacking(changed)
        if _WRITING in lacking:
            await self._greetings.postpone(key, language)
            return False
        missing = words.say("telegram-greeting-photos") if _PHOTOS in lacking else ()
        try:
            await self._posting.send(ChatKey(changed.chat.id), greeting(words, missing), silent=True)
            await self._greetings.claim(key)
        except TelegramError as error:
            logger.info("a greeting did not arrive: %s", type(error).__name__)
            await self._greetings.postpone(key, language)
        return True

    async def _lacking(self, changed: ChatMemberUpdated) -> set[str]:
        """Return which of the rights that a game needs the bot lacks in a group; none, if nobody can say."""
        member = changed.new_chat_member
        if member.status == ChatMemberStatus.ADMINISTRATOR:
            return set()
        try:
            everybody = (await self._bot.get_chat(changed.chat.id)).permissions
        except TelegramError as error:
            logger.info("the rights in a group could not be asked: %s", type(error).__name__)
            everybody = None
        rights = [everybody, member if isinstance(member, ChatMemberRestricted) else None]
        return {
            name
            for name in (_WRITING, _PHOTOS)
            if any(each is not None and not getattr(each, name) for each in rights)
        }

    async def _tell_adder(self, changed: ChatMemberUpdated) -> None:
        """Tell whoever has added the bot which right is missing, if that person has ever written to it."""
        person = changed.from_user
        if player_in(person) is None:
            return
        words = self._words(person.language_code or "")
        group = Bold(changed.chat.title or "…")
        text = words.say("telegram-greeting-silent", group=group, command=Code("/challenge"))
        try:
            await self._posting.send(ChatKey(person.id), Reply(text), silent=True)
        except TelegramError as error:
            logger.info("nobody could be told of a missing right: %s", type(error).__name__)


def _key(changed: ChatMemberUpdated) -> str:
    """Return the key under which a group is kept."""
    return str(ChatKey(changed.chat.id))
