"""Sender: delivers the outbox, so that every chat shows the current state of its posts.

It holds no queue in memory. Each round queries the outbox and claims what is due, so that no other sender
delivers the same. A crash loses nothing, a post that changed ten times while its chat was slow is sent once,
and a superfluous wake-up is harmless.
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

SHORTEST_BACK_OFF = timedelta(seconds=2)
LONGEST_BACK_OFF = timedelta(minutes=5)
"""The wait before the next request to a chat after a timeout doubles with each timeout between these."""
MOST_PREFERRED = 100
_SHORTEST_SLEEP = timedelta(seconds=0.05)
"""The least time between two rounds, so that a postponed post that comes due does not make a busy loop."""
RETRY_AFTER_ERROR = timedelta(seconds=30)


class Sender:
    """Delivers the outbox: in order within each chat, to several chats concurrently.

    Args:
        outbox: the posts and retired messages that are undelivered.
        presenter: renders a post as a reply.
        platforms: the adapters by name. Posts for other platforms, or for offline ones, stay pending.
        delivered: called with the platform's name and the kind of request after each successful request.
        delivers: returns True if this process delivers on the platform of that name.
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
        """The claims in progress, by the ids of their chats."""
        self._timeouts: dict[int, int] = {}
        """The number of consecutive requests without an answer, by chat id."""
        self._preferred: dict[int, None] = {}
        """The ids of chats in which a person has just acted, oldest first. Empty after a restart."""
        self._may_prefer = True
        """False if the last round preferred chats: then this one takes all chats in their order."""
        for platform in platforms.values():
            if isinstance(platform, RemotePlatform):
                platform.when_online(self.wake)

    def wake(self) -> None:
        """Start a round now instead of at the next due time."""
        self._wake_up.set()

    def prefer(self, chat: int) -> None:
        """Serve a chat first in the next round that prefers chats, because a person has just acted there."""
        self._preferred[chat] = None
        if len(self._preferred) > MOST_PREFERRED:
            del self._preferred[next(iter(self._preferred))]

    async def run(self) -> None:
        """Deliver until cancelled."""
        try:
            async with asyncio.TaskGroup() as tasks:
                while True:
                    # Cleared before the query: a post enqueued during it wakes the sender again.
                    self._wake_up.clear()
                    wait = await self._start_round(tasks)
                    await self._wake_up.wait(IDLE if wait is None else max(_SHORTEST_SLEEP, min(IDLE, wait)))
        finally:
            # Without this the next process to serve the database would wait until the claims expire.
            await self._release(*self._busy.values())

    async def _start_round(self, tasks: asyncio.TaskGroup) -> timedelta | None:
        """Claim what is due and start a delivery task for each claim.

        Returns:
            How long to wait for the next postponed post; None if none is postponed or all slots are taken.
        """
        online = self._online()
        room = {name: self._slots[name].free for name in online if self._slots[name].free > 0}
        if online and not room:
            return None  # The next slot to become free wakes the sender.
        try:
            claimed = await self._outbox.claim(room, first := self._first(room))
        except Exception:
            logger.exception("outbox could not be read")
            return RETRY_AFTER_ERROR
        chosen = {claim.chat.id for claim in claimed.claims}
        if chosen:
            self._may_prefer = chosen.isdisjoint(first)
        # A preferred chat without a claim has nothing due: its post was delivered, or is postponed.
        for chat in chosen.union(first):
            self._preferred.pop(chat, None)
        for claim in claimed.claims:
            if claim.chat.id in self._busy:
                # An earlier claim on the chat expired while its delivery still runs in this process.
                await self._release(claim)
            else:
                self._busy[claim.chat.id] = claim
                self._slots[claim.chat.platform].reserve()
                tasks.create_task(self._deliver(claim))
        found = Counter(claim.chat.platform for claim in claimed.claims)
        # Where the claims took all the room more may be due, and a delivery that waits for its chat's rate
        # limit returns its slot without a wake-up.
        return timedelta() if any(found[name] >= room[name] for name in room) else claimed.wait

    def _first(self, room: Mapping[str, int]) -> list[int]:
        """Return the ids of the chats to serve first: for half of the free slots, in every second round."""
        if not self._may_prefer or not room:
            return []
        waiting = [chat for chat in self._preferred if chat not in self._busy]
        return waiting[: (min(room.values()) + 1) // 2]

    async def _release(self, *claims: Claim) -> None:
        """Release claims early. If that fails, they expire."""
        async with releasing(chat=",".join(claim.chat.key for claim in claims)):
            await self._outbox.release(*claims)

    def _online(self) -> list[str]:
        """Return the names of the platforms to which this process can send now."""
        if not self._outbox.is_alive:
            return []
        return [
            name
            for name, platform in self._platforms.items()
            if not isinstance(platform, RemotePlatform) or (platform.is_online and self._delivers(name))
        ]

    async def _deliver(self, claim: PostClaim | RetiredClaim) -> None:
        """Deliver the next post or retired message of a claimed chat, then start a new round."""
        stored = failed = False
        try:
            stored = await self._deliver_when_ready(claim)
        except Exception:
            logger.exception("delivery result could not be stored", extra=_fields(claim))
            failed = True
        if not stored:
            await self._release(claim)
        del self._busy[claim.chat.id]
        if not failed:
            self.wake()

    async def _deliver_when_ready(self, claim: PostClaim | RetiredClaim) -> bool:
        """Deliver if the chat's rate limit allows it now; return as `_deliver_one`.

        Otherwise wait for the rate limit and return False: by then the post may have changed, so the next
        round claims it again.
        """
        slots = self._slots[claim.chat.platform]
        # The slot is free while the chat waits for its rate limit, so that it holds up no other chat. Without
        # a wait no other task runs between here and `taken`.
        slots.release()
        if await self._platforms[claim.chat.platform].ready(claim.chat.key):
            return False
        with slots.taken() as slot:
            # A claim that is about to expire is left to the next round.
            return self._outbox.is_held(claim) and await self._deliver_one(claim, slot)

    async def _deliver_one(self, claim: PostClaim | RetiredClaim, slot: Slot) -> bool:
        """Deliver one claim. Return True if the result was stored, which also releases the claim."""
        chat = claim.chat
        platform = self._platforms[chat.platform]
        try:
            if isinstance(claim, RetiredClaim):
                await self._retire(platform, claim, slot)
            elif claim.post.message is None or claim.post.is_fresh:
                await self._send(platform, claim, slot)
            else:
                await self._edit(platform, claim, claim.post.message, slot)
        except _Postponed as postponed:
            await self._outbox.postpone(claim, postponed.wait)
            return True  # No request was made, so the count of timeouts stays.
        except (ClaimLost, _Superseded) as error:
            logger.debug("claim lost or post superseded", extra=_fields(claim, error=type(error).__name__))
            return False
        except ChatGone:
            logger.info("chat gone", extra=_fields(claim))
            return await self._give_up_chat(claim, slot)
        except ChatMoved as moved:
            logger.info("chat moved", extra=_fields(claim))
            await self._outbox.relocation.chat_moved(chat.platform, chat.key, moved.key)
            return False
        except MayHaveArrived as later:  # Before `TryLater`, of which it is a subclass.
            wait = max(_delay(later), self._back_off(chat.id))
            fields = _fields(claim, attempt=self._timeouts[chat.id], seconds=wait.total_seconds())
            logger.info("delivery may have arrived; will retry", extra=fields)
            await self._outbox.pause_chat(claim, wait)
            return True
        except TryLater as later:
            wait = _delay(later)
            fields = _fields(claim, seconds=wait.total_seconds())
            logger.info("delivery refused by the platform; will retry", extra=fields)
            await self._outbox.pause_chat(claim, wait)
        except Exception:
            # A post that cannot be rendered or sent must not block the chat's later posts.
            logger.exception("delivery failed; will retry", extra=_fields(claim))
            await self._outbox.retry_later(claim, RETRY_AFTER_ERROR)
        # Any answer, even a refusal, shows that requests to this chat arrive.
        self._timeouts.pop(chat.id, None)
        return True

    def _back_off(self, chat: int) -> timedelta:
        """Count one more timeout of a chat and return how long to wait before the next request."""
        self._timeouts[chat] = timeouts = self._timeouts.get(chat, 0) + 1
        # The exponent is bounded, because the count grows for as long as the chat does not answer.
        return min(LONGEST_BACK_OFF, SHORTEST_BACK_OFF * (1 << min(timeouts - 1, 10)))

    async def _give_up_chat(self, claim: Claim, slot: Slot) -> bool:
        """Mark a chat as gone and move its players' notifications elsewhere; return as `_deliver_one`.

        Players of a shared chat are notified in their private chats. The owner of a private chat is notified
        in chats that show their games already. Private posts stay in the outbox.
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
        _check_delay(platform, claim, Request.RETIRE, retired.message)
        retired_content = await self._presenter.retired_content(retired)
        await self._bounded(claim, platform.retire(claim.chat.key, retired.message, retired_content), slot)
        self._note_delivered(claim, Request.RETIRE)
        await self._outbox.retirement_done(claim)

    async def _edit(self, platform: Platform, claim: PostClaim, message: str, slot: Slot) -> None:
        if wait := self._outbox.edit_delay(claim):
            raise _Postponed(wait)
        presented = await self._presenter.present(claim.post)
        if presented is None:  # Such a post is never edited after it was sent.
            await self._outbox.edited(claim, claim.row.wanted_revision)
            return
        reply, revision = presented
        if revision > claim.row.wanted_revision and await self._outbox.needs_new_message(claim):
            raise _Superseded
        request = Request.EDIT_STEP if reply.is_step else Request.EDIT
        _check_delay(platform, claim, request, message)
        try:
            await self._bounded(claim, platform.edit(claim.chat.key, message, reply), slot)
        except MessageGone:
            logger.info("message gone", extra=_fields(claim))
            await self._outbox.message_lost(claim)
        else:
            self._note_delivered(claim, request)
            await self._outbox.edited(claim, revision)

    async def _send(self, platform: Platform, claim: PostClaim, slot: Slot) -> None:
        """Send a new message.

        The attempt is stored before the request, and its result after it. After a crash in between the
        message may or may not have arrived, so the next attempt repeats the nonce. A platform that still
        knows the nonce returns the first message instead of posting another, and only then may the repeat
        notify people. Later the chat is searched for the message, where the platform allows it. A duplicate
        board is a nuisance, but a duplicate notification would be false.
        """
        _check_delay(platform, claim, Request.SEND, None)
        # Measured before the attempt is stored, because a process that takes it over counts from then.
        until = asyncio.get_running_loop().time() + DEADLINE.total_seconds()
        attempt = await self._outbox.begin_delivery(claim, platform.nonce_memory)
        if attempt.is_given_up:
            logger.info("post given up", extra=_fields(claim, attempt=attempt.number))
            await self._outbox.not_needed(claim)
            return
        if attempt.nonce_left is not None:
            # A repeat that arrives after the platform has forgotten the nonce would be a second message.
            until = min(until, asyncio.get_running_loop().time() + attempt.nonce_left.total_seconds())
        try:
            attempt, presented = await self._present(platform, attempt, slot, until)
        except Exception:
            await self._outbox.not_sent(attempt)
            raise
        if presented is None:
            logger.debug("post dropped", extra=_fields(claim, attempt=attempt.number))
            await self._outbox.not_needed(claim)
        elif attempt.takes_over and attempt.found is not None:
            fields = _fields(claim, message_id=attempt.found, attempt=attempt.number)
            logger.info("earlier attempt found in the chat", extra=fields)
            await self._outbox.sent(attempt, attempt.found, presented[1])
        else:
            await self._request(platform, attempt, *presented, slot, until)

    async def _request(
        self, platform: Platform, attempt: Delivery, reply: Reply, revision: int, slot: Slot, until: float
    ) -> None:
        """Send a new message, or edit the existing one where that serves as well (`_editable_message`)."""
        claim = attempt.claim
        # With several processes this one does not know the chat's newest message: another may have sent it.
        existing = _editable_message(platform, attempt, reply) if self._outbox.is_alone else None
        try:
            if existing is not None:
                edit = platform.edit(claim.chat.key, existing, reply)
                await self._bounded(claim, edit, slot, until)
                self._note_delivered(claim, Request.EDIT, attempt=attempt.number)
                await self._outbox.answered_in_place(attempt, revision)
            else:
                send = platform.send(claim.chat.key, reply, attempt.nonce)
                message = await self._bounded(claim, send, slot, until)
                self._note_delivered(claim, Request.SEND, message_id=message, attempt=attempt.number)
                await self._outbox.sent(attempt, message, revision)
        except MayHaveArrived:
            # The attempt at a new message stays stored, so that the next one repeats its nonce. An edit can
            # be repeated without one.
            if existing is not None:
                await self._outbox.not_sent(attempt)
            raise
        except MessageGone:
            logger.info("message gone", extra=_fields(claim))
            await self._outbox.not_sent(attempt)
            await self._outbox.message_lost(claim)
        except (ChatGone, ChatMoved, ClaimLost, TryLater):
            await self._outbox.not_sent(attempt)
            raise

    async def _present(
        self, platform: Platform, attempt: Delivery, slot: Slot, until: float
    ) -> tuple[Delivery, tuple[Reply, int] | None]:
        """Search the chat for an earlier attempt whose answer was lost, and render the post.

        Returns:
            The attempt with the result of the search, and the reply with its revision; None instead of these
            if there is no longer anything to send.
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
        """Make a request to a platform within a time limit. A slow request releases its slot early.

        Args:
            until: the latest end in the event loop's time; None for `DEADLINE` from now.

        Raises:
            ClaimLost: the request was not made, because another process may have taken over the claim.
            MayHaveArrived: the platform did not answer in time.
        """
        if not (self._outbox.is_held(claim) and self._delivers(claim.chat.platform)):
            request.close()
            raise ClaimLost
        if until is None:
            until = asyncio.get_running_loop().time() + DEADLINE.total_seconds()
        try:
            with slot.released_when_slow():
                async with asyncio.timeout_at(until):
                    return await request
        except TimeoutError:
            raise MayHaveArrived(0) from None

    def _note_delivered(self, claim: Claim, request: Request, **more: object) -> None:
        """Count and log a successful request.

        Args:
            more: log fields beside those of the claim, or in their place.
        """
        self._delivered(claim.chat.platform, request)
        if logger.isEnabledFor(logging.DEBUG):
            logger.debug("post delivered", extra=_fields(claim, kind=request.value, **more))


def _fields(claim: Claim, **more: object) -> dict[str, object]:
    """Return a claim's log fields: its chat, its post and message, and the game or challenge they show.

    Args:
        more: further fields, which replace those of the claim. None leaves a field out.
    """
    found: dict[str, object] = {"platform": claim.chat.platform, "chat": claim.chat.key}
    if isinstance(claim, PostClaim):
        row = claim.row
        found |= {"post": row.id, "message_id": row.message, "kind": row.subject}
        if row.subject in ("game", "reminder"):
            found["game"] = row.subject_id.partition(":")[0]  # A reminder's id begins with its game's.
        elif row.subject == "challenge":
            found["challenge"] = row.subject_id
    elif isinstance(claim, RetiredClaim):
        found |= {"message_id": claim.row.message, "game": claim.row.game}
    return found | more


def _editable_message(platform: Platform, attempt: Delivery, reply: Reply) -> str | None:
    """Return the message that an edit can turn into this reply instead of a new message, or None.

    This is the newest message of a private chat: the board that its owner has just pressed, after the
    computer player has answered at once. The owner is looking at it, so no notification is needed.
    """
    message = attempt.post.message
    if message is None or not reply.is_prompt or attempt.repeats:
        return None
    return message if platform.is_last(attempt.claim.chat.key, message) else None


class _Postponed(Exception):
    """A request is to be made later. Other posts of its chat may go before it.

    Args:
        wait: the time until then.
    """

    def __init__(self, wait: timedelta) -> None:
        super().__init__(wait)
        self.wait = wait


class _Superseded(Exception):
    """A board changed while its edit was rendered: the new state needs a new message, which notifies."""


def _check_delay(platform: Platform, claim: Claim, request: Request, message: str | None) -> None:
    """Check that a platform does not want a request to be postponed.

    Raises:
        _Postponed: it does.
    """
    seconds = platform.delay(claim.chat.key, request, message)
    if seconds > 0:
        raise _Postponed(timedelta(seconds=seconds))


def _delay(later: TryLater) -> timedelta:
    """Return the wait that a platform asks for, at most `LONGEST_DELAY`."""
    return timedelta(seconds=min(LONGEST_DELAY.total_seconds(), later.seconds))
