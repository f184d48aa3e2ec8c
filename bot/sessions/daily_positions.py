"""Daily positions: when a chat gets the next one, and how the last one is closed."""

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
"""The subjects of the posts: the position, and on the next day its answer."""
PUZZLE_OPEN, CLOSED = 1, 2
"""The revisions of a post that shows a position: open for answers, and closed."""
_AT: Final = time(9)
"""The time of day at which a chat gets its position, in its time zone."""


def zone_of(name: str | None) -> ZoneInfo:
    """Return a chat's time zone, UTC if none is set."""
    return ZoneInfo(name or "UTC")


def day_of(zone: str | None, moment: datetime) -> str:
    """Return the date at a moment in a chat's time zone."""
    return moment.astimezone(zone_of(zone)).date().isoformat()


def next_due(zone: str | None, after: datetime) -> datetime:
    """Return when a chat gets the next position after a moment."""
    return next_at(_AT, after, zone_of(zone))


async def switch(connection: AsyncConnection, chat: int, now: datetime, *, on: bool) -> None:
    """Switch a chat's daily position on or off.

    When switched on, the first position comes at once. When switched off, the answer to the last is shown.
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

    If anyone answered, a new silent message shows it. If not, the position's own message is edited.

    Returns:
        True if anyone answered.
    """
    await puzzles.close(connection, row.id)
    is_answered = await puzzles.is_answered(connection, row.id)
    await outbox.enqueue(connection, PUZZLE, str(row.id), CLOSED)
    if is_answered:
        await outbox.add_post(connection, SOLUTION, str(row.id), row.chat, PUZZLE_OPEN)
    return is_answered
