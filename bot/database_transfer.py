"""Database transfer: `nardy copy` moves a whole database to another place."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

from bot.maintenance import check, must_not_be_moved
from storage import Database, copying, installation
from storage.dialects import dialect_of
from storage.places import Place


class CopyFails(OSError):
    """The copy has faults; the text lists them, one a line."""


async def copy(source: Place, target: Place) -> int:
    """Copy all rows, compare and check them, and mark the source as moved; return the number of rows.

    Args:
        source: a database that no process uses. It is migrated first.
        target: an empty database. A file appears only when the copy is complete.

    Raises:
        FileNotFoundError: the source does not exist.
        FileExistsError: the target is not empty.
        DatabaseInUse: a process uses one of them.
        MovedDatabase: the source was moved before.
        UnusableDatabase: one of them is damaged, is no database of this bot, or cannot be reached.
        CopyFails: the check of the target found faults.
        CopyDiffers: a row of the target differs from the source.
    """
    if not await dialect_of(source).examine(thorough=True):
        raise FileNotFoundError(f"There is no database at {source}.")
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(dialect_of(source).hold())
        await stack.enter_async_context(dialect_of(target).hold())
        old = await stack.enter_async_context(Database.open(source))
        await must_not_be_moved(old)
        await _must_be_empty(target)
        part = target.with_name(f"{target.name}.part") if isinstance(target, Path) else target
        try:
            copied = await _copy_and_check(old, part)
            if isinstance(target, Path) and isinstance(part, Path):
                await asyncio.to_thread(part.replace, target)
        finally:
            if isinstance(part, Path):
                await asyncio.to_thread(_remove, part)
        await installation.note_move(old, str(target))
    return copied


async def _must_be_empty(place: Place) -> None:
    if await dialect_of(place).examine():
        async with Database.open(place) as database:
            if not await copying.is_empty(database):
                raise FileExistsError(f"There is a database at {place} already, and it is not empty.")


async def _copy_and_check(old: Database, part: Place) -> int:
    if isinstance(part, Path):
        await asyncio.to_thread(_remove, part)
    async with Database.open(part) as new:
        copied = await copying.copy_all(old, new)
        await copying.compare(old, new)
    if faults := (await check(part)).faults:
        raise CopyFails("\n".join(("The copy has faults, so the games do not go on there:", *faults)))
    return copied


def _remove(path: Path) -> None:
    for end in ("", "-wal", "-shm", "-journal"):
        path.with_name(f"{path.name}{end}").unlink(missing_ok=True)
