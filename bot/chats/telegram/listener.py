"""Answering: updates, each handled and answered."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from telegram import CallbackQuery, ChatMemberUpdated, Document, MaybeInaccessibleMessage, Message, Update
from telegram.constants import CallbackQueryLimit, ChatAction, MessageLimit
from telegram.error import TelegramError
from telegram.ext import ExtBot

from bot.chats.base import Handler
from bot.chats.errors import MessageGone
from bot.chats.telegram import timeouts
from bot.chats.telegram.app_buttons import MenuButtons
from bot.chats.telegram.chat_keys import ChatKey
from bot.chats.telegram.chat_rights import ChatRights
from bot.chats.telegram.expiring import ExpiringMessages
from bot.chats.telegram.formatting import length
from bot.chats.telegram.greeting import Greeter
from bot.chats.telegram.incoming import (
    NAME,
    chat_key_of,
    file_in,
    incoming_in,
    is_anonymous,
    is_command_for,
    player_in,
    pressed_in,
    was_added,
)
from bot.chats.telegram.members import Members
from bot.chats.telegram.overflow import Diverted, Overflow, private_chat_of
from bot.chats.telegram.pacing import Pacing
from bot.chats.telegram.posting import Posting
from bot.chats.telegram.slow_answers import SlowAnswers
from bot.chats.telegram.spare_capacity import SpareCapacity
from bot.chats.texts import without_invisible
from bot.talk.catalog import Words
from bot.talk.incoming import LONGEST_TEXT, Attached, ChatKind, Incoming, Line, Person, Place
from bot.talk.input.parsing import takes_file
from bot.talk.input.payloads import read_answer
from bot.talk.reply import Code, Jump, Reply, plain

logger = logging.getLogger(__name__)

_PATIENCE = 2.0
"""Seconds after which a press is acknowledged although its result is not known yet."""
_GLANCE = 70
"""Characters that can be read while a toast is there; more would need a tap."""
_SHORT = 300
_A_LITTLE = timedelta(minutes=1)
A_WHILE = timedelta(minutes=10)


class Listener:
    """Passes what people do to the handler, and answers each of them.

    A press is answered by a toast where the answer is short. What is longer, and the answer to a typed line,
    is a message: in a group a silent one that goes away after a while.

    Args:
        bot: the bot's account.
        handler: handles what people do.
        posting: sends messages.
        expiring: deletes answers after a while.
        slow_answers: shows animations and other slow results.
        members: says who administers a group.
        words: the catalog of a language.
        pacing: takes places for answers in a group's minute.
        overflow: answers in private where a group has no place.
        room: says how soon a board follows.
        chat_rights: reports changes of the bot's rights to the handler.
        greeter: greets groups.
        menu_buttons: label the button beside what is typed in a private chat.
        board_link: returns how the link begins that opens a board in the Mini App.
    """

    def __init__(  # noqa: PLR0913 - everything it needs is handed in
        self,
        bot: ExtBot[Any],
        handler: Handler,
        posting: Posting,
        expiring: ExpiringMessages,
        slow_answers: SlowAnswers,
        members: Members,
        words: Callable[[str], Words],
        *,
        pacing: Pacing,
        overflow: Overflow,
        room: SpareCapacity,
        chat_rights: ChatRights,
        greeter: Greeter,
        menu_buttons: MenuButtons,
        board_link: Callable[[], str],
    ) -> None:
        self._bot = bot
        self._handler = handler
        self._members = members
        self._pacing = pacing
        self._overflow = overflow
        self._room = room
        self._chat_rights = chat_rights
        self._greeter = greeter
        self._menu_buttons = menu_buttons
        self._board_link = board_link
        self._posting = posting
        self._expiring = expiring
        self._slow_answers = slow_answers
        self._words = words

    async def handle(self, update: Update) -> None:
        """Handle an update and answer it."""
        self._note_message(update)
        if update.callback_query is not None:
            await self._press(update.callback_query)
        elif update.message is not None:
            await self._message(update.message)
        elif update.my_chat_member is not None:
            await self._own_rights(update.my_chat_member)

    def _note_message(self, update: Update) -> None:
        """Note what stands last in a private chat: what was written there, or was pressed."""
        message = update.effective_message
        if message is not None and not chat_key_of(message).is_group:
            self._posting.last_messages.note(str(chat_key_of(message)), message.message_id)

    async def _own_rights(self, changed: ChatMemberUpdated) -> None:
        """Take note that the bot was added to a chat, has other rights there, or was removed or blocked."""
        if was_added(changed):
            # A group that an anonymous administrator brings the bot into has the language of nobody.
            adder = player_in(changed.from_user) or Person(NAME, str(changed.from_user.id), "")
            place = Place(NAME, str(changed.chat.id), ChatKind.SHARED)
            language = await self._handler.added(adder, place)
            await self._greeter.greet(changed, language)
        else:
            await self._greeter.greet_late(changed)
        await self._chat_rights.changed(str(ChatKey(changed.chat.id)))

    async def _message(self, message: Message) -> None:
        if message.migrate_to_chat_id is not None:
            await self._moved(str(message.chat.id), str(message.migrate_to_chat_id))
            return
        if message.migrate_from_chat_id is not None:
            await self._moved(str(message.migrate_from_chat_id), str(message.chat.id))
            return
        if is_anonymous(message):
            await self._refuse_anonymous(message)
            return
        incoming = incoming_in(message, self._bot.bot)
        if incoming is None:
            return
        incoming = self._with_rights(incoming, message)
        if isinstance(incoming.what, Line) and takes_file(incoming.what.text):
            await self._handle_file(message, incoming)
        else:
            replies = await self._handler.handle(incoming)
            await self._say(chat_key_of(message), incoming.person.key, replies, message)
            await self._label_menu(chat_key_of(message), incoming, replies)

    async def _label_menu(self, chat_key: ChatKey, incoming: Incoming, replies: Sequence[Reply]) -> None:
        """Label the menu button of a private chat in the language in which the person is answered."""
        if not chat_key.is_group:
            told = next((reply.language for reply in replies if reply.language), incoming.person.language)
            await self._menu_buttons.speak(chat_key.chat, told)

    async def _moved(self, old: str, new: str) -> None:
        """Take note that a group has become a supergroup."""
        await self._greeter.moved(old, new)
        await self._handler.chat_moved(NAME, old, new)

    def _with_rights(self, incoming: Incoming, message: MaybeInaccessibleMessage) -> Incoming:
        """Add what only Telegram knows of a person, which is asked only where it matters."""

        async def administers() -> bool:
            chat, person = message.chat.id, int(incoming.person.key)
            return chat_key_of(message).is_group and await self._members.administers(chat, person)

        async def private_place() -> Place | None:
            try:
                # The lightest request that Telegram refuses where nothing could be sent.
                await self._bot.send_chat_action(int(incoming.person.key), ChatAction.TYPING)
            except TelegramError as error:
                logger.info("somebody cannot be written to: %s", type(error).__name__)
                return None
            return Place(NAME, incoming.person.key, ChatKind.PRIVATE)

        place = replace(incoming.place, board_link=self._board_link())
        return replace(incoming, place=place, administers=administers, private_place=private_place)

    async def _handle_file(self, message: Message, incoming: Incoming) -> None:
        """Handle a command that takes a text, from below it or from a file."""
        document = file_in(message)
        try:
            if document is not None and incoming.attached is None:
                async with asyncio.timeout(timeouts.ANSWER):
                    incoming = replace(incoming, attached=await self._read(document))
        except (TelegramError, TimeoutError) as error:
            logger.info("a file could not be brought: %s", type(error).__name__)
            refusal = Reply(self._words(incoming.person.language).say("refused-failed"))
            await self._say(chat_key_of(message), incoming.person.key, (refusal,), message)
            return
        await self._say(
            chat_key_of(message), incoming.person.key, await self._handler.handle(incoming), message
        )

    async def _read(self, document: Document) -> Attached:
        """Download a file, unless it is too large to be read."""
        size = document.file_size or 0
        if size > LONGEST_TEXT:
            return Attached("", size)
        file = await document.get_file()
        return Attached.of(bytes(await file.download_as_bytearray()))

    async def _refuse_anonymous(self, message: Message) -> None:
        """Tell somebody who writes as the group that nobody can play so."""
        if is_command_for(message, self._bot.bot):
            refusal = Reply(self._words("").say("telegram-anonymous", help=Code("/help")))
            await self._say(chat_key_of(message), "", (refusal,), message)

    async def _press(self, query: CallbackQuery) -> None:
        incoming = pressed_in(query)
        if incoming is None or query.message is None:
            await self._toast(query)
            return
        incoming = self._with_rights(incoming, query.message)
        pressed = query.message
        group = Place(NAME, str(pressed.chat.id), ChatKind.SHARED)
        lag = await self._room.lag(
            chat_key_of(pressed), lambda: self._handler.queued(group, str(pressed.message_id))
        )
        incoming = replace(incoming, lag=lag)
        async with asyncio.TaskGroup() as tasks:
            handling = tasks.create_task(self._handler.handle(incoming))
            await asyncio.wait({handling}, timeout=_PATIENCE)
            if not handling.done():
                await self._toast(query)
                # What was worth a toast comes too late for one, and is worth no message.
                replies = tuple(reply for reply in await handling if not reply.is_fleeting)
                await self._answer(query, incoming, replies)
                return
        replies = handling.result()
        if replies and _fits_toast(first := replies[0]):
            await self._toast(query, without_invisible(plain(first.text)))
            pending = () if first.pending is None else (replace(first, text=()),)
            replies = (*pending, *replies[1:])
        elif replies and replies[0].animation is not None:
            await self._toast(query, plain(self._slow_answers.first_word(replies[0].animation)))
        else:
            await self._toast(query, self._said_elsewhere(query.message, incoming, replies))
        await self._answer(query, incoming, replies)
        await self._label_menu(chat_key_of(query.message), incoming, replies)

    def _said_elsewhere(
        self, pressed: MaybeInaccessibleMessage, incoming: Incoming, replies: Sequence[Reply]
    ) -> str:
        """Return a toast that tells where the answer is, if the group has no place for it; else nothing."""
        if not replies or self._pacing.takes_answer(pressed.chat.id, incoming.person.key):
            return ""
        return self._words(replies[0].language).words("telegram-busy-toast")

    async def _answer(self, query: CallbackQuery, incoming: Incoming, replies: Sequence[Reply]) -> None:
        """Answer a press by messages; a pressed answer is replaced, or deleted if it was a question."""
        pressed = query.message
        if pressed is None:
            return
        if not isinstance(pressed, Message) or not pressed.is_accessible:
            # It is so old that Telegram does not show it any more.
            await self._say(chat_key_of(pressed), incoming.person.key, replies)
            return
        chat_key = chat_key_of(pressed)
        own = (
            not chat_key.is_group
            or await self._expiring.owner_of(chat_key, pressed.message_id) == incoming.person.key
        )
        if not replies:
            if own and isinstance(query.data, str) and read_answer(query.data) is not None:
                await self._expiring.drop(chat_key, pressed.message_id)
            return
        first, *rest = replies
        if not (own and first.replaces and await self._replaced(pressed, incoming.person.key, first)):
            rest = [first, *rest]
        await self._say(chat_key, incoming.person.key, rest, pressed)

    async def _replaced(self, pressed: Message, owner: str, reply: Reply) -> bool:
        """Put an answer in the place of the one that was pressed; return whether that was possible."""
        # An animation has a document too, for clients that cannot show animations.
        pictured = bool(pressed.photo) or pressed.animation is not None
        if reply.pending is not None or reply.as_file or (pressed.document is not None and not pictured):
            return False
        chat_key = chat_key_of(pressed)
        is_too_long = length(plain(reply.text)) > MessageLimit.MAX_TEXT_LENGTH
        if is_too_long or not self._pacing.takes_answer(chat_key.chat, owner):
            return False  # the rest goes along as a file, which no edit can bring; or it goes elsewhere
        if reply.animation is not None:
            if pictured:
                self._slow_answers.begin_in_place(chat_key, pressed.message_id, reply, reply.animation, owner)
            return pictured
        if pictured and reply.scene is None:
            return False
        try:
            with self._pacing.answer(chat_key.chat, owner):
                async with asyncio.timeout(timeouts.ANSWER):
                    await self._posting.change(chat_key, pressed.message_id, reply)
        except (TelegramError, MessageGone, TimeoutError) as error:
            logger.info("an answer could not be replaced: %s", type(error).__name__)
            return False
        if chat_key.is_group:
            await self._expiring.add(chat_key, pressed.message_id, owner, _life(reply))
        return True

    async def _say(
        self, chat_key: ChatKey, owner: str, replies: Sequence[Reply], reply_to: Message | None = None
    ) -> None:
        """Answer by messages that notify nobody; in a group they reply to what they answer.

        From the first that the group has no place for they go to the asker's private chat.
        """
        answered = reply_to.message_id if reply_to is not None and chat_key.is_group else None
        for number, reply in enumerate(replies):
            if not self._pacing.takes_answer(chat_key.chat, owner):
                is_typed = reply_to is not None and reply_to.from_user != self._bot.bot
                diverted = Diverted(chat_key, answered if is_typed else None, owner)
                self._say_elsewhere(diverted, replies[number:])
                return
            if self._is_begun(chat_key, reply, owner, answered):
                continue
            try:
                with self._pacing.answer(chat_key.chat, owner):
                    async with asyncio.timeout(timeouts.ANSWER):
                        sent = await self._posting.send_all(chat_key, reply, silent=True, reply_to=answered)
            except (TelegramError, TimeoutError) as error:
                logger.info("an answer did not arrive: %s", type(error).__name__)
                return
            for message in sent if chat_key.is_group else ():
                await self._expiring.add(chat_key, message.message_id, owner, _life(reply))

    def _is_begun(self, chat_key: ChatKey, reply: Reply, owner: str, answered: int | None) -> bool:
        """Begin to show a reply that takes its time; return False for one that can be sent now."""
        if reply.animation is not None:
            self._slow_answers.begin(chat_key, reply, reply.animation, owner, answered)
        elif reply.pending is not None:
            self._slow_answers.begin_pending(chat_key, reply, owner, answered)
        return reply.animation is not None or reply.pending is not None

    def _say_elsewhere(self, diverted: Diverted, replies: Sequence[Reply]) -> None:
        """Answer in the asker's private chat what the group has no place for."""
        private = private_chat_of(diverted.person)
        slow = [
            reply for reply in replies if private and self._is_begun(private, reply, diverted.person, None)
        ]
        others = tuple(reply for reply in replies if reply not in slow)
        if others:
            self._overflow.answer(diverted, others)
        else:
            self._overflow.mark(diverted, replies[0].language)

    async def _toast(self, query: CallbackQuery, text: str = "") -> None:
        """Answer a press by a toast, if Telegram still takes the answer."""
        try:
            async with asyncio.timeout(timeouts.TOAST):
                await self._bot.answer_callback_query(
                    query.id, text=text or None, show_alert=length(text) > _GLANCE or None
                )
        except (TelegramError, TimeoutError) as error:
            logger.info("a press could not be answered: %s", type(error).__name__)


def _fits_toast(reply: Reply) -> bool:
    """Return True if an answer fits a toast, which has no links. A board beside it is left out."""
    if (
        any(isinstance(span, Jump) and _leads_somewhere(span) for span in reply.text)
        or (reply.scene is not None and not reply.is_picture_extra)
        or reply.buttons
        or reply.invites
        or reply.as_file
        or reply.animation is not None
    ):
        return False
    return length(plain(reply.text)) <= CallbackQueryLimit.ANSWER_CALLBACK_QUERY_TEXT_LENGTH


def _leads_somewhere(jump: Jump) -> bool:
    """Return True if Telegram has a link to where a span leads: not in a group that is no supergroup."""
    return ChatKey.read(jump.chat).link_to(jump.message) is not None


def _life(reply: Reply) -> timedelta:
    """Return how long an answer stays in a group."""
    short = not reply.buttons and reply.scene is None and length(plain(reply.text)) <= _SHORT
    return _A_LITTLE if short else A_WHILE
