"""Daily positions: when a chat gets the next one, and how the last one is closed and its answer shown."""

from __future__ import annotations

from datetime import datetime, time
from typing import Final
from zoneinfo import ZoneInfo

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.sessions.quiet_hours import next_at
from storage import outbox, puzzles
from storage.rows import PuzzleRow

PUZZLE: Final = "puzzle"
SOLUTION: Final = "solution"
"""Two kinds of posts: one shows a position, the other its best turn, once the position takes no answers."""
PUZZLE_OPEN, CLOSED = 1, 2
"""The revisions of a position's post: while players can answer, and after the position is closed."""
_AT: Final = time(9)
"""The time of day, in the chat's time zone, at which a chat gets its position."""


def zone_of(name: str | None) -> ZoneInfo:
    """Return the time zone with an IANA name; UTC for a chat without a time zone (None)."""
    return ZoneInfo(name or "UTC")


def day_of(zone: str | None, moment: datetime) -> str:
    """Return the date at a moment in a chat's time zone, as `2026-11-20`."""
    return moment.astimezone(zone_of(zone)).date().isoformat()


def next_due(zone: str | None, after: datetime) -> datetime:
    """Return when a chat gets its next position after a moment: at nine o'clock in its time zone."""
    return next_at(_AT, after, zone_of(zone))


async def switch(connection: AsyncConnection, chat: int, now: datetime, *, on: bool) -> None:
    """Switch a chat's daily position on or off.

    When it is switched on, the first position is due at once; if it is on already, nothing changes. When it
    is switched off, an open position is closed and its best turn shown.
    """
    if on:
        await puzzles.begin(connection, chat, now)
        return
    await puzzles.end(connection, chat)
    last = await puzzles.last_in(connection, chat)
    if last is not None and last.state == "open":
        await close(connection, last)


async def close(connection: AsyncConnection, row: PuzzleRow) -> bool:
    """Close a position for answers and show its chat the best turn.

    The position's message is edited. If a player has answered, a new silent message shows the best turn too.

    Returns:
        True if a player has answered.
    """
    await puzzles.close(connection, row.id)
    is_answered = await puzzles.is_answered(connection, row.id)
    await outbox.enqueue(connection, PUZZLE, str(row.id), CLOSED)
    if is_answered:
        await outbox.add_post(connection, SOLUTION, str(row.id), row.chat, PUZZLE_OPEN)
    return is_answered
