"""Traces: that the disk is still to be wiped of what was deleted, because somebody was forgotten."""

from __future__ import annotations

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.tables import key_values

_NAMESPACE = "forgetting"


async def are_left(connection: AsyncConnection) -> bool:
    """Whether somebody was forgotten since the disk was wiped last."""
    found = await connection.execute(select(key_values.c.text).where(*_is_to_do))
    return found.first() is not None


async def wiped(connection: AsyncConnection) -> None:
    """Note that it was wiped."""
    await connection.execute(delete(key_values).where(*_is_to_do))


async def note(connection: AsyncConnection) -> None:
    """Note that it is to be wiped."""
    if not await are_left(connection):
        await connection.execute(insert(key_values).values(namespace=_NAMESPACE, key="traces", text=""))


_is_to_do = key_values.c.namespace == _NAMESPACE, key_values.c.key == "traces"
