"""Reminders: the games in which somebody is to be reminded, and of which turns he was."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import bindparam, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import portable
from storage.claims import RELEASED
from storage.rows import GameRow
from storage.tables import games, matches, notifications, posts

CAUSE = "reminder"
"""What the cause of a notification begins with that reminds of a turn."""


async def take(connection: AsyncConnection, game_id: str, until: datetime, remind_at: datetime) -> bool:
    """Note that a reminder is given now, and give its game back; say whether it was still to be given.

    Args:
        connection: the transaction that gives it.
        game_id: the game.
        until: until when it was claimed for that.
        remind_at: when the reminder was to be given.
    """
    taken = await connection.execute(_take, {"game": game_id, "until": until, "at": remind_at})
    return taken.rowcount == 1


async def games_that_wait_for(connection: AsyncConnection, player: int) -> list[GameRow]:
    """Return the games with people in which a player must act now."""
    found = await connection.execute(_waiting, {"player": player})
    return [GameRow.read(row) for row in found.mappings()]


async def reminded_of(connection: AsyncConnection, player: int) -> set[tuple[str, int]]:
    """Return the turns of which a player was reminded: games, each with the number of its turn.

    A reminder counts once its own message has arrived.
    """
    begin = f"{CAUSE}:"
    found = await connection.execute(_causes, {"player": player, "from": begin, "to": f"{CAUSE};"})
    parts = (cause.removeprefix(begin).split(":") for cause in found.scalars())
    return {(game, int(turn)) for game, turn, _ in parts}


async def move_to(connection: AsyncConnection, game_id: str, player: int, old: int, new: int) -> None:
    """Let the reminders that a player was to get of a game in one chat, and did not, reach him in another."""
    given = {"player": player, "old": old, "new": new, "from": f"{game_id}:", "to": f"{game_id};"}
    await connection.execute(_move, given)


# Built once, as in `storage.outbox`.
_take = (
    update(games)
    .where(
        games.c.id == bindparam("game"),
        games.c.claimed_until == bindparam("until"),
        portable.unindexed(games.c.remind_at) == bindparam("at"),
    )
    .values(remind_at=None, **RELEASED)
)
_waiting = (
    select(games)
    .join(matches, matches.c.id == games.c.match)
    .where(games.c.to_act == bindparam("player"), matches.c.level.is_(None))
)
_causes = select(notifications.c.cause).where(
    notifications.c.player == bindparam("player"),
    notifications.c.cause > bindparam("from"),
    notifications.c.cause < bindparam("to"),
    portable.unindexed(notifications.c.state) == "sent",
)
_move = (
    update(posts)
    .where(
        posts.c.subject == CAUSE,
        posts.c.subject_id > bindparam("from"),
        posts.c.subject_id < bindparam("to"),
        posts.c.chat == bindparam("old"),
        posts.c.message.is_(None),
        select(notifications.c.player)
        .where(
            notifications.c.post == posts.c.id,
            portable.unindexed(notifications.c.player) == bindparam("player"),
        )
        .exists(),
    )
    .values(chat=bindparam("new"), not_before=None, tried_revision=0, tried_at=None, turn=0)
)
