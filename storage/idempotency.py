"""Idempotency: the keys of what was applied, so that nothing is applied twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import bindparam, select
from sqlalchemy.types import Text

from storage import portable
from storage.tables import Moment, applied, players

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy.ext.asyncio import AsyncConnection


async def apply_once(connection: AsyncConnection, key: str, now: datetime, player: int) -> bool:
    """Note that what has this key is being applied; say whether it is the first time.

    For a player who was merged into another meanwhile nothing is noted, and it is not: `is_merged` tells. For
    one who was forgotten it is as good as done: nobody is there to be answered.
    """
    done = await connection.execute(_applying, {"key": key, "at": now, "player": player})
    return done.rowcount == 1


async def is_merged(connection: AsyncConnection, player: int) -> bool:
    """Whether a player is somebody else by now."""
    found = await connection.execute(_is_merged, {"player": player})
    return found.first() is not None


_is_merged = select(players.c.id).where(
    players.c.id == bindparam("player"), players.c.merged_into.is_not(None)
)
_is_forgotten = select(players.c.id).where(players.c.id == bindparam("player"), players.c.forgotten)
# One statement for both: each action executes it.
_applying = portable.insert_or_ignore(applied).from_select(
    ["key", "at"],
    select(bindparam("key", type_=Text), bindparam("at", type_=Moment)).where(
        ~(_is_merged.exists() | _is_forgotten.exists())
    ),
)
