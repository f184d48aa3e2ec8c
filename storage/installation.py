"""Installation: its secret key, where the database was moved to, and when it was last backed up."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TypeVarTuple

from sqlalchemy import Row, Select, bindparam, create_engine, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.pool import StaticPool

from storage import portable, sqlite_file
from storage.database import Database
from storage.places import Place
from storage.tables import key_values

_INSTALLATION_NAMESPACE = "installation"
_MOVE = {"namespace": _INSTALLATION_NAMESPACE, "key": "moved to"}
"""Where `key_values` holds the place to which the database was copied."""


async def key_of(database: Database) -> bytes:
    """Return the 32-byte secret key of the installation; create it on first use."""
    async with database.write() as connection:
        made = {"namespace": _INSTALLATION_NAMESPACE, "key": "key", "text": secrets.token_hex(32)}
        # Usually the key exists already, and the insert does nothing.
        await connection.execute(portable.insert_or_ignore(key_values).values(made))
        kept = select(key_values.c.text).where(
            key_values.c.namespace == _INSTALLATION_NAMESPACE, key_values.c.key == "key"
        )
        return bytes.fromhex((await connection.execute(kept)).scalar_one())


async def moved_to(database: Database) -> str | None:
    """Return the place to which the database was copied and where its games continue, or None."""
    async with database.read() as connection:
        found = await connection.execute(select(key_values.c.text).where(*_is_move))
        return found.scalar_one_or_none()


async def note_move(database: Database, target: str) -> None:
    """Note that the games of a database continue at another place."""
    async with database.write() as connection:
        await connection.execute(delete(key_values).where(*_is_move))
        await connection.execute(insert(key_values).values(**_MOVE, text=target))


async def forget_move(database: Database) -> None:
    """Delete the note that the games continue at another place."""
    async with database.write() as connection:
        await connection.execute(delete(key_values).where(*_is_move))


_is_move = tuple(key_values.c[name] == value for name, value in _MOVE.items())


_BACKUPS_NAMESPACE = "backups"
_MADE, _FAILED = "made", "failed"


@dataclass(frozen=True, slots=True)
class Backups:
    """Times of the last backups.

    Args:
        made: when the last good backup was made, or None.
        failed: when a backup last failed, or None.
    """

    made: datetime | None = None
    failed: datetime | None = None

    @property
    def last_failed(self) -> bool:
        """True if the last attempt at a backup failed."""
        return self.failed is not None and (self.made is None or self.made < self.failed)


async def backups_noted(connection: AsyncConnection) -> Backups:
    """Return the times of the last good and the last failed backup."""
    return _read_backups(await connection.execute(_backups))


async def backups_noted_at(place: Place) -> Backups:
    """Return the times of the last backups of a database that may be in use; nothing is changed.

    Raises:
        UnusableDatabase: the database cannot be reached.
        SQLAlchemyError: it is not a Nardy database.
    """
    return _read_backups(await _query_at(place, _backups))


async def note_backup(connection: AsyncConnection, at: datetime, *, made: bool) -> None:
    """Note that a backup was made, or failed, at a moment."""
    key = _MADE if made else _FAILED
    await connection.execute(_forget_backup, {"of": key})
    await connection.execute(
        _note_backup, {"namespace": _BACKUPS_NAMESPACE, "key": key, "text": at.isoformat()}
    )


def _read_backups(rows: Iterable[Row[str, str]]) -> Backups:
    return Backups(**{row.key: datetime.fromisoformat(row.text) for row in rows})


_is_backup = key_values.c.namespace == _BACKUPS_NAMESPACE
_backups = select(key_values.c.key, key_values.c.text).where(
    _is_backup, key_values.c.key.in_((_MADE, _FAILED))
)
_forget_backup = delete(key_values).where(_is_backup, key_values.c.key == bindparam("of"))
_note_backup = insert(key_values)


Columns = TypeVarTuple("Columns")


async def _query_at(place: Place, query: Select[*Columns]) -> list[Row[*Columns]]:
    """Return the rows of a query; empty if there is no database.

    The database is not migrated first, so it may have any revision that has the tables.

    Raises:
        UnusableDatabase: the database cannot be reached.
        SQLAlchemyError: it lacks the tables, or is not a database.
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
