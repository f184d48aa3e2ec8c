"""Notifications: which post notifies which player of what, and its delivery state; and announcements."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Literal

from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import portable
from storage.rows import NotificationRow, PostRow
from storage.tables import chats, is_undelivered, key_values, notifications, posts

_NOT_SENT = ("undelivered", "sending")


async def notify(
    connection: AsyncConnection, player: int, cause: str, post: int, revision: int, at: datetime
) -> None:
    """Enqueue a notification of a player by a post; nothing happens if the player has one for this cause.

    `storage.retention` tells by the form of a cause when it may be deleted.
    """
    of = {"player": player, "cause": cause, "post": post}
    await connection.execute(_notify, of | {"revision": revision, "state": "undelivered", "at": at})


async def undelivered_of_post(connection: AsyncConnection, post: int, revision: int) -> list[NotificationRow]:
    """Return a post's notifications, up to a revision, that are not known to be delivered."""
    return await NotificationRow.fetch_all(connection, _undelivered_of_post, {"of": post, "up_to": revision})


async def notified_by_post(
    connection: AsyncConnection, subject: str, subject_id: str, chat: int
) -> dict[int, str]:
    """Return the players whom a chat's post of a subject notifies, delivered or not, with a cause of each."""
    found = await connection.execute(_notified_by_post, {"of": subject, "of_id": subject_id, "in_chat": chat})
    return {row.player: row.cause for row in found}


async def mark(
    connection: AsyncConnection,
    rows: Collection[NotificationRow],
    state: Literal["sending", "sent", "undelivered"],
) -> None:
    """Set the delivery state of notifications; `sending` means that they may have arrived."""
    if rows:
        # One statement each, because they are few. With a list of pairs, SQLite's index would find all
        # notifications of the player.
        these = [{"of": row.player, "by": row.cause, "as": state} for row in rows]
        await connection.execute(_mark, these)


async def notifying_post(connection: AsyncConnection, player: int, cause: str) -> PostRow | None:
    """Return the post that notifies a player of a cause, or None if there is none."""
    return await PostRow.fetch_first(connection, _notifying_post, {"of": player, "by": cause})


async def move_undelivered(connection: AsyncConnection, player: int, old: int, new: int) -> int:
    """Move a player's undelivered notifications from one post to another; return how many moved."""
    moved = await connection.execute(
        update(notifications)
        .where(
            notifications.c.player == player,
            notifications.c.post == old,
            notifications.c.state.in_(_NOT_SENT),
        )
        .values(post=new)
    )
    return moved.rowcount


async def undelivered_in(connection: AsyncConnection, chat: int) -> list[NotificationRow]:
    """Return the notifications of a chat that are not known to be delivered."""
    return await NotificationRow.fetch_all(connection, _undelivered_in, {"in_chat": chat})


async def games_with_unsent_notification(connection: AsyncConnection, player: int, chat: int) -> set[str]:
    """Return the ids of games with a notification for a player in a chat whose delivery has not begun.

    While a sender has claimed the chat, any delivery there may have begun, so the result is empty.
    """
    found = await connection.execute(_not_begun, {"of": player, "in_chat": chat})
    return set(found.scalars())


async def move(connection: AsyncConnection, old: int, new: int) -> None:
    """Move all notifications of a post to another post."""
    await connection.execute(update(notifications).where(notifications.c.post == old).values(post=new))


_sent = notifications.alias("being_sent")
# Built once, as in `storage.outbox`.
ARE_BEING_SENT = select(_sent.c.player).where(_sent.c.post == posts.c.id, _sent.c.state == "sending").exists()
"""True if a post has a notification whose delivery began, so that it may have arrived."""

_notify = portable.insert_or_ignore(notifications)
_undelivered_of_post = select(notifications).where(
    notifications.c.post == bindparam("of"),
    notifications.c.revision <= bindparam("up_to"),
    notifications.c.state.in_(_NOT_SENT),
)
_notifying_post = (
    select(posts)
    .join(notifications, notifications.c.post == posts.c.id)
    .where(notifications.c.player == bindparam("of"), notifications.c.cause == bindparam("by"))
)
_notified_by_post = (
    select(notifications.c.player, notifications.c.cause)
    .join(posts, posts.c.id == notifications.c.post)
    .where(
        posts.c.subject == bindparam("of"),
        posts.c.subject_id == bindparam("of_id"),
        posts.c.chat == bindparam("in_chat"),
    )
)
_undelivered_in = (
    select(notifications)
    .join(posts, posts.c.id == notifications.c.post)
    # A post with such a notification is itself undelivered, and an index finds undelivered posts.
    .where(posts.c.chat == bindparam("in_chat"), is_undelivered, notifications.c.state.in_(_NOT_SENT))
)
_not_begun = (
    select(posts.c.subject_id)
    .join(notifications, notifications.c.post == posts.c.id)
    .join(chats, chats.c.id == posts.c.chat)
    .where(
        posts.c.chat == bindparam("in_chat"),
        is_undelivered,
        portable.unindexed(posts.c.subject) == "game",
        portable.unindexed(notifications.c.player) == bindparam("of"),
        notifications.c.state == "undelivered",
        portable.unindexed(chats.c.claimed_until).is_(None),
        ~ARE_BEING_SENT,
    )
)
_mark = (
    update(notifications)
    .where(notifications.c.player == bindparam("of"), notifications.c.cause == bindparam("by"))
    .values(state=bindparam("as"))
)


_ANNOUNCEMENTS_NAMESPACE = "announcements"
_ANNOUNCED_NAMESPACE = "announced"


async def keep_announcement(connection: AsyncConnection, key: str, text: str, now: datetime) -> bool:
    """Store an announcement and its time. Return False without a change if its key is already stored."""
    if await announcement(connection, key) is not None:
        return False
    made = now.isoformat(timespec="microseconds")
    kept = [
        {"namespace": _ANNOUNCEMENTS_NAMESPACE, "text": text},
        {"namespace": _ANNOUNCED_NAMESPACE, "text": made},
    ]
    await connection.execute(insert(key_values), [{**each, "key": key} for each in kept])
    return True


async def announcement(connection: AsyncConnection, key: str) -> str | None:
    """Return an announcement's text, or None if it is no longer stored."""
    found = await connection.execute(
        select(key_values.c.text).where(
            key_values.c.namespace == _ANNOUNCEMENTS_NAMESPACE, key_values.c.key == key
        )
    )
    return found.scalar_one_or_none()


async def chats_to_announce_in(connection: AsyncConnection, parts: str) -> list[int]:
    """Return the ids of the chats that get an announcement: each reachable chat, without threads and topics.

    If a chat of topics is itself unknown or unreachable, one of its topics gets it instead.

    Args:
        parts: the namespace of `key_values` that lists threads as `CONTAINER/KEY`, where KEY is the thread's
            chat key. These threads never get an announcement.
    """
    noted = await connection.execute(select(key_values.c.key).where(key_values.c.namespace == parts))
    known_parts = {key.rpartition("/")[2] for key in noted.scalars()}
    found = await connection.execute(
        select(chats.c.id, chats.c.platform, chats.c.key).where(~chats.c.gone).order_by(chats.c.id)
    )
    chosen: dict[tuple[str, str], tuple[bool, int]] = {}
    for chat, platform, key in found:
        if key in known_parts:
            continue
        whole, is_part = key.partition("/")[0], "/" in key
        there = chosen.get((platform, whole))
        # A whole chat replaces a thread or topic found before.
        if there is None or (there[0] and not is_part):
            chosen[platform, whole] = is_part, chat
    return [chat for _, chat in chosen.values()]


async def announce(connection: AsyncConnection, key: str, ids: Sequence[int]) -> None:
    """Enqueue a stored announcement in chats, given by their ids."""
    if not ids:
        return
    subject = {"subject": "announcement", "subject_id": key}
    fresh = {"wanted_revision": 1, "shown_revision": 0, "told_revision": 0, "fresh_revision": 1}
    begun = {"sent_revision": 0, "number": 0, "tried_revision": 0}
    await connection.execute(insert(posts), [{**subject, **fresh, **begun, "chat": chat} for chat in ids])
