"""Heartbeats: when the bot, and each platform, was known to work last."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from sqlalchemy import bindparam, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.tables import heartbeats


async def last(connection: AsyncConnection) -> dict[str, datetime]:
    """Return when each of those that were ever known to work was known to last, by its name."""
    return {row.name: row.at for row in await connection.execute(_last)}


async def note(connection: AsyncConnection, beats: Mapping[str, datetime]) -> None:
    """Note when some of them were known to work last."""
    rows = [{"name": name, "at": at} for name, at in beats.items()]
    if rows:
        await connection.execute(_forget, [{"of": row["name"]} for row in rows])
        await connection.execute(_note, rows)


_last = select(heartbeats.c.name, heartbeats.c.at)
_forget = delete(heartbeats).where(heartbeats.c.name == bindparam("of"))
_note = insert(heartbeats)
