"""Waiting: what the workers have still to do, claimed or not, as tests ask for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import or_, select

from bot.sessions.analyses import RECENT
from storage.rows import PostRow, RetiredRow
from storage.tables import awaits_review, chats, games, is_undelivered, players, posts, retired
from tests.statements import unwatched

if TYPE_CHECKING:
    from collections.abc import Collection

    from bot.sessions import SessionManager


@dataclass(frozen=True)
class Undelivered:
    """What could be delivered now."""

    entries: tuple[PostRow | RetiredRow, ...]

    def in_chat(self, chat: int) -> tuple[PostRow | RetiredRow, ...]:
        """What is undelivered in one chat."""
        return tuple(entry for entry in self.entries if entry.chat == chat)


async def undelivered(manager: SessionManager, platforms: Collection[str]) -> Undelivered:
    """Everything that could be delivered now on some platforms, also where it is being delivered."""
    now = manager.clock()
    async with unwatched(manager.database) as connection:
        reachable = (chats.c.platform.in_(platforms), ~chats.c.gone)
        late = [
            or_(each.c.not_before.is_(None), each.c.not_before <= now) for each in (chats, posts, retired)
        ]
        undelivered_posts = select(posts).join(chats).where(is_undelivered, *reachable, late[0], late[1])
        still_retired = select(retired).join(chats).where(*reachable, late[0], late[2])
        return Undelivered(
            (
                *(PostRow.read(row) for row in (await connection.execute(undelivered_posts)).mappings()),
                *(RetiredRow.read(row) for row in (await connection.execute(still_retired)).mappings()),
            )
        )


async def computer_player_is_to_act(manager: SessionManager) -> bool:
    """Whether the program has to play or to answer in any game."""
    programs = select(players.c.id).where(players.c.computer_player.is_not(None))
    offered = (games.c.offer_by.is_not(None), games.c.offer_by.not_in(programs))
    seated = or_(games.c.white.in_(programs), games.c.black.in_(programs))
    waits = or_(games.c.to_act.in_(programs), seated & offered[0] & offered[1])
    async with unwatched(manager.database) as connection:
        found = await connection.execute(select(games.c.id).where(games.c.outcome.is_(None), waits).limit(1))
    return found.first() is not None


async def a_review_waits(manager: SessionManager) -> bool:
    """Whether a game against the program has ended of late and is not reviewed."""
    since = manager.clock() - RECENT
    async with unwatched(manager.database) as connection:
        found = await connection.execute(
            select(games.c.id).where(awaits_review, games.c.changed > since).limit(1)
        )
    return found.first() is not None
