"""Databases for tests: an empty one, made once and copied; statements compiled once."""

from __future__ import annotations

from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from storage import Database
from storage.migrate import upgrade

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


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


_COMPILED = _CompiledStatements()


@cache
def _empty() -> bytes:
    """The file of an empty database: to make one with all its migrations takes ten times as long."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "nardy.db"
        upgrade(file)
        return file.read_bytes()


def lay_out(path: Path) -> None:
    """Put an empty database, up to date, where there is none; its folder is made too."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(_empty())


def compiled_once(database: Database) -> Database:
    """Let a database take statements that were compiled for another one; return it."""
    for name in ("_writer", "_reader"):
        engine = getattr(database, name)
        setattr(database, name, engine.execution_options(compiled_cache=_COMPILED))
    return database


@asynccontextmanager
async def opened(path: Path) -> AsyncIterator[Database]:
    """The database of a file, empty where there was none."""
    lay_out(path)
    async with Database.open(path) as database:
        yield compiled_once(database)
