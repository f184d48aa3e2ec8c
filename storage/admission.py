"""Admission: until when nothing new is begun, and who of some is banned, in one statement."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import Integer, Text, bindparam, cast, null, select, union_all
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import draining
from storage.tables import bans, key_values


async def barred(
    connection: AsyncConnection, player_ids: Collection[int]
) -> tuple[datetime | None, set[int]]:
    """Return until when nothing new is begun, which may be past, and which of some players are banned."""
    until, banned = None, set()
    for player, text in await connection.execute(_barred, {"players": [*player_ids]}):
        if player is None:
            until = datetime.fromisoformat(text)
        else:
            banned.add(player)
    return until, banned


# Built once: everybody who challenges or accepts executes it.
_barred = union_all(
    select(bans.c.player, cast(null(), Text)).where(bans.c.player.in_(bindparam("players", expanding=True))),
    select(cast(null(), Integer), key_values.c.text).where(draining.is_kept),
)
