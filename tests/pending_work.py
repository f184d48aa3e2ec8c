"""Queries for the work that is pending for the workers, claimed or not."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, Table, bindparam, literal, or_, select

from bot.sessions import SessionManager
from bot.sessions.analyses import RECENT
from storage.rows import PostRow, RetiredRow
from storage.tables import awaits_review, chats, games, is_undelivered, players, posts, retired
from tests.statements import unwatched


@dataclass(frozen=True)
class Undelivered:
    """Posts and retired messages that could be delivered now."""

    entries: tuple[PostRow | RetiredRow, ...]

    def in_chat(self, chat: int) -> tuple[PostRow | RetiredRow, ...]:
        """Return the undelivered entries of one chat."""
        return tuple(entry for entry in self.entries if entry.chat == chat)


def _could_be_delivered(entries: Table) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions for an entry that its chat accepts now."""
    now = bindparam("now", type_=chats.c.not_before.type)
    due = [or_(each.c.not_before.is_(None), each.c.not_before <= now) for each in (chats, entries)]
    return (chats.c.platform.in_(bindparam("platforms", expanding=True)), ~chats.c.gone, *due)


_POSTS = select(posts).join(chats).where(is_undelivered, *_could_be_delivered(posts))
_RETIRED = select(retired).join(chats).where(*_could_be_delivered(retired))
_PROGRAMS = select(players.c.id).where(players.c.computer_player.is_not(None))
_TO_ANSWER = (
    or_(games.c.white.in_(_PROGRAMS), games.c.black.in_(_PROGRAMS))
    & games.c.offer_by.is_not(None)
    & games.c.offer_by.not_in(_PROGRAMS)
)
_TO_PLAY = select(games.c.id).where(games.c.outcome.is_(None), or_(games.c.to_act.in_(_PROGRAMS), _TO_ANSWER))
_TO_REVIEW = select(games.c.id).where(awaits_review, games.c.changed > bindparam("since"))
_WORK = select(literal(1)).where(
    or_(_TO_PLAY.exists(), _TO_REVIEW.exists(), _POSTS.exists(), _RETIRED.exists())
)


async def undelivered(manager: SessionManager, platforms: Collection[str]) -> Undelivered:
    """Return what could be delivered now on these platforms, including entries that are being delivered."""
    asked = _asked(manager, platforms)
    async with unwatched(manager.database) as connection:
        return Undelivered(
            (
                *await PostRow.fetch_all(connection, _POSTS, asked),
                *await RetiredRow.fetch_all(connection, _RETIRED, asked),
            )
        )


async def has_work(manager: SessionManager, platforms: Collection[str]) -> bool:
    """Return True if the computer player is to act, a review is pending, or a post is undelivered."""
    asked = _asked(manager, platforms) | {"since": manager.clock() - RECENT}
    async with unwatched(manager.database) as connection:
        return (await connection.execute(_WORK, asked)).first() is not None


async def computer_player_is_to_act(manager: SessionManager) -> bool:
    """Return True if the computer player has to play or to answer an offer in any game."""
    async with unwatched(manager.database) as connection:
        return (await connection.execute(_TO_PLAY)).first() is not None


def _asked(manager: SessionManager, platforms: Collection[str]) -> dict[str, datetime | list[str]]:
    return {"now": manager.clock(), "platforms": list(platforms)}
