"""Databases for tests: an empty one, made once and copied; statements compiled once."""

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
    """Statements as SQL, by what they are made of.

    SQLAlchemy keeps them for each engine, and every test has engines of its own; they are all alike, so the
    first part of a key, which tells engines apart, is left out. Compiling anew is a sixth of such a test.
    """

    def get(self, key: tuple[Any, ...], default: Any = None) -> Any:  # noqa: ANN401 (SQLAlchemy's own)
        """Return a statement, if it was compiled before, for whichever engine."""
        return super().get(key[1:], default)

    def __setitem__(self, key: tuple[Any, ...], compiled: Any) -> None:  # noqa: ANN401 (SQLAlchemy's own)
        super().__setitem__(key[1:], compiled)


_COMPILED = {kind: _CompiledStatements() for kind in (type(Path()), Server)}
"""By the kind of place: each dialect says it in its own way."""


@cache
def _empty() -> bytes:
    """The file of an empty database: to make one with all its migrations takes ten times as long."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "nardy.db"
        upgrade(file)
        return file.read_bytes()


def create_database(path: Path) -> None:
    """Put an empty database, up to date, where there is none; its folder is made too."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(_empty())


def compiled_once(database: Database) -> Database:
    """Let a database take statements that were compiled for another one; return it."""
    for name in ("_writer", "_reader"):
        engine = getattr(database, name)
        setattr(database, name, engine.execution_options(compiled_cache=_COMPILED[type(database.place)]))
    return database


@asynccontextmanager
async def opened(place: Place, *, threaded: bool = False) -> AsyncIterator[Database]:
    """Open the database of a place; make an empty one if there is none.

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
    """A database served by a process that has a number, and is found gone when left."""
    async with database.write() as connection:
        database.process = await claims.add_process(connection, now)
    yield
    gone, database.process = database.process, None
    async with database.write() as connection:
        assert await claims.take_over(connection, [gone], now, timedelta())


async def exists(place: Place) -> bool:
    """Whether there is a database."""
    if isinstance(place, Path):
        return place.exists()
    return await postgres.server().exists(place)


async def _template() -> Server:
    """An empty database, up to date, to be copied."""
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
"""The dialects that tests of what is stored run on."""


@asynccontextmanager
async def new_place(dialect: str, folder: Path) -> AsyncIterator[Place]:
    """A place where there is no database yet; what is made there is thrown away at the end."""
    if dialect == "sqlite":
        yield folder / "nardy.db"
        return
    place = postgres.server().another()
    yield place
    await postgres.server().drop(place)
