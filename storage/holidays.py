"""Holidays: when the time of players stands still."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.keys import inserted_key
from storage.rows import HolidayRow
from storage.tables import holidays


async def add(
    connection: AsyncConnection,
    player: int,
    starts: datetime,
    ends: datetime,
    announced: datetime,
    zone: str,
) -> int:
    """Add a holiday of a player, of whole days in a time zone; return its id."""
    given = {"player": player, "starts": starts, "ends": ends, "announced": announced, "zone": zone}
    return inserted_key(await connection.execute(insert(holidays).values(given)))


async def holidays_of(
    connection: AsyncConnection, player_ids: Collection[int], since: datetime
) -> list[HolidayRow]:
    """Return the holidays of some players that end after a moment, in order; of nobody without asking."""
    if not player_ids:
        return []
    found = await connection.execute(_holidays_of, {"of": [*player_ids], "since": since})
    return [HolidayRow.read(row) for row in found.mappings()]


async def stops_of(
    connection: AsyncConnection, player_ids: Collection[int], since: datetime
) -> dict[int, list[tuple[datetime, datetime]]]:
    """Return from when to when the time of some players stands still later than at a moment, in order."""
    found: dict[int, list[tuple[datetime, datetime]]] = {}
    for row in await holidays_of(connection, player_ids, since):
        found.setdefault(row.player, []).append((row.starts, row.ends))
    return found


async def holiday(connection: AsyncConnection, holiday_id: int) -> HolidayRow | None:
    """Return a holiday, if there is one with this id."""
    row = (await connection.execute(select(holidays).where(holidays.c.id == holiday_id))).mappings().first()
    return None if row is None else HolidayRow.read(row)


async def end_at(connection: AsyncConnection, holiday_id: int, moment: datetime) -> None:
    """Let a holiday that has begun end at a moment."""
    await connection.execute(update(holidays).where(holidays.c.id == holiday_id).values(ends=moment))


async def remove(connection: AsyncConnection, holiday_id: int) -> None:
    """Remove a holiday that has not begun."""
    await connection.execute(delete(holidays).where(holidays.c.id == holiday_id))


_holidays_of = (
    select(holidays)
    .where(holidays.c.player.in_(bindparam("of", expanding=True)), holidays.c.ends > bindparam("since"))
    .order_by(holidays.c.starts)
)
