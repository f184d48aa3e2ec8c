"""Heartbeats: when the bot, and each platform, was known to work last."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import bindparam, delete, insert, select

from storage import sqlite_file
from storage.database import Database
from storage.tables import heartbeats

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy.ext.asyncio import AsyncConnection

    from storage.places import Place


async def last(connection: AsyncConnection) -> dict[str, datetime]:
    """Return when each of those that were ever known to work was known to last, by its name."""
    return {row.name: row.at for row in await connection.execute(_last)}


async def last_at(place: Place) -> dict[str, datetime]:
    """Return the same of the database at a place, which may be in use and stays as it is; empty if none.

    Raises:
        UnusableDatabase: the database cannot be reached.
        sqlite3.Error: the file is no database, or has no heartbeats yet.
        SQLAlchemyError: the server's database has no heartbeats yet.
    """
    if isinstance(place, Path):
        if not place.exists():
            return {}
        with sqlite_file.reading(place) as file:
            return {name: datetime.fromisoformat(at) for name, at in file.execute(str(_last))}
    database = Database(place)
    try:
        async with database.read() as connection:
            return await last(connection)
    finally:
        await database.close()


async def note(connection: AsyncConnection, beats: Mapping[str, datetime]) -> None:
    """Note when some of them were known to work last."""
    rows = [{"name": name, "at": at} for name, at in beats.items()]
    if rows:
        await connection.execute(_forget, [{"of": row["name"]} for row in rows])
        await connection.execute(_note, rows)


_last = select(heartbeats.c.name, heartbeats.c.at)
_forget = delete(heartbeats).where(heartbeats.c.name == bindparam("of"))
_note = insert(heartbeats)
