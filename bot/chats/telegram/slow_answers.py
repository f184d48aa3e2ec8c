"""Slow answers: results that take longer than the other updates of a chat can wait for."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta

from telegram.error import TelegramError

from bot.chats.base import Painter
from bot.chats.errors import TryLater
from bot.chats.following import follow
from bot.chats.render.animation import RenderingJob
from bot.chats.telegram.background import Background
from bot.chats.telegram.chat_keys import ChatKey
from bot.chats.telegram.errors import forbidden_kind
from bot.chats.telegram.expiring import ExpiringMessages
from bot.chats.telegram.overflow import private_chat_of
from bot.chats.telegram.pacing import Pacing
from bot.chats.telegram.posting import Posting
from bot.talk.catalog import Words
from bot.talk.reply import Animation, Reply, Text

logger = logging.getLogger(__name__)

_EVERY = 4.0
"""Seconds between two reports of how far it is: a group takes about 20 messages a minute."""


class SlowAnswers(Background):
    """Shows animations, and other slow results, to those who asked for them.

    Args:
        posting: sends messages.
        pacing: takes places for answers in a group's minute.
        painter: renders animations.
        expiring: deletes answers after a while.
        words: the catalog of a language.
        life: how long an animation stays in a group.
        has_room: True if a chat takes what can wait, such as how far something is.
    """

    def __init__(
        self,
        posting: Posting,
        pacing: Pacing,
        painter: Painter,
        expiring: ExpiringMessages,
        words: Callable[[str], Words],
        life: timedelta,
        has_room: Callable[[ChatKey], bool],
    ) -> None:
        super().__init__()
        self._posting = posting
        self._pacing = pacing
        self._painter = painter
        self._expiring = expiring
        self._words = words
        self._life = life
        self._has_room = has_room

    def begin(
        self, chat_key: ChatKey, reply: Reply, animation: Animation, owner: str, reply_to: int | None
    ) -> None:
        """Show an animation by a new message.

        Args:
            chat_key: where.
            reply: what stands below it.
            owner: the account of the one who asked for it.
            reply_to: the message that it answers, if any.
        """
        self._begin(chat_key, animation, owner, self._show(chat_key, reply, animation, owner, reply_to))

    def begin_in_place(
        self, chat_key: ChatKey, message: int, reply: Reply, animation: Animation, owner: str
    ) -> None:
        """Show an animation in the place of a picture, when it is rendered. As `begin`."""
        self._begin(
            chat_key, animation, owner, self._show_in_place(chat_key, message, reply, animation, owner)
        )

    def begin_pending(self, chat_key: ChatKey, reply: Reply, owner: str, reply_to: int | None) -> None:
        """Show something that is still being done by new messages: how far it is, and in the end its answer.

        Args:
            chat_key: where.
            reply: what is said first; nothing, if it was said already.
            owner: the account of the one who asked for it.
            reply_to: the message that it answers, if any.
        """

        async def show() -> None:
            try:
                await self._show_pending(chat_key, reply, owner, reply_to)
            except TelegramError as error:
                logger.info("an answer did not arrive: %s", type(error).__name__)
            except Exception:
                logger.exception("an answer could not be shown")

        self.add(show())

    def first_word(self, animation: Animation) -> Text:
        """Return what is said of an animation before anything of it is rendered."""
        return self._progress(animation, 0)

    def _begin(self, chat_key: ChatKey, animation: Animation, owner: str, showing: Awaitable[None]) -> None:
        async def show() -> None:
            try:
                await showing
            except TelegramError as error:
                logger.info("a film did not arrive: %s", type(error).__name__)
                failure = "film-failed" if forbidden_kind(error) is None else "telegram-no-films"
            except Exception:
                logger.exception("a film could not be shown")
                failure = "film-failed"
            else:
                return
            with suppress(TelegramError):
                await self._say(chat_key, self._sentence(animation, failure), owner, None)

        self.add(show())

    async def _show(
        self, chat_key: ChatKey, reply: Reply, animation: Animation, owner: str, reply_to: int | None
    ) -> None:
        try:
            job = self._painter.animate(animation)
        except TryLater:
            await self._say(chat_key, self._sentence(animation, "film-busy"), owner, reply_to)
            return
        waits = None
        if not job.is_finished:
            waits = await self._say(chat_key, Reply(self.first_word(animation)), owner, reply_to)
        try:
            gif = await self._made(animation, job, waits)
            with self._place(chat_key, owner) as there:
                answered = reply_to if there is chat_key else None
                sent = await self._posting.send_animation(there, reply, gif, silent=True, reply_to=answered)
            await self._let_go(there, sent.message_id, owner)
        finally:
            if waits is not None:
                await self._expiring.drop(*waits)

    async def _show_in_place(
        self, chat_key: ChatKey, message: int, reply: Reply, animation: Animation, owner: str
    ) -> None:
        try:
            job = self._painter.animate(animation)
        except TryLater:
            await self._say(chat_key, self._sentence(animation, "film-busy"), owner, None)
            return
        gif = await self._made(animation, job, None)
        with self._place(chat_key, owner) as there:
            if there is chat_key:
                await self._posting.change_to_animation(chat_key, message, reply, gif)
                await self._let_go(chat_key, message, owner)
            else:
                await self._posting.send_animation(there, reply, gif, silent=True)

    async def _show_pending(self, chat_key: ChatKey, reply: Reply, owner: str, reply_to: int | None) -> None:
        pending, shown = reply.pending, reply.text
        waits = await self._say(chat_key, reply, owner, reply_to) if reply.text else None

        async def show_progress() -> None:
            nonlocal shown
            if pending is None or waits is None or not self._has_room(waits[0]):
                return
            progress = pending.so_far()
            if progress.text != shown:
                shown = progress.text
                with suppress(TelegramError):
                    await self._posting.change(*waits, progress)

        outcome = await follow(pending.outcome, show_progress, _EVERY) if pending is not None else None
        if outcome is None:
            return  # whoever stopped it was answered in the place of that message
        if outcome.scene is None and outcome.document is None and waits is not None:
            with self._place(waits[0], owner) as there:
                if there is waits[0]:
                    await self._posting.change(*waits, outcome)
                    return
        is_told = False
        try:
            await self._say(chat_key, outcome, owner, reply_to)
        except TelegramError:
            if waits is not None:
                failed = Reply(self._words(outcome.language).say("refused-failed"))
                await self._posting.change(*waits, failed)
                is_told = True
            raise
        finally:
            if waits is not None and not is_told:
                await self._expiring.drop(*waits)

    async def _made(
        self, animation: Animation, job: RenderingJob, waits: tuple[ChatKey, int] | None
    ) -> bytes:
        """Wait for an animation; say how far it is in the message that stands there meanwhile."""

        async def show_progress() -> None:
            if waits is not None and self._has_room(waits[0]):
                with suppress(TelegramError):
                    await self._posting.change(*waits, Reply(self._progress(animation, job.made)))

        return await job.follow(show_progress, _EVERY)

    async def _say(
        self, chat_key: ChatKey, reply: Reply, owner: str, reply_to: int | None
    ) -> tuple[ChatKey, int]:
        """Send an answer; return where it stands, and its message."""
        with self._place(chat_key, owner) as there:
            answered = reply_to if there is chat_key else None
            sent = await self._posting.send(there, reply, silent=True, reply_to=answered)
        await self._let_go(there, sent.message_id, owner)
        return there, sent.message_id

    @contextmanager
    def _place(self, chat_key: ChatKey, owner: str) -> Iterator[ChatKey]:
        """Yield where an answer goes now: its chat, or the asker's private one if a group has no place."""
        with self._pacing.answer(chat_key.chat, owner) as is_taken:
            yield chat_key if is_taken else private_chat_of(owner) or chat_key

    async def _let_go(self, chat_key: ChatKey, message: int, owner: str) -> None:
        """Let a message in a group go away after a while."""
        if chat_key.is_group:
            await self._expiring.add(chat_key, message, owner, self._life)

    def _sentence(self, animation: Animation, message: str) -> Reply:
        return Reply(self._words(animation.language).say(message))

    def _progress(self, animation: Animation, made: int) -> Text:
        return self._words(animation.language).say(
            "film-making", made=str(made), of=str(len(animation.scenes))
        )
