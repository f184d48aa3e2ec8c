"""Parting: what two players who were one do not have together any more, and what holds for both."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import ColumnElement, and_, delete, literal, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import portable
from storage.rows import ChallengeRow
from storage.tables import blocks, challenges, games, is_undelivered, posts, questions


async def block_too(
    connection: AsyncConnection, blocked: int, other: int, since: datetime | None = None
) -> None:
    """Let whoever has blocked a player, since a moment if one is given, have blocked another one, too."""
    by = select(blocks.c.player, literal(other), blocks.c.since).where(
        blocks.c.blocked == blocked, blocks.c.player != other
    )
    if since is not None:
        by = by.where(blocks.c.since >= since)
    await connection.execute(
        portable.insert_or_ignore(blocks).from_select(["player", "blocked", "since"], by)
    )


async def end_questions(connection: AsyncConnection, player_ids: Collection[int]) -> None:
    """Forget what players were asked: what they would answer has changed."""
    await connection.execute(delete(questions).where(questions.c.player.in_(player_ids)))


async def tell_at_home(connection: AsyncConnection, player: int, strange: Collection[int], home: int) -> None:
    """Tell a player in his own chat of what he was to be told in private chats that are another's now."""
    for seat, told in ((games.c.white, games.c.white_chat), (games.c.black, games.c.black_chat)):
        query = update(games).where(portable.unindexed(seat) == player, told.in_(strange))
        await connection.execute(query.values({told: home}))
    taken = challenges.c.taker == player, challenges.c.taker_chat.in_(strange)
    await connection.execute(update(challenges).where(*taken).values(taker_chat=home))


async def taken_in(connection: AsyncConnection, player: int, strange: Collection[int]) -> list[ChallengeRow]:
    """Return the challenges that a player has taken in another's private chats, and that wait."""
    taken = challenges.c.taker_chat.in_(strange), portable.unindexed(challenges.c.state) == "taken"
    found = await connection.execute(select(challenges).where(*taken, challenges.c.taker == player))
    return [ChallengeRow.read(row) for row in found.mappings()]


async def results_to_tell(connection: AsyncConnection, player: int, strange: Collection[int]) -> list[str]:
    """Return the games of a player that are over, and of which another's private chats are to be told yet."""
    query = select(games.c.id).join(posts, posts.c.subject_id == games.c.id)
    undelivered = posts.c.subject == "game", posts.c.chat.in_(strange), is_undelivered
    found = await connection.execute(query.where(*undelivered, _is_over(player)))
    return list(found.scalars().unique())


async def leave(connection: AsyncConnection, player: int, strange: Collection[int]) -> None:
    """Let private chats of another show nothing more of a player's games that are over, nor his digests.

    The messages stay there as they are.
    """
    over = select(games.c.id).where(games.c.id == posts.c.subject_id, _is_over(player))
    await connection.execute(
        delete(posts).where(posts.c.chat.in_(strange), posts.c.subject == "game", over.exists())
    )
    begins = f"{player}:"
    his = posts.c.subject_id >= begins, posts.c.subject_id < f"{player};"
    await connection.execute(
        delete(posts).where(posts.c.chat.in_(strange), posts.c.subject == "digest", *his)
    )


def _is_over(player: int) -> ColumnElement[bool]:
    """Whether a game of a player is over."""
    seated = or_(portable.unindexed(games.c.white) == player, portable.unindexed(games.c.black) == player)
    return and_(games.c.outcome.is_not(None), seated)
