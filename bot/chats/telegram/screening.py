"""What is done beside what else happens in a chat: it takes longer than a lane of updates can wait."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING

from telegram.error import TelegramError

from bot.chats.errors import TryLater
from bot.chats.following import follow
from bot.chats.telegram.errors import forbidden_kind
from bot.talk.reply import Reply

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine
    from datetime import timedelta

    from bot.chats.base import Painter
    from bot.chats.films import Filming
    from bot.chats.telegram.fleeting import FleetingMessages
    from bot.chats.telegram.posting import Posting
    from bot.chats.telegram.spots import Spot
    from bot.talk.catalog import Words
    from bot.talk.reply import Film, Text

logger = logging.getLogger(__name__)

_EVERY = 4.0
"""Seconds between two words about how far a film is made: a group takes about 20 messages a minute."""


class Screening:
    """Shows films to those who asked for them, and does what else takes its time.

    Args:
        posting: who sends.
        painter: who makes them.
        fleeting: who takes away.
        words: the catalog of a language.
        life: how long a film stands in a group.
    """

    def __init__(
        self,
        posting: Posting,
        painter: Painter,
        fleeting: FleetingMessages,
        words: Callable[[str], Words],
        life: timedelta,
    ) -> None:
        self._posting = posting
        self._painter = painter
        self._fleeting = fleeting
        self._words = words
        self._life = life
        self._showing: set[asyncio.Task[None]] = set()

    @property
    def is_idle(self) -> bool:
        """Whether nothing is being done."""
        return not self._showing

    async def run(self) -> None:
        """Let films be shown until cancelled; what is not done then is not done."""
        try:
            await asyncio.Event().wait()
        finally:
            for task in self._showing:
                task.cancel()
            await asyncio.gather(*self._showing, return_exceptions=True)

    def begin(self, spot: Spot, reply: Reply, film: Film, owner: str, reply_to: int | None) -> None:
        """Show a film by a new message.

        Args:
            spot: where.
            reply: what stands below it.
            film: the film.
            owner: the account of the one who asked for it.
            reply_to: the message that it answers, if any.
        """
        self._begin(spot, film, owner, self._show(spot, reply, film, owner, reply_to))

    def begin_in_place(self, spot: Spot, message: int, reply: Reply, film: Film, owner: str) -> None:
        """Show a film in the place of a picture, when it is made. As `begin`."""
        self._begin(spot, film, owner, self._show_in_place(spot, message, reply, film, owner))

    def begin_pending(self, spot: Spot, reply: Reply, owner: str, reply_to: int | None) -> None:
        """Show something that is still being done by new messages: how far it is, and in the end its answer.

        Args:
            spot: where.
            reply: what is said first.
            owner: the account of the one who asked for it.
            reply_to: the message that it answers, if any.
        """

        async def show() -> None:
            try:
                await self._show_pending(spot, reply, owner, reply_to)
            except TelegramError as error:
                logger.info("an answer did not arrive: %s", type(error).__name__)
            except Exception:
                logger.exception("an answer could not be shown")

        self._add(show())

    def first_word(self, film: Film) -> Text:
        """What is said of a film before anything of it is made."""
        return self._progress(film, 0)

    def _begin(self, spot: Spot, film: Film, owner: str, showing: Awaitable[None]) -> None:
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
                await self._say(spot, self._sentence(film, failure), owner, None)

        self._add(show())

    def _add(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._showing.add(task)
        task.add_done_callback(self._showing.discard)

    async def _show(self, spot: Spot, reply: Reply, film: Film, owner: str, reply_to: int | None) -> None:
        try:
            filming = self._painter.film(film)
        except TryLater:
            await self._say(spot, self._sentence(film, "film-busy"), owner, reply_to)
            return
        waits = None
        if not filming.is_finished:
            waits = await self._say(spot, Reply(self.first_word(film)), owner, reply_to)
        try:
            gif = await self._made(spot, film, filming, waits)
            sent = await self._posting.send_film(spot, reply, gif, silent=True, reply_to=reply_to)
            await self._let_go(spot, sent.message_id, owner)
        finally:
            if waits is not None:
                await self._fleeting.drop(spot, waits)

    async def _show_in_place(self, spot: Spot, message: int, reply: Reply, film: Film, owner: str) -> None:
        try:
            filming = self._painter.film(film)
        except TryLater:
            await self._say(spot, self._sentence(film, "film-busy"), owner, None)
            return
        gif = await self._made(spot, film, filming, None)
        await self._posting.change_to_film(spot, message, reply, gif)
        await self._let_go(spot, message, owner)

    async def _show_pending(self, spot: Spot, reply: Reply, owner: str, reply_to: int | None) -> None:
        pending = reply.pending
        waits = await self._say(spot, reply, owner, reply_to)

        async def tell() -> None:
            if pending is not None:
                with suppress(TelegramError):
                    await self._posting.change(spot, waits, pending.so_far())

        outcome = await follow(pending.outcome, tell, _EVERY) if pending is not None else None
        if outcome is None:
            return  # whoever stopped it was answered in the place of that message
        if outcome.scene is None:
            await self._posting.change(spot, waits, outcome)
            return
        try:
            await self._say(spot, outcome, owner, reply_to)
        finally:
            await self._fleeting.drop(spot, waits)

    async def _made(self, spot: Spot, film: Film, filming: Filming, waits: int | None) -> bytes:
        """Wait for a film; tell how far it is in the message that stands there meanwhile."""

        async def tell() -> None:
            if waits is not None:
                with suppress(TelegramError):
                    await self._posting.change(spot, waits, Reply(self._progress(film, filming.made)))

        return await filming.follow(tell, _EVERY)

    async def _say(self, spot: Spot, reply: Reply, owner: str, reply_to: int | None) -> int:
        sent = await self._posting.send(spot, reply, silent=True, reply_to=reply_to)
        await self._let_go(spot, sent.message_id, owner)
        return sent.message_id

    async def _let_go(self, spot: Spot, message: int, owner: str) -> None:
        """Let a message in a group go away after a while."""
        if spot.is_group:
            await self._fleeting.add(spot, message, owner, self._life)

    def _sentence(self, film: Film, message: str) -> Reply:
        return Reply(self._words(film.language).say(message))

    def _progress(self, film: Film, made: int) -> Text:
        return self._words(film.language).say("film-making", made=str(made), of=str(len(film.scenes)))
