"""Looking: a query in a database that may be in use and stays as it is."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVarTuple

from sqlalchemy import Row, Select, create_engine
from sqlalchemy.pool import StaticPool

from storage import sqlite_file
from storage.database import Database
from storage.places import Place

Columns = TypeVarTuple("Columns")


async def look(place: Place, query: Select[*Columns]) -> list[Row[*Columns]]:
    """Return what a query finds; empty if there is no database.

    The database is not brought up to date before, and may be of any revision that has the tables.

    Raises:
        UnusableDatabase: the database cannot be reached.
        SQLAlchemyError: it has no such tables, or is no database.
    """
    if isinstance(place, Path):
        if not place.exists():
            return []
        with sqlite_file.reading(place) as file:
            engine = create_engine("sqlite://", creator=lambda: file, poolclass=StaticPool)
            with engine.connect() as connection:
                return list(connection.execute(query))
    database = Database(place)
    try:
        async with database.read() as reading:
            return list(await reading.execute(query))
    finally:
        await database.close()
