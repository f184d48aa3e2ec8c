"""Sharing: whether a game's board is shown to others, by a link or in a shared chat."""

from __future__ import annotations

from sqlalchemy import bindparam, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.tables import challenges, chats, games, posts


async def begin(connection: AsyncConnection, game_id: str) -> None:
    """Show the board of a game to whoever has its link."""
    await connection.execute(update(games).where(games.c.id == game_id).values(is_shared=True))


async def chats_showing(connection: AsyncConnection, game_id: str) -> list[int]:
    """Return the shared chats that show a game whose match was agreed on in a private chat."""
    return list((await connection.execute(_chats_showing, {"of_game": game_id})).scalars())


async def end(connection: AsyncConnection, game_id: str) -> bool:
    """Let the link of a game lead nowhere any more; say whether it was shared."""
    ended = await connection.execute(
        update(games)
        .where(games.c.id == game_id, games.c.is_shared.is_(True))
        .values(is_shared=False, share_number=games.c.share_number + 1)
    )
    return ended.rowcount == 1


_agreed_in = chats.alias("agreed_in")
_chats_showing = (
    select(posts.c.chat)
    .join(chats, chats.c.id == posts.c.chat)
    .join(games, games.c.id == posts.c.subject_id)
    .join(challenges, challenges.c.id == games.c.match)
    .join(_agreed_in, _agreed_in.c.id == challenges.c.chat)
    .where(
        posts.c.subject == "game",
        posts.c.subject_id == bindparam("of_game"),
        chats.c.kind == "shared",
        _agreed_in.c.kind == "private",
    )
    .order_by(posts.c.chat)
)
