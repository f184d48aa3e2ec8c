"""Shared chats: those where a player was heard, and what others play in them."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import select, union
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import portable
from storage.games import is_awake, seated_games
from storage.rows import ChatRow, SeatedGame
from storage.tables import chat_members, chats, games, posts

MOST_CHATS = 10
MOST_GAMES = 20


async def shared_chats_of(connection: AsyncConnection, player: int, platform: str) -> list[ChatRow]:
    """Return the shared chats (at most 10) of a platform where a player was heard, the newest first.

    Those that cannot be written to are left out.
    """
    found = await connection.execute(
        select(chats)
        .join(chat_members, chat_members.c.chat == chats.c.id)
        .where(
            chat_members.c.player == player,
            portable.unindexed(chats.c.platform) == platform,
            chats.c.kind == "shared",
            ~chats.c.gone,
        )
        .order_by(chats.c.id.desc())
        .limit(MOST_CHATS)
    )
    return [ChatRow.read(row) for row in found.mappings()]


async def keys_showing(connection: AsyncConnection, game_id: str, platform: str) -> list[str]:
    """Return the keys of the shared chats (at most 10) of a platform that show a game."""
    found = await connection.execute(
        select(chats.c.key)
        .join(posts, posts.c.chat == chats.c.id)
        .where(
            posts.c.subject == "game",
            posts.c.subject_id == game_id,
            portable.unindexed(chats.c.platform) == platform,
            chats.c.kind == "shared",
            ~chats.c.gone,
        )
        .order_by(posts.c.id.desc())
        .limit(MOST_CHATS)
    )
    return list(found.scalars())


async def games_of_others(
    connection: AsyncConnection, rooms: Collection[int], player: int, since: datetime
) -> list[tuple[frozenset[int], SeatedGame]]:
    """Return the games (at most 20) that others play in shared chats, the one that changed last first.

    Those are the games that a chat shows and in which one of the chats tells one of the players. Each comes
    with those of the chats that show it.

    Args:
        connection: where to look.
        rooms: the chats.
        player: who looks on; his own games are left out.
        since: games in which nothing was done since then sleep, and are left out.
    """
    told_there = union(
        *(
            select(games.c.id).where(told.in_(rooms), games.c.outcome.is_(None))
            for told in (games.c.white_chat, games.c.black_chat)
        )
    )
    shown = await connection.execute(
        select(games.c.id, posts.c.chat)
        .join(posts, posts.c.subject_id == games.c.id)
        .where(
            games.c.id.in_(told_there),
            games.c.white != player,
            games.c.black != player,
            is_awake(since),
            posts.c.subject == "game",
            posts.c.chat.in_(rooms),
        )
        .order_by(games.c.changed.desc(), games.c.id)
        .limit(MOST_GAMES)
    )
    showing: dict[str, set[int]] = {}
    for row in shown:
        showing.setdefault(row.id, set()).add(row.chat)
    found = await seated_games(connection, list(showing))
    return [(frozenset(chats_of), found[game]) for game, chats_of in showing.items()]
