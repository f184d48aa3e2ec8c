"""Claims: leases on queued work, taken by workers and taken over from dead processes.

A queue is a query for due rows and two columns on them: `claimed_until`, and `claimed_by`, the process. A
claim lasts until it is released, expires, or its process is found dead. Claims only keep two workers from
doing the same work; each result is still saved by its own compare-and-set.

Each process has a row and holds a lock of its number while it lives (`storage.locks`). If nobody holds that
lock, the process is dead, frozen or cut off. Another process then deletes its row and releases its claims in
one transaction. Numbers are never reused, so a process that comes back cannot claim under its old number, and
results that it saves for an old claim are rejected.
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
"""Values of the claim columns of an unclaimed row."""

_by = bindparam("by", type_=Integer)
_may_claim = or_(_by.is_(None), select(processes.c.id).where(processes.c.id == _by).exists())
"""True if the claiming process still has its row, or claims without a number."""


class Queue:
    """A queue of rows, found by an index and claimed by a compare-and-set.

    The statements are built once, because workers execute them after every change.

    Args:
        table: the table whose rows are claimed.
        due: query for the ids of due rows, in the order of claiming. Its parameters are `now` and the extra
            arguments of `claim`.
        returned: the columns that a claim returns.
    """

    def __init__(self, table: Table, due: Select[Any], returned: Sequence[ColumnElement[Any]]) -> None:
        self.table = table
        free = is_free(table)
        waiting = due.where(free)
        self._first = waiting.limit(1)
        # The row is chosen and marked in one statement. On databases with concurrent writers two workers may
        # choose the same row; the repeated condition lets only the first one claim it.
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
        """True if a row of the queue can be claimed. It takes no write lock, because most checks find none.

        Args:
            until: as in `claim_in`.
            of: extra parameters of the queue's query.
        """
        found = await connection.execute(self._first, {"now": now, "until": until, **of})
        return found.first() is not None

    async def claim(
        self, database: Database, limit: int, now: datetime, until: datetime, **of: object
    ) -> list[Row[Any]]:
        """Claim due rows in a separate transaction, opened only if a row is due; see `claim_in`."""
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
        """Claim due, unclaimed rows and return them in no particular order.

        Args:
            connection: a short transaction, because it blocks other writers.
            until: when the claim expires. It must be the queue's longest lease: a stored claim that ends
                later was made before the clock was set back, and is ignored.
            by: number of the claiming process. A process that was found dead gets no rows.
            of: extra parameters of the queue's query.
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
        """Release a claim. Return False without a change if it was released or replaced by a newer claim.

        Args:
            row: the id of the claimed row.
            until: when the claim expires; it identifies the claim.
            again: when the row may be claimed again; None: at once.
        """
        given = {"claimed": row, "until": until, "again": again}
        return (await connection.execute(self._release, given)).rowcount == 1


def is_free(table: Table) -> ColumnElement[bool]:
    """True if a row may be claimed; parameters: `now`, and `until` as in `Queue.claim_in`."""
    claimed = table.c.claimed_until
    return or_(claimed.is_(None), claimed <= bindparam("now"), claimed > bindparam("until"))


async def add_process(connection: AsyncConnection, now: datetime) -> int:
    """Add a row for a process and return its number."""
    return inserted_key(await connection.execute(insert(processes).values(started=now)))


async def process_numbers(connection: AsyncConnection) -> frozenset[int]:
    """Return the numbers of all processes that have a row."""
    return frozenset((await connection.execute(select(processes.c.id))).scalars())


async def take_over(
    connection: AsyncConnection, gone: Collection[int], now: datetime, deadline: timedelta
) -> bool:
    """Delete the rows of dead processes and release their claims. Return True if any still had a row.

    If one of them had begun to send a new message to a chat, nothing is sent there until that request must
    have ended, because it may still arrive.

    Args:
        gone: numbers of the dead processes.
        deadline: the longest time that a request can take.
    """
    there = sorted((await connection.execute(_known, {"numbers": [*gone]})).scalars())
    if not there:
        return False
    for begun in (await connection.execute(_begun_posts, {"numbers": there})).all():
        # A start in the future was stored before the clock was set back; treat it as now.
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
