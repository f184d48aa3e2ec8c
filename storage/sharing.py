"""Sharing: whether a game's board is shown to whoever has its link."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import update

from storage.tables import games

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection


async def begin(connection: AsyncConnection, game_id: str) -> None:
    """Show the board of a game to whoever has its link."""
    await connection.execute(update(games).where(games.c.id == game_id).values(is_shared=True))


async def end(connection: AsyncConnection, game_id: str) -> bool:
    """Let the link of a game lead nowhere any more; say whether it was shared."""
    ended = await connection.execute(
        update(games)
        .where(games.c.id == game_id, games.c.is_shared.is_(True))
        .values(is_shared=False, share_number=games.c.share_number + 1)
    )
    return ended.rowcount == 1
