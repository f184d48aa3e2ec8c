"""Guests: players whose name the bot made, and the removal of those who have not come back."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from sqlalchemy import String, and_, cast, delete, exists, literal, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import analyses
from storage.tables import (
    accounts,
    challenges,
    chats,
    games,
    key_values,
    log_entries,
    matches,
    players,
    posts,
    puzzles,
    retired,
)

_MARKS = "web:guests"
"""The namespace of the days on which guests were last seen, by their account at the local table."""


@dataclass(frozen=True, slots=True)
class StaleGuest:
    """A guest who was not seen for long and may be removed.

    Args:
        key: the account at the local table.
        player: the player's id; None if the account was made and never used.
        name: the player's name, as shown; empty without a player.
    """

    key: str
    player: int | None
    name: str


async def stale(connection: AsyncConnection, before: str, most: int) -> list[StaleGuest]:
    """Return guests who were last seen before a day, at most `most`.

    A guest with a chosen name, another account, a game with a person or an open challenge is left out.

    Args:
        before: the date, as `2026-11-27`.
    """
    own = players.c.id
    others = accounts.alias("others")
    merged = players.alias("merged")
    sides = or_(matches.c.first == own, matches.c.second == own)
    waits = challenges.c.state.in_(("open", "taken"))
    named = or_(*(challenges.c[each] == own for each in ("challenger", "opponent", "taker")))
    keeps = or_(
        players.c.own_name.is_not(None),
        exists().where(
            others.c.player == own,
            or_(others.c.platform != accounts.c.platform, others.c.key != accounts.c.key),
        ),
        exists().where(merged.c.merged_into == own),
        # Only a match against the computer player has a level.
        exists().where(sides, matches.c.level.is_(None)),
        exists().where(waits, named),
    )
    of_mark = and_(accounts.c.platform == "web", accounts.c.key == key_values.c.key)
    found = await connection.execute(
        select(key_values.c.key, players.c.id, players.c.name)
        .outerjoin(accounts, of_mark)
        .outerjoin(players, players.c.id == accounts.c.player)
        .where(
            key_values.c.namespace == _MARKS,
            key_values.c.text < before,
            or_(players.c.id.is_(None), ~keeps),
        )
        .order_by(key_values.c.key)
        .limit(most)
    )
    return [StaleGuest(row.key, row.id, row.name or "") for row in found]


async def forget_games(connection: AsyncConnection, guests: Collection[int]) -> None:
    """Delete the matches of players who played with the computer alone: games, boards and analyses."""
    theirs = select(matches.c.id).where(or_(matches.c.first.in_(guests), matches.c.second.in_(guests)))
    lost = list((await connection.execute(theirs)).scalars())
    ids = list((await connection.execute(select(games.c.id).where(games.c.match.in_(lost)))).scalars())
    await _forget_boards(connection, ids)
    for game in ids:
        await analyses.forget_analyses(connection, game)
    await connection.execute(delete(retired).where(retired.c.game.in_(ids)))
    await connection.execute(update(puzzles).where(puzzles.c.game.in_(ids)).values(game=None, turn=None))
    for column in (challenges.c.game, challenges.c.rematch_of):
        await connection.execute(update(challenges).where(column.in_(ids)).values({column.name: None}))
    await connection.execute(delete(games).where(games.c.id.in_(ids)))
    await connection.execute(delete(matches).where(matches.c.id.in_(lost)))


async def _forget_boards(connection: AsyncConnection, ids: Sequence[str]) -> None:
    """Delete the posts about some games, and their messages at the local table."""
    about = and_(
        posts.c.subject.in_(("game", "reminder")),
        or_(posts.c.subject_id.in_(ids), *(posts.c.subject_id.like(f"{game}:%") for game in ids)),
    )
    of_room = and_(
        log_entries.c.namespace == literal("room:") + chats.c.key,
        cast(log_entries.c.number, String) == posts.c.message,
    )
    shown = (
        select(log_entries.c.number)
        .select_from(posts)
        .join(chats, and_(chats.c.id == posts.c.chat, chats.c.platform == "web"))
        .join(log_entries, of_room)
        .where(about)
    )
    numbers = list((await connection.execute(shown)).scalars())
    await connection.execute(delete(log_entries).where(log_entries.c.number.in_(numbers)))
    await connection.execute(delete(posts).where(about))
