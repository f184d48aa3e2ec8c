"""Notifications: who is notified of what, by which post, and how far that has come; each once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from sqlalchemy import and_, or_, select, update

from storage import sqlite
from storage.rows import NotificationRow
from storage.tables import notifications

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

    from sqlalchemy.ext.asyncio import AsyncConnection


async def notify(
    connection: AsyncConnection, player: int, cause: str, post: int, revision: int, at: datetime
) -> None:
    """Enqueue a notification. The same cause notifies a player once, however often it is raised.

    When a cause may be forgotten, `storage.retention` tells by its form.
    """
    await connection.execute(
        sqlite.insert_or_ignore(notifications).values(
            player=player, cause=cause, post=post, revision=revision, state="undelivered", at=at
        )
    )


async def carried_by(connection: AsyncConnection, post: int, revision: int) -> list[NotificationRow]:
    """Return the notifications that a post of this revision carries, not known to be delivered."""
    found = await connection.execute(
        select(notifications).where(
            notifications.c.post == post,
            notifications.c.revision <= revision,
            notifications.c.state.in_(("undelivered", "sending")),
        )
    )
    return [NotificationRow.read(row) for row in found.mappings()]


async def mark(
    connection: AsyncConnection,
    rows: Collection[NotificationRow],
    state: Literal["sending", "sent", "undelivered"],
) -> None:
    """Note how far notifications have come."""
    if rows:
        # Not as pairs `IN` a list: by that the index finds all that a player was ever notified of.
        these = (
            and_(notifications.c.player == row.player, notifications.c.cause == row.cause) for row in rows
        )
        await connection.execute(update(notifications).where(or_(*these)).values(state=state))


async def readdress(connection: AsyncConnection, player: int, old: int, new: int) -> None:
    """Let a player's undelivered notifications go out with another post."""
    await connection.execute(
        update(notifications)
        .where(
            notifications.c.player == player,
            notifications.c.post == old,
            notifications.c.state == "undelivered",
        )
        .values(post=new)
    )


async def move(connection: AsyncConnection, old: int, new: int) -> None:
    """Let all notifications of a post belong to another."""
    await connection.execute(update(notifications).where(notifications.c.post == old).values(post=new))
