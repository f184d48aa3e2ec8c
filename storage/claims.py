"""Claims: which work of a queue a worker has taken, until when, and what a process that is gone had claimed.

A queue is a query for what is due, and two columns on what is claimed for it: `claimed_until`, and
`claimed_by`, the process. A claim is kept until it is released, its time has passed, or its process is found
gone. It keeps two workers from doing the same twice, and no more: what they do is saved by its own
compare-and-set.

Each process has a row, and a lock of its number for as long as it lives (`storage.locks`). If nobody holds
that lock, the process is dead, frozen or cut off. Another process then deletes its row and releases its
claims in one transaction. Numbers are never reused: a process that comes back cannot claim under its old
number, and what it notes of an old claim is void.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Integer,
    Row,
    Select,
    Table,
    bindparam,
    delete,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import portable
from storage.database import Database
from storage.rows import inserted_key
from storage.tables import alarms, chats, daily_positions, games, is_undelivered, posts, processes

RELEASED: dict[str, Any] = {"claimed_until": None, "claimed_by": None}
"""What the columns of a claim are where there is none."""

_by = bindparam("by", type_=Integer)
_may_claim = or_(_by.is_(None), select(processes.c.id).where(processes.c.id == _by).exists())
"""True if a process was not found gone; nobody finds that of who claims without a number."""


class Queue:
    """Work that waits, found by an index and claimed by a compare-and-set.

    The statements are built once: workers execute them after every change of anything.

    Args:
        table: the table whose rows are claimed.
        due: the ids of those rows that wait, in the order in which they are to be taken; its parameters are
            `now`, and what else `claim` is given.
        returned: which columns of what was claimed are returned.
    """

    def __init__(self, table: Table, due: Select[Any], returned: Sequence[ColumnElement[Any]]) -> None:
        self.table = table
        free = is_free(table)
        waiting = due.where(free)
        self._first = waiting.limit(1)
        # What is claimed is chosen and marked in one statement. Where writers do not queue for the whole
        # database, two of them may choose the same row: the second finds here that it is not free any more.
        self._claim = (
            update(table)
            .where(table.c.id.in_(waiting.limit(bindparam("limit"))), free, _may_claim)
            .values(claimed_until=bindparam("until"), claimed_by=_by)
            .returning(*returned)
        )
        self._release = (
            update(table)
            .where(table.c.id == bindparam("claimed"), table.c.claimed_until == bindparam("until"))
            .values(claimed_until=bindparam("again"), claimed_by=None)
        )

    async def has_work(
        self, connection: AsyncConnection, now: datetime, until: datetime, **of: object
    ) -> bool:
        """True if anything could be claimed: who only looks takes no write lock, and most looks find nothing.

        Args:
            connection: where to look.
            now: what time it is.
            until: as of `claim_in`.
            of: what else the queue wants to know.
        """
        found = await connection.execute(self._first, {"now": now, "until": until, **of})
        return found.first() is not None

    async def claim(
        self, database: Database, limit: int, now: datetime, until: datetime, **of: object
    ) -> list[Row[Any]]:
        """Claim what is due, if anything is, in a transaction of its own; as `claim_in`."""
        async with database.read() as connection:
            if not await self.has_work(connection, now, until, **of):
                return []
        async with database.write() as connection:
            return await self.claim_in(connection, limit, now, until, by=database.process, **of)

    async def claim_in(
        self,
        connection: AsyncConnection,
        limit: int,
        now: datetime,
        until: datetime,
        *,
        by: int | None = None,
        **of: object,
    ) -> list[Row[Any]]:
        """Claim what is due and claimed by nobody else; return it, in no order.

        Args:
            connection: a transaction of nothing else that takes long.
            limit: how many at most.
            now: what time it is.
            until: when it comes due again, unless it is released before. The longest claim of the queue: one
                that lasts longer was made before the clock was set back, and counts no more.
            by: the number of the process that claims. One that was found gone gets nothing.
            of: what else the queue wants to know.
        """
        given = {"limit": limit, "now": now, "until": until, "by": by, **of}
        return list((await connection.execute(self._claim, given)).all())

    async def release(
        self,
        connection: AsyncConnection,
        row: str | int,
        until: datetime,
        again: datetime | None = None,
    ) -> bool:
        """Give back what was claimed; say whether it was claimed so still, and by nobody else since.

        Args:
            row: the id of the claimed row.
            until: what it was claimed until.
            again: when it comes due again; at once, if not given.
        """
        given = {"claimed": row, "until": until, "again": again}
        return (await connection.execute(self._release, given)).rowcount == 1


def is_free(table: Table) -> ColumnElement[bool]:
    """True if nobody has claimed a row; its parameters are `now` and `until`, as of `Queue.claim_in`."""
    claimed = table.c.claimed_until
    return or_(claimed.is_(None), claimed <= bindparam("now"), claimed > bindparam("until"))


async def add_process(connection: AsyncConnection, now: datetime) -> int:
    """Add a process and return its number."""
    return inserted_key(await connection.execute(insert(processes).values(started=now)))


async def process_numbers(connection: AsyncConnection) -> frozenset[int]:
    """Return the numbers of all processes that nobody has found gone."""
    return frozenset((await connection.execute(select(processes.c.id))).scalars())


async def take_over(
    connection: AsyncConnection, gone: Collection[int], now: datetime, deadline: timedelta
) -> bool:
    """Remove processes that are gone, and release what they had claimed; say whether any was there.

    A chat in which one of them had begun to send a new message is left alone until that request must have
    ended: nobody knows whether it is on its way.

    Args:
        gone: their numbers.
        now: what time it is.
        deadline: how long a request may last.
    """
    there = sorted((await connection.execute(_known, {"numbers": [*gone]})).scalars())
    if not there:
        return False
    for begun in (await connection.execute(_begun_posts, {"numbers": there})).all():
        # What seems to lie in the future was begun before a clock was set back: at the latest now.
        until = min(begun.requested_at, now) + deadline
        if now < until:
            await connection.execute(_leave_alone, {"chat": begun.chat, "until": until})
    for release in _releases:
        await connection.execute(release, {"numbers": there})
    await connection.execute(_remove_processes, {"numbers": there})
    return True


_gone: Any = bindparam("numbers", expanding=True)
_known = select(processes.c.id).where(processes.c.id.in_(_gone))
_remove_processes = delete(processes).where(processes.c.id.in_(_gone))
_begun_posts = (
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
