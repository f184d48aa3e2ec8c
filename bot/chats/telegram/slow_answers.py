"""Slow answers: animations and other slow results, sent by background tasks."""

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

_REPORT_EVERY = 4.0
"""Seconds between two progress reports. Each counts as one of a group's 20 messages a minute."""


class SlowAnswers(Background):
    """Sends animations and other slow results, with progress reports until they are done.

    Args:
        posting: sends messages.
        pacing: the rate limits.
        painter: renders animations.
        expiring: deletes answers after a while.
        words: returns the catalog for a language.
        life: the time after which an answer in a group is deleted.
        has_room: returns True if a chat's rate limit has room for requests that are not urgent.
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
        """Start a task that renders an animation and sends it as a new message.

        Args:
            reply: the animation's caption and buttons.
            owner: the account of the asker.
            reply_to: the id of the message to reply to, if any.
        """
        self._begin(chat_key, animation, owner, self._show(chat_key, reply, animation, owner, reply_to))

    def begin_in_place(
        self, chat_key: ChatKey, message: int, reply: Reply, animation: Animation, owner: str
    ) -> None:
        """Start a task that renders an animation and puts it in place of a message's picture, as `begin`."""
        self._begin(
            chat_key, animation, owner, self._show_in_place(chat_key, message, reply, animation, owner)
        )

    def begin_pending(self, chat_key: ChatKey, reply: Reply, owner: str, reply_to: int | None) -> None:
        """Start a task that sends a pending result: first its progress, in the end its answer.

        Args:
            reply: the first message, with the pending result; its text is empty if it was shown already.
            owner: the account of the asker.
            reply_to: the id of the message to reply to, if any.
        """

        async def show() -> None:
            try:
                await self._show_pending(chat_key, reply, owner, reply_to)
            except TelegramError as error:
                logger.info("slow answer not delivered", extra=_fields(chat_key, error))
            except Exception:
                logger.exception("slow answer failed", extra=_fields(chat_key))

        self.add(show())

    def first_progress(self, animation: Animation) -> Text:
        """Return the progress report of an animation before its first scene is rendered."""
        return self._progress(animation, 0)

    def _begin(self, chat_key: ChatKey, animation: Animation, owner: str, showing: Awaitable[None]) -> None:
        async def show() -> None:
            try:
                await showing
            except TelegramError as error:
                logger.info("animation not delivered", extra=_fields(chat_key, error))
                failure = "animation-failed" if forbidden_kind(error) is None else "telegram-no-animations"
            except Exception:
                logger.exception("animation failed", extra=_fields(chat_key))
                failure = "animation-failed"
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
            await self._say(chat_key, self._sentence(animation, "animation-busy"), owner, reply_to)
            return
        report = None
        if not job.is_finished:
            report = await self._say(chat_key, Reply(self.first_progress(animation)), owner, reply_to)
        try:
            gif = await self._rendered(animation, job, report)
            with self._place(chat_key, owner) as there:
                answered = reply_to if there is chat_key else None
                sent = await self._posting.send_animation(there, reply, gif, silent=True, reply_to=answered)
            await self._expire(there, sent.message_id, owner)
        finally:
            if report is not None:
                await self._expiring.drop(*report)

    async def _show_in_place(
        self, chat_key: ChatKey, message: int, reply: Reply, animation: Animation, owner: str
    ) -> None:
        try:
            job = self._painter.animate(animation)
        except TryLater:
            await self._say(chat_key, self._sentence(animation, "animation-busy"), owner, None)
            return
        gif = await self._rendered(animation, job, None)
        with self._place(chat_key, owner) as there:
            if there is chat_key:
                await self._posting.change_to_animation(chat_key, message, reply, gif)
                await self._expire(chat_key, message, owner)
            else:
                await self._posting.send_animation(there, reply, gif, silent=True)

    async def _show_pending(self, chat_key: ChatKey, reply: Reply, owner: str, reply_to: int | None) -> None:
        pending, shown = reply.pending, reply.text
        report = await self._say(chat_key, reply, owner, reply_to) if reply.text else None

        async def show_progress() -> None:
            nonlocal shown
            if pending is None or report is None or not self._has_room(report[0]):
                return
            progress = pending.so_far()
            if progress.text != shown:
                shown = progress.text
                with suppress(TelegramError):
                    await self._posting.change(*report, progress)

        outcome = await follow(pending.outcome, show_progress, _REPORT_EVERY) if pending is not None else None
        if outcome is None:
            return  # A person pressed Stop, and the answer to that press has replaced the report.
        if outcome.scene is None and outcome.document is None and report is not None:
            with self._place(report[0], owner) as there:
                if there is report[0]:
                    await self._posting.change(*report, outcome)
                    return
        shows_failure = False
        try:
            await self._say(chat_key, outcome, owner, reply_to)
        except TelegramError:
            if report is not None:
                failed = Reply(self._words(outcome.language).say("refused-failed"))
                await self._posting.change(*report, failed)
                shows_failure = True
            raise
        finally:
            if report is not None and not shows_failure:
                await self._expiring.drop(*report)

    async def _rendered(
        self, animation: Animation, job: RenderingJob, report: tuple[ChatKey, int] | None
    ) -> bytes:
        """Wait for an animation and return its GIF. Edit the progress into a message meanwhile.

        Args:
            report: the message with the progress; None if there is none.
        """

        async def show_progress() -> None:
            if report is not None and self._has_room(report[0]):
                with suppress(TelegramError):
                    await self._posting.change(*report, Reply(self._progress(animation, job.made)))

        return await job.follow(show_progress, _REPORT_EVERY)

    async def _say(
        self, chat_key: ChatKey, reply: Reply, owner: str, reply_to: int | None
    ) -> tuple[ChatKey, int]:
        """Send an answer. Return its chat and its message's id."""
        with self._place(chat_key, owner) as there:
            answered = reply_to if there is chat_key else None
            sent = await self._posting.send(there, reply, silent=True, reply_to=answered)
        await self._expire(there, sent.message_id, owner)
        return there, sent.message_id

    @contextmanager
    def _place(self, chat_key: ChatKey, owner: str) -> Iterator[ChatKey]:
        """Yield the chat for an answer, or the asker's private chat if its rate limit allows no answer."""
        with self._pacing.answer(chat_key.chat, owner) as is_taken:
            yield chat_key if is_taken else private_chat_of(owner) or chat_key

    async def _expire(self, chat_key: ChatKey, message: int, owner: str) -> None:
        """Schedule the deletion of a message in a group."""
        if chat_key.is_group:
            await self._expiring.add(chat_key, message, owner, self._life)

    def _sentence(self, animation: Animation, message: str) -> Reply:
        return Reply(self._words(animation.language).say(message))

    def _progress(self, animation: Animation, made: int) -> Text:
        return self._words(animation.language).say(
            "animation-making", made=str(made), of=str(len(animation.scenes))
        )


def _fields(chat_key: ChatKey, error: Exception | None = None) -> dict[str, object]:
    kind = None if error is None else type(error).__name__
    return {"platform": "telegram", "chat": chat_key, "error": kind}
