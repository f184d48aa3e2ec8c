"""Installation key: made once for a database, kept in it, known to nobody else."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from sqlalchemy import select

from storage import sqlite
from storage.tables import key_values

if TYPE_CHECKING:
    from storage.database import Database

_NAMESPACE = "installation"


async def key_of(database: Database) -> bytes:
    """Return the key of the installation that a database belongs to, 32 bytes, made where there is none."""
    async with database.write() as connection:
        made = {"namespace": _NAMESPACE, "key": "key", "text": secrets.token_hex(32)}
        await connection.execute(sqlite.insert_or_ignore(key_values).values(made))
        kept = select(key_values.c.text).where(
            key_values.c.namespace == _NAMESPACE, key_values.c.key == "key"
        )
        return bytes.fromhex((await connection.execute(kept)).scalar_one())
