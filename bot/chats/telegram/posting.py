"""Posting: sends, edits and deletes messages."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any

from telegram import (
    InlineKeyboardMarkup,
    InputMediaAnimation,
    InputMediaPhoto,
    LinkPreviewOptions,
    Message,
    ReplyParameters,
)
from telegram.constants import MessageLimit, ParseMode
from telegram.error import BadRequest, Forbidden, TelegramError
from telegram.ext import ExtBot

from bot.chats.errors import ChatMoved, MessageGone
from bot.chats.last_messages import LastMessages
from bot.chats.render.animation import ANIMATION
from bot.chats.telegram.app_buttons import AppLinks
from bot.chats.telegram.chat_keys import ChatKey
from bot.chats.telegram.errors import (
    changed_nothing,
    forbidden_kind,
    has_lost_topic,
    is_wrong_file,
    lacks_caption,
    lacks_text,
    lacks_topic,
)
from bot.chats.telegram.formatting import RECORD, format_text
from bot.chats.telegram.keyboards import keyboard_of
from bot.chats.telegram.pictures import Pictures
from bot.chats.texts import in_words, pieces
from bot.talk.catalog import Words
from bot.talk.reply import Code, OldBoardPolicy, Reply, RetiredContent, Text
from renderers.scene import Picture

logger = logging.getLogger(__name__)

PICTURE = "board.png"
_NO_PREVIEW = LinkPreviewOptions(is_disabled=True)


class Posting:
    """Sends replies to Telegram. Refusals raise the library's errors.

    Args:
        pictures: draws pictures and knows the file ids of those that Telegram has.
        words: returns the catalog for a language.
        app: the addresses of the Mini App; None if there is none.
    """

    def __init__(
        self,
        bot: ExtBot[Any],
        pictures: Pictures,
        words: Callable[[str], Words],
        app: AppLinks | None = None,
    ) -> None:
        self._bot = bot
        self._app = app
        self._pictures = pictures
        self._words = words
        self.last_messages = LastMessages()
        """The newest messages of private chats."""

    async def send(
        self,
        chat_key: ChatKey,
        reply: Reply,
        *,
        silent: bool,
        reply_to: int | None = None,
        follows: bool = False,
    ) -> Message:
        """Send a new message. If its topic is closed or deleted, it goes to the forum's general topic.

        If the group forbids pictures or files, the message describes them in words.

        Args:
            silent: True for a notification without a sound.
            reply_to: the id of the message to reply to; ignored if that message is gone.
            follows: True to raise `ChatMoved` if the topic is deleted, instead of sending to the general one.

        Raises:
            ChatMoved: `follows` is true and the topic is deleted. The general topic replaces it.
        """
        sent = await self._send_somewhere(chat_key, reply, silent=silent, reply_to=reply_to, follows=follows)
        return sent[0]

    async def send_all(
        self, chat_key: ChatKey, reply: Reply, *, silent: bool, reply_to: int | None = None
    ) -> list[Message]:
        """Send as `send`, but a record in several messages if the group forbids files. Return all of them."""
        return await self._send_somewhere(chat_key, reply, silent=silent, reply_to=reply_to)

    async def change(self, chat_key: ChatKey, message: int, reply: Reply) -> None:
        """Edit a message. An edit that changes nothing is no error.

        Raises:
            MessageGone: its topic is closed or deleted, or it is a picture in a group that now forbids them.
        """
        where: dict[str, Any] = {"chat_id": chat_key.chat, "message_id": message}
        with _edit_errors():
            if reply.scene is None:
                await self._change_text(where, reply)
                return
            try:
                await self._change_picture(where, reply, reply.scene)
            except (BadRequest, Forbidden) as error:
                # A group can forbid photos at any time, so only the attempt itself shows if they are allowed.
                kind = forbidden_kind(error)
                if kind is None:
                    raise
            else:
                return
            try:
                await self._change_text(where, self._in_words(reply, kind))
            except BadRequest as error:
                if not lacks_text(error):
                    raise
                # Telegram cannot turn a picture into text, and an outdated board must not stay visible.
                await self.remove(chat_key, message)
                raise MessageGone from None

    async def _change_text(self, where: dict[str, Any], reply: Reply) -> None:
        await self._bot.edit_message_text(
            format_text(reply.text, below_picture=False).html,
            **where,
            parse_mode=ParseMode.HTML,
            link_preview_options=_NO_PREVIEW,
            reply_markup=self._keyboard(where["chat_id"], reply),
        )

    async def _change_picture(self, where: dict[str, Any], reply: Reply, scene: Picture) -> None:
        caption = format_text(reply.text, below_picture=True).html

        async def edit(photo: str | bytes) -> Message:
            media = InputMediaPhoto(photo, caption, parse_mode=ParseMode.HTML, filename=PICTURE)
            edited = await self._bot.edit_message_media(
                media, **where, reply_markup=self._keyboard(where["chat_id"], reply)
            )
            assert isinstance(edited, Message)  # noqa: S101 (only edits of inline messages return True)
            return edited

        await self._with_picture(scene, edit)

    async def send_animation(
        self, chat_key: ChatKey, reply: Reply, gif: bytes, *, silent: bool, reply_to: int | None = None
    ) -> Message:
        """Send a rendered animation, as `send`."""
        sent = await self._send_somewhere(chat_key, reply, silent=silent, reply_to=reply_to, gif=gif)
        return sent[0]

    async def change_to_animation(self, chat_key: ChatKey, message: int, reply: Reply, gif: bytes) -> None:
        """Replace a message's picture by a rendered animation."""
        caption = format_text(reply.text, below_picture=True).html
        media = InputMediaAnimation(gif, caption=caption, parse_mode=ParseMode.HTML, filename=ANIMATION)
        with _edit_errors():
            await self._bot.edit_message_media(
                media,
                chat_id=chat_key.chat,
                message_id=message,
                reply_markup=self._keyboard(chat_key.chat, reply),
            )

    async def strip(self, chat_key: ChatKey, message: int) -> None:
        """Remove a message's buttons. Raises as `change`."""
        with _edit_errors():
            await self._bot.edit_message_reply_markup(chat_key.chat, message)

    async def retire(self, chat_key: ChatKey, message: int, retired_content: RetiredContent) -> None:
        """Delete a board that a newer one has replaced, or remove its buttons and shorten its text."""
        if retired_content.policy is OldBoardPolicy.DELETE:
            await self.remove(chat_key, message, retired_content.text)
        else:
            await self._reword(chat_key, message, retired_content.text)

    async def _reword(self, chat_key: ChatKey, message: int, text: Text) -> None:
        """Remove a message's buttons, and replace its text unless `text` is empty, in a single edit."""
        if not text:
            await self.strip(chat_key, message)
            return
        html = format_text(text, below_picture=True).html
        with _edit_errors():
            try:
                await self._bot.edit_message_caption(
                    chat_key.chat, message, caption=html, parse_mode=ParseMode.HTML
                )
            except BadRequest as error:
                if not lacks_caption(error):
                    raise
                # The message was sent as text only, because the group forbade pictures.
                await self._bot.edit_message_text(
                    html,
                    chat_id=chat_key.chat,
                    message_id=message,
                    parse_mode=ParseMode.HTML,
                    link_preview_options=_NO_PREVIEW,
                )

    async def remove(self, chat_key: ChatKey, message: int, text: Text = ()) -> None:
        """Delete a message. One that is too old loses its buttons instead, and gets `text` unless empty."""
        try:
            await self._bot.delete_message(chat_key.chat, message)
        except BadRequest:
            # Telegram refuses to delete messages older than 48 hours, but still edits them.
            with suppress(BadRequest, MessageGone):
                await self._reword(chat_key, message, text)

    async def _send_somewhere(
        self,
        chat_key: ChatKey,
        reply: Reply,
        *,
        silent: bool,
        reply_to: int | None,
        gif: bytes | None = None,
        follows: bool = False,
    ) -> list[Message]:
        where: dict[str, Any] = {"chat_id": chat_key.chat, "disable_notification": silent}
        if reply_to is not None:
            where["reply_parameters"] = ReplyParameters(reply_to, allow_sending_without_reply=True)
        try:
            # Telegram does not report that a topic was deleted, so only the attempt shows it.
            sent = await self._send(where | {"message_thread_id": chat_key.topic}, reply, gif)
        except BadRequest as error:
            if chat_key.topic is None or not lacks_topic(error):
                raise
            if follows and has_lost_topic(error):
                raise ChatMoved(str(replace(chat_key, topic=None))) from None
            sent = await self._send(where, reply, gif)
        if not chat_key.is_group:
            self.last_messages.note(str(chat_key), sent[-1].message_id)
        return sent

    async def _send(self, where: dict[str, Any], reply: Reply, gif: bytes | None) -> list[Message]:
        try:
            return [await self._send_whole(where, reply, gif)]
        except (BadRequest, Forbidden) as error:
            kind = forbidden_kind(error)
            # An animation has no description in words. The caller reports that it is forbidden.
            if kind is None or gif is not None:
                raise
        worded = self._in_words(reply, kind)
        formatted = format_text(worded.text, below_picture=False)
        if not formatted.record:
            return [await self._send_text(where, worded, formatted.html)]
        parts = pieces(formatted.record, MessageLimit.MAX_TEXT_LENGTH)
        if not parts:
            worded = in_words(reply, self._words(reply.language).say("telegram-record-too-long"))
            formatted = format_text(worded.text, below_picture=False)
        return [await self._send_text(where, worded, formatted.html), *await self._send_pieces(where, parts)]

    async def _send_pieces(self, where: dict[str, Any], parts: Sequence[str]) -> list[Message]:
        """Send a text in several messages. If one fails, the rest is dropped. Return those that were sent."""
        sent = []
        for part in parts:
            piece = Reply((Code(part),))
            try:
                html = format_text(piece.text, below_picture=False).html
                sent.append(await self._send_text(where | {"disable_notification": True}, piece, html))
            except TelegramError as error:
                # Not raised, because the caller would take all messages for unsent.
                fields = {"platform": "telegram", "chat": where["chat_id"], "error": type(error).__name__}
                logger.info("part of a record not delivered", extra=fields)
                break
        return sent

    def _in_words(self, reply: Reply, kind: str) -> Reply:
        return in_words(reply, self._words(reply.language).say(f"telegram-no-{kind}"))

    async def _send_text(self, where: dict[str, Any], reply: Reply, html: str) -> Message:
        return await self._bot.send_message(
            text=html,
            link_preview_options=_NO_PREVIEW,
            reply_markup=self._keyboard(where["chat_id"], reply),
            parse_mode=ParseMode.HTML,
            **where,
        )

    async def _send_whole(self, where: dict[str, Any], reply: Reply, gif: bytes | None) -> Message:
        has_file = gif is not None or reply.document is not None
        formatted = format_text(reply.text, below_picture=reply.scene is not None or has_file)
        if reply.scene is None and not has_file and not formatted.record:
            return await self._send_text(where, reply, formatted.html)
        where = where | {
            "reply_markup": self._keyboard(where["chat_id"], reply),
            "parse_mode": ParseMode.HTML,
        }
        if gif is not None:
            return await self._bot.send_animation(
                animation=gif, filename=ANIMATION, caption=formatted.html, **where
            )
        if reply.document is not None:
            return await self._bot.send_document(
                document=reply.document.content,
                filename=reply.document.name,
                caption=formatted.html,
                disable_content_type_detection=True,
                **where,
            )
        if reply.scene is not None and reply.as_file:
            picture = await self._pictures.paint(reply.scene)
            return await self._bot.send_document(
                document=picture, filename=PICTURE, caption=formatted.html, **where
            )
        if reply.scene is not None:

            async def send(photo: str | bytes) -> Message:
                return await self._bot.send_photo(
                    photo=photo, filename=PICTURE, caption=formatted.html, **where
                )

            return await self._with_picture(reply.scene, send)
        caption = format_text(reply.text, below_picture=True).html
        return await self._bot.send_document(
            document=formatted.record.encode(), filename=RECORD, caption=caption, **where
        )

    async def _with_picture(
        self, scene: Picture, use: Callable[[str | bytes], Awaitable[Message]]
    ) -> Message:
        """Call `use` with the picture's file id if it is known, else with the PNG, and keep its new id."""
        found = await self._pictures.find(scene, self._bot.id)
        if isinstance(found, str):
            try:
                return await use(found)
            except BadRequest as error:
                if not is_wrong_file(error):
                    raise
                # Telegram does not promise that file ids stay valid. Only a refusal shows that one is not.
                await self._pictures.forget(scene, self._bot.id)
                found = await self._pictures.paint(scene)
        sent = await use(found)
        if sent.photo:
            await self._pictures.keep(scene, self._bot.id, sent.photo[-1].file_id)
        return sent

    def _keyboard(self, chat: int, reply: Reply) -> InlineKeyboardMarkup | None:
        opens = None
        if self._app is not None and reply.game:
            label = self._words(reply.language).words("telegram-open-board")
            opens = self._app.board_button(label, reply.game, chat, self._bot.username)
        return keyboard_of(reply, self._bot.username, opens)


@contextmanager
def _edit_errors() -> Iterator[None]:
    """Ignore Telegram's refusal of an edit that changes nothing; raise `MessageGone` for a closed topic."""
    try:
        yield
    except BadRequest as error:
        if lacks_topic(error):
            raise MessageGone from None
        # Telegram refuses an edit that changes nothing. The message is then up to date.
        if not changed_nothing(error):
            raise
