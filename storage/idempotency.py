"""Idempotency: which events were applied, so that none is applied twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from storage import sqlite
from storage.tables import applied

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy.ext.asyncio import AsyncConnection


_applying = sqlite.insert_or_ignore(applied)


async def apply_once(connection: AsyncConnection, event: str, now: datetime) -> bool:
    """Note that an event is being applied; say whether this is the first time."""
    done = await connection.execute(_applying, {"event": event, "at": now})
    return done.rowcount == 1
