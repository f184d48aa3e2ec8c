"""Clocks: the games whose players' time runs, or who are to be reminded, found by their moments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import bindparam, func, select

from storage.claims import Queue
from storage.tables import games, time_runs

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy.ext.asyncio import AsyncConnection

RUN_OUT = Queue(
    games,
    select(games.c.id).where(time_runs, games.c.due <= bindparam("now")).order_by(games.c.due),
    (games.c.id, games.c.version),
)
"""The games in which somebody's time has run out, of which his opponent was not told yet."""
REMINDERS = Queue(
    games,
    select(games.c.id).where(games.c.remind_at <= bindparam("now")).order_by(games.c.remind_at),
    (games.c.id, games.c.version, games.c.remind_at),
)
"""The games in which somebody is to be reminded."""


async def next_due(connection: AsyncConnection) -> datetime | None:
    """Return the earliest moment at which somebody's time runs out, or somebody is reminded."""
    moments = (await connection.execute(_next_due)).one()
    return min((moment for moment in moments if moment is not None), default=None)


_next_due = select(
    select(func.min(games.c.due)).where(time_runs).scalar_subquery(),
    select(func.min(games.c.remind_at)).where(games.c.remind_at.is_not(None)).scalar_subquery(),
)
