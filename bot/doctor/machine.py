"""Machine: checks Python, the database and its copies, disk, pictures, ports and clock."""

from __future__ import annotations

import asyncio
import os
import platform
import shutil
import socket
import sqlite3
import stat
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryFile

import aiohttp
from sqlalchemy.exc import SQLAlchemyError

from bot.chats.web.listening import reason_of
from bot.doctor.asking import Answer, ask
from bot.doctor.findings import Finding
from bot.rules import RULESETS, start_position
from bot.sessions import OLDEST_BACKUP
from bot.sessions.workers import BOT, LONGEST_PAUSE
from bot.settings import Settings
from bot.talk.views.scenes import position_scene
from bot.written_addresses import in_url
from renderers import draw
from renderers.words import has_words
from storage import Database, health, sqlite_file
from storage.dialects import dialect_of
from storage.errors import DatabaseInUse, NewerDatabase, NoCopy, UnusableDatabase
from storage.installation import Backups, backups_noted_at
from storage.places import Place, Server
from storage.sqlite import is_newest

OLDEST_PYTHON = (3, 11)
SOME = 100_000
"""Bytes written to test the disk."""
LEAST_ROOM = 500_000_000
"""Bytes that should be free: a migration copies the database first, and a full disk stops every game."""


def python() -> Finding:
    """Check the version of Python."""
    found = f"Python {platform.python_version()} on {platform.system()}."
    if sys.version_info < OLDEST_PYTHON:
        return Finding(found, "Install Python 3.11 or newer.")
    return Finding(found)


def pictures() -> Finding:
    """Check that a board can be drawn."""
    try:
        ruleset = RULESETS["long"]
        drawn = draw(position_scene(start_position(ruleset), ruleset, "w", "wood"))
    except Exception as error:  # noqa: BLE001 (the other checks must still run)
        return Finding(
            f"No board can be drawn ({type(error).__name__}).",
            "Install Nardy anew: its library for pictures (Pillow) or its letters are not whole.",
        )
    named = "with names" if has_words() else "without names (for these: apt-get install fonts-dejavu-core)"
    return Finding(f"Boards can be drawn ({len(drawn) // 1000} kB), and results {named}.")


def env_file(path: Path = Path(".env")) -> list[Finding]:
    """Check that other users of this machine cannot read the file with the tokens."""
    try:
        mode = path.stat().st_mode
    except OSError:
        return []
    if mode & (stat.S_IRGRP | stat.S_IROTH):
        return [Finding(f"Others on this machine can read {path}.", f"Type: chmod 600 {path}")]
    return [Finding(f"Only you can read {path}.")]


def database(settings: Settings) -> list[Finding]:
    """Check the database's folder, disk and file without changing them."""
    if isinstance(settings.database, Server):
        return asyncio.run(_server(settings.database))
    path = Path(os.path.realpath(settings.database))
    try:
        sqlite_file.must_have_folder(path)
    except UnusableDatabase as error:
        return [Finding(str(error), "Make the folder, or correct NARDY_DATABASE.")]
    folder = path.parent
    try:
        _write_something(folder)
    except OSError as error:
        remedy = (
            "Run this as the user that runs Nardy. That user must be able to write there, "
            "or NARDY_DATABASE must name another place."
        )
        return [Finding(f"Nothing can be written to {folder} ({os.strerror(error.errno or 0)}).", remedy)]
    return [_room(path, folder), _file(path)]


async def listening(session: aiohttp.ClientSession, settings: Settings) -> list[Finding]:
    """Check that the running bot's web page answers at each address, or that a bot can listen there."""
    if not await asyncio.to_thread(_is_served, settings.database):
        return [await asyncio.to_thread(_can_listen, host, settings.port) for host in settings.hosts]
    if not settings.port:
        return [Finding("The bot runs at a free port, which the first lines of its log name.")]
    return [await _answers(session, host, settings) for host in settings.hosts]


async def _answers(session: aiohttp.ClientSession, host: str, settings: Settings) -> Finding:
    """Check that the running bot answers at one of its addresses."""
    reached = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 (compared, not bound)
    address = f"http://{in_url(reached)}:{settings.port}"
    answer = await ask(session, address)
    if answer.status:
        return Finding(f"The bot runs, and its table answers at {address}.")
    found = f"The bot runs, but nothing answers at {address}: {answer.fault}."
    if isinstance(settings.database, Server):
        return Finding(f"{found} If it runs on another machine or in another container, that is right.")
    return Finding(
        found, "Start it again, if NARDY_HOST or NARDY_PORT was changed; a container answers in itself only."
    )


def _can_listen(host: str, port: int) -> Finding:
    """Check that a server could listen on every address that a host stands for."""
    where = f"{host}, port {port}"
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        for family, address in {(family, address) for family, *_rest, address in found}:
            with closing(socket.socket(family, socket.SOCK_STREAM)) as tried:
                tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                if family == socket.AF_INET6:  # as the bot does: it never listens on IPv4 addresses by IPv6
                    tried.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
                tried.bind(address)
    except OSError as error:
        return Finding(
            f"The table cannot listen on {where}: {reason_of(error)}.",
            "Set NARDY_HOST to addresses of this machine, and NARDY_PORT to a port that is free.",
        )
    return Finding(f"The table can listen on {where}.")


def _write_something(folder: Path) -> None:
    """Write a temporary file without a name, which vanishes when closed.

    Raises:
        OSError: the folder or its disk cannot be written.
    """
    with TemporaryFile(dir=folder) as file:
        file.write(bytes(SOME))
        file.flush()
        os.fsync(file.fileno())


def _room(path: Path, folder: Path) -> Finding:
    free = shutil.disk_usage(folder).free
    size = path.stat().st_size if path.exists() else 0
    wanted = max(LEAST_ROOM, 2 * size)
    found = f"{free // 1_000_000} MB are free where the database is ({size // 1_000_000} MB)."
    if free < wanted:
        return Finding(
            found, f"Make room: {wanted // 1_000_000} MB should be free, for copies and migrations."
        )
    return Finding(found)


def _file(path: Path) -> Finding:
    try:
        if not sqlite_file.examine(path):
            return Finding(f"There is no database at {path} yet; the first start makes it.")
        newest = is_newest(path)
    except NewerDatabase as error:
        return Finding(str(error), "Install that version, or restore a copy from before it.")
    except UnusableDatabase as error:
        return Finding(str(error), "Restore a copy, or set NARDY_DATABASE to another file.")
    try:
        sqlite_file.try_to_write(path)
    except UnusableDatabase as error:
        return Finding(str(error), "Let the user that runs Nardy write the file and its folder.")
    holder = _holder(path)
    serves = "nobody serves it" if holder is None else f"{holder} serves it"
    if not newest:
        return Finding(
            f"{path} is whole, and of an earlier version: the next start brings it up to date; {serves}."
        )
    return Finding(f"{path} is whole and up to date; {serves}.")


def _is_served(place: Place) -> bool:
    if isinstance(place, Path):
        return _holder(place) is not None
    try:
        return asyncio.run(_is_held(place))
    except UnusableDatabase:
        return False


async def _is_held(place: Server) -> bool:
    try:
        async with dialect_of(place).hold():
            return False
    except DatabaseInUse:
        return True


async def _server(place: Server) -> list[Finding]:
    """Check that the database is reached and up to date, and that tables and rows can be written."""
    state = await _state(place)
    if not state.is_fine:
        return [state]
    try:
        await dialect_of(place).try_to_write()
    except UnusableDatabase as error:
        remedy = "Let the role of NARDY_DATABASE make tables and write there, on a server that takes writes."
        return [state, Finding(str(error), remedy)]
    return [state, Finding("Tables can be made there, and rows written.")]


async def _state(place: Server) -> Finding:
    dialect = dialect_of(place)
    try:
        if not await dialect.examine():
            return Finding(f"There is no table at {place} yet; the first start makes them.")
        newest = await dialect.is_newest()
    except NewerDatabase as error:
        return Finding(str(error), "Install that version, or restore a copy from before it.")
    except UnusableDatabase as error:
        return Finding(str(error), "Look at NARDY_DATABASE, and whether the server runs and lets Nardy in.")
    serves = "it is served" if await _is_held(place) else "nobody serves it"
    if not newest:
        return Finding(f"{place} is of an earlier version: the next start brings it up to date; {serves}.")
    return Finding(f"{place} is reached and up to date; {serves}.")


def _holder(path: Path) -> str | None:
    """Return a description of the process that uses a database, or None."""
    lock = path.with_name(f"{path.name}.lock")
    if not os.path.exists(lock):  # noqa: PTH110 (a Path raises where this user may not look)
        return None
    try:
        with sqlite_file.hold(path):
            return None
    except DatabaseInUse as error:
        return f"process {error.pid}" if error.pid else "another process"
    except OSError:
        return None


MOST_AHEAD = 60.0
"""Seconds by which the clock may differ. The Mini App refuses to open if it is minutes behind."""
_SET_IT = "Let the machine set it (timedatectl set-ntp true)."


def compared(answers: list[Answer]) -> Finding:
    """Compare the clock with the nearest of the times that platforms answered with."""
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
    """Compare the clock with the last heartbeat in the database; empty unless the heartbeat lies ahead."""
    try:
        noted = (await _heartbeats(place)).get(BOT)
    except (OSError, SQLAlchemyError, UnusableDatabase, sqlite3.Error):
        return []  # the check of the database reports that it cannot be read
    ahead = noted - datetime.now(UTC) if noted is not None else None
    if noted is None or ahead is None or ahead <= LONGEST_PAUSE:
        return []
    how = f"{ahead.days} days" if ahead.days else f"{ahead.seconds // 60} minutes"
    found = f"The clock lies {how} before the last heartbeat of the bot ({noted:%Y-%m-%d %H:%M} UTC)."
    remedy = "Until then the bot goes on from that heartbeat, for an hour at most."
    return [Finding(found, f"{_SET_IT} {remedy}")]


async def _heartbeats(place: Place) -> dict[str, datetime]:
    """Return the last heartbeats in a database without migrating it; empty if there are none."""
    if isinstance(place, Path):
        return sqlite_file.heartbeats(place) if place.exists() else {}
    database = Database(place)
    try:
        async with database.read() as connection:
            return await health.last_heartbeats(connection)
    finally:
        await database.close()


_REMEDY = (
    "Look whether nardy-backup.timer or the container `backups` runs; `nardy backup FILE` says what fails."
)


async def copies(place: Place, now: datetime | None = None) -> list[Finding]:
    """Check when the last good copy was made; empty if the database cannot be read."""
    try:
        noted = await backups_noted_at(place)
    except (OSError, sqlite3.Error, SQLAlchemyError):
        return []  # the check of the database says why
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
    """Check that pg_dump can copy from the server."""
    from storage.postgresql import PostgreSQL  # noqa: PLC0415 (only the driver that is used is loaded)

    try:
        program = await PostgreSQL(place).must_be_copied_by()
    except NoCopy as error:
        return [Finding("`nardy backup` can make no copy.", str(error))]
    except OSError:
        return []
    return [Finding(f"`nardy backup` makes copies by {program}.")]
