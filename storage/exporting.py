"""Exporting: what is stored about one player, read for the player."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from sqlalchemy import or_, select

from storage.rows import ChallengeRow, ChatRow, HolidayRow, LinkRow
from storage.tables import (
    accounts,
    bans,
    challenges,
    chat_members,
    chats,
    games,
    holidays,
    link_changes,
    links,
    log_entries,
    questions,
)

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy.ext.asyncio import AsyncConnection

MOST = 10_000
"""So many challenges, and messages, are read at most."""


async def games_of(connection: AsyncConnection, player: int) -> list[str]:
    """Return the ids of all games of a player, the last begun first."""
    found = [
        (row.started, row.id)
        for seat in (games.c.white, games.c.black)
        for row in await connection.execute(select(games.c.started, games.c.id).where(seat == player))
    ]
    return [key for _, key in sorted(found, reverse=True)]


async def chats_of(connection: AsyncConnection, player: int) -> list[ChatRow]:
    """Return a player's private chats, and the shared ones in which he was heard."""
    shared = select(chat_members.c.chat).where(chat_members.c.player == player)
    found = await connection.execute(
        select(chats).where(or_(chats.c.owner == player, chats.c.id.in_(shared))).order_by(chats.c.id)
    )
    return [ChatRow.read(row) for row in found.mappings()]


async def banned_since(connection: AsyncConnection, player: int) -> datetime | None:
    """Return since when a player is banned, if he is."""
    found = await connection.execute(select(bans.c.since).where(bans.c.player == player))
    return found.scalar_one_or_none()


async def holidays_of(connection: AsyncConnection, player: int) -> list[HolidayRow]:
    """Return all holidays of a player, also those that are over."""
    found = await connection.execute(
        select(holidays).where(holidays.c.player == player).order_by(holidays.c.starts)
    )
    return [HolidayRow.read(row) for row in found.mappings()]


async def challenges_of(connection: AsyncConnection, player: int) -> list[ChallengeRow]:
    """Return the challenges that a player made, or that name him, the last first."""
    found = await connection.execute(
        select(challenges)
        .where(or_(challenges.c.challenger == player, challenges.c.opponent == player))
        .order_by(challenges.c.made.desc())
        .limit(MOST)
    )
    return [ChallengeRow.read(row) for row in found.mappings()]


async def links_of(connection: AsyncConnection, player: int) -> list[LinkRow]:
    """Return the links by which a player became who he is, or was to, as far as they are noted."""
    found = await connection.execute(
        select(links)
        .where(or_(links.c.asker == player, links.c.typist == player, links.c.older == player))
        .order_by(links.c.made)
    )
    return [LinkRow.read(row) for row in found.mappings()]


async def accounts_by(connection: AsyncConnection, link_id: str) -> list[tuple[str, str]]:
    """Return the accounts that became another player's by a link, each as its platform and its key."""
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
    """Return what the answers would do to the questions that a player was asked."""
    found = await connection.execute(select(questions.c.lines).where(questions.c.player == player))
    return list(found.scalars())


async def said_by(connection: AsyncConnection, account: str) -> list[tuple[str, str]]:
    """Return messages of the local table that name an account as their author, each with its room."""
    quoted = json.dumps(account)
    found = await connection.execute(
        select(log_entries.c.namespace, log_entries.c.text)
        .where(
            log_entries.c.namespace.in_(("room:table", f"room:me:{account}")),
            log_entries.c.text.contains(f'"author": [{quoted}', autoescape=True),
        )
        .order_by(log_entries.c.number.desc())
        .limit(MOST)
    )
    return [(row.namespace.removeprefix("room:"), row.text) for row in found]
