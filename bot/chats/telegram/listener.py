"""Listener: passes Telegram's updates to the handler and sends the answers."""

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

_ACKNOWLEDGE_AFTER = 2.0
"""Seconds after which a press is acknowledged although its result is not known yet."""
_LONGEST_TOAST = 70
"""The most characters that can be read while a toast is visible. Longer texts need an alert."""
_SHORT = 300
"""The most characters of an answer that expires after `_SHORT_LIFE`."""
_SHORT_LIFE = timedelta(minutes=1)
A_WHILE = timedelta(minutes=10)


class Listener:
    """Passes commands, texts and presses to the handler and sends the answers.

    A short answer to a press is a toast. Other answers are messages, in a group silent ones that expire.

    Args:
        handler: handles commands, texts and presses.
        posting: sends messages.
        expiring: deletes answers after a while.
        slow_answers: sends animations and other slow results.
        members: knows the groups' administrators.
        words: returns the catalog for a language.
        pacing: the rate limits.
        overflow: answers in private when a group's rate limit is used up.
        spare_capacity: estimates how soon a board can be shown.
        chat_rights: reports changes of the bot's rights to the handler.
        greeter: greets groups.
        menu_buttons: sets the language of a private chat's menu button.
        board_link: returns the link to the Mini App without a game's id.
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
        spare_capacity: SpareCapacity,
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
        self._spare_capacity = spare_capacity
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
        """Record a private chat's message, written or pressed, as the newest that was seen."""
        message = update.effective_message
        if message is not None and not chat_key_of(message).is_group:
            self._posting.last_messages.note(str(chat_key_of(message)), message.message_id)

    async def _own_rights(self, changed: ChatMemberUpdated) -> None:
        """Handle a change of the bot's rights in a chat: added, removed, blocked, or changed."""
        if was_added(changed):
            # An anonymous administrator has no language, so the group gets the default one.
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
            language = next((reply.language for reply in replies if reply.language), incoming.person.language)
            await self._menu_buttons.set_language(chat_key.chat, language)

    async def _moved(self, old: str, new: str) -> None:
        """Record that a group has become a supergroup with a new id."""
        await self._greeter.moved(old, new)
        await self._handler.chat_moved(NAME, old, new)

    def _with_rights(self, incoming: Incoming, message: MaybeInaccessibleMessage) -> Incoming:
        """Add functions that ask Telegram about a person's rights and private chat when called."""

        async def administers() -> bool:
            chat, person = message.chat.id, int(incoming.person.key)
            return chat_key_of(message).is_group and await self._members.administers(chat, person)

        async def private_place() -> Place | None:
            try:
                # Sends no message, but Telegram refuses it like one if the bot may not write there.
                await self._bot.send_chat_action(int(incoming.person.key), ChatAction.TYPING)
            except TelegramError as error:
                logger.info("private chat unavailable", extra=_fields(chat_key_of(message), error))
                return None
            return Place(NAME, incoming.person.key, ChatKind.PRIVATE)

        place = replace(incoming.place, board_link=self._board_link())
        return replace(incoming, place=place, administers=administers, private_place=private_place)

    async def _handle_file(self, message: Message, incoming: Incoming) -> None:
        """Handle a command that takes a long text: the lines after it, or the text of a file."""
        document = file_in(message)
        try:
            if document is not None and incoming.attached is None:
                async with asyncio.timeout(timeouts.ANSWER):
                    incoming = replace(incoming, attached=await self._read(document))
        except (TelegramError, TimeoutError) as error:
            logger.info("file not downloaded", extra=_fields(chat_key_of(message), error, message.message_id))
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
        """Answer a command written in the name of the group: an anonymous person cannot play."""
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
        lag = await self._spare_capacity.lag(
            chat_key_of(pressed), lambda: self._handler.queued(group, str(pressed.message_id))
        )
        incoming = replace(incoming, lag=lag)
        async with asyncio.TaskGroup() as tasks:
            handling = tasks.create_task(self._handler.handle(incoming))
            await asyncio.wait({handling}, timeout=_ACKNOWLEDGE_AFTER)
            if not handling.done():
                await self._toast(query)
                # A fleeting reply is now too late for a toast, and not important enough for a message.
                replies = tuple(reply for reply in await handling if not reply.is_fleeting)
                await self._answer(query, incoming, replies)
                return
        replies = handling.result()
        if replies and _fits_toast(first := replies[0]):
            await self._toast(query, without_invisible(plain(first.text)))
            pending = () if first.pending is None else (replace(first, text=()),)
            replies = (*pending, *replies[1:])
        elif replies and replies[0].animation is not None:
            await self._toast(query, plain(self._slow_answers.first_progress(replies[0].animation)))
        else:
            await self._toast(query, self._said_elsewhere(query.message, incoming, replies))
        await self._answer(query, incoming, replies)
        await self._label_menu(chat_key_of(query.message), incoming, replies)

    def _said_elsewhere(
        self, pressed: MaybeInaccessibleMessage, incoming: Incoming, replies: Sequence[Reply]
    ) -> str:
        """Return a toast that says where the answer is if the group's rate limit refuses it; else empty."""
        if not replies or self._pacing.takes_answer(pressed.chat.id, incoming.person.key):
            return ""
        return self._words(replies[0].language).words("telegram-busy-toast")

    async def _answer(self, query: CallbackQuery, incoming: Incoming, replies: Sequence[Reply]) -> None:
        """Answer a press by messages.

        If the pressed message is itself an answer to this person, the new answer can replace it. A question
        that needs no further answer is deleted.
        """
        pressed = query.message
        if pressed is None:
            return
        if not isinstance(pressed, Message) or not pressed.is_accessible:
            # Telegram no longer gives access to a message that old.
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
        """Replace the pressed answer by a new one. Return False if that is not possible."""
        # Telegram gives an animation's message a document, too.
        pictured = bool(pressed.photo) or pressed.animation is not None
        if reply.pending is not None or reply.as_file or (pressed.document is not None and not pictured):
            return False
        chat_key = chat_key_of(pressed)
        is_too_long = length(plain(reply.text)) > MessageLimit.MAX_TEXT_LENGTH
        if is_too_long or not self._pacing.takes_answer(chat_key.chat, owner):
            return False  # A long answer needs a file, which an edit cannot add.
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
            logger.info("answer not replaced", extra=_fields(chat_key, error, pressed.message_id))
            return False
        if chat_key.is_group:
            await self._expiring.add(chat_key, pressed.message_id, owner, _life(reply))
        return True

    async def _say(
        self, chat_key: ChatKey, owner: str, replies: Sequence[Reply], reply_to: Message | None = None
    ) -> None:
        """Send answers as silent messages, in a group as replies to the message they answer.

        If the group's rate limit refuses one, that answer and the following go to the asker's private chat.
        """
        answered = reply_to.message_id if reply_to is not None and chat_key.is_group else None
        for number, reply in enumerate(replies):
            if not self._pacing.takes_answer(chat_key.chat, owner):
                is_typed = reply_to is not None and reply_to.from_user != self._bot.bot
                diverted = Diverted(chat_key, answered if is_typed else None, owner)
                self._say_elsewhere(diverted, replies[number:])
                return
            if self._starts_slow(chat_key, reply, owner, answered):
                continue
            try:
                with self._pacing.answer(chat_key.chat, owner):
                    async with asyncio.timeout(timeouts.ANSWER):
                        sent = await self._posting.send_all(chat_key, reply, silent=True, reply_to=answered)
            except (TelegramError, TimeoutError) as error:
                logger.info("answer not delivered", extra=_fields(chat_key, error, answered))
                return
            for message in sent if chat_key.is_group else ():
                await self._expiring.add(chat_key, message.message_id, owner, _life(reply))

    def _starts_slow(self, chat_key: ChatKey, reply: Reply, owner: str, answered: int | None) -> bool:
        """Start the background task of a slow reply. Return False for a reply that can be sent now."""
        if reply.animation is not None:
            self._slow_answers.begin(chat_key, reply, reply.animation, owner, answered)
        elif reply.pending is not None:
            self._slow_answers.begin_pending(chat_key, reply, owner, answered)
        return reply.animation is not None or reply.pending is not None

    def _say_elsewhere(self, diverted: Diverted, replies: Sequence[Reply]) -> None:
        """Send answers to the asker's private chat, because the group's rate limit refuses them."""
        private = private_chat_of(diverted.person)
        slow = [
            reply for reply in replies if private and self._starts_slow(private, reply, diverted.person, None)
        ]
        others = tuple(reply for reply in replies if reply not in slow)
        if others:
            self._overflow.answer(diverted, others)
        else:
            self._overflow.mark(diverted, replies[0].language)

    async def _toast(self, query: CallbackQuery, text: str = "") -> None:
        """Answer a press by a toast; without a text, only end the button's loading state."""
        try:
            async with asyncio.timeout(timeouts.TOAST):
                await self._bot.answer_callback_query(
                    query.id, text=text or None, show_alert=length(text) > _LONGEST_TOAST or None
                )
        except (TelegramError, TimeoutError) as error:
            pressed = query.message
            chat_key, number = (chat_key_of(pressed), pressed.message_id) if pressed else (None, None)
            logger.info("press not acknowledged", extra=_fields(chat_key, error, number))


def _fields(chat_key: ChatKey | None, error: Exception, message: int | None = None) -> dict[str, object]:
    """Return the log fields of an answer that failed."""
    return {"platform": NAME, "chat": chat_key, "message_id": message, "error": type(error).__name__}


def _fits_toast(reply: Reply) -> bool:
    """Return True if an answer fits into a toast, which can have neither links nor buttons."""
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
    """Return True if the target of a span has a link; messages in plain groups have none."""
    return ChatKey.read(jump.chat).link_to(jump.message) is not None


def _life(reply: Reply) -> timedelta:
    """Return the time after which an answer in a group is deleted."""
    short = not reply.buttons and reply.scene is None and length(plain(reply.text)) <= _SHORT
    return _SHORT_LIFE if short else A_WHILE
