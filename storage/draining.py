"""Draining: until when nothing new is begun, kept in the database for every process that serves it."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import and_, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.tables import key_values

_NAMESPACE = "draining"
_row = {"namespace": _NAMESPACE, "key": "until"}
is_kept = and_(key_values.c.namespace == _row["namespace"], key_values.c.key == _row["key"])


async def until(connection: AsyncConnection) -> datetime | None:
    """Return until when nothing new is begun, which may be past; nothing, if nobody has asked for that."""
    text = (await connection.execute(select(key_values.c.text).where(is_kept))).scalar_one_or_none()
    return None if text is None else datetime.fromisoformat(text)


async def begin(connection: AsyncConnection, moment: datetime) -> None:
    """Begin nothing new until a moment."""
    await end(connection)
    await connection.execute(insert(key_values).values(**_row, text=moment.isoformat()))


async def end(connection: AsyncConnection) -> None:
    """Let games begin again."""
    await connection.execute(delete(key_values).where(is_kept))
