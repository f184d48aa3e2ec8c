"""Alarms: what is to happen at a moment, one row for each cause, until it is handled."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import bindparam, delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import portable
from storage.claims import Queue
from storage.tables import alarms

QUEUE = Queue(
    alarms,
    select(alarms.c.id).where(alarms.c.due <= bindparam("now")).order_by(alarms.c.due, alarms.c.id),
    (alarms.c.id, alarms.c.kind, alarms.c.subject, alarms.c.due),
)
"""The alarms whose time has come."""


async def set_alarm(connection: AsyncConnection, kind: str, subject: str, due: datetime) -> None:
    """Set an alarm; one of the same kind for the same subject is set anew."""
    await cancel(connection, kind, subject)
    await connection.execute(insert(alarms).values(kind=kind, subject=subject, due=due))


async def cancel(connection: AsyncConnection, kind: str, subject: str) -> None:
    """Cancel an alarm, if it is set."""
    await connection.execute(_cancel, {"of_kind": kind, "of": subject})


async def take(connection: AsyncConnection, alarm: int, until: datetime) -> bool:
    """Remove an alarm that this transaction handles; say whether it was there, claimed until then."""
    taken = await connection.execute(_take, {"alarm": alarm, "until": until})
    return taken.rowcount == 1


async def next_due(connection: AsyncConnection) -> datetime | None:
    """Return the moment of the earliest alarm that nobody handles, and that is not put off."""
    found: datetime | None = (await connection.execute(_next_due)).scalar()
    return found


_cancel = delete(alarms).where(alarms.c.kind == bindparam("of_kind"), alarms.c.subject == bindparam("of"))
_take = delete(alarms).where(alarms.c.id == bindparam("alarm"), alarms.c.claimed_until == bindparam("until"))
_next_due = select(func.min(alarms.c.due)).where(portable.unindexed(alarms.c.claimed_until).is_(None))
