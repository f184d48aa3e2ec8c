"""Health: heartbeats, whether the database takes writes, what is undelivered, and how much there is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import ColumnElement, and_, bindparam, case, delete, func, insert, null, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import portable
from storage.rows import Counts
from storage.tables import challenges, chats, games, heartbeats, is_undelivered, notifications, players, posts


async def last_heartbeats(connection: AsyncConnection) -> dict[str, datetime]:
    """Return when each of those that were ever known to work was known to last, by its name."""
    return {row.name: row.at for row in await connection.execute(_last_heartbeats)}


async def note_heartbeats(connection: AsyncConnection, beats: Mapping[str, datetime]) -> None:
    """Note when some of them were known to work last."""
    rows = [{"name": name, "at": at} for name, at in beats.items()]
    if rows:
        await connection.execute(_forget_heartbeats, [{"of": row["name"]} for row in rows])
        await connection.execute(_note_heartbeats, rows)


_last_heartbeats = select(heartbeats.c.name, heartbeats.c.at)
_forget_heartbeats = delete(heartbeats).where(heartbeats.c.name == bindparam("of"))
_note_heartbeats = insert(heartbeats)


_PROBE = "probe"
"""The name in the table of heartbeats that stands there within one transaction only."""


@dataclass(frozen=True, slots=True)
class Undelivered:
    """What is undelivered on one platform, in chats that can be written to.

    Args:
        posts: how many posts.
        since: since when the oldest is undelivered, as far as that is stored.
        due_since: the same of those that are not put off.
    """

    platform: str
    posts: int
    since: datetime | None
    due_since: datetime | None


async def write_and_remove(connection: AsyncConnection) -> None:
    """Write a row and delete it again. Once that is committed, the disk has taken it, and nothing is left."""
    await connection.execute(_write, {"name": _PROBE, "at": datetime(1970, 1, 1, tzinfo=UTC)})
    await connection.execute(_remove, {"probe": _PROBE})


async def undelivered(connection: AsyncConnection, now: datetime) -> list[Undelivered]:
    """Return what is undelivered, by platforms. A platform on which nothing is has no entry."""
    return [Undelivered(*row) for row in await connection.execute(_undelivered, {"now": now})]


async def count_open_games(connection: AsyncConnection) -> int:
    """Return how many games are played."""
    found: int = (await connection.execute(_open_games)).scalar_one()
    return found


_write = insert(heartbeats)
_remove = delete(heartbeats).where(heartbeats.c.name == bindparam("probe"))
_called = (
    select(func.min(notifications.c.at))
    .where(notifications.c.post == posts.c.id, notifications.c.state.in_(("undelivered", "sending")))
    .scalar_subquery()
)
_game_changed = select(games.c.changed).where(games.c.id == posts.c.subject_id).scalar_subquery()
_challenge_changed = (
    select(func.coalesce(challenges.c.closed, challenges.c.made))
    .where(challenges.c.id == posts.c.subject_id)
    .scalar_subquery()
)
# No moment is stored with a post. A call has one. Without a call a message lags since what it shows has
# changed; but not one that is only repainted, or sent anew because somebody asked for it: what that shows
# may be as it was for weeks.
_lags = and_(posts.c.message.is_not(None), posts.c.repainted.is_(False))
_since = func.coalesce(
    _called,
    posts.c.tried_at,
    case(
        (and_(_lags, posts.c.subject == "game"), _game_changed),
        (and_(_lags, posts.c.subject == "challenge"), _challenge_changed),
        else_=null(),
    ),
)


def _is_put_off(not_before: ColumnElement[datetime | None]) -> ColumnElement[bool]:
    return and_(not_before.is_not(None), not_before > bindparam("now"))


_each = (
    select(
        chats.c.platform,
        _since.label("since"),
        or_(_is_put_off(posts.c.not_before), _is_put_off(chats.c.not_before)).label("is_put_off"),
    )
    # Begun with the queue: the few that are undelivered are looked up one by one.
    .join(chats, chats.c.id == portable.unindexed(posts.c.chat))
    .where(is_undelivered, ~chats.c.gone)
    .subquery()
)
_undelivered = select(
    _each.c.platform,
    func.count(),
    func.min(_each.c.since),
    func.min(case((_each.c.is_put_off.is_(False), _each.c.since))),
).group_by(_each.c.platform)
# As `to_act IS NOT NULL`, which SQLite looks up by no index: keys begin with 1.
_open_games = select(func.count()).select_from(games).where(games.c.to_act > 0)


async def counts(connection: AsyncConnection) -> Counts:
    """Count people, games and chats; those that cannot be written to are left out."""
    is_person = players.c.computer_player.is_(None), players.c.merged_into.is_(None)
    people = select(func.count()).select_from(players).where(*is_person)
    being_played = select(func.count()).select_from(games).where(games.c.to_act > 0)
    every_game = select(func.count()).select_from(games)
    reached = select(func.count()).select_from(chats).where(~chats.c.gone)
    found = [
        (await connection.execute(each)).scalar_one() for each in (people, being_played, every_game, reached)
    ]
    return Counts(found[0], found[1], found[2] - found[1], found[3])
