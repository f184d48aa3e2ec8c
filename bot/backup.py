"""Backup: makes copies of a database that may be in use, and notes each one there."""

from __future__ import annotations

import asyncio
import logging
import re
import sqlite3
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from storage import Database, installation
from storage.dialects import dialect_of
from storage.places import Place, Server

logger = logging.getLogger(__name__)

_COPY = re.compile(r"nardy-\d{8}T\d{6}Z\.(db|dump)")
"""The name of a copy. Names sort by time."""


def _now() -> datetime:
    return datetime.now(UTC)


async def back_up(
    source: Place, target: Path, now: Callable[[], datetime] = lambda: datetime.now(UTC)
) -> None:
    """Make a consistent copy of a database that may be in use, and note the success or failure there.

    Args:
        source: the database. It is not migrated.
        target: the file to create.

    Raises:
        FileNotFoundError: there is no database.
        UnusableDatabase: it is damaged, is no database of this bot, or cannot be reached.
        FileExistsError: the target exists.
        NoCopy: pg_dump, which copies from a server, is missing, older than the server, or failed.
        OSError: the copy cannot be written.
    """
    dialect = dialect_of(source)
    if not await dialect.examine():
        raise FileNotFoundError(f"There is no database at {source}.")
    if await asyncio.to_thread(target.exists):
        raise FileExistsError(f"There is a file {target} already.")
    try:
        await asyncio.to_thread(target.parent.mkdir, parents=True, exist_ok=True)
        await dialect.copy(target)
    except OSError:
        await _note(source, now(), made=False)
        raise
    await _note(source, now(), made=True)


async def keep_backups(
    source: Place,
    folder: Path,
    newest: int,
    now: Callable[[], datetime] = _now,
) -> Path:
    """Make a copy named by its time in a folder, delete the oldest copies there, and return its path.

    Args:
        folder: the folder of copies. Files with other names are kept.
        newest: how many copies are kept.

    Raises:
        OSError: no copy was made (see `back_up`), and none was deleted.
    """
    ending = "dump" if isinstance(source, Server) else "db"
    target = folder / f"nardy-{now():%Y%m%dT%H%M%SZ}.{ending}"
    await back_up(source, target, now)
    await asyncio.to_thread(_delete_oldest, folder, newest)
    return target


async def keep_backing_up(
    make: Callable[[], Awaitable[None]],
    every: timedelta,
    again: timedelta,
    wait: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> None:
    """Make copies until cancelled.

    Args:
        make: makes a copy.
        every: the wait after a copy.
        again: the wait after a failed copy, for example while the database starts.
        wait: sleeps for a number of seconds.
    """
    while True:
        try:
            await make()
        except OSError as error:
            logger.warning("backup failed", extra={"reason": error})
            await wait(again.total_seconds())
        else:
            await wait(every.total_seconds())


def _delete_oldest(folder: Path, newest: int) -> None:
    copies = sorted((path for path in folder.iterdir() if _COPY.fullmatch(path.name)), reverse=True)
    for path in copies[newest:]:
        path.unlink(missing_ok=True)
    # Partial copies left by a killed process.
    for path in folder.glob("nardy-*.part"):
        path.unlink(missing_ok=True)


async def _note(source: Place, at: datetime, *, made: bool) -> None:
    # `Database.open` would migrate the database.
    database = Database(source)
    try:
        async with database.write() as connection:
            await installation.note_backup(connection, at, made=made)
    except (OSError, sqlite3.Error, SQLAlchemyError) as error:
        logger.warning("backup not noted in the database", extra={"error": type(error).__name__})
    finally:
        await asyncio.shield(database.close())
