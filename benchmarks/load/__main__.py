"""Load benchmark: waiting times and the cost of a press with a large database.

    python -m benchmarks.load [--games 100000] [--people 50 500] [--processes 1] [--chart FILE]

Fills a database with copies of played games, on SQLite and on PostgreSQL, and measures it at a hundredth, a
tenth and all of the games. Then simulated people play over the stand-ins on the full database; the bot runs
as one or several separate processes. At the end it prints the rows of docs/limits.md.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import shutil
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

from benchmarks.at_once import cpu_seconds, floors
from benchmarks.load import chart, report
from benchmarks.load.bots import serving
from benchmarks.load.growth import (
    check_some,
    measure,
    set_last_heartbeat,
    start_after_outage,
    timed,
    vacuum,
)
from benchmarks.load.playing import DiscordTable, Table, TelegramTable, begin_all, play_all
from benchmarks.load.population import Population, move_people
from benchmarks.load.templates import Template, play_all as play_templates
from storage import Database
from storage.places import Place
from tests import postgres
from tests.discord_standin.standin import DiscordStandIn
from tests.telegram_standin.standin import TelegramStandIn

THINK = 20.0
"""The average seconds that a person thinks before a press."""
AT_ONCE = 100
"""The number of people who press without pauses, to find the highest number of presses a second."""
MANY_TIMES = 1000.0
"""A multiple of Telegram's rate limit that never delays the bot."""
MOST_SECONDS = 20.0
_UNSAFE = {**postgres.LASTING, "fsync": "off", "synchronous_commit": "off", "max_wal_size": "4GB"}
"""The settings of PostgreSQL while it is filled; it is restarted with safe ones before measuring."""

Figures = dict[str, Any]


async def main(options: argparse.Namespace) -> Figures:
    """Measure everything, writing the figures to a file after each part."""
    figures: Figures = {
        "games": options.games,
        "floors": floors(),
        "seconds": options.seconds,
        "think": THINK,
    }
    with tempfile.TemporaryDirectory(prefix="nardy-load-", dir=options.folder) as name:
        folder = Path(name)
        async with timed("games were played"):
            over, unfinished = await play_templates()
        if options.only in (None, "sqlite"):
            place = folder / "nardy.db"
            figures["sqlite"] = await grown(place, over, unfinished, options.games, folder, None)
            keep(figures, options.out)
            figures["waits"] = await waits(place, folder, options.people, options.seconds)
            # Last, because the bot redraws every board with a clock after an outage.
            figures["sqlite"]["after_outage_s"] = await start_after_outage(place, folder)
            keep(figures, options.out)
            for end in ("", "-wal", "-shm"):
                (folder / f"nardy.db{end}").unlink(missing_ok=True)
        if options.only in (None, "postgresql") and postgres.programs() is not None:
            async with server() as started:
                there = started.another()
                await started.make(there)
                figures["postgresql"] = await grown(there, over, unfinished, options.games, folder, started)
                keep(figures, options.out)
                figures["most"] = await most(there, folder, options.processes, started.pid)
                figures["postgresql"]["after_outage_s"] = await start_after_outage(there, folder)
    return figures


def keep(figures: Figures, out: str) -> None:
    """Write the figures known so far to a file."""
    Path(out).parent.mkdir(parents=True, exist_ok=True)
    Path(out).write_text(json.dumps(figures, indent=1), "utf-8")


def print_report(figures: Figures, options: argparse.Namespace) -> None:
    """Print the report, and draw the growth chart if requested."""
    keep(figures, options.out)
    print("\n".join(report.lines(figures)))
    if options.chart:
        chart.draw(Path(options.chart), report.panels(figures))


async def grown(
    place: Place,
    over: Sequence[Template],
    unfinished: Sequence[Template],
    games: int,
    folder: Path,
    server: postgres.TestServer | None,
) -> Figures:
    """Fill a database in three steps and measure it after each."""
    population = Population(place, over, unfinished)
    await population.meet(games)
    before, sizes = 0, []
    for size in (games // 100, games // 10, games):
        if server:
            restart(server, _UNSAFE)
        async with timed(f"{size:,} games are stored in {place}"):
            await population.grow(size - before, (size - before) // 10)
            await vacuum(place)
        if server:
            restart(server, postgres.LASTING)
        async with timed("measured"):
            sizes.append((await measure(population, size, folder, server.pid if server else None)).values())
        before = size
    start = time.perf_counter()
    faults = await check_some(place)
    print(f"  checked in {time.perf_counter() - start:.0f} s: {len(faults)} faults", *faults[:3])
    return {"sizes": sizes, "faults": len(faults)}


async def waits(place: Place, folder: Path, people: Sequence[int], seconds: float) -> list[Figures]:
    """Measure the waiting times of each number of people, playing at their own pace on each platform."""
    found = []
    firsts = [sum(people[:each]) // 2 for each in range(len(people))]
    # One stand-in serves all measurements: a new one would repeat ids, and the bot ignores repeated events.
    async with TelegramStandIn(at_once=False, checked=False) as telegram:
        for first, number in zip(firsts, people, strict=True):
            table = TelegramTable(telegram, number, 1.0, first)
            found.append(await played(table, place, folder, seconds))
    async with DiscordStandIn(at_once=False, checked=False) as discord:
        for first, number in zip(firsts, people, strict=True):
            found.append(await played(DiscordTable(discord, number, first), place, folder, seconds))
    return found


async def most(place: Place, folder: Path, processes: int, server_pid: int | None) -> list[Figures]:
    """Measure the highest number of presses a second, with one process, two and so on."""
    found = []
    async with TelegramStandIn(at_once=False, checked=False) as telegram:
        for number in range(1, processes + 1):
            table = TelegramTable(telegram, AT_ONCE, MANY_TIMES, (number - 1) * AT_ONCE // 2)
            found.append(
                await played(table, place, folder, MOST_SECONDS, 0.0, processes=number, server_pid=server_pid)
            )
    return found


async def played(
    table: Table,
    place: Place,
    folder: Path,
    seconds: float,
    think: float = THINK,
    *,
    processes: int = 1,
    server_pid: int | None = None,
) -> Figures:
    """Play for some time; return the waiting times and the cost."""
    await set_last_heartbeat(place, timedelta())  # so that the bot sees no outage
    async with Database.open(place) as database:
        await move_people(database, table.name, table.accounts, table.chats, table.first)
    async with serving(folder, place, table.settings, processes) as bots:
        await table.online()
        async with timed(f"{len(table.accounts)} people on {table.name} have begun"):
            await begin_all(table.pairs, random.Random(1))
        sent, start = table.sent(), time.perf_counter()
        cpu, own = bots.cpu(), time.process_time()
        theirs = cpu_seconds(server_pid) if server_pid else 0.0
        found = await play_all(table.pairs, seconds, think, random.Random(1))
        wall = time.perf_counter() - start
        cpu, own = bots.cpu() - cpu, time.process_time() - own
        theirs = cpu_seconds(server_pid) - theirs if server_pid else 0.0
        sent = table.sent().since(sent)
        presses = max(1, len(found.boards))
        return {
            "platform": table.name,
            "people": len(table.accounts),
            "processes": processes,
            "presses": len(found.boards),
            "turns": found.turns,
            "lost": found.lost,
            "wall_s": wall,
            "answers": sorted(found.answers),
            "boards": sorted(found.boards),
            "cpu_ms": 1000 * cpu / presses,
            "server_ms": 1000 * theirs / presses,
            "stand_in_ms": 1000 * own / presses,
            "bot_share": cpu / wall,
            "stand_in_share": own / wall,
            "requests": sent.requests / presses,
            "pictures": sent.pictures / presses,
            "counted": sent.counted / presses,
            "memory_mb": bots.memory(),
        }


@asynccontextmanager
async def server() -> AsyncIterator[postgres.TestServer]:
    """Run a PostgreSQL server with its data on the disk for the duration of the context."""
    started = postgres.TestServer(postgres.new_folder(), _UNSAFE)
    started.start()
    try:
        yield started
    finally:
        started.stop()
        shutil.rmtree(started.folder, ignore_errors=True)


def restart(server: postgres.TestServer, options: dict[str, str]) -> None:
    """Restart a server with other options."""
    server.stop()
    server.options = options
    server.start()


def parsed() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--people", type=int, nargs="+", default=[50, 500])
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--only", choices=("sqlite", "postgresql"))
    parser.add_argument("--chart", help="file for the growth chart")
    parser.add_argument("--folder", help="folder for the temporary databases")
    parser.add_argument("--out", default="var/load.json", help="file for all figures")
    return parser.parse_args()


if __name__ == "__main__":
    wanted = parsed()
    print_report(asyncio.run(main(wanted)), wanted)
