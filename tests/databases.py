"""Databases for tests: an empty one is created once and copied, and statements are compiled once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from storage import Database, claims
from storage.places import Place, Server
from storage.sqlite import SQLite, upgrade
from tests import postgres
from tests.inline import InlineConnection


class _CompiledStatements(dict[Any, Any]):
    """Compiled SQL statements, shared by all engines.

    SQLAlchemy caches them for each engine, and every test has separate engines. The engines are alike, so
    this cache leaves out the first part of a key, which identifies the engine. Compiling would take a sixth
    of such a test.
    """

    def get(self, key: tuple[Any, ...], default: Any = None) -> Any:  # noqa: ANN401 (SQLAlchemy's own)
        """Return the statement if any engine has compiled it."""
        return super().get(key[1:], default)

    def __setitem__(self, key: tuple[Any, ...], compiled: Any) -> None:  # noqa: ANN401 (SQLAlchemy's own)
        super().__setitem__(key[1:], compiled)


_COMPILED = {kind: _CompiledStatements() for kind in (type(Path()), Server)}
"""By the kind of place, because each dialect compiles a statement differently."""


@cache
def _empty() -> bytes:
    """Return the file of an empty database. Running all migrations takes ten times as long as copying it."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "nardy.db"
        upgrade(file)
        return file.read_bytes()


def create_database(path: Path) -> None:
    """Create an empty, up-to-date database and its folder, unless the file exists."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(_empty())


def compiled_once(database: Database) -> Database:
    """Make a database use the shared cache of compiled statements, and return it."""
    for name in ("_writer", "_reader"):
        engine = getattr(database, name)
        setattr(database, name, engine.execution_options(compiled_cache=_COMPILED[type(database.place)]))
    return database


@asynccontextmanager
async def opened(place: Place, *, threaded: bool = False) -> AsyncIterator[Database]:
    """Open the database of a place, created empty if there is none.

    Args:
        place: an up-to-date SQLite file, or a database on the server.
        threaded: True for SQLite connections with a thread each, as the product opens them. In the event
            loop's own thread a test takes a third of the CPU time.
    """
    if isinstance(place, Path):
        create_database(place)
        if not threaded:
            database = compiled_once(Database(place, SQLite(place, InlineConnection)))
            try:
                yield database
            finally:
                await asyncio.shield(database.close())
            return
    elif not await exists(place):
        await postgres.server().make(place, await _template())
    async with Database.open(place) as database:
        yield compiled_once(database)


@asynccontextmanager
async def dying(database: Database, now: datetime) -> AsyncIterator[None]:
    """Serve a database as a numbered process, and take that process over as dead on leaving."""
    async with database.write() as connection:
        database.process = await claims.add_process(connection, now)
    yield
    gone, database.process = database.process, None
    async with database.write() as connection:
        assert await claims.take_over(connection, [gone], now, timedelta())


async def exists(place: Place) -> bool:
    """Return True if there is a database."""
    if isinstance(place, Path):
        return place.exists()
    return await postgres.server().exists(place)


async def _template() -> Server:
    """Return an empty, up-to-date database that others are copied from."""
    if not _templates:
        made = postgres.server().another()
        await postgres.server().make(made)
        async with Database.open(made):
            _templates.append(made)
    return _templates[0]


_templates: list[Server] = []


PLACES = [
    "sqlite",
    pytest.param("postgresql", marks=postgres.needs_postgresql),
]
"""The dialects that the tests of stored data run on."""


@asynccontextmanager
async def new_place(dialect: str, folder: Path) -> AsyncIterator[Place]:
    """A place without a database yet; a database created there is dropped at the end."""
    if dialect == "sqlite":
        yield folder / "nardy.db"
        return
    place = postgres.server().another()
    yield place
    await postgres.server().drop(place)
