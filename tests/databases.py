"""Databases for tests: an empty one that is up to date, made once and copied."""

from __future__ import annotations

from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from storage import Database
from storage.migrate import upgrade

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


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


@asynccontextmanager
async def opened(path: Path) -> AsyncIterator[Database]:
    """The database of a file, empty where there was none."""
    lay_out(path)
    async with Database.open(path) as database:
        yield database
