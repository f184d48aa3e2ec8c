"""Exporting: read what is stored about one player, for `/export`; see `MOST` for the limits."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, and_, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.rows import AnalysisRow, ChallengeRow, ChatRow, HolidayRow, LinkRow
from storage.tables import (
    accounts,
    analyses,
    bans,
    blocks,
    challenges,
    chat_members,
    chats,
    failed_attempts,
    games,
    holidays,
    key_values,
    link_changes,
    links,
    log_entries,
    own_puzzles,
    players,
    questions,
)

MOST = 10_000
"""The most challenges, and the most messages, that are read; there may be more."""

_BATCH_SIZE = 500
"""The most ids looked up in one statement."""


async def games_of(connection: AsyncConnection, player: int) -> list[str]:
    """Return the ids of all games of a player, the latest begun first."""
    found = [
        (row.started, row.id)
        for seat in (games.c.white, games.c.black)
        for row in await connection.execute(select(games.c.started, games.c.id).where(seat == player))
    ]
    return [key for _, key in sorted(found, reverse=True)]


async def chats_of(connection: AsyncConnection, player: int) -> list[ChatRow]:
    """Return a player's private chats and the shared chats where the player wrote."""
    shared = select(chat_members.c.chat).where(chat_members.c.player == player)
    return await ChatRow.fetch_all(
        connection,
        select(chats).where(or_(chats.c.owner == player, chats.c.id.in_(shared))).order_by(chats.c.id),
    )


async def banned_since(connection: AsyncConnection, player: int) -> datetime | None:
    """Return since when a player has been banned; None if not banned."""
    found = await connection.execute(select(bans.c.since).where(bans.c.player == player))
    return found.scalar_one_or_none()


async def holidays_of(connection: AsyncConnection, player: int) -> list[HolidayRow]:
    """Return all holidays of a player, past ones included."""
    return await HolidayRow.fetch_all(
        connection, select(holidays).where(holidays.c.player == player).order_by(holidays.c.starts)
    )


async def blocked_by(connection: AsyncConnection, player: int) -> list[tuple[str, datetime]]:
    """Return names of the players whom a player has blocked and the time of each block, the latest first."""
    found = await connection.execute(
        select(players.c.name, blocks.c.since)
        .join(players, players.c.id == blocks.c.blocked)
        .where(blocks.c.player == player)
        .order_by(blocks.c.since.desc())
    )
    return [(row.name, row.since) for row in found]


async def wrong_guesses(connection: AsyncConnection, player: int) -> dict[str, int]:
    """Return the number of a player's recorded wrong guesses, by kind of secret."""
    found = await connection.execute(
        select(failed_attempts.c.kind, func.count().label("number"))
        .where(failed_attempts.c.player == player)
        .group_by(failed_attempts.c.kind)
    )
    return {row.kind: row.number for row in found}


async def own_puzzles_of(connection: AsyncConnection, player: int) -> dict[str, Any]:
    """Return what is counted of a player's puzzles, by column; empty if nothing is."""
    columns = [column for column in own_puzzles.columns if column.name != "player"]
    found = await connection.execute(select(*columns).where(own_puzzles.c.player == player))
    row = found.mappings().first()
    return {} if row is None else dict(row)


async def seats_of(connection: AsyncConnection, account: str) -> int:
    """Return how many browsers are signed in to a local-table account."""
    found = await connection.execute(
        select(func.count()).where(key_values.c.namespace == "web:seats", key_values.c.text == account)
    )
    return found.scalar_one()


async def challenges_of(
    connection: AsyncConnection, player: int, handles: Collection[tuple[str, str]]
) -> tuple[list[ChallengeRow], int]:
    """Return the latest challenges (at most 10,000) of a player, and the number of all.

    These are the challenges that the player made or accepted, or that name the player.

    Args:
        handles: the player's handles, as pairs of platform and handle.
    """
    involved = or_(
        *(challenges.c[each] == player for each in ("challenger", "opponent", "taker")),
        *(
            and_(
                challenges.c.handle == handle,
                challenges.c.chat.in_(select(chats.c.id).where(chats.c.platform == platform)),
            )
            for platform, handle in handles
        ),
    )
    rows = await ChallengeRow.fetch_all(
        connection,
        select(challenges).where(involved).order_by(challenges.c.made.desc(), challenges.c.id).limit(MOST),
    )
    return rows, await _count(connection, involved, len(rows))


async def names_of(connection: AsyncConnection, ids: Collection[int]) -> dict[int, str]:
    """Return the names that boards show of players, by id; unknown ids are left out."""
    wanted, names = sorted(ids), dict[int, str]()
    for start in range(0, len(wanted), _BATCH_SIZE):
        some = players.c.id.in_(wanted[start : start + _BATCH_SIZE])
        found = await connection.execute(select(players.c.id, players.c.name).where(some))
        names |= {row.id: row.name for row in found}
    return names


async def count_analyses(connection: AsyncConnection, keys: Sequence[str]) -> int:
    """Return the number of stored analyses of some games and imports."""
    number = 0
    for start in range(0, len(keys), _BATCH_SIZE):
        some = analyses.c.key.in_(keys[start : start + _BATCH_SIZE])
        number += (await connection.execute(select(func.count()).where(some))).scalar_one()
    return number


async def analyses_of(connection: AsyncConnection, keys: Sequence[str]) -> list[AnalysisRow]:
    """Return the stored analyses of some games and imports, in the order of `keys`."""
    rows = await AnalysisRow.fetch_all(
        connection,
        select(analyses).where(analyses.c.key.in_(keys)).order_by(analyses.c.key, analyses.c.number),
    )
    order = {key: place for place, key in enumerate(keys)}
    return sorted(rows, key=lambda row: (order[row.key], row.number))


async def links_of(connection: AsyncConnection, player: int) -> list[LinkRow]:
    """Return the links of a player that are still stored, the earliest first.

    They may be pending, refused, done or undone.
    """
    return await LinkRow.fetch_all(
        connection,
        select(links)
        .where(or_(links.c.asker == player, links.c.typist == player, links.c.older == player))
        .order_by(links.c.made),
    )


async def accounts_by(connection: AsyncConnection, link_id: str) -> list[tuple[str, str]]:
    """Return the accounts that moved to another player by a link, as pairs of platform and key."""
    found = await connection.execute(
        select(link_changes.c.row_key)
        .where(
            link_changes.c.link == link_id,
            link_changes.c.table_name == accounts.name,
            link_changes.c.column_name == accounts.c.player.name,
        )
        .order_by(link_changes.c.number)
    )
    return [(platform, key) for platform, key in map(json.loads, found.scalars())]


async def questions_of(connection: AsyncConnection, player: int) -> list[str]:
    """Return the commands behind the answers of a player's pending questions."""
    found = await connection.execute(select(questions.c.lines).where(questions.c.player == player))
    return list(found.scalars())


async def said_by(connection: AsyncConnection, account: str) -> tuple[list[tuple[str, str]], int]:
    """Return the latest local-table messages (at most 10,000) by an account, and the number of all.

    Each is a pair of room and stored text.
    """
    quoted = json.dumps(account)
    written = and_(
        log_entries.c.namespace.in_(("room:table", f"room:me:{account}")),
        log_entries.c.text.contains(f'"author": [{quoted}', autoescape=True),
    )
    found = await connection.execute(
        select(log_entries.c.namespace, log_entries.c.text)
        .where(written)
        .order_by(log_entries.c.number.desc())
        .limit(MOST)
    )
    rows = [(row.namespace.removeprefix("room:"), row.text) for row in found]
    return rows, await _count(connection, written, len(rows))


async def _count(connection: AsyncConnection, which: ColumnElement[bool], read: int) -> int:
    """Return the number of matching rows, counted only if the read limit was reached."""
    if read < MOST:
        return read
    return (await connection.execute(select(func.count()).where(which))).scalar_one()
