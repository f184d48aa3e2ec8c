"""Clocks: the games whose players' time runs, or who are to be reminded, found by their moments."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import bindparam, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import portable
from storage.claims import Queue
from storage.rows import GameRow
from storage.tables import accounts, games, time_runs

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
    """Return the earliest moment at which somebody's time runs out, or somebody is reminded.

    A game is left out while it is claimed: somebody handles it, or it is put off.
    """
    moments = (await connection.execute(_next_due)).one()
    return min((moment for moment in moments if moment is not None), default=None)


async def running(connection: AsyncConnection, since: datetime) -> list[GameRow]:
    """Return the games in which somebody's time runs, and had not run out at a moment."""
    found = await connection.execute(_running, {"since": since})
    return [GameRow.read(row) for row in found.mappings()]


async def reminded(connection: AsyncConnection, since: datetime) -> list[GameRow]:
    """Return the games in which somebody is to be reminded later than at a moment."""
    found = await connection.execute(_reminded, {"since": since})
    return [GameRow.read(row) for row in found.mappings()]


async def set_due(connection: AsyncConnection, game_id: str, due: datetime) -> None:
    """Set when the time that runs in a game has run out. Who acts is left as it is, so is the version."""
    await connection.execute(_set_due, {"of_game": game_id, "new_due": due})


async def set_reminder(connection: AsyncConnection, game_id: str, remind_at: datetime | None) -> None:
    """Set when who is to act in a game is reminded next, if he is."""
    await connection.execute(_set_reminder, {"of_game": game_id, "new_moment": remind_at})


async def platforms_of(connection: AsyncConnection, player: int) -> set[str]:
    """Return the platforms on which a player has an account."""
    return set((await connection.execute(_platforms_of, {"of": player})).scalars())


_unclaimed = portable.unindexed(games.c.claimed_until).is_(None)
_next_due = select(
    select(func.min(games.c.due)).where(time_runs, _unclaimed).scalar_subquery(),
    select(func.min(games.c.remind_at)).where(games.c.remind_at.is_not(None), _unclaimed).scalar_subquery(),
)
_running = select(games).where(time_runs, games.c.due > bindparam("since"))
_reminded = select(games).where(games.c.remind_at > bindparam("since"))
_set_due = update(games).where(games.c.id == bindparam("of_game")).values(due=bindparam("new_due"))
_set_reminder = (
    update(games).where(games.c.id == bindparam("of_game")).values(remind_at=bindparam("new_moment"))
)
_platforms_of = select(accounts.c.platform).where(accounts.c.player == bindparam("of")).distinct()
