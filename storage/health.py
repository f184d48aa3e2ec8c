"""Health: heartbeats, a write check, undelivered posts, and counts of people, games and chats."""

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
    """Return when the bot and each platform last worked, by name.

    The name `zero` has another meaning: the moment at which the machine's monotonic clock read 0.
    """
    return {row.name: row.at for row in await connection.execute(_last_heartbeats)}


async def note_heartbeats(connection: AsyncConnection, beats: Mapping[str, datetime]) -> None:
    """Save moments of the names that `last_heartbeats` lists, replacing earlier ones of the same names."""
    rows = [{"name": name, "at": at} for name, at in beats.items()]
    if rows:
        await connection.execute(_forget_heartbeats, [{"of": row["name"]} for row in rows])
        await connection.execute(_note_heartbeats, rows)


_last_heartbeats = select(heartbeats.c.name, heartbeats.c.at)
_forget_heartbeats = delete(heartbeats).where(heartbeats.c.name == bindparam("of"))
_note_heartbeats = insert(heartbeats)


_PROBE = "probe"
"""Name of the temporary heartbeat row that the write check inserts and deletes."""


@dataclass(frozen=True, slots=True)
class Undelivered:
    """Undelivered posts of one platform, in chats that can be written to.

    Args:
        since: since when the oldest has been undelivered; None if not known of any.
        due_since: the same, counting only posts that are not postponed.
    """

    platform: str
    posts: int
    since: datetime | None
    due_since: datetime | None


async def write_and_remove(connection: AsyncConnection) -> None:
    """Write a row and delete it again. A successful commit proves that the disk accepts writes."""
    await connection.execute(_write, {"name": _PROBE, "at": datetime(1970, 1, 1, tzinfo=UTC)})
    await connection.execute(_remove, {"probe": _PROBE})


async def undelivered(connection: AsyncConnection, now: datetime) -> list[Undelivered]:
    """Return the undelivered posts by platform. Platforms without any are left out."""
    return [Undelivered(*row) for row in await connection.execute(_undelivered, {"now": now})]


async def count_open_games(connection: AsyncConnection) -> int:
    """Return the number of open games."""
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
# Posts do not store when they became undelivered. A notification does. Without one, a message has lagged
# since its game or challenge changed. That does not hold for redraws or for a new message that a player asked
# for: their subject may have been unchanged for weeks.
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
    # The unindexed join makes SQLite start with the few undelivered posts.
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
# Equals `to_act IS NOT NULL`, for which SQLite uses no index. Ids start at 1.
_open_games = select(func.count()).select_from(games).where(games.c.to_act > 0)


async def counts(connection: AsyncConnection) -> Counts:
    """Count people, open and finished games, and reachable chats.

    Forgotten players count as people; merged players and the computer player do not.
    """
    is_person = players.c.computer_player.is_(None), players.c.merged_into.is_(None)
    people = select(func.count()).select_from(players).where(*is_person)
    being_played = select(func.count()).select_from(games).where(games.c.to_act > 0)
    every_game = select(func.count()).select_from(games)
    reached = select(func.count()).select_from(chats).where(~chats.c.gone)
    found = [
        (await connection.execute(each)).scalar_one() for each in (people, being_played, every_game, reached)
    ]
    return Counts(found[0], found[1], found[2] - found[1], found[3])
