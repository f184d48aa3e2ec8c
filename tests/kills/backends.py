"""Backends: the databases on which the bot can be killed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from storage.dialects import dialect_of
from storage.places import Server, place_of
from tests.kills.backend import Backend
from tests.kills.postgresql_backend import OwnServerBackend, PostgreSQLBackend, own_server
from tests.kills.sqlite_backend import SQLiteBackend

OWN_SERVER = "postgresql"
"""The name for a server started only for the kills."""


@asynccontextmanager
async def backend_of(database: str, folder: Path) -> AsyncIterator[Backend]:
    """Yield the requested database: a file in a folder, one on a new server, or one at an address.

    Raises:
        ValueError: the database is not empty, or the address is invalid.
    """
    if database == OWN_SERVER:
        with own_server() as (server, disk_is_small):
            backend = OwnServerBackend(server, disk_is_small=disk_is_small)
            await server.make(backend.place)
            yield backend
        return
    place = place_of(database or str(folder / "nardy.db"))
    if await dialect_of(place).examine():
        raise ValueError(f"{place} is not empty")
    yield PostgreSQLBackend(place) if isinstance(place, Server) else SQLiteBackend(place)
