"""Outbox: claim what each chat should show next, and record the result of each delivery."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from cachetools import LRUCache
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.sessions.clocks import Clocks
from bot.sessions.core import SessionCore
from bot.sessions.mapping import chat_of
from bot.sessions.outbox.claims import Claim, Claimed, ClaimLost, Delivery, Post, PostClaim, RetiredClaim
from bot.sessions.outbox.enqueue import call_again_later, call_of, is_turn_over, original_cause
from bot.sessions.outbox.relocation import Relocation
from bot.sessions.reminders import turn_of
from storage import challenges, deliveries, games, notifications, outbox, people
from storage.deliveries import LONGEST_DELAY
from storage.outbox import Subject
from storage.rows import ChatRow, NotificationRow, PostRow, RetiredRow

LEASE = timedelta(minutes=10)
"""How long a claim on a chat lasts: longer than any platform takes for one request."""
LONG_AGO = timedelta(days=366)
"""An age at which no platform remembers a message's nonce (which lets it recognise a retry) any more."""
_MOST_TRIED = 4096
"""For how many posts the time of the first attempt is kept in memory: far more than are sent at once."""


class Outbox:
    """The sender's interface to stored posts and notifications.

    The methods that record a delivery's result, except `not_sent`, release the claim on the chat in the same
    transaction. If another process took the claim over meanwhile, the result is dropped, except what only
    this process knows: that a new message arrived, that an old one was cleaned up, or that an edit must be
    repeated, because both processes may have edited.

    Args:
        steady: a monotonic clock, in seconds.
    """

    def __init__(self, core: SessionCore, steady: Callable[[], float] = time.monotonic) -> None:
        self._core = core
        self._steady = steady
        self._since = core.clock(), steady()
        """What the wall clock and the monotonic clock showed when this object was made."""
        self._tried: LRUCache[int, tuple[int, float]] = LRUCache(_MOST_TRIED)
        """By post: the number of its latest new message, and the latest possible time of the first attempt.

        The time is by the monotonic clock.
        """
        self._database = core.database
        self._clocks = Clocks(core)
        self.relocation = Relocation(core)
        """Moves posts and notifications away from chats that cannot be written to or have moved."""

    @property
    def is_alive(self) -> bool:
        """True if this process may deliver, because no other process can have taken over its claims."""
        return self._core.is_alive()

    @property
    def is_alone(self) -> bool:
        """True if no other process served the database at the last check."""
        return self._core.is_alone()

    async def claim(self, limits: Mapping[str, int], first: Collection[int] = ()) -> Claimed:
        """Claim chats that have something to deliver now, for `LEASE`.

        Return each with its next post or retired message, and how long until the next delayed one is due.

        Args:
            limits: the most chats to claim, by platform; chats of other platforms are not claimed.
            first: chats to claim before all others, if they have something due.
        """
        now = self._core.clock()
        until = now + LEASE
        # Read before writing: most searches find nothing, and SQLite has only one writer at a time.
        async with self._database.read() as connection:
            due = await deliveries.due_platforms(connection, now, until, limits)
            later = await deliveries.next_attempt(connection, now)
        by = self._database.process
        found: list[tuple[ChatRow, PostRow | RetiredRow]] = []
        if due:
            async with self._database.write() as connection:
                for platform in due:
                    found += await deliveries.claim(
                        connection, limits[platform], now, until, platform, first, by
                    )
        return Claimed(
            tuple(
                PostClaim(chat_of(chat), until, entry, by=by)
                if isinstance(entry, PostRow)
                else RetiredClaim(chat_of(chat), until, entry, by=by)
                for chat, entry in found
            ),
            later - now if later else None,
        )

    def is_held(self, claim: Claim) -> bool:
        """Return True if a claim is this process's own and lasts long enough to begin a request."""
        is_own = self.is_alive and claim.by == self._database.process
        # Half the lease is longer than a request's `DEADLINE`, so that the request ends within the claim.
        return is_own and claim.until - self._core.clock() > LEASE / 2

    async def release(self, *claims: Claim) -> None:
        """Release claimed chats without an attempt; the chats do not lose their places in the queue."""
        if claims:
            async with self._database.write() as connection:
                for claim in claims:
                    await deliveries.release_chat(connection, claim.chat.id, claim.until)

    def edit_delay(self, claim: PostClaim) -> timedelta:
        """Return how long to delay a private chat's edit because its owner sees the game elsewhere; or 0."""
        reader, row, onlookers = claim.chat.owner, claim.row, self._core.onlookers
        if reader is None or row.subject != "game" or not onlookers.looks_at(reader, row.subject_id):
            return timedelta()
        return onlookers.edit_delay(row.id)

    async def needs_new_message(self, claim: PostClaim) -> bool:
        """Return True if a post that was claimed for an edit needs a new message by now.

        Raises:
            ClaimLost: another process has taken the claim over, or the post was moved or deleted.
        """
        async with self._database.read() as connection:
            post = await deliveries.claimed_post(connection, claim.row.id, claim.chat.id, claim.until)
        if post is None:
            raise ClaimLost
        return Post.of(post).is_fresh

    async def begin_delivery(self, claim: PostClaim, nonce_memory: timedelta) -> Delivery:
        """Record that a new message with its notifications is about to be sent, and return the attempt.

        A nonce is the key by which the platform recognises a retry, and drops a second message. If an earlier
        attempt may have delivered a notification, it makes a sound again in two cases: the platform still
        remembers that attempt's nonce, which is used again, or a search of the chat has found no message.

        The earlier attempt's age is at least the time that the monotonic clock has counted since the attempt,
        or since this object was made if that is later: setting the wall clock back does not make the attempt
        younger. If its stored time lies in the future, its age is unknown, and its notifications are silent.

        Args:
            claim: the claim on the post.
            nonce_memory: how long the platform remembers a nonce.

        Raises:
            ClaimLost: another process has taken the claim over, or the post was moved or deleted.
        """
        now = self._core.clock()
        async with self._database.write() as connection:
            post = await deliveries.claimed_post(connection, claim.row.id, claim.chat.id, claim.until)
            if post is None:
                raise ClaimLost
            carried = await self._carried(connection, post)
            await notifications.mark(connection, carried, "sending")
            repeats = post.tried_revision == post.fresh_revision and post.tried_at is not None
            # An earlier message under another nonce may have notified: the platform would not recognise a
            # message under a new nonce as its retry.
            called = any(each.state == "sending" for each in carried)
            if repeats:
                number = post.number
                await deliveries.repeat_attempt(connection, post, now)
            else:
                number = await deliveries.begin_attempt(
                    connection, post, now, now - LONG_AGO if called else None
                )
        passed = None
        if repeats and post.tried_at is not None:
            passed = now - post.tried_at
            if passed >= timedelta():
                at_least = max(now, self._unset_clock()) - post.tried_at
                passed = max(passed, self._passed(post.id, number, at_least))
        else:
            self._passed(post.id, number, timedelta())
        is_recognised = passed is not None and timedelta() <= passed < nonce_memory
        is_searched = (repeats or called) and not is_recognised
        is_known = post.tried_at is not None and now - LONG_AGO < post.tried_at <= now
        return Delivery(
            claim,
            post,
            number,
            f"{post.id}.{number}",
            tuple(carried),
            frozenset(
                notification.player
                for notification in carried
                if is_recognised or notification.state == "undelivered"
            ),
            repeats,
            nonce_memory - passed if passed is not None and is_recognised else None,
            post.tried_at if is_searched and is_known else None,
        )

    async def _carried(self, connection: AsyncConnection, post: PostRow) -> list[NotificationRow]:
        """Return the notifications that a new message should carry, and mark obsolete ones as sent.

        A notification is obsolete if its turn has been played, or if it says that the player is challenged
        and the challenge is not open any more.
        """
        carried = await notifications.undelivered_of_post(connection, post.id, post.wanted_revision)
        over: list[NotificationRow] = []
        if carried and post.subject == "game":
            game = await games.game(connection, post.subject_id)
            if game is not None:
                over = [each for each in carried if is_turn_over(each.cause, game.id, game.turns)]
        elif carried and post.subject == "challenge":
            challenge = await challenges.challenge(connection, post.subject_id)
            if challenge is None or challenge.state != "open":
                over = [each for each in carried if original_cause(each.cause) == call_of(post.subject_id)]
        await notifications.mark(connection, over, "sent")
        return [each for each in carried if each not in over]

    def _unset_clock(self) -> datetime:
        """Return what the wall clock would show if it had not been set since this object was made."""
        clock, steady = self._since
        return clock + timedelta(seconds=self._steady() - steady)

    def _passed(self, post: int, number: int, at_least: timedelta) -> timedelta:
        """Return how long ago, by the monotonic clock, the first attempt at a post's new message was made.

        Args:
            number: the message's number among those of the post.
            at_least: the age to assume and remember if this object does not know the message.
        """
        steady = self._steady()
        known = self._tried.get(post)
        if known is None or known[0] != number:
            known = self._tried[post] = number, steady - at_least.total_seconds()
        return timedelta(seconds=steady - known[1])

    async def not_sent(self, delivery: Delivery) -> None:
        """Record that a first attempt has certainly failed, without releasing the claim.

        Its notifications are undelivered again, except those of an earlier message that may have arrived.
        Does nothing for a retry, because the earlier attempt may have arrived, or if the claim was lost.
        """
        if delivery.repeats:
            return
        async with self._database.write() as connection:
            if await deliveries.note_failed(connection, delivery.row, delivery.number, delivery.claim.until):
                unsent = [each for each in delivery.notifications if each.state == "undelivered"]
                await notifications.mark(connection, unsent, "undelivered")

    async def sent(self, delivery: Delivery, message: str, revision: int) -> None:
        """Record that a new message has arrived; start the time of the players whom it calls to act.

        At most the revision wanted when the delivery began counts as shown: later changes may need
        notifications. After a retry the message may be the earlier attempt's and show an older state, so
        it is edited later. The message that it replaces is retired (its buttons are removed later).

        A player whose notification was a silent retry may have missed it: if no search found the earlier
        message and they must act, they are notified again after `REPEAT_AFTER`.

        Args:
            message: the platform's id of the message.
            revision: the revision that was sent.
        """
        post, now = delivery.row, self._core.clock()
        is_old = delivery.repeats or delivery.takes_over
        shown = post.shown_revision if is_old else min(revision, post.wanted_revision)
        async with self._database.write() as connection:
            await _finish_claim(connection, delivery.claim)
            await deliveries.note_sent(connection, post, message, shown, delivery.number)
            await notifications.mark(connection, delivery.notifications, "sent")
            await self._clocks.notified(connection, delivery.notifications, now)
            if delivery.found is None:
                await call_again_later(connection, delivery.in_doubt, now)
            elif delivery.found != message:
                await outbox.retire_message(connection, replace(post, message=delivery.found))

    async def not_needed(self, claim: PostClaim) -> None:
        """Delete a post that no message shows and none needs to show any more, with its notifications."""
        async with self._database.write() as connection:
            if await _finish_claim(connection, claim):
                await deliveries.delete_unsent(connection, claim.row)

    async def answered_in_place(self, delivery: Delivery, revision: int) -> None:
        """Record that the post's existing message was edited, instead of sending the new one that was wanted.

        The notifications count as sent, because their reader was looking at the existing message.

        Args:
            revision: the revision that the message shows now.
        """
        post = delivery.row
        async with self._database.write() as connection:
            if not await _finish_claim(connection, delivery.claim):
                await deliveries.repeat_edit(connection, post)
                return
            shown = min(revision, post.wanted_revision)
            await deliveries.note_answered_in_place(connection, post, shown, delivery.number)
            await notifications.mark(connection, delivery.notifications, "sent")

    async def edited(self, claim: PostClaim, revision: int) -> None:
        """Record that a post's message was edited; at most the revision wanted when claimed counts as shown.

        If another process took the claim over, both may have edited the message, so that it is edited again.

        Args:
            revision: the revision that the message shows now.
        """
        async with self._database.write() as connection:
            if await _finish_claim(connection, claim):
                await deliveries.note_edited(connection, claim.row, min(revision, claim.row.wanted_revision))
            else:
                await deliveries.repeat_edit(connection, claim.row)
        self._core.onlookers.note_edit(claim.row.id)

    async def message_lost(self, claim: PostClaim) -> None:
        """Record that a post's message no longer exists on its platform, so that a new one is sent."""
        async with self._database.write() as connection:
            if await _finish_claim(connection, claim):
                await deliveries.note_message_lost(connection, claim.row)

    async def pause_chat(self, claim: Claim, wait: timedelta) -> None:
        """Release a claim and deliver nothing to its chat for `wait`, at most for `LONGEST_DELAY`."""
        not_before = self._core.clock() + min(wait, LONGEST_DELAY)
        async with self._database.write() as connection:
            if await _finish_claim(connection, claim):
                await people.set_display(connection, claim.chat.id, not_before=not_before)

    async def retry_later(self, claim: PostClaim | RetiredClaim, wait: timedelta) -> None:
        """Release a claim and retry its failed delivery after `wait`, at most `LONGEST_DELAY`.

        Meanwhile the chat's other posts are delivered. If the post changes, it is usually retried at once.
        """
        not_before = self._core.clock() + min(wait, LONGEST_DELAY)
        async with self._database.write() as connection:
            if not await _finish_claim(connection, claim):
                return
            if isinstance(claim, PostClaim):
                await deliveries.retry_later(connection, claim.row, not_before)
            else:
                await deliveries.retry_retired_later(connection, claim.row, not_before)

    async def postpone(self, claim: PostClaim | RetiredClaim, wait: timedelta) -> None:
        """Release a claim and postpone its delivery by `wait`, at most `LONGEST_DELAY`, without an attempt.

        Meanwhile the chat's other posts are delivered. A post that has changed since it was claimed is not
        postponed.
        """
        not_before = self._core.clock() + min(wait, LONGEST_DELAY)
        async with self._database.write() as connection:
            # Not `_finish_claim`, which would send the chat to the end of the queue.
            if not await deliveries.release_chat(connection, claim.chat.id, claim.until):
                return
            if isinstance(claim, PostClaim):
                await deliveries.postpone(connection, claim.row, not_before)
            else:
                await deliveries.retry_retired_later(connection, claim.row, not_before)

    async def retirement_done(self, claim: RetiredClaim) -> None:
        """Record that a retired message has been cleaned up."""
        async with self._database.write() as connection:
            await _finish_claim(connection, claim)
            await deliveries.finish_retired(connection, claim.row)

    async def subject_of(self, chat_id: int, message: str) -> tuple[str, str] | None:
        """Return the kind and id of what a chat's message shows, such as a game; None if it shows no post.

        For a reminder, return the game that it is about.

        Args:
            message: the platform's id of the message.
        """
        async with self._database.read() as connection:
            post = await outbox.post_of_message(connection, chat_id, message)
        if post is None:
            return None
        if post.subject == "reminder":
            return "game", turn_of(post.subject_id)[0]
        return post.subject, post.subject_id

    async def post_in(self, chat_id: int, subject: Subject, key: str) -> Post | None:
        """Return the post of a game or another subject in a chat, sent or to be sent, or None."""
        async with self._database.read() as connection:
            row = await outbox.post_in(connection, subject, key, chat_id)
        return None if row is None else Post.of(row)

    async def queued(self, platform: str, key: str, message: str) -> int:
        """Return how many posts are due for delivery in a chat and its threads.

        Args:
            platform: the platform's name.
            key: the chat's key.
            message: the id of a message whose post is not counted.
        """
        async with self._database.read() as connection:
            there = [chat.id for chat in await people.chats_with_parts(connection, platform, [key])]
            return await deliveries.queued(connection, there, message, self._core.clock())

    async def is_shown_in(self, chat_id: int, game_id: str) -> bool:
        """Return True if a chat has a board of a game, sent or still to be sent."""
        async with self._database.read() as connection:
            return await outbox.post_in(connection, "game", game_id, chat_id) is not None

    async def shown_in(self, chat_id: int, ids: Collection[str]) -> set[tuple[str, str]]:
        """Return those of the games and challenges that a chat shows or will show, as subject and id."""
        async with self._database.read() as connection:
            return await outbox.shown_in(connection, chat_id, ids)


async def _finish_claim(connection: AsyncConnection, claim: Claim) -> bool:
    return await deliveries.finish_turn(connection, claim.chat.id, claim.until)
