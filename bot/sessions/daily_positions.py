"""Daily positions: when a chat is asked the next one, and how the last one is closed."""

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
"""The subjects of the posts: the position, and the next day its answer."""
PUZZLE_OPEN, CLOSED = 1, 2
"""The revisions of a post that shows a position."""
_AT: Final = time(9)
"""When a chat is asked, by its own time zone."""


def zone_of(name: str | None) -> ZoneInfo:
    """Return the time zone whose days count in a chat: UTC, where none was set."""
    return ZoneInfo(name or "UTC")


def day_of(zone: str | None, moment: datetime) -> str:
    """Return the day that it is where a chat is."""
    return moment.astimezone(zone_of(zone)).date().isoformat()


def next_due(zone: str | None, after: datetime) -> datetime:
    """Return when a chat is asked the next position after a moment."""
    return next_at(_AT, after, zone_of(zone))


async def switch(connection: AsyncConnection, chat: int, now: datetime, *, on: bool) -> None:
    """Let a chat be asked a position a day, the first at once; or no more, with the answer to the last."""
    if on:
        await puzzles.begin(connection, chat, now)
        return
    await puzzles.end(connection, chat)
    last = await puzzles.last_in(connection, chat)
    if last is not None and last.state == "open":
        await close(connection, last)


async def close(connection: AsyncConnection, row: PuzzleRow) -> bool:
    """Take no more answers to a position, and let its chat see which turn is the best.

    Where somebody has answered, a new message says so, which rings nobody. Where nobody has, the position
    itself becomes its answer.

    Returns:
        Whether somebody has answered.
    """
    await puzzles.close(connection, row.id)
    is_answered = await puzzles.is_answered(connection, row.id)
    await outbox.enqueue(connection, PUZZLE, str(row.id), CLOSED)
    if is_answered:
        await outbox.add_post(connection, SOLUTION, str(row.id), row.chat, PUZZLE_OPEN)
    return is_answered
