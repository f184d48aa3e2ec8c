"""Updates, each carried out and answered."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from telegram import Message
from telegram.constants import CallbackQueryLimit, MessageLimit
from telegram.error import TelegramError

from bot.chats.errors import MessageGone
from bot.chats.telegram.dressing import length
from bot.chats.telegram.hearing import (
    NAME,
    file_in,
    heard_in,
    is_anonymous,
    is_command_for,
    person_of,
    pressed_in,
    spot_of,
    was_added,
)
from bot.chats.telegram.spots import Spot
from bot.chats.visible import seen
from bot.talk.heard import LONGEST_TEXT, Attached, ChatKind, Line, Place
from bot.talk.parsing import read_answer, takes_file
from bot.talk.reply import Code, Reply, plain

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from telegram import CallbackQuery, ChatMemberUpdated, Document, MaybeInaccessibleMessage, Update
    from telegram.ext import ExtBot

    from bot.chats.base import Ear
    from bot.chats.telegram.administrators import Administrators
    from bot.chats.telegram.fleeting import FleetingMessages
    from bot.chats.telegram.posting import Posting
    from bot.chats.telegram.screening import Screening
    from bot.chats.telegram.standing import Standing
    from bot.talk.catalog import Words
    from bot.talk.heard import Heard

logger = logging.getLogger(__name__)

_PATIENCE = 2.0
"""Seconds after which a press is answered by nothing, before its result is known."""
_GLANCE = 70
"""Characters that can be read while a toast is there; more wait for a tap."""
_SHORT = 300
_A_LITTLE = timedelta(minutes=1)
A_WHILE = timedelta(minutes=10)


class Listener:
    """Brings what people do to the ear, and answers each of them.

    A press is answered by a toast where the answer is short. What is longer, and the answer to a typed line,
    is a message: in a group a silent one that goes away after a while.

    Args:
        bot: the bot's account.
        ear: who listens.
        posting: who sends.
        fleeting: who takes away.
        screening: who shows films.
        administrators: who knows who administers a group.
        words: the catalog of a language.
        standing: who tells the ear what the bot may do where.
    """

    def __init__(
        self,
        bot: ExtBot[Any],
        ear: Ear,
        posting: Posting,
        fleeting: FleetingMessages,
        screening: Screening,
        administrators: Administrators,
        words: Callable[[str], Words],
        *,
        standing: Standing,
    ) -> None:
        self._bot = bot
        self._ear = ear
        self._administrators = administrators
        self._standing = standing
        self._posting = posting
        self._fleeting = fleeting
        self._screening = screening
        self._words = words

    async def hear(self, update: Update) -> None:
        """Carry out an update and answer it."""
        if update.callback_query is not None:
            await self._press(update.callback_query)
        elif update.message is not None:
            await self._message(update.message)
        elif update.my_chat_member is not None:
            await self._own_standing(update.my_chat_member)

    async def _own_standing(self, changed: ChatMemberUpdated) -> None:
        """Hear that the bot was added to a chat, may do something else there, or was removed or blocked."""
        if was_added(changed):
            await self._ear.added(
                person_of(changed.from_user), Place(NAME, str(changed.chat.id), ChatKind.SHARED)
            )
        await self._standing.changed(str(Spot(changed.chat.id)))

    async def _message(self, message: Message) -> None:
        if message.migrate_to_chat_id is not None:
            await self._ear.chat_moved(NAME, str(message.chat.id), str(message.migrate_to_chat_id))
            return
        if message.migrate_from_chat_id is not None:
            await self._ear.chat_moved(NAME, str(message.migrate_from_chat_id), str(message.chat.id))
            return
        if is_anonymous(message):
            await self._refuse_anonymous(message)
            return
        heard = heard_in(message, self._bot.bot)
        if heard is None:
            return
        heard = self._with_rights(heard, message)
        if isinstance(heard.what, Line) and takes_file(heard.what.text):
            await self._hear_file(message, heard)
        else:
            await self._say(spot_of(message), heard.person.key, await self._ear.hear(heard), message)

    def _with_rights(self, heard: Heard, message: MaybeInaccessibleMessage) -> Heard:
        """Let it be found out, where that matters, whether a person administers the group."""

        async def administers() -> bool:
            chat, person = message.chat.id, int(heard.person.key)
            return spot_of(message).is_group and await self._administrators.has(chat, person)

        return replace(heard, administers=administers)

    async def _hear_file(self, message: Message, heard: Heard) -> None:
        """Carry out a command that takes a text, from below it or from a file."""
        document = file_in(message)
        try:
            if document is not None and heard.attached is None:
                heard = replace(heard, attached=await self._read(document))
        except TelegramError as error:
            logger.info("a file could not be brought: %s", type(error).__name__)
            refusal = Reply(self._words(heard.person.language).say("refused-failed"))
            await self._say(spot_of(message), heard.person.key, (refusal,), message)
            return
        await self._say(spot_of(message), heard.person.key, await self._ear.hear(heard), message)

    async def _read(self, document: Document) -> Attached:
        """Bring a file, unless it is too large to be read."""
        size = document.file_size or 0
        if size > LONGEST_TEXT:
            return Attached("", size)
        file = await document.get_file()
        return Attached.of(bytes(await file.download_as_bytearray()))

    async def _refuse_anonymous(self, message: Message) -> None:
        """Tell somebody who writes as the group that nobody can play so."""
        if is_command_for(message, self._bot.bot):
            refusal = Reply(self._words("").say("telegram-anonymous", help=Code("/help")))
            await self._say(spot_of(message), "", (refusal,), message)

    async def _press(self, query: CallbackQuery) -> None:
        heard = pressed_in(query)
        if heard is None or query.message is None:
            await self._toast(query)
            return
        heard = self._with_rights(heard, query.message)
        async with asyncio.TaskGroup() as tasks:
            hearing = tasks.create_task(self._ear.hear(heard))
            await asyncio.wait({hearing}, timeout=_PATIENCE)
            if not hearing.done():
                await self._toast(query)
                await self._answer(query, heard, await hearing)
                return
        replies = hearing.result()
        if replies and _fits_toast(replies[0]):
            await self._toast(query, seen(plain(replies[0].text)))
            replies = replies[1:]
        elif replies and replies[0].film is not None:
            await self._toast(query, plain(self._screening.first_word(replies[0].film)))
        else:
            await self._toast(query)
        await self._answer(query, heard, replies)

    async def _answer(self, query: CallbackQuery, heard: Heard, replies: Sequence[Reply]) -> None:
        """Answer a press by messages. An answer that was pressed is replaced, or goes when it is settled."""
        pressed = query.message
        if pressed is None:
            return
        if not isinstance(pressed, Message) or not pressed.is_accessible:
            # It is so old that Telegram does not show it any more.
            await self._say(spot_of(pressed), heard.person.key, replies)
            return
        spot = spot_of(pressed)
        own = not spot.is_group or self._fleeting.owner_of(spot, pressed.message_id) == heard.person.key
        if not replies:
            if own and isinstance(query.data, str) and read_answer(query.data) is not None:
                await self._fleeting.drop(spot, pressed.message_id)
            return
        first, *rest = replies
        if not (own and first.replaces and await self._replaced(pressed, heard.person.key, first)):
            rest = [first, *rest]
        await self._say(spot, heard.person.key, rest, pressed)

    async def _replaced(self, pressed: Message, owner: str, reply: Reply) -> bool:
        """Put an answer in the place of the one that was pressed; say whether that can be done."""
        # A film is a document too, for clients that know no films.
        pictured = bool(pressed.photo) or pressed.animation is not None
        if reply.pending is not None or reply.as_file or (pressed.document is not None and not pictured):
            return False
        if length(plain(reply.text)) > MessageLimit.MAX_TEXT_LENGTH:
            return False  # the rest goes along as a file, which no edit can bring
        spot = spot_of(pressed)
        if reply.film is not None:
            if pictured:
                self._screening.begin_in_place(spot, pressed.message_id, reply, reply.film, owner)
            return pictured
        if pictured and reply.scene is None:
            return False
        try:
            await self._posting.change(spot, pressed.message_id, reply)
        except (TelegramError, MessageGone) as error:
            logger.info("an answer could not be replaced: %s", type(error).__name__)
            return False
        if spot.is_group:
            await self._fleeting.add(spot, pressed.message_id, owner, _life(reply))
        return True

    async def _say(
        self, spot: Spot, owner: str, replies: Sequence[Reply], reply_to: Message | None = None
    ) -> None:
        """Answer by messages that ring nobody; in a group they reply to what they answer."""
        answered = reply_to.message_id if reply_to is not None and spot.is_group else None
        for reply in replies:
            if reply.film is not None:
                self._screening.begin(spot, reply, reply.film, owner, answered)
                continue
            if reply.pending is not None:
                self._screening.begin_pending(spot, reply, owner, answered)
                continue
            try:
                sent = await self._posting.send_all(spot, reply, silent=True, reply_to=answered)
            except TelegramError as error:
                logger.info("an answer did not arrive: %s", type(error).__name__)
                return
            for message in sent if spot.is_group else ():
                await self._fleeting.add(spot, message.message_id, owner, _life(reply))

    async def _toast(self, query: CallbackQuery, text: str = "") -> None:
        """Answer a press on the spot, if Telegram still takes the answer."""
        try:
            await self._bot.answer_callback_query(
                query.id, text=text or None, show_alert=length(text) > _GLANCE or None
            )
        except TelegramError as error:
            logger.info("a press could not be answered: %s", type(error).__name__)


def _fits_toast(reply: Reply) -> bool:
    """Whether an answer can be told in passing. A board that only stands beside it is left out."""
    if (
        (reply.scene is not None and not reply.beside)
        or reply.buttons
        or reply.invites
        or reply.as_file
        or reply.film is not None
    ):
        return False
    return length(plain(reply.text)) <= CallbackQueryLimit.ANSWER_CALLBACK_QUERY_TEXT_LENGTH


def _life(reply: Reply) -> timedelta:
    """How long an answer stands in a group."""
    short = not reply.buttons and reply.scene is None and length(plain(reply.text)) <= _SHORT
    return _A_LITTLE if short else A_WHILE
