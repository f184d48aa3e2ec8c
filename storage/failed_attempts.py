"""Failed attempts at guessing a secret: counted, so that who has failed often must wait."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.tables import failed_attempts

Kind = Literal["invitation", "share", "link"]


async def add(connection: AsyncConnection, player: int, kind: Kind, now: datetime) -> None:
    """Note that a player has guessed wrong."""
    await connection.execute(insert(failed_attempts).values(player=player, kind=kind, at=now))


async def since(connection: AsyncConnection, player: int, kind: Kind, moment: datetime) -> list[datetime]:
    """Return when a player has guessed wrong after a moment, the earliest first."""
    found = await connection.execute(
        select(failed_attempts.c.at)
        .where(
            failed_attempts.c.player == player,
            failed_attempts.c.kind == kind,
            failed_attempts.c.at > moment,
        )
        .order_by(failed_attempts.c.at)
    )
    return list(found.scalars())
