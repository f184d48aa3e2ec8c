"""Greeting: the bot's first message in a group, which also names the rights that the bot lacks there."""

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
    """Greets each group once, ever. If the bot may not write there, the person who added it is informed.

    Args:
        posting: sends messages.
        greetings: stores which groups were greeted.
        words: returns the catalog for a language.
    """

    def __init__(
        self, bot: ExtBot[Any], posting: Posting, greetings: Greetings, words: Callable[[str], Words]
    ) -> None:
        self._bot = bot
        self._posting = posting
        self._greetings = greetings
        self._words = words

    async def greet(self, changed: ChatMemberUpdated, language: str) -> None:
        """Greet a group to which the bot was just added, in the group's language."""
        if await self._greetings.claim(_key(changed)) and not await self._greet(changed, language):
            await self._inform_adder(changed)

    async def greet_late(self, changed: ChatMemberUpdated) -> None:
        """Send a group's pending greeting if the bot may now write there."""
        language = await self._greetings.pending_note(_key(changed))
        if language is not None and changed.new_chat_member.status not in _GONE:
            await self._greet(changed, language)

    async def moved(self, old: str, new: str) -> None:
        """Record that a group has become a supergroup, so that it is not greeted again."""
        await self._greetings.moved(old, new)

    async def _greet(self, changed: ChatMemberUpdated, language: str) -> bool:
        """Greet a group, or mark the greeting as pending. Return False if the bot may not write there."""
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
            logger.info("greeting not delivered", extra=_fields(key, error))
            await self._greetings.postpone(key, language)
        return True

    async def _lacking(self, changed: ChatMemberUpdated) -> set[str]:
        """Return the rights that games need and the bot lacks in a group.

        If Telegram does not return the group's rights, only the bot's own restrictions count.
        """
        member = changed.new_chat_member
        if member.status == ChatMemberStatus.ADMINISTRATOR:
            return set()
        try:
            for_all = (await self._bot.get_chat(changed.chat.id)).permissions
        except TelegramError as error:
            logger.info("rights in a group unknown", extra=_fields(_key(changed), error))
            for_all = None
        rights = [for_all, member if isinstance(member, ChatMemberRestricted) else None]
        return {
            name
            for name in (_WRITING, _PHOTOS)
            if any(each is not None and not getattr(each, name) for each in rights)
        }

    async def _inform_adder(self, changed: ChatMemberUpdated) -> None:
        """Tell the person who added the bot that it may not write, if they have ever written to the bot."""
        person = changed.from_user
        if player_in(person) is None:
            return
        words = self._words(person.language_code or "")
        group = Bold(changed.chat.title or "…")
        text = words.say("telegram-greeting-silent", group=group, command=Code("/challenge"))
        try:
            await self._posting.send(ChatKey(person.id), Reply(text), silent=True)
        except TelegramError as error:
            logger.info("missing right not reported to a person", extra=_fields(_key(changed), error))


def _key(changed: ChatMemberUpdated) -> str:
    return str(ChatKey(changed.chat.id))


def _fields(chat: str, error: TelegramError) -> dict[str, str]:
    return {"platform": "telegram", "chat": chat, "error": type(error).__name__}
