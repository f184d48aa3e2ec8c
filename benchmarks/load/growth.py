"""Growth: measures the cost of an action, a start and a game with small and large databases."""

from __future__ import annotations

import asyncio
import random
import re
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median

import asyncpg
from sqlalchemy import select

from benchmarks.actions import moving
from benchmarks.at_once import cpu_seconds
from benchmarks.load.bots import serving
from benchmarks.load.population import PLATFORM, Population, group
from benchmarks.load.templates import deliver
from bot.maintenance import faults_of
from bot.sessions import Outbox, SessionManager
from bot.sessions.workers.heartbeat import BOT
from storage import Database, health, tables
from storage.places import Place, Server
from tests.query_plans import full_scans
from tests.statements import watched

ACTIONS = 400
CHECKED = 1000
_AT_ONCE = 20
_PREPARED = "measured"
_LARGE = re.compile(
    r"Seq Scan on (accounts|applied|challenges|chats|events|games|given_ids|matches|notifications"
    r"|players|posts)"
)
"""Matches a plan step that scans a growing table from start to end."""


@dataclass(frozen=True)
class Size:
    """The figures measured with a number of stored games.

    Args:
        games: the number of games.
        action_ms: processor time of an action, including the database server's.
        wall_ms: elapsed time of an action.
        walking: how many of the `statements` scan a whole table that grows.
        statements: the different statements of an action and of starting a game.
        ready_s: time from the start of the process until it is ready.
        memory_mb: memory of the process when ready.
        megabytes: size of the database.
    """

    games: int
    action_ms: float
    wall_ms: float
    walking: int
    statements: int
    ready_s: float
    memory_mb: float
    megabytes: float

    def values(self) -> dict[str, float]:
        """Return the figures by name."""
        return asdict(self)


@asynccontextmanager
async def timed(what: str) -> AsyncIterator[None]:
    """Print how long the block took."""
    start = time.perf_counter()
    yield
    print(f"  {what}: {time.perf_counter() - start:.0f} s", flush=True)


async def measure(population: Population, games: int, folder: Path, server_pid: int | None) -> Size:
    """Measure a filled database.

    Args:
        games: the number of games in it.
        folder: the folder in which the bot runs.
        server_pid: the process id of PostgreSQL, or None for SQLite.
    """
    place = population.place
    await set_last_heartbeat(place, timedelta())
    async with serving(folder, place, {}) as bots:
        ready, memory = bots.ready, bots.memory()
    async with Database.open(place) as database:
        people = population.people - 1, population.people
        keys = await _accounts(database, *people)
        chat = await _chat(database, group(population.people))
        with watched() as seen:
            act = await moving(database, PLATFORM, keys, chat)
            await act()
        wall, own = [], []
        before = cpu_seconds(server_pid) if server_pid else 0.0
        for _ in range(ACTIONS // _AT_ONCE):
            start, cpu = time.perf_counter(), time.process_time()
            for _ in range(_AT_ONCE // 2):
                await act()
            wall.append((time.perf_counter() - start) / _AT_ONCE)
            own.append((time.process_time() - cpu) / _AT_ONCE)
        theirs = (cpu_seconds(server_pid) - before) / ACTIONS if server_pid else 0.0
        await deliver(Outbox(SessionManager(database)), PLATFORM)
    texts = set(seen.texts)
    walking = [text for text in texts if await _walks(place, text)]
    for text in walking:
        print(f"  walks: {text}")
    return Size(
        games,
        1000 * (median(own) + theirs),
        1000 * median(wall),
        len(walking),
        len(texts),
        ready,
        memory,
        await megabytes(place),
    )


async def start_after_outage(place: Place, folder: Path, days: int = 1) -> float:
    """Return the seconds of a start after an outage, in which all players get the lost time back."""
    await set_last_heartbeat(place, timedelta(days=days))
    async with serving(folder, place, {}) as bots:
        return bots.ready


async def check_some(place: Place, number: int = CHECKED, seed: int = 1) -> list[str]:
    """Return the faults that `nardy check` finds in `number` random games."""
    async with Database.open(place) as database:
        manager = SessionManager(database)
        every = await manager.game_ids()
        return await faults_of(manager, random.Random(seed).sample(every, min(number, len(every))))


async def megabytes(place: Place) -> float:
    """Return the size of a database."""
    if isinstance(place, Server):
        connection = await asyncpg.connect(place.url)
        try:
            return float(await connection.fetchval("SELECT pg_database_size(current_database())")) / 1e6
        finally:
            await connection.close()
    files = (place.with_name(place.name + end) for end in ("", "-wal"))
    return sum(file.stat().st_size for file in files if file.exists()) / 1e6


async def vacuum(place: Place) -> None:
    """Vacuum and analyse a PostgreSQL database, as autovacuum would do after a while."""
    if isinstance(place, Server):
        connection = await asyncpg.connect(place.url)
        try:
            await connection.execute("VACUUM ANALYZE")
        finally:
            await connection.close()


async def _walks(place: Place, statement: str) -> bool:
    """True if the plan of a statement scans a whole table that grows."""
    if not isinstance(place, Server):
        return bool(await asyncio.to_thread(full_scans, place, statement))
    connection = await asyncpg.connect(place.url)
    try:
        # PostgreSQL rightly scans small tables. With scans disabled, it scans only if no index fits.
        await connection.execute("SET enable_seqscan = off")
        await connection.execute("SET plan_cache_mode = force_generic_plan")
        await connection.execute(f"PREPARE {_PREPARED} AS {statement}")
        given = ", ".join(["NULL"] * len({*re.findall(r"\$\d+", statement)}))
        plan = await connection.fetch(f"EXPLAIN EXECUTE {_PREPARED}{f'({given})' if given else ''}")
        return any(_LARGE.search(step[0]) for step in plan)
    finally:
        await connection.close()


async def set_last_heartbeat(place: Place, ago: timedelta) -> None:
    """Set the time of the bot's last heartbeat, from which the length of an outage follows."""
    async with Database.open(place) as database, database.write() as connection:
        await health.note_heartbeats(connection, {BOT: datetime.now(UTC) - ago})


async def _accounts(database: Database, first: int, second: int) -> tuple[str, str]:
    """Return the keys of two people's accounts."""
    a = tables.accounts.c
    async with database.read() as connection:
        found = await connection.execute(select(a.player, a.key).where(a.player.in_((first, second))))
        keys = {row.player: row.key for row in found}
    return keys[first], keys[second]


async def _chat(database: Database, chat: int) -> str:
    """Return the key of a chat."""
    async with database.read() as connection:
        found = await connection.execute(select(tables.chats.c.key).where(tables.chats.c.id == chat))
        return str(found.scalar_one())
