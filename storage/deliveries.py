"""Deliveries: the queue of chats in which something is undelivered, and what each of them is to see next.

A chat is what a sender claims, and not a post: what one chat sees comes in order, one thing after another, so
that no board comes before the card of its challenge. Whoever has delivered one thing gives the chat back; so
among many chats none waits for all that another one is still to see.

Chats take turns, and in a chat the games do: what came longest ago, or never yet, comes first. What was only
repainted comes after what was played, and what is to become of replaced messages after both; but some turns
are theirs, so that a chat in which somebody always plays does not forget them.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    and_,
    bindparam,
    case,
    func,
    or_,
    select,
    tuple_,
    union_all,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import portable
from storage.claims import RELEASED, Queue, is_free
from storage.rows import ChatRow, PostRow, RetiredRow
from storage.tables import chats, is_undelivered, posts, retired

LONGEST_DELAY = timedelta(hours=1)
"""The longest that anything is put off. A later moment was stored before the clock was set back, and is due.

Platforms ask for seconds or minutes, Telegram at its worst for some hours. Asked again once an hour they lose
nothing, and the adapters' own pacing, which no wall clock moves, still holds such a request back.
"""

_OFTEN = 8
"""So many turns of a chat make a round. In one of them a repaint waits no longer than play, and in one
replaced messages come first."""
_FOR_REPAINTS, _FOR_RETIRED = 3, 7


async def due_platforms(
    connection: AsyncConnection, now: datetime, until: datetime, platforms: Collection[str]
) -> list[str]:
    """Return on which of some platforms `claim` would find a chat, in no order."""
    given = {"now": now, "until": until, "latest": now + LONGEST_DELAY, "platforms": [*platforms]}
    return list((await connection.execute(_due_platforms, given)).scalars())


async def claim(
    connection: AsyncConnection,
    limit: int,
    now: datetime,
    until: datetime,
    platform: str,
    first: Collection[int] = (),
    by: int | None = None,
) -> list[tuple[ChatRow, PostRow | RetiredRow]]:
    """Claim chats of a platform in which something can be delivered now; return each with what comes next.

    Args:
        connection: the transaction.
        limit: how many chats at most.
        now: what time it is.
        until: when another sender may claim them, unless they are released before.
        platform: the platform.
        first: the chats that come before all others, if they are due.
        by: the number of the process that claims.
    """
    latest = now + LONGEST_DELAY
    found = await _chats.claim_in(
        connection, limit, now, until, by=by, latest=latest, on=platform, first=[*first]
    )
    found.sort(key=lambda row: (row.last_claim is not None, row.last_claim, row.id))
    claimed = [ChatRow.take(iter(row)) for row in found]
    given = {"now": now, "latest": latest}
    next_there: dict[int, PostRow | RetiredRow] = {}
    tidied = {row.id for row in found if row.tidied}
    played = {chat.id for chat in claimed} - tidied
    # First what is to be seen, then what is to become of messages that are replaced; where it is their turn,
    # the other way round.
    for kind, query, there in (
        (PostRow, _first_posts, played),
        (RetiredRow, _first_retired, {*played, *tidied}),
    ):
        if rest := [chat for chat in there if chat not in next_there]:
            rows = (await connection.execute(query, given | {"chats": rest})).mappings()
            next_there |= {row["chat"]: kind.read(row) for row in rows}
    return [(chat, next_there[chat.id]) for chat in claimed]


async def served(connection: AsyncConnection, chat: int, until: datetime) -> bool:
    """Give back a chat that was claimed until a moment and has had its turn; say whether it was still so."""
    return (await connection.execute(_served, {"claimed": chat, "until": until})).rowcount == 1


async def release(connection: AsyncConnection, chat: int, until: datetime) -> bool:
    """Give back a chat that was claimed until a moment, its turn still to come; say as `served`."""
    return await _chats.release(connection, chat, until)


async def next_attempt(connection: AsyncConnection, now: datetime) -> datetime | None:
    """Return the moment at which something that was put off may be tried again."""
    moments = (await connection.execute(_next_attempt, {"now": now, "latest": now + LONGEST_DELAY})).one()
    return min((moment for moment in moments if moment is not None), default=None)


async def queued(connection: AsyncConnection, chats: Collection[int], message: str, now: datetime) -> int:
    """Return how many boards and cards some chats are still to show now, but for one that stands there.

    Args:
        connection: a transaction.
        chats: the chats.
        message: the message of the one that does not count.
        now: what time it is.
    """
    given = {"chats": [*chats], "told": message, "now": now, "latest": now + LONGEST_DELAY}
    return int((await connection.execute(_queued, given)).scalar_one())


def _is_due(not_before: ColumnElement[datetime | None]) -> ColumnElement[bool]:
    return or_(not_before.is_(None), not_before <= bindparam("now"), not_before > bindparam("latest"))


def _is_put_off(
    not_before: ColumnElement[datetime | None],
) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    """The opposite of `_is_due`, said so that an index of moments finds it."""
    return not_before > bindparam("now"), not_before <= bindparam("latest")


_post_is_due = is_undelivered, _is_due(posts.c.not_before)
_of_claimed: BindParameter[Any] = bindparam("chats", expanding=True)
_chat_is_due = (
    chats.c.id.in_(
        union_all(
            select(posts.c.chat).where(*_post_is_due),
            select(retired.c.chat).where(_is_due(retired.c.not_before)),
        )
    ),
    ~chats.c.gone,
    _is_due(chats.c.not_before),
)
# Not by their index: the few that have something undelivered are looked up one by one.
_platform = portable.unindexed(chats.c.platform)
_due_platforms = (
    select(chats.c.platform)
    .where(*_chat_is_due, is_free(chats), _platform.in_(bindparam("platforms", expanding=True)))
    .distinct()
)
_chats = Queue(
    chats,
    select(chats.c.id)
    .where(*_chat_is_due, _platform == bindparam("on"))
    .order_by(
        chats.c.id.in_(bindparam("first", expanding=True)).desc(),
        # A claim further off than any that is made now was made before the clock was set back.
        case((chats.c.last_claim > bindparam("until"), None), else_=chats.c.last_claim).nulls_first(),
        chats.c.id,
    ),
    (
        *ChatRow.columns_of(chats),
        chats.c.last_claim,
        and_(
            chats.c.turn % _OFTEN == _FOR_RETIRED,
            select(retired.c.chat)
            .where(retired.c.chat == chats.c.id, _is_due(retired.c.not_before))
            .exists(),
        ).label("tidied"),
    ),
)
_served = (
    update(chats)
    .where(chats.c.id == bindparam("claimed"), chats.c.claimed_until == bindparam("until"))
    .values(last_claim=chats.c.claimed_until, turn=chats.c.turn + 1, **RELEASED)
)
_queued = select(func.count()).where(
    *_post_is_due,
    posts.c.chat.in_(_of_claimed),
    or_(posts.c.message.is_(None), posts.c.message != bindparam("told")),
)
_ranked = (
    select(
        posts.c.id,
        func.row_number()
        .over(
            partition_by=posts.c.chat,
            order_by=(
                and_(posts.c.repainted, chats.c.turn % _OFTEN != _FOR_REPAINTS),
                posts.c.turn,
                posts.c.id,
            ),
        )
        .label("place"),
    )
    .join(chats, chats.c.id == posts.c.chat)
    .where(*_post_is_due, posts.c.chat.in_(_of_claimed))
    .subquery()
)
_first_posts = select(posts).where(posts.c.id.in_(select(_ranked.c.id).where(_ranked.c.place == 1)))
_first_retired = select(retired).where(
    tuple_(retired.c.chat, retired.c.message).in_(
        select(retired.c.chat, func.min(retired.c.message))
        .where(_is_due(retired.c.not_before), retired.c.chat.in_(_of_claimed))
        .group_by(retired.c.chat)
    )
)
_next_attempt = select(
    *(
        query.scalar_subquery()
        for query in (
            select(func.min(posts.c.not_before)).where(is_undelivered, *_is_put_off(posts.c.not_before)),
            select(func.min(retired.c.not_before)).where(*_is_put_off(retired.c.not_before)),
            select(func.min(chats.c.not_before)).where(*_is_put_off(chats.c.not_before)),
        )
    )
)
