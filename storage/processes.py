"""Processes: which of them serve the database, and what one that is gone had claimed.

Each has a row, and a lock of its number for as long as it lives (`storage.locks`). Whose lock nobody has is
gone: dead, frozen, or cut off. Another then deletes its row and releases its claims, in one transaction. Its
number comes never again, so a process that comes back finds that nothing is its own any more: it claims
nothing by its old number, and what it notes of an old claim is void.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import portable
from storage.claims import RELEASED
from storage.keys import inserted_key
from storage.tables import alarms, chats, daily_positions, games, is_undelivered, posts, processes


async def add(connection: AsyncConnection, now: datetime) -> int:
    """Add a process and return its number."""
    return inserted_key(await connection.execute(insert(processes).values(started=now)))


async def numbers(connection: AsyncConnection) -> frozenset[int]:
    """Return the numbers of all processes that nobody has found gone."""
    return frozenset((await connection.execute(select(processes.c.id))).scalars())


async def take_over(
    connection: AsyncConnection, gone: Collection[int], now: datetime, deadline: timedelta
) -> bool:
    """Remove processes that are gone, and release what they had claimed; say whether any was there.

    A chat in which one of them had begun to send a new message is left alone until that request must have
    ended: nobody knows whether it is on its way.

    Args:
        connection: the transaction.
        gone: their numbers.
        now: what time it is.
        deadline: how long a request may last.
    """
    there = sorted((await connection.execute(_there, {"numbers": [*gone]})).scalars())
    if not there:
        return False
    for begun in (await connection.execute(_begun, {"numbers": there})).all():
        # What seems to lie in the future was begun before a clock was set back: at the latest now.
        until = min(begun.requested_at, now) + deadline
        if now < until:
            await connection.execute(_leave_alone, {"chat": begun.chat, "until": until})
    for release in _releases:
        await connection.execute(release, {"numbers": there})
    await connection.execute(_remove, {"numbers": there})
    return True


_gone: Any = bindparam("numbers", expanding=True)
_there = select(processes.c.id).where(processes.c.id.in_(_gone))
_remove = delete(processes).where(processes.c.id.in_(_gone))
_begun = (
    select(posts.c.chat, posts.c.requested_at)
    .join(chats, chats.c.id == posts.c.chat)
    .where(
        chats.c.claimed_until.is_not(None),
        chats.c.claimed_by.in_(_gone),
        is_undelivered,
        portable.unindexed(posts.c.tried_at).is_not(None),
    )
    .order_by(posts.c.requested_at)
)
_leave_alone = update(chats).where(chats.c.id == bindparam("chat")).values(not_before=bindparam("until"))
_releases = [
    update(table).where(table.c.claimed_until.is_not(None), table.c.claimed_by.in_(_gone)).values(RELEASED)
    for table in (alarms, chats, games, daily_positions)
]
