"""Clock: compared with those of the platforms, and with the last heartbeat."""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from bot.doctor.asking import Answer
from bot.doctor.findings import Finding
from bot.sessions.workers.heartbeat import BOT, LONGEST_PAUSE
from storage import Database, heartbeats, sqlite_file
from storage.errors import UnusableDatabase
from storage.places import Place

MOST_AHEAD = 60.0
"""Seconds by which the clock may differ. The Mini App is not opened where it is minutes behind."""
_SET_IT = "Let the machine set it (timedatectl set-ntp true)."


def compared(answers: list[Answer]) -> Finding:
    """Compare the clock with those that have told the time: with the one that is nearest."""
    ahead = min((answer.ahead for answer in answers if answer.ahead is not None), key=abs, default=None)
    if ahead is None:
        return Finding("The clock was compared with none: nobody was asked.")
    if abs(ahead) > MOST_AHEAD:
        how = "ahead" if ahead > 0 else "behind"
        return Finding(
            f"The clock is {abs(ahead):.0f} seconds {how}.",
            _SET_IT,
        )
    return Finding("The clock is right.")


async def behind_heartbeat(place: Place) -> list[Finding]:
    """Compare the clock with the last heartbeat in a database; return a finding if that lies ahead."""
    try:
        noted = (await _heartbeats(place)).get(BOT)
    except (OSError, SQLAlchemyError, UnusableDatabase, sqlite3.Error):
        return []  # that it cannot be read is another finding
    ahead = noted - datetime.now(UTC) if noted is not None else None
    if noted is None or ahead is None or ahead <= LONGEST_PAUSE:
        return []
    how = f"{ahead.days} days" if ahead.days else f"{ahead.seconds // 60} minutes"
    found = f"The clock lies {how} before the last heartbeat of the bot ({noted:%Y-%m-%d %H:%M} UTC)."
    remedy = "Until then the bot goes on from that heartbeat, for an hour at most."
    return [Finding(found, f"{_SET_IT} {remedy}")]


async def _heartbeats(place: Place) -> dict[str, datetime]:
    """Return the last heartbeats in a database, which stays as it is; empty if there is none."""
    if isinstance(place, Path):
        return sqlite_file.heartbeats(place) if place.exists() else {}
    database = Database(place)
    try:
        async with database.read() as connection:
            return await heartbeats.last(connection)
    finally:
        await database.close()
