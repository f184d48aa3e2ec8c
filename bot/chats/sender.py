"""Sender: brings every chat from what it shows to what it should show; the only writer of what is shown.

It keeps nothing between two looks: what is undelivered is found by a query each time, and claimed, so that no
other sender delivers it too. So a crash loses nothing, a post that changed ten times while its chat was slow
is sent once, and a wake-up too many does no harm.
"""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.chats.base import RemotePlatform
from bot.chats.errors import ChatGone, ChatMoved, MayHaveArrived, MessageGone, TryLater
from bot.sessions import LONGEST_DELAY, RetiredClaim
from bot.sessions.workers.wake_up import IDLE, WakeUp

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.chats.base import Platform
    from bot.sessions import Outbox, PostClaim
    from bot.sessions.outbox.deliveries import Claim
    from bot.talk.views.presenter import Presenter

logger = logging.getLogger(__name__)

CHATS_AT_ONCE = 16
CLAIMED_AT_ONCE = 100
"""So many chats are claimed at one look. They get room in turn, and a chat that wants it again comes last."""
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
        self._busy: dict[int, Claim] = {}
        """The chats in which something goes on, by their ids."""
        for platform in platforms.values():
            if isinstance(platform, RemotePlatform):
                platform.when_online(self.wake)

    def wake(self) -> None:
        """Look at once whether something is undelivered."""
        self._wake_up.set()

    async def run(self) -> None:
        """Deliver until cancelled."""
        try:
            async with asyncio.TaskGroup() as tasks:
                while True:
                    # Cleared before the look: what is enqueued during it wakes the sender again.
                    self._wake_up.clear()
                    wait = await self._begin(tasks)
                    await self._wake_up.wait(IDLE if wait is None else max(_LEAST, min(IDLE, wait)))
        finally:
            # Whoever serves the database next finds at once what was not delivered to its end.
            await self._release(*self._busy.values())

    async def _begin(self, tasks: asyncio.TaskGroup) -> timedelta | None:
        """Begin to deliver what is due; return how long to wait for what was put off, if anything was."""
        try:
            claimed = await self._outbox.claim(self._online(), CLAIMED_AT_ONCE)
        except Exception:
            logger.exception("what is undelivered could not be read")
            return AFTER_A_FAULT
        for claim in claimed.claims:
            if claim.chat.id in self._busy:
                # Its time has passed while something goes on there yet, or waits: not twice in one process.
                await self._release(claim)
            else:
                self._busy[claim.chat.id] = claim
                tasks.create_task(self._deliver(claim))
        # With so many there may be more, which nothing else would look for.
        return timedelta() if len(claimed.claims) == CLAIMED_AT_ONCE else claimed.wait

    async def _release(self, *claims: Claim) -> None:
        """Give chats back. Where that fails, their claims pass by themselves."""
        try:
            await self._outbox.release(*claims)
        except Exception:
            logger.exception("what was claimed could not be given back")

    def _online(self) -> list[str]:
        """Return the names of the platforms that can be asked for something now."""
        return [
            name
            for name, platform in self._platforms.items()
            if not isinstance(platform, RemotePlatform) or platform.is_online
        ]

    async def _deliver(self, claim: PostClaim | RetiredClaim) -> None:
        """Deliver what comes next in a chat that is claimed, and look what is due then."""
        noted = faulty = False
        try:
            noted = await self._deliver_in_turn(claim)
        except Exception:
            logger.exception("what became of a delivery could not be noted")
            faulty = True
        if not noted:
            await self._release(claim)
        del self._busy[claim.chat.id]
        if not faulty:
            self.wake()

    async def _deliver_in_turn(self, claim: PostClaim | RetiredClaim) -> bool:
        """Deliver when the chat and the sender have room for it; return as `_deliver_one`.

        A chat that takes nothing for the moment is waited for without holding up others; what is undelivered
        may be newer then, so it is looked up anew.
        """
        if await self._platforms[claim.chat.platform].ready(claim.chat.key):
            return False
        # Taken only for the request itself: a chat that waits holds up no other.
        async with self._room:
            # Who waited for room so long that the time has nearly passed leaves it to the next look.
            return self._outbox.is_held(claim) and await self._deliver_one(claim)

    async def _deliver_one(self, claim: PostClaim | RetiredClaim) -> bool:
        """Deliver one entry; say whether what became of it was noted, which gives the chat back."""
        chat = claim.chat
        platform = self._platforms[chat.platform]
        try:
            if isinstance(claim, RetiredClaim):
                retired_content = await self._presenter.retired_content(claim.retired)
                await platform.retire(chat.key, claim.retired.message, retired_content)
                await self._outbox.retirement_done(claim)
            elif claim.post.message is None or claim.post.is_fresh:
                await self._send(platform, claim)
            else:
                await self._edit(platform, claim, claim.post.message)
        except ChatGone:
            return await self._leave(claim)
        except ChatMoved as moved:
            await self._outbox.removals.chat_moved(chat.platform, chat.key, moved.key)
            return False
        except TryLater as later:
            await self._outbox.chat_later(claim, _delay(later))
        except Exception:
            # One that cannot be made or sent must not hold up what comes after it in its chat.
            logger.exception("an entry could not be delivered")
            await self._outbox.put_off(claim, AFTER_A_FAULT)
        return True

    async def _leave(self, claim: Claim) -> bool:
        """Give a chat up; who was told of a game there is told elsewhere, where that is possible.

        Those of a shared chat are told each in private, the owner of a private one where others see the game
        already. What is private stays so, and waits. Return as `_deliver_one`.
        """
        chat, removals = claim.chat, self._outbox.removals
        stranded = await removals.stranded(chat.id)
        platform = self._platforms[chat.platform]
        try:
            homes = [(player, await platform.private_chat(account)) for player, account in stranded]
        except TryLater as later:
            await self._outbox.chat_later(claim, _delay(later))
            return True
        await removals.leave(chat.id, [(player, home) for player, home in homes if home is not None])
        return False

    async def _edit(self, platform: Platform, claim: PostClaim, message: str) -> None:
        reply, revision = await self._presenter.present(claim.post)
        try:
            await platform.edit(claim.chat.key, message, reply)
        except MessageGone:
            await self._outbox.lost(claim)
        else:
            await self._outbox.edited(claim, revision)

    async def _send(self, platform: Platform, claim: PostClaim) -> None:
        """Send a new message.

        The attempt is stored before the request, and its outcome after it. A crash in between leaves open
        whether the message arrived. Then it goes out again under the same nonce: a platform that remembers
        the nonce finds the message instead of sending another, and only while it does may people be notified
        again. A board that comes twice is a nuisance; a call that comes twice is a lie.
        """
        attempt = await self._outbox.begin_delivery(claim, platform.nonce_memory)
        try:
            reply, revision = await self._presenter.present(attempt.post, attempt.notified)
        except Exception:
            await self._outbox.not_sent(attempt)
            raise
        try:
            message = await platform.send(claim.chat.key, reply, attempt.nonce)
        except MayHaveArrived:
            raise  # the attempt stays stored: the next one repeats its nonce
        except (ChatGone, ChatMoved, TryLater):
            await self._outbox.not_sent(attempt)
            raise
        await self._outbox.sent(attempt, message, revision)


def _delay(later: TryLater) -> timedelta:
    """How long a platform is left alone. What it asks for may be more than can be counted."""
    return timedelta(seconds=min(LONGEST_DELAY.total_seconds(), later.seconds))
