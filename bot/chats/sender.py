"""Sender: brings every chat from what it shows to what it should show; the only writer of what is shown.

It keeps nothing between two looks: what is undelivered is found by a query each time, and claimed, so that no
other sender delivers it too. So a crash loses nothing, a post that changed ten times while its chat was slow
is sent once, and a wake-up too many does no harm.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Coroutine, Mapping
from datetime import timedelta
from typing import Any, TypeVar

from bot.chats.base import Platform, RemotePlatform, Request, SearchablePlatform
from bot.chats.errors import ChatGone, ChatMoved, MayHaveArrived, MessageGone, TryLater, Unsearchable
from bot.chats.slots import Slot, Slots
from bot.sessions import Outbox
from bot.sessions.outbox import DEADLINE, LONGEST_DELAY, Claim, ClaimLost, Delivery, PostClaim, RetiredClaim
from bot.sessions.workers import IDLE, WakeUp, releasing
from bot.talk.reply import Reply
from bot.talk.views.presenter import Presenter

Answer = TypeVar("Answer")

logger = logging.getLogger(__name__)

SHORTEST_REST = timedelta(seconds=2)
LONGEST_REST = timedelta(minutes=5)
"""How long a chat is left alone that hangs: twice as long each time, between these."""
MOST_PREFERRED = 100
_LEAST = timedelta(seconds=0.05)
"""The shortest time between two looks, where something that was put off comes due at once."""
AFTER_A_FAULT = timedelta(seconds=30)


class Sender:
    """Brings what is shown up to what is wanted: in order within a chat, several chats at once.

    Args:
        outbox: what is undelivered.
        presenter: what a post says.
        platforms: the adapters by name. What is for another, or for one that is not online, waits.
        delivered: called with the name of a platform that has done what it was asked for, and what that was.
        delivers: True if this process delivers on a platform, by its name.
    """

    def __init__(
        self,
        outbox: Outbox,
        presenter: Presenter,
        platforms: Mapping[str, Platform],
        delivered: Callable[[str, Request], None] | None = None,
        delivers: Callable[[str], bool] = lambda _name: True,
    ) -> None:
        self._outbox = outbox
        self._presenter = presenter
        self._platforms = platforms
        self._delivered = delivered or (lambda _name, _request: None)
        self._delivers = delivers
        self._wake_up = WakeUp()
        self._slots = {name: Slots(self.wake) for name in platforms}
        self._busy: dict[int, Claim] = {}
        """The chats in which something goes on, by their ids."""
        self._hangs: dict[int, int] = {}
        """How often in a row a chat has not answered, by its id."""
        self._preferred: dict[int, None] = {}
        """The chats in which somebody has just acted, in that order. At a restart none is."""
        self._may_prefer = True
        for platform in platforms.values():
            if isinstance(platform, RemotePlatform):
                platform.when_online(self.wake)

    def wake(self) -> None:
        """Look at once whether something is undelivered."""
        self._wake_up.set()

    def prefer(self, chat: int) -> None:
        """Let a chat come first in which somebody has just acted, at most every second time."""
        self._preferred[chat] = None
        if len(self._preferred) > MOST_PREFERRED:
            del self._preferred[next(iter(self._preferred))]

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
        online = self._online()
        room = {name: self._slots[name].free for name in online if self._slots[name].free > 0}
        if online and not room:
            return None  # a slot that comes free wakes
        try:
            claimed = await self._outbox.claim(room, first := self._first(room))
        except Exception:
            logger.exception("what is undelivered could not be read")
            return AFTER_A_FAULT
        chosen = {claim.chat.id for claim in claimed.claims}
        if chosen:
            self._may_prefer = chosen.isdisjoint(first)
        # What is due in none of the first was delivered, or is put off.
        for chat in chosen.union(first):
            self._preferred.pop(chat, None)
        for claim in claimed.claims:
            if claim.chat.id in self._busy:
                # Its time has passed while something goes on there yet, or waits: not twice in one process.
                await self._release(claim)
            else:
                self._busy[claim.chat.id] = claim
                self._slots[claim.chat.platform].reserve()
                tasks.create_task(self._deliver(claim))
        found = Counter(claim.chat.platform for claim in claimed.claims)
        # With so many there may be more, and what waits for its chat gives its slot back without a word.
        return timedelta() if any(found[name] >= room[name] for name in room) else claimed.wait

    def _first(self, room: Mapping[str, int]) -> list[int]:
        """Return the chats that come first at this look: at most for half of the room, and every second."""
        if not self._may_prefer or not room:
            return []
        waiting = [chat for chat in self._preferred if chat not in self._busy]
        return waiting[: (min(room.values()) + 1) // 2]

    async def _release(self, *claims: Claim) -> None:
        """Give chats back. Where that fails, their claims pass by themselves."""
        async with releasing(chat=",".join(claim.chat.key for claim in claims)):
            await self._outbox.release(*claims)

    def _online(self) -> list[str]:
        """Return the names of the platforms that can be asked for something now."""
        if not self._outbox.is_alive:
            return []
        return [
            name
            for name, platform in self._platforms.items()
            if not isinstance(platform, RemotePlatform) or (platform.is_online and self._delivers(name))
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
        """Deliver when the chat has room for it; return as `_deliver_one`.

        A chat that takes nothing for the moment is waited for without holding up others; what is undelivered
        may be newer then, so it is looked up anew.
        """
        slots = self._slots[claim.chat.platform]
        # Taken only for the request itself: a chat that waits holds up no other. Where it does not wait,
        # nobody comes between.
        slots.give_back()
        if await self._platforms[claim.chat.platform].ready(claim.chat.key):
            return False
        with slots.taken() as slot:
            # Who waited so long that the time has nearly passed leaves it to the next look.
            return self._outbox.is_held(claim) and await self._deliver_one(claim, slot)

    async def _deliver_one(self, claim: PostClaim | RetiredClaim, slot: Slot) -> bool:
        """Deliver one entry; say whether what became of it was noted, which gives the chat back."""
        chat = claim.chat
        platform = self._platforms[chat.platform]
        try:
            if isinstance(claim, RetiredClaim):
                await self._retire(platform, claim, slot)
            elif claim.post.message is None or claim.post.is_fresh:
                await self._send(platform, claim, slot)
            else:
                await self._edit(platform, claim, claim.post.message, slot)
        except _PutOff as put_off:
            await self._outbox.postpone(claim, put_off.wait)
            return True  # nothing was asked of the chat: it may hang still
        except (ClaimLost, _Overtaken):
            return False
        except ChatGone:
            return await self._leave(claim, slot)
        except ChatMoved as moved:
            await self._outbox.relocation.chat_moved(chat.platform, chat.key, moved.key)
            return False
        except MayHaveArrived as later:
            await self._outbox.pause_chat(claim, max(_delay(later), self._rest(chat.id)))
            return True
        except TryLater as later:
            await self._outbox.pause_chat(claim, _delay(later))
        except Exception:
            # One that cannot be made or sent must not hold up what comes after it in its chat.
            logger.exception("an entry could not be delivered")
            await self._outbox.retry_later(claim, AFTER_A_FAULT)
        self._hangs.pop(chat.id, None)
        return True

    def _rest(self, chat: int) -> timedelta:
        """Return how long a chat is left alone that has not answered once more."""
        self._hangs[chat] = hangs = self._hangs.get(chat, 0) + 1
        # Bounded before it is counted out: a chat may hang for as long as the bot runs.
        return min(LONGEST_REST, SHORTEST_REST * (1 << min(hangs - 1, 10)))

    async def _leave(self, claim: Claim, slot: Slot) -> bool:
        """Give a chat up; who was told of a game there is told elsewhere, where that is possible.

        Those of a shared chat are told each in private, the owner of a private one where others see the game
        already. What is private stays so, and waits. Return as `_deliver_one`.
        """
        chat, relocation = claim.chat, self._outbox.relocation
        stranded = await relocation.without_private_chat(chat.id)
        platform = self._platforms[chat.platform]
        try:
            homes = [
                (player, await self._bounded(claim, platform.private_chat(account), slot))
                for player, account in stranded
            ]
        except TryLater as later:
            await self._outbox.pause_chat(claim, _delay(later))
            return True
        await relocation.mark_unreachable(
            chat.id, [(player, home) for player, home in homes if home is not None]
        )
        return False

    async def _retire(self, platform: Platform, claim: RetiredClaim, slot: Slot) -> None:
        retired = claim.retired
        _must_go_now(platform, claim, Request.RETIRE, retired.message)
        retired_content = await self._presenter.retired_content(retired)
        await self._bounded(claim, platform.retire(claim.chat.key, retired.message, retired_content), slot)
        self._delivered(platform.name, Request.RETIRE)
        await self._outbox.retirement_done(claim)

    async def _edit(self, platform: Platform, claim: PostClaim, message: str, slot: Slot) -> None:
        if wait := self._outbox.edit_delay(claim):
            raise _PutOff(wait)
        presented = await self._presenter.present(claim.post)
        if presented is None:  # it stays as it was sent
            await self._outbox.edited(claim, claim.row.wanted_revision)
            return
        reply, revision = presented
        if revision > claim.row.wanted_revision and await self._outbox.needs_new_message(claim):
            raise _Overtaken
        request = Request.EDIT_STEP if reply.is_step else Request.EDIT
        _must_go_now(platform, claim, request, message)
        try:
            await self._bounded(claim, platform.edit(claim.chat.key, message, reply), slot)
        except MessageGone:
            await self._outbox.message_lost(claim)
        else:
            self._delivered(platform.name, request)
            await self._outbox.edited(claim, revision)

    async def _send(self, platform: Platform, claim: PostClaim, slot: Slot) -> None:
        """Send a new message.

        The attempt is stored before the request, and its outcome after it. A crash in between leaves open
        whether the message arrived. Then it goes out again under the same nonce: a platform that remembers
        the nonce finds the message instead of sending another, and only while it does may people be notified
        again. A board that comes twice is a nuisance; a call that comes twice is a lie. After that the chat
        itself is searched for the message, where the platform allows it.
        """
        _must_go_now(platform, claim, Request.SEND, None)
        # Counted from before the attempt is stored: who takes it over counts from that.
        until = asyncio.get_running_loop().time() + DEADLINE.total_seconds()
        attempt = await self._outbox.begin_delivery(claim, platform.nonce_memory)
        if attempt.is_given_up:
            await self._outbox.not_needed(claim)
            return
        if attempt.nonce_left is not None:
            # One that comes when the nonce is forgotten would be a second message.
            until = min(until, asyncio.get_running_loop().time() + attempt.nonce_left.total_seconds())
        try:
            attempt, presented = await self._present(platform, attempt, slot, until)
        except Exception:
            await self._outbox.not_sent(attempt)
            raise
        if presented is None:
            await self._outbox.not_needed(claim)
        elif attempt.takes_over and attempt.found is not None:
            await self._outbox.sent(attempt, attempt.found, presented[1])
        else:
            await self._request(platform, attempt, *presented, slot, until)

    async def _request(
        self, platform: Platform, attempt: Delivery, reply: Reply, revision: int, slot: Slot, until: float
    ) -> None:
        """Ask a platform for a new message, or for an edit of the standing one that serves as well."""
        claim = attempt.claim
        # What other processes have seen in the chat, this one does not know.
        standing = _standing(platform, attempt, reply) if self._outbox.is_alone else None
        try:
            if standing is not None:
                edit = platform.edit(claim.chat.key, standing, reply)
                await self._bounded(claim, edit, slot, until)
                self._delivered(platform.name, Request.EDIT)
                await self._outbox.answered_in_place(attempt, revision)
            else:
                send = platform.send(claim.chat.key, reply, attempt.nonce)
                message = await self._bounded(claim, send, slot, until)
                self._delivered(platform.name, Request.SEND)
                await self._outbox.sent(attempt, message, revision)
        except MayHaveArrived:
            # Of a new message the attempt stays stored: the next one repeats its nonce. An edit is repeated.
            if standing is not None:
                await self._outbox.not_sent(attempt)
            raise
        except MessageGone:
            await self._outbox.not_sent(attempt)
            await self._outbox.message_lost(claim)
        except (ChatGone, ChatMoved, ClaimLost, TryLater):
            await self._outbox.not_sent(attempt)
            raise

    async def _present(
        self, platform: Platform, attempt: Delivery, slot: Slot, until: float
    ) -> tuple[Delivery, tuple[Reply, int] | None]:
        """Present what is to be sent; the chat is first searched for an attempt whose answer was lost.

        Return the attempt as the search leaves it, and the reply with its revision, or None if nothing is to
        be sent any more.
        """
        presented = await self._presenter.present(attempt.post, attempt.notified)
        if presented is None or attempt.tried is None or not isinstance(platform, SearchablePlatform):
            return attempt, presented
        claim, known = attempt.claim, attempt.post.message
        search = platform.find(claim.chat.key, presented[0], known, attempt.tried)
        try:
            attempt = attempt.after_search(await self._bounded(claim, search, slot, until))
        except Unsearchable:
            return attempt, presented
        return attempt, await self._presenter.present(attempt.post, attempt.notified)

    async def _bounded(
        self, claim: Claim, request: Coroutine[Any, Any, Answer], slot: Slot, until: float | None = None
    ) -> Answer:
        """Make a request of a platform; its slot is given back before its end, if it takes long.

        Args:
            claim: what it is made for.
            until: when it ends at the latest, in the seconds of the loop; the deadline from now on, if not
                given.

        Raises:
            ClaimLost: it was not made: this process may be taken for dead.
            MayHaveArrived: it did not answer in time.
        """
        if not (self._outbox.is_held(claim) and self._delivers(claim.chat.platform)):
            request.close()
            raise ClaimLost
        if until is None:
            until = asyncio.get_running_loop().time() + DEADLINE.total_seconds()
        try:
            with slot.patience():
                async with asyncio.timeout_at(until):
                    return await request
        except TimeoutError:
            raise MayHaveArrived(0) from None


def _standing(platform: Platform, attempt: Delivery, reply: Reply) -> str | None:
    """Return the message that may show a reply in its place instead of a new one, if there is such a message.

    It is the board that somebody has just pressed and still looks at: the program has answered at once, and
    nothing stands below it in his private chat. Nobody needs to be notified then.
    """
    message = attempt.post.message
    if message is None or not reply.is_prompt or attempt.repeats:
        return None
    return message if platform.is_last(attempt.claim.chat.key, message) else None


class _PutOff(Exception):
    """A request goes later, and whatever else its chat is to see may go before it.

    Args:
        wait: how long it is put off.
    """

    def __init__(self, wait: timedelta) -> None:
        super().__init__(wait)
        self.wait = wait


class _Overtaken(Exception):
    """A board changed while its edit was drawn, and calls to a turn now: its new message alone shows that."""


def _must_go_now(platform: Platform, claim: Claim, request: Request, message: str | None) -> None:
    """Check that a platform does not want a request put off.

    Raises:
        _PutOff: it does.
    """
    seconds = platform.delay(claim.chat.key, request, message)
    if seconds > 0:
        raise _PutOff(timedelta(seconds=seconds))


def _delay(later: TryLater) -> timedelta:
    """How long a platform is left alone. What it asks for may be more than can be counted."""
    return timedelta(seconds=min(LONGEST_DELAY.total_seconds(), later.seconds))
