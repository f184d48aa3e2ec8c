"""Idempotency: the keys of what was applied, so that nothing is applied twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import bindparam, select

from storage import portable
from storage.portable import Text
from storage.tables import Moment, applied, players

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy.ext.asyncio import AsyncConnection


_of_somebody = select(players.c.id).where(players.c.id == bindparam("player"), ~players.c.forgotten).exists()
_applying = portable.insert_or_ignore(applied).from_select(
    ["key", "at"], select(bindparam("key", type_=Text), bindparam("at", type_=Moment())).where(_of_somebody)
)


async def apply_once(connection: AsyncConnection, key: str, player: int, now: datetime) -> bool:
    """Note that what has this key is being applied; say whether it is the first time.

    What a player still does who was forgotten meanwhile, is as good as done: nobody is there to be answered.
    """
    done = await connection.execute(_applying, {"key": key, "at": now, "player": player})
    return done.rowcount == 1
