"""Installation: its key, made once for a database and known to nobody else, and where it has moved to."""

from __future__ import annotations

import secrets

from sqlalchemy import delete, insert, select

from storage import portable
from storage.database import Database
from storage.tables import key_values

_NAMESPACE = "installation"
_MOVE = {"namespace": _NAMESPACE, "key": "moved to"}
"""Which pair tells it."""


async def key_of(database: Database) -> bytes:
    """Return the key of the installation that a database belongs to, 32 bytes, made where there is none."""
    async with database.write() as connection:
        made = {"namespace": _NAMESPACE, "key": "key", "text": secrets.token_hex(32)}
        await connection.execute(portable.insert_or_ignore(key_values).values(made))
        kept = select(key_values.c.text).where(
            key_values.c.namespace == _NAMESPACE, key_values.c.key == "key"
        )
        return bytes.fromhex((await connection.execute(kept)).scalar_one())


async def moved_to(database: Database) -> str | None:
    """Return to where what stands in a database was copied, if its games go on there."""
    async with database.read() as connection:
        found = await connection.execute(select(key_values.c.text).where(*_is_move))
        return found.scalar_one_or_none()


async def note_move(database: Database, target: str) -> None:
    """Note that the games of a database go on at another place."""
    async with database.write() as connection:
        await connection.execute(delete(key_values).where(*_is_move))
        await connection.execute(insert(key_values).values(**_MOVE, text=target))


async def forget_move(database: Database) -> None:
    """Let the games of a database go on where it is."""
    async with database.write() as connection:
        await connection.execute(delete(key_values).where(*_is_move))


_is_move = tuple(key_values.c[name] == value for name, value in _MOVE.items())
