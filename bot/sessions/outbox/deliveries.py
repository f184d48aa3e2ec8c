"""Deliveries: what is still to be delivered to which chat, and what became of each delivery."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.sessions.outbox.relocation import Relocation
from storage import outbox, people, questions
from storage.outbox import LONGEST_DELAY
from storage.rows import ChatRow, NotificationRow, PostRow, QuestionRow, RetiredRow

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from bot.sessions.unit_of_work import UnitOfWork


@dataclass(frozen=True, slots=True)
class Undelivered:
    """Everything that is undelivered and can be tried now.

    Args:
        entries: what chats should show, then what is to become of messages that others have replaced.
        wait: how long until something that was put off may be tried again.
        chats: the chats that these are in, by their ids.
    """

    entries: tuple[PostRow | RetiredRow, ...]
    wait: timedelta | None
    chats: Mapping[int, ChatRow]

    def in_chat(self, chat: int) -> tuple[PostRow | RetiredRow, ...]:
        """What is undelivered in one chat."""
        return tuple(entry for entry in self.entries if entry.chat == chat)


@dataclass(frozen=True, slots=True)
class Delivery:
    """One attempt at sending a new message.

    Args:
        post: what it shows, as it was when the attempt began.
        nonce: the same for every attempt at the same message.
        notifications: those that it delivers.
        notified: the players whom it notifies.
        repeats: whether nobody knows if an earlier attempt arrived, so that the nonce may find its message.
    """

    post: PostRow
    nonce: str
    notifications: tuple[NotificationRow, ...]
    notified: frozenset[int]
    repeats: bool


class Outbox:
    """The sender's view of posts and notifications, and what else a chat remembers."""

    def __init__(self, unit: UnitOfWork) -> None:
        self._unit = unit
        self._database = unit.database
        self.removals = Relocation(unit)
        """For a chat that cannot be written to, or has moved."""

    async def undelivered(self, platforms: Collection[str]) -> Undelivered:
        """Return what can be delivered now on some platforms."""
        now = self._unit.clock()
        async with self._database.read() as connection:
            posts = await outbox.undelivered_posts(connection, now, platforms)
            retiring = await outbox.retiring(connection, now, platforms)
            later = await outbox.next_attempt(connection, now)
        found: list[tuple[PostRow | RetiredRow, ChatRow]] = [*posts, *retiring]
        return Undelivered(
            tuple(entry for entry, _ in found),
            later - now if later else None,
            {chat.id: chat for _, chat in found},
        )

    async def chat(self, chat_id: int) -> ChatRow:
        """Return a chat."""
        async with self._database.read() as connection:
            return await people.chat(connection, chat_id)

    async def begin_delivery(self, post: PostRow, nonce_memory: timedelta) -> Delivery:
        """Note that a new message is about to be sent, and whom it may notify.

        A notification that an earlier attempt may have delivered is repeated only under that attempt's nonce
        and while the platform knows it, so that nobody is notified twice. Where the clock was set meanwhile,
        so that it cannot tell how long ago that was, nobody is notified.

        Args:
            post: what it is to show.
            nonce_memory: how long the platform recognises a nonce.
        """
        now = self._unit.clock()
        async with self._database.write() as connection:
            post = await outbox.post(connection, post.id)
            notifications = await outbox.notifications_for(connection, post.id, post.wanted_revision)
            await outbox.mark_notifications(connection, notifications, "sending")
            repeats = post.tried_revision == post.fresh_revision and post.tried_at is not None
            number = post.number if repeats else await outbox.begin(connection, post, now)
        recognised = (
            repeats and post.tried_at is not None and timedelta() <= now - post.tried_at < nonce_memory
        )
        return Delivery(
            post,
            f"{post.id}.{number}",
            tuple(notifications),
            frozenset(
                notification.player
                for notification in notifications
                if recognised or notification.state == "undelivered"
            ),
            repeats,
        )

    async def not_sent(self, delivery: Delivery) -> None:
        """Note that a delivery has certainly failed. What an earlier one did remains in doubt."""
        if delivery.repeats:
            return
        async with self._database.write() as connection:
            unsent = [
                notification for notification in delivery.notifications if notification.state == "undelivered"
            ]
            await outbox.mark_notifications(connection, unsent, "undelivered")
            await outbox.failed(connection, delivery.post)

    async def sent(self, delivery: Delivery, message: str, revision: int) -> None:
        """Note that a new message has arrived, and its notifications with it.

        Only what was wanted when the delivery began counts as shown: later changes may have notifications of
        their own. And where the nonce may have found an earlier message, which shows an older state, it is
        still to be edited.
        """
        post = delivery.post
        shown = post.shown_revision if delivery.repeats else min(revision, post.wanted_revision)
        async with self._database.write() as connection:
            await outbox.sent(connection, post, message, shown)
            await outbox.mark_notifications(connection, delivery.notifications, "sent")

    async def edited(self, post: PostRow, revision: int) -> None:
        """Note that a post's message shows a newer revision, at most the one that was wanted before."""
        async with self._database.write() as connection:
            await outbox.edited(connection, post, min(revision, post.wanted_revision))

    async def lost(self, post: PostRow) -> None:
        """Note that a post's message is gone, so that it is sent anew."""
        async with self._database.write() as connection:
            await outbox.lost(connection, post)

    async def chat_later(self, chat_id: int, wait: timedelta) -> None:
        """Leave a chat alone for a while, bounded by `LONGEST_DELAY`."""
        until = self._unit.clock() + min(wait, LONGEST_DELAY)
        async with self._database.write() as connection:
            await people.set_display(connection, chat_id, not_before=until)

    async def put_off(self, entry: PostRow | RetiredRow, wait: timedelta) -> None:
        """Try one entry again later, bounded by `LONGEST_DELAY`."""
        until = self._unit.clock() + min(wait, LONGEST_DELAY)
        async with self._database.write() as connection:
            if isinstance(entry, PostRow):
                await outbox.put_off(connection, entry, until)
            else:
                await outbox.put_off_retirement(connection, entry, until)

    async def retirement_done(self, row: RetiredRow) -> None:
        """Note that what was to become of an old message is done."""
        async with self._database.write() as connection:
            await outbox.retirement_done(connection, row)

    async def post_of_message(self, chat_id: int, message: str) -> PostRow | None:
        """Return the post that a message of a chat is."""
        async with self._database.read() as connection:
            return await outbox.post_of_message(connection, chat_id, message)

    async def is_shown_in(self, chat_id: int, game_id: str) -> bool:
        """Whether a chat shows a game."""
        async with self._database.read() as connection:
            return await outbox.post_in(connection, "game", game_id, chat_id) is not None

    async def shown_in(self, chat_id: int, ids: Collection[str]) -> set[tuple[str, str]]:
        """Return which of some games and challenges a chat shows: subjects, each with its id."""
        async with self._database.read() as connection:
            return await outbox.shown_in(connection, chat_id, ids)

    async def ask(self, player: int, lines: Sequence[str], question_id: str, lifetime: timedelta) -> None:
        """Keep a question to a player: each answer is the line that it carries out."""
        expires = self._unit.clock() + lifetime
        async with self._database.write() as connection:
            await questions.add(connection, QuestionRow(question_id, player, "\n".join(lines), expires))

    async def answered(self, player: int, question_id: str, choice: int) -> str | None:
        """Return the line that a player's answer carries out, once; nothing, if the question is not open."""
        async with self._database.write() as connection:
            question = await questions.find(connection, question_id)
            if question is None or question.player != player or question.expires <= self._unit.clock():
                return None
            lines = question.lines.split("\n")
            if choice >= len(lines):
                return None
            await questions.drop(connection, question_id)
            return lines[choice]
