"""Bans: who is kept from challenges by those who run the bot."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.rows import BannedAccount
from storage.tables import accounts, bans, players

MOST_LISTED = 100


async def add(connection: AsyncConnection, player: int, now: datetime) -> bool:
    """Keep a player from challenges; say whether that is new."""
    known = await connection.execute(select(bans.c.player).where(bans.c.player == player))
    if known.first() is not None:
        return False
    await connection.execute(insert(bans).values(player=player, since=now))
    return True


async def remove(connection: AsyncConnection, player: int) -> bool:
    """Let a player challenge again; say whether the player was kept from it."""
    done = await connection.execute(delete(bans).where(bans.c.player == player))
    return done.rowcount == 1


async def banned_accounts(connection: AsyncConnection) -> list[BannedAccount]:
    """Return the accounts (at most 100) of those who are banned, the last first."""
    found = await connection.execute(
        select(players.c.id, players.c.name, bans.c.since, accounts.c.platform, accounts.c.key)
        .select_from(bans)
        .join(players, players.c.id == bans.c.player)
        .join(accounts, accounts.c.player == bans.c.player)
        .order_by(bans.c.since.desc(), accounts.c.platform, accounts.c.key)
        .limit(MOST_LISTED)
    )
    return [BannedAccount(*row) for row in found]
