"""Ids of games, challenges and imports: each is given once, and never again."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncConnection

from storage import portable
from storage.tables import given_ids


async def give(connection: AsyncConnection, candidate: str) -> bool:
    """Give an id, unless it was given before; say whether it was free.

    What bore it before may be gone, while buttons and links that name it still stand in chats.
    """
    done = await connection.execute(portable.insert_or_ignore(given_ids).values(id=candidate))
    return done.rowcount == 1
