"""Backups: when a copy of the database was made last, and when one failed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Row, bindparam, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.looking import look
from storage.places import Place
from storage.tables import key_values

_NAMESPACE = "backups"
_MADE, _FAILED = "made", "failed"


@dataclass(frozen=True, slots=True)
class Backups:
    """What is noted of copies.

    Args:
        made: when the last good one was made; None if none was.
        failed: when one failed last; None if none did.
    """

    made: datetime | None = None
    failed: datetime | None = None

    @property
    def last_failed(self) -> bool:
        """True if the last attempt to make a copy failed."""
        return self.failed is not None and (self.made is None or self.made < self.failed)


async def noted(connection: AsyncConnection) -> Backups:
    """Return what is noted of copies."""
    return _read(await connection.execute(_noted))


async def noted_at(place: Place) -> Backups:
    """Return the same of the database at a place, which may be in use and stays as it is.

    Raises:
        UnusableDatabase: the database cannot be reached.
        SQLAlchemyError: it is no database of ours.
    """
    return _read(await look(place, _noted))


async def note(connection: AsyncConnection, at: datetime, *, made: bool) -> None:
    """Note that a copy was made at a moment, or that one failed."""
    key = _MADE if made else _FAILED
    await connection.execute(_forget, {"of": key})
    await connection.execute(_note, {"namespace": _NAMESPACE, "key": key, "text": at.isoformat()})


def _read(rows: Iterable[Row[str, str]]) -> Backups:
    return Backups(**{row.key: datetime.fromisoformat(row.text) for row in rows})


_ours = key_values.c.namespace == _NAMESPACE
_noted = select(key_values.c.key, key_values.c.text).where(_ours, key_values.c.key.in_((_MADE, _FAILED)))
_forget = delete(key_values).where(_ours, key_values.c.key == bindparam("of"))
_note = insert(key_values)
