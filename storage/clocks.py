"""Clocks: alarms, games whose time runs out, reminders, and holidays."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import bindparam, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import portable
from storage.claims import RELEASED, Queue
from storage.rows import GameRow, HolidayRow, inserted_key
from storage.tables import accounts, alarms, games, holidays, matches, notifications, posts, time_runs

ALARMS = Queue(
    alarms,
    select(alarms.c.id).where(alarms.c.due <= bindparam("now")).order_by(alarms.c.due, alarms.c.id),
    (alarms.c.id, alarms.c.kind, alarms.c.subject, alarms.c.due),
)
"""The queue of due alarms, the earliest first."""


async def set_alarm(connection: AsyncConnection, kind: str, subject: str, due: datetime) -> None:
    """Set an alarm for the moment `due`, replacing one of the same kind and subject."""
    await cancel_alarm(connection, kind, subject)
    await connection.execute(insert(alarms).values(kind=kind, subject=subject, due=due))


async def cancel_alarm(connection: AsyncConnection, kind: str, subject: str) -> None:
    """Cancel an alarm, if it is set."""
    await connection.execute(_cancel_alarm, {"of_kind": kind, "of": subject})


async def take_alarm(connection: AsyncConnection, alarm: int, until: datetime) -> bool:
    """Delete a claimed alarm, which this transaction handles. Return False if the claim was replaced.

    Args:
        until: when the claim expires; it identifies the claim.
    """
    taken = await connection.execute(_take_alarm, {"alarm": alarm, "until": until})
    return taken.rowcount == 1


async def next_alarm(connection: AsyncConnection) -> datetime | None:
    """Return when the earliest unclaimed alarm is due, which may be in the past; None if there is none."""
    found: datetime | None = (await connection.execute(_next_alarm)).scalar()
    return found


_cancel_alarm = delete(alarms).where(
    alarms.c.kind == bindparam("of_kind"), alarms.c.subject == bindparam("of")
)
_take_alarm = delete(alarms).where(
    alarms.c.id == bindparam("alarm"), alarms.c.claimed_until == bindparam("until")
)
_next_alarm = select(func.min(alarms.c.due)).where(portable.unindexed(alarms.c.claimed_until).is_(None))


RUN_OUT = Queue(
    games,
    select(games.c.id).where(time_runs, games.c.due <= bindparam("now")).order_by(games.c.due),
    (games.c.id, games.c.version),
)
"""The queue of games in which a player ran out of time and the opponent is not notified yet, oldest first."""
REMINDERS = Queue(
    games,
    select(games.c.id).where(games.c.remind_at <= bindparam("now")).order_by(games.c.remind_at),
    (games.c.id, games.c.version, games.c.remind_at),
)
"""The queue of games whose reminder is due, the earliest first."""


async def next_due(connection: AsyncConnection) -> datetime | None:
    """Return the earliest moment at which a player runs out of time or gets a reminder, or None.

    Claimed games are left out, because a worker already handles them or has postponed them.
    """
    moments = (await connection.execute(_next_due)).one()
    return min((moment for moment in moments if moment is not None), default=None)


async def running_games(connection: AsyncConnection, since: datetime) -> list[GameRow]:
    """Return the games with a running clock in which the player to act runs out of time after a moment."""
    return await GameRow.fetch_all(connection, _running_games, {"since": since})


async def games_to_remind(connection: AsyncConnection, since: datetime) -> list[GameRow]:
    """Return the games whose reminder is due after a moment."""
    return await GameRow.fetch_all(connection, _games_to_remind, {"since": since})


async def set_due(connection: AsyncConnection, game_id: str, due: datetime) -> None:
    """Set when the player to act runs out of time, without a new version of the game."""
    await connection.execute(_set_due, {"of_game": game_id, "new_due": due})


async def set_reminder(connection: AsyncConnection, game_id: str, remind_at: datetime | None) -> None:
    """Set when the player to act gets the next reminder; None for no reminder."""
    await connection.execute(_set_reminder, {"of_game": game_id, "new_moment": remind_at})


async def platforms_of(connection: AsyncConnection, player: int) -> set[str]:
    """Return the platforms on which a player has an account."""
    return set((await connection.execute(_platforms_of, {"of": player})).scalars())


_unclaimed = portable.unindexed(games.c.claimed_until).is_(None)
_next_due = select(
    select(func.min(games.c.due)).where(time_runs, _unclaimed).scalar_subquery(),
    select(func.min(games.c.remind_at)).where(games.c.remind_at.is_not(None), _unclaimed).scalar_subquery(),
)
_running_games = select(games).where(time_runs, games.c.due > bindparam("since"))
_games_to_remind = select(games).where(games.c.remind_at > bindparam("since"))
_set_due = update(games).where(games.c.id == bindparam("of_game")).values(due=bindparam("new_due"))
_set_reminder = (
    update(games).where(games.c.id == bindparam("of_game")).values(remind_at=bindparam("new_moment"))
)
_platforms_of = select(accounts.c.platform).where(accounts.c.player == bindparam("of")).distinct()


REMINDER = "reminder"
"""Prefix of the cause of a notification that is a reminder."""


async def take_reminder(
    connection: AsyncConnection, game_id: str, until: datetime, remind_at: datetime
) -> bool:
    """Clear the time of a game's reminder, because it is handled now, and release the game's claim.

    Return False without a change if that reminder is no longer due or the claim is lost.

    Args:
        until: when the claim expires; it identifies the claim.
        remind_at: when the reminder was due.
    """
    taken = await connection.execute(_take_reminder, {"game": game_id, "until": until, "at": remind_at})
    return taken.rowcount == 1


async def games_that_wait_for(connection: AsyncConnection, player: int) -> list[GameRow]:
    """Return the games against people in which a player must act."""
    return await GameRow.fetch_all(connection, _waiting, {"player": player})


async def reminded_turns(connection: AsyncConnection, player: int) -> set[tuple[str, int]]:
    """Return the turns for which a reminder was delivered to a player: pairs of game id and turn number."""
    begin = f"{REMINDER}:"
    found = await connection.execute(_causes, {"player": player, "from": begin, "to": f"{REMINDER};"})
    parts = (cause.removeprefix(begin).split(":") for cause in found.scalars())
    return {(game, int(turn)) for game, turn, _ in parts}


async def move_reminders(connection: AsyncConnection, game_id: str, player: int, old: int, new: int) -> None:
    """Move a player's unsent reminders about a game from one chat to another, where they are due at once."""
    given = {"player": player, "old": old, "new": new, "from": f"{game_id}:", "to": f"{game_id};"}
    await connection.execute(_move_reminders, given)


# Built once, as in `storage.outbox`.
_take_reminder = (
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
_move_reminders = (
    update(posts)
    .where(
        posts.c.subject == REMINDER,
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


async def add_holiday(
    connection: AsyncConnection,
    player: int,
    starts: datetime,
    ends: datetime,
    announced: datetime,
    zone: str,
) -> int:
    """Add a holiday of whole days in a time zone; return its id.

    Args:
        announced: when the player announced the holiday.
        zone: the IANA name of the time zone.
    """
    given = {"player": player, "starts": starts, "ends": ends, "announced": announced, "zone": zone}
    return inserted_key(await connection.execute(insert(holidays).values(given)))


async def holidays_of(
    connection: AsyncConnection, player_ids: Collection[int], since: datetime
) -> list[HolidayRow]:
    """Return the holidays of some players that end after a moment, in order of their start."""
    if not player_ids:
        return []
    return await HolidayRow.fetch_all(connection, _holidays_of, {"of": [*player_ids], "since": since})


async def stops_of(
    connection: AsyncConnection, player_ids: Collection[int], since: datetime
) -> dict[int, list[tuple[datetime, datetime]]]:
    """Return some players' holidays that end after a moment: by player, pairs of start and end, in order."""
    found: dict[int, list[tuple[datetime, datetime]]] = {}
    for row in await holidays_of(connection, player_ids, since):
        found.setdefault(row.player, []).append((row.starts, row.ends))
    return found


async def holiday(connection: AsyncConnection, holiday_id: int) -> HolidayRow | None:
    """Return a holiday, or None."""
    return await HolidayRow.fetch_first(connection, select(holidays).where(holidays.c.id == holiday_id))


async def end_holiday(connection: AsyncConnection, holiday_id: int, moment: datetime) -> None:
    """Set the end of a holiday that has begun."""
    await connection.execute(update(holidays).where(holidays.c.id == holiday_id).values(ends=moment))


async def remove_holiday(connection: AsyncConnection, holiday_id: int) -> None:
    """Delete a holiday that has not begun."""
    await connection.execute(delete(holidays).where(holidays.c.id == holiday_id))


_holidays_of = (
    select(holidays)
    .where(holidays.c.player.in_(bindparam("of", expanding=True)), holidays.c.ends > bindparam("since"))
    .order_by(holidays.c.starts)
)
