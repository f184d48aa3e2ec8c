"""Links: codes that link two players' accounts, links in any state, and steps of making and undoing one."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import ColumnElement, and_, delete, func, insert, literal, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import portable
from storage.rows import ChallengeRow, LinkRow
from storage.tables import blocks, challenges, games, is_undelivered, link_codes, links, posts, questions


async def add_code(connection: AsyncConnection, code: str, player: int, chat: int, made: datetime) -> None:
    """Save the hash `code` of a link code that a player was given in a private chat."""
    await connection.execute(insert(link_codes).values(hash=code, player=player, chat=chat, made=made))


async def codes_since(connection: AsyncConnection, player: int, moment: datetime) -> list[datetime]:
    """Return when a player was given link codes after a moment, the earliest first."""
    query = select(link_codes.c.made).where(link_codes.c.player == player, link_codes.c.made > moment)
    return list((await connection.execute(query.order_by(link_codes.c.made))).scalars())


async def void_codes(connection: AsyncConnection, player: int) -> None:
    """Invalidate all link codes of a player."""
    await connection.execute(update(link_codes).where(link_codes.c.player == player).values(is_used=True))


async def use_code(connection: AsyncConnection, code: str, since: datetime) -> tuple[int, int] | None:
    """Use up a link code; return the player who was given it and the chat, each by id.

    Return None if the code is unknown, used, or not made after `since`. Of two concurrent callers only one
    succeeds.

    Args:
        code: the hash of the code.
    """
    unused = link_codes.c.hash == code, link_codes.c.is_used.is_(False), link_codes.c.made > since
    used = await connection.execute(update(link_codes).where(*unused).values(is_used=True))
    if used.rowcount != 1:
        return None
    found = await connection.execute(
        select(link_codes.c.player, link_codes.c.chat).where(link_codes.c.hash == code)
    )
    row = found.one()
    return row.player, row.chat


async def owner_of_code(connection: AsyncConnection, code: str) -> int | None:
    """Return the id of the player who was given the code with this hash, used or not; None if unknown."""
    found = await connection.execute(select(link_codes.c.player).where(link_codes.c.hash == code))
    return found.scalar_one_or_none()


async def add(connection: AsyncConnection, row: LinkRow) -> None:
    """Add a link request after a player typed another player's code."""
    await connection.execute(insert(links).values(row.values()))


async def find(connection: AsyncConnection, link_id: str) -> LinkRow | None:
    """Return the link with an id, in any state, or None."""
    return await LinkRow.fetch_first(connection, select(links).where(links.c.id == link_id))


async def save(connection: AsyncConnection, row: LinkRow, loaded: int) -> bool:
    """Save a link. Return False without saving if the stored version is no longer `loaded`."""
    saved = await connection.execute(
        update(links).where(links.c.id == row.id, links.c.version == loaded).values(row.values())
    )
    return saved.rowcount == 1


async def asked_of(connection: AsyncConnection, player_ids: Collection[int]) -> list[LinkRow]:
    """Return the pending links in which any of some players takes part."""
    return await LinkRow.fetch_all(
        connection,
        select(links).where(
            or_(links.c.asker.in_(player_ids), links.c.typist.in_(player_ids)),
            links.c.state.in_(("typed", "confirmed")),
        ),
    )


async def last_of(connection: AsyncConnection, player: int, since: datetime) -> LinkRow | None:
    """Return the latest link after a moment that merged another player into this one and was not undone."""
    return await LinkRow.fetch_first(
        connection,
        select(links)
        .where(links.c.older == player, links.c.linked > since, links.c.state == "linked")
        .order_by(links.c.linked.desc())
        .limit(1),
    )


async def opponents(connection: AsyncConnection, player: int, most: int) -> tuple[int, list[int]]:
    """Return the number of a player's open games, and the ids of at most `most` opponents in them."""
    count = 0
    against: list[int] = []
    for seat, other in ((games.c.white, games.c.black), (games.c.black, games.c.white)):
        is_open = seat == player, games.c.outcome.is_(None)
        count += (await connection.execute(select(func.count()).where(*is_open))).scalar_one()
        against += (await connection.execute(select(other).where(*is_open).limit(most))).scalars().all()
    return count, list(dict.fromkeys(against))[:most]


async def copy_blocks(
    connection: AsyncConnection, blocked: int, other: int, since: datetime | None = None
) -> None:
    """Let all players who have blocked one player also block another one, except that player themselves.

    Args:
        blocked: the player whom they have blocked.
        other: the player whom they block, too, from the same moments on.
        since: only blocks made since then count; None: all.
    """
    by = select(blocks.c.player, literal(other), blocks.c.since).where(
        blocks.c.blocked == blocked, blocks.c.player != other
    )
    if since is not None:
        by = by.where(blocks.c.since >= since)
    await connection.execute(
        portable.insert_or_ignore(blocks).from_select(["player", "blocked", "since"], by)
    )


async def forget_questions(connection: AsyncConnection, player_ids: Collection[int]) -> None:
    """Delete the questions put to players, because a merge has changed what the answers would do."""
    await connection.execute(delete(questions).where(questions.c.player.in_(player_ids)))


async def notify_in_own_chat(
    connection: AsyncConnection, player: int, foreign: Collection[int], home: int
) -> None:
    """Move a player's notifications out of private chats that now belong to another player.

    All games that notify the player there notify them at home instead, and so do challenges that they
    accepted there.

    Args:
        foreign: ids of the private chats that now belong to another player.
        home: the player's own private chat.
    """
    for seat, notified in ((games.c.white, games.c.white_chat), (games.c.black, games.c.black_chat)):
        query = update(games).where(portable.unindexed(seat) == player, notified.in_(foreign))
        await connection.execute(query.values({notified: home}))
    taken = challenges.c.taker == player, challenges.c.taker_chat.in_(foreign)
    await connection.execute(update(challenges).where(*taken).values(taker_chat=home))


async def challenges_taken_in(
    connection: AsyncConnection, player: int, foreign: Collection[int]
) -> list[ChallengeRow]:
    """Return the challenges that a player accepted in some private chats and that await confirmation.

    Args:
        foreign: ids of the private chats, which now belong to another player.
    """
    taken = challenges.c.taker_chat.in_(foreign), portable.unindexed(challenges.c.state) == "taken"
    return await ChallengeRow.fetch_all(
        connection, select(challenges).where(*taken, challenges.c.taker == player)
    )


async def undelivered_results(
    connection: AsyncConnection, player: int, foreign: Collection[int]
) -> list[str]:
    """Return the ids of a player's finished games whose result is undelivered in some private chats.

    Args:
        foreign: ids of the private chats, which now belong to another player.
    """
    query = select(games.c.id).join(posts, posts.c.subject_id == games.c.id)
    undelivered = posts.c.subject == "game", posts.c.chat.in_(foreign), is_undelivered
    found = await connection.execute(query.where(*undelivered, _is_over(player)))
    return list(found.scalars().unique())


async def stop_showing_in(connection: AsyncConnection, player: int, foreign: Collection[int]) -> None:
    """Delete the posts of a player's finished games and digests in some private chats.

    The games stay, and so do the messages in the chats.

    Args:
        foreign: ids of the private chats, which now belong to another player.
    """
    over = select(games.c.id).where(games.c.id == posts.c.subject_id, _is_over(player))
    await connection.execute(
        delete(posts).where(posts.c.chat.in_(foreign), posts.c.subject == "game", over.exists())
    )
    begins = f"{player}:"
    own = posts.c.subject_id >= begins, posts.c.subject_id < f"{player};"
    await connection.execute(
        delete(posts).where(posts.c.chat.in_(foreign), posts.c.subject == "digest", *own)
    )


def _is_over(player: int) -> ColumnElement[bool]:
    """Return the condition that a game of a player is finished."""
    seated = or_(portable.unindexed(games.c.white) == player, portable.unindexed(games.c.black) == player)
    return and_(games.c.outcome.is_not(None), seated)
