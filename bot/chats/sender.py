"""Sender: brings every chat from what it shows to what it should show; the only writer of what is shown.

It keeps nothing between two looks: what is undelivered is found by a query each time. So a crash loses
nothing, a post that changed ten times while its chat was slow is sent once, and a wake-up too many does no
harm.
"""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.chats.base import RemotePlatform
from bot.chats.errors import ChatGone, ChatMoved, MayHaveArrived, MessageGone, TryLater
from bot.sessions import LONGEST_DELAY, PostRow
from bot.sessions.workers.wake_up import IDLE, WakeUp
from bot.talk.views.presenter import is_fresh

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.chats.base import Platform
    from bot.sessions import ChatRow, Outbox, RetiredRow
    from bot.talk.views.presenter import Presenter

logger = logging.getLogger(__name__)

CHATS_AT_ONCE = 16
_LEAST = timedelta(seconds=0.05)
"""The shortest time between two looks, where something that was put off comes due at once."""
AFTER_A_FAULT = timedelta(seconds=30)


class Sender:
    """Brings what is shown up to what is wanted: in order within a chat, several chats at once.

    Args:
        outbox: what is undelivered.
        presenter: what a post says.
        platforms: the adapters by name. What is for another, or for one that is not online, waits.
    """

    def __init__(self, outbox: Outbox, presenter: Presenter, platforms: Mapping[str, Platform]) -> None:
        self._outbox = outbox
        self._presenter = presenter
        self._platforms = platforms
        self._wake_up = WakeUp()
        self._room = asyncio.Semaphore(CHATS_AT_ONCE)
        self._busy: set[int] = set()
        for platform in platforms.values():
            if isinstance(platform, RemotePlatform):
                platform.when_online(self.wake)

    def wake(self) -> None:
        """Look at once whether something is undelivered."""
        self._wake_up.set()

    async def run(self) -> None:
        """Deliver until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            while True:
                # Cleared before the look: what is enqueued during it wakes the sender again.
                self._wake_up.clear()
                wait = await self._begin(tasks)
                await self._wake_up.wait(IDLE if wait is None else max(_LEAST, min(IDLE, wait)))

    async def _begin(self, tasks: asyncio.TaskGroup) -> timedelta | None:
        """Begin to deliver what is due; return how long to wait for what was put off, if anything was."""
        # A chat with a delivery in progress is left out by what is busy before and after: one that ends while
        # this is read would still be found with what it has delivered, and be sent that again.
        busy = set(self._busy)
        try:
            due = await self._outbox.undelivered(self._online())
        except Exception:
            logger.exception("what is undelivered could not be read")
            return AFTER_A_FAULT
        for chat in due.chats.values():
            if chat.id not in busy and chat.id not in self._busy:
                self._busy.add(chat.id)
                tasks.create_task(self._deliver(chat, due.in_chat(chat.id)))
        return due.wait

    def _online(self) -> list[str]:
        """Return the names of the platforms that can be asked for something now."""
        return [
            name
            for name, platform in self._platforms.items()
            if not isinstance(platform, RemotePlatform) or platform.is_online
        ]

    async def _deliver(self, chat: ChatRow, entries: tuple[PostRow | RetiredRow, ...]) -> None:
        """Deliver what a chat should show, as far as it takes it.

        A chat that takes nothing for the moment is waited for without holding up others; what is undelivered
        may be newer then, so it is looked up anew.
        """
        try:
            # In order within a chat, so that a board never comes before the card of its challenge.
            for entry in entries:
                if await self._platforms[chat.platform].ready(chat.key):
                    break
                # Taken only for the request itself: a chat that waits holds up no other.
                async with self._room:
                    if not await self._deliver_one(chat, entry):
                        break
        except Exception:
            logger.exception("what became of a delivery could not be noted")
        else:
            self.wake()
        finally:
            self._busy.discard(chat.id)

    async def _deliver_one(self, chat: ChatRow, entry: PostRow | RetiredRow) -> bool:
        """Deliver one entry; say whether the chat may take the next."""
        platform = self._platforms[chat.platform]
        try:
            if not isinstance(entry, PostRow):
                retired_content = await self._presenter.retired_content(entry)
                await platform.retire(chat.key, entry.message, retired_content)
                await self._outbox.retirement_done(entry)
            elif entry.message is None or is_fresh(entry):
                await self._send(platform, chat.key, entry)
            else:
                await self._edit(platform, chat.key, entry, entry.message)
        except ChatGone:
            await self._leave(chat)
            return False
        except ChatMoved as moved:
            await self._outbox.removals.chat_moved(chat.platform, chat.key, moved.key)
            return False
        except TryLater as later:
            await self._outbox.chat_later(chat.id, _delay(later))
            return False
        except Exception:
            # One that cannot be made or sent must not hold up what comes after it in its chat.
            logger.exception("an entry could not be delivered")
            await self._outbox.put_off(entry, AFTER_A_FAULT)
        return True

    async def _leave(self, chat: ChatRow) -> None:
        """Give a chat up; who was told of a game there is told elsewhere, where that is possible.

        Those of a shared chat are told each in private, the owner of a private one where others see the game
        already. What is private stays so, and waits.
        """
        removals = self._outbox.removals
        stranded = await removals.stranded(chat.id)
        platform = self._platforms[chat.platform]
        try:
            homes = [(player, await platform.private_chat(account)) for player, account in stranded]
        except TryLater as later:
            await self._outbox.chat_later(chat.id, _delay(later))
            return
        await removals.leave(chat.id, [(player, home) for player, home in homes if home is not None])

    async def _edit(self, platform: Platform, chat: str, post: PostRow, message: str) -> None:
        reply, revision = await self._presenter.present(post)
        try:
            await platform.edit(chat, message, reply)
        except MessageGone:
            await self._outbox.lost(post)
        else:
            await self._outbox.edited(post, revision)

    async def _send(self, platform: Platform, chat: str, post: PostRow) -> None:
        """Send a new message.

        The attempt is stored before the request, and its outcome after it. A crash in between leaves open
        whether the message arrived. Then it goes out again under the same nonce: a platform that remembers
        the nonce finds the message instead of sending another, and only while it does may people be notified
        again. A board that comes twice is a nuisance; a call that comes twice is a lie.
        """
        attempt = await self._outbox.begin_delivery(post, platform.nonce_memory)
        try:
            reply, revision = await self._presenter.present(attempt.post, attempt.notified)
        except Exception:
            await self._outbox.not_sent(attempt)
            raise
        try:
            message = await platform.send(chat, reply, attempt.nonce)
        except MayHaveArrived:
            raise  # the attempt stays stored: the next one repeats its nonce
        except (ChatGone, ChatMoved, TryLater):
            await self._outbox.not_sent(attempt)
            raise
        await self._outbox.sent(attempt, message, revision)


def _delay(later: TryLater) -> timedelta:
    """How long a platform is left alone. What it asks for may be more than can be counted."""
    return timedelta(seconds=min(LONGEST_DELAY.total_seconds(), later.seconds))
