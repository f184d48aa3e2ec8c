"""Copies: when the last good copy of the database was made, and whether one can be made."""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime, timedelta

from sqlalchemy.exc import SQLAlchemyError

from bot.doctor.findings import Finding
from bot.sessions.health import OLDEST_BACKUP
from storage.backups import Backups, noted_at
from storage.errors import NoCopy
from storage.places import Place, Server

_REMEDY = (
    "Look whether nardy-backup.timer or the container `backups` runs; `nardy backup FILE` says what fails."
)


async def copies(place: Place, now: datetime | None = None) -> list[Finding]:
    """Look when the last good copy was made; nothing is said where the database cannot be read."""
    try:
        noted = await noted_at(place)
    except (OSError, sqlite3.Error, SQLAlchemyError):
        return []  # the look at the database says why
    found = _last(noted, now or datetime.now(UTC))
    if isinstance(place, Server) and (not found.is_fine or noted.made is None):
        return [found, *await _copier(place)]
    return [found]


def _last(noted: Backups, now: datetime) -> Finding:
    if noted.made is None:
        if noted.failed is None:
            return Finding("No copy of the database was made by `nardy backup` yet.")
        return Finding("No copy of the database was made yet, and one failed.", _REMEDY)
    age = max(timedelta(), now - noted.made)
    what = f"The last good copy of the database is {_said(age)} old"
    if age > OLDEST_BACKUP:
        return Finding(f"{what}.", _REMEDY)
    if noted.last_failed:
        return Finding(f"{what}, and one failed since.", _REMEDY)
    return Finding(f"{what}.")


def _said(age: timedelta) -> str:
    hours = int(age.total_seconds() // 3600)
    return f"{age.days} days" if age > OLDEST_BACKUP else f"{hours} hours"


async def _copier(place: Server) -> list[Finding]:
    """Look whether there is a program that can copy from the server."""
    from storage.postgresql import PostgreSQL  # noqa: PLC0415 (only the driver that is used is loaded)

    try:
        program = await PostgreSQL(place).must_be_copied_by()
    except NoCopy as error:
        return [Finding("`nardy backup` can make no copy.", str(error))]
    except OSError:
        return []
    return [Finding(f"`nardy backup` makes copies by {program}.")]
