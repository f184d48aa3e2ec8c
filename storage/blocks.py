"""Blocks: who of two people has blocked the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select, union_all

from storage.tables import blocks

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection


async def between(connection: AsyncConnection, challenger: int, player: int) -> set[int]:
    """Return who of two players has blocked the other: nobody, one of them, or both."""
    either = ((challenger, player), (player, challenger))
    found = await connection.execute(
        union_all(
            *(
                select(blocks.c.player).where(blocks.c.player == one, blocks.c.blocked == other)
                for one, other in either
            )
        )
    )
    return set(found.scalars())
