"""Barred: who was banned or blocked when he was forgotten, known by nothing but a seal of his account."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.people import current
from storage.tables import bans, blocks, key_values, players

_NAMESPACE = "barred"


async def bar(connection: AsyncConnection, player: int, seals: Sequence[str]) -> None:
    """Keep by whom a player was banned or blocked, for accounts of which nothing but a seal is kept."""
    banned = (await connection.execute(select(bans.c.since).where(bans.c.player == player))).scalar()
    found = await connection.execute(
        select(blocks.c.player, blocks.c.since).where(blocks.c.blocked == player)
    )
    blocked_by = {str(row.player): row.since.isoformat() for row in found}
    if banned is None and not blocked_by:
        return
    text = json.dumps({"banned": None if banned is None else banned.isoformat(), "blocked_by": blocked_by})
    await connection.execute(
        insert(key_values), [{"namespace": _NAMESPACE, "key": seal, "text": text} for seal in seals]
    )


async def unseal(connection: AsyncConnection, player: int, seal: str) -> None:
    """Let a new player be banned and blocked as the one was who had his account before."""
    kept = key_values.c.namespace == _NAMESPACE, key_values.c.key == seal
    text = (await connection.execute(select(key_values.c.text).where(*kept))).scalar_one_or_none()
    if text is None:
        return
    barred = json.loads(text)
    if barred["banned"] is not None:
        since = datetime.fromisoformat(barred["banned"])
        await connection.execute(insert(bans).values(player=player, since=since))
    by: dict[int, datetime] = {}
    for each, since in barred["blocked_by"].items():
        # Who had blocked him may have been linked with another since.
        now, at = await current(connection, int(each)), datetime.fromisoformat(since)
        by[now] = min(by.get(now, at), at)
    there = await connection.execute(
        select(players.c.id).where(players.c.id.in_(by), ~players.c.forgotten, players.c.id != player)
    )
    rows = [{"player": each, "blocked": player, "since": by[each]} for each in there.scalars()]
    if rows:
        await connection.execute(insert(blocks), rows)
    await connection.execute(delete(key_values).where(*kept))
