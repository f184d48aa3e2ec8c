"""Copying: copy all rows of one database into another, of either dialect, and compare them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from sqlalchemy import Column, MetaData, Table, func, insert, literal, select, tuple_
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.database import Database
from storage.portable import Text
from storage.tables import Moment, metadata

_BATCH_SIZE = 500
_Rows = list[tuple[Any, ...]]


class CopyDiffers(OSError):
    """A copy that differs from its original; the text names the table."""


def _as_stored(table: Table) -> Table:
    """Return a table whose moments are read as their stored text, so that invalid ones are copied too."""
    return Table(
        table.name,
        MetaData(),
        *(
            Column(
                each.name, Text if isinstance(each.type, Moment) else each.type, primary_key=each.primary_key
            )
            for each in table.columns
        ),
    )


_TABLES = [_as_stored(table) for table in metadata.sorted_tables]
"""All tables, ordered so that referenced tables come first."""


async def is_empty(database: Database) -> bool:
    """Return True if all tables are empty."""
    async with database.read() as connection:
        for table in _TABLES:
            if (await connection.execute(select(literal(1)).select_from(table).limit(1))).first() is not None:
                return False
    return True


async def copy_all(source: Database, target: Database) -> int:
    """Copy every row in one transaction; return the number of rows.

    New automatic keys of the target will be higher than any that the source ever used.

    Args:
        source: a database without writers.
        target: an empty database of the same revision.
    """
    copied = 0
    async with source.read() as old, target.write() as new:
        for table in _TABLES:
            async for rows in _batches(old, table):
                names = table.columns.keys()
                await new.execute(insert(table), [dict(zip(names, row, strict=True)) for row in rows])
                copied += len(rows)
        highest = await source.dialect.highest_keys(old)
        await target.dialect.set_highest_keys(new, highest)
    return copied


async def compare(source: Database, target: Database) -> None:
    """Compare every row of two databases.

    Raises:
        CopyDiffers: a row differs, is missing or is one too many. The text names the first such table.
    """
    async with source.read() as old, target.read() as new:
        for table in _TABLES:
            counted = select(func.count()).select_from(table)
            numbers = [(await each.execute(counted)).scalar_one() for each in (old, new)]
            there = _batches(new, table)
            async for rows in _batches(old, table):
                if [target.dialect.as_stored(row) for row in rows] != await anext(there, []):
                    numbers.append(-1)
                    break
            if len({*numbers}) > 1:
                raise CopyDiffers(f"{target.place} is no copy of {source.place}: table {table.name} differs.")


async def _batches(connection: AsyncConnection, table: Table) -> AsyncIterator[_Rows]:
    """Yield all rows of a table in the order of their keys, in batches."""
    keys = [*table.primary_key.columns]
    places = [table.columns.keys().index(key.name) for key in keys]
    query = select(table).order_by(*keys).limit(_BATCH_SIZE)
    rows = [tuple(row) for row in await connection.execute(query)]
    while rows:
        yield rows
        last = tuple_(*(literal(rows[-1][place], key.type) for place, key in zip(places, keys, strict=True)))
        rows = [tuple(row) for row in await connection.execute(query.where(tuple_(*keys) > last))]
