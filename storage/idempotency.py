"""Idempotency: the keys of what was applied, so that nothing is applied twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from storage import portable
from storage.tables import applied

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy.ext.asyncio import AsyncConnection


_applying = portable.insert_or_ignore(applied)


async def apply_once(connection: AsyncConnection, key: str, now: datetime) -> bool:
    """Note that what has this key is being applied; say whether it is the first time."""
    done = await connection.execute(_applying, {"key": key, "at": now})
    return done.rowcount == 1
