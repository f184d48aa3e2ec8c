"""Installation key: made once for a database, kept in it, known to nobody else."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from sqlalchemy import select

from storage import sqlite
from storage.tables import notes

if TYPE_CHECKING:
    from storage.database import Database

_SHELF = "installation"


async def key_of(database: Database) -> bytes:
    """Return the key of the installation that a database belongs to, 32 bytes, made where there is none."""
    async with database.write() as connection:
        made = {"shelf": _SHELF, "key": "key", "text": secrets.token_hex(32)}
        await connection.execute(sqlite.insert_or_ignore(notes).values(made))
        kept = select(notes.c.text).where(notes.c.shelf == _SHELF, notes.c.key == "key")
        return bytes.fromhex((await connection.execute(kept)).scalar_one())
