"""Load: how long people wait, and what a press costs, in a database in which much was played.

    python -m benchmarks.load [--games 100000] [--people 50 500] [--processes 1] [--chart FILE]

Fills a database with games that were really played, on SQLite and on PostgreSQL, and measures it at a
hundredth, a tenth and all of them. Then people play over the stand-ins on the full one; the bot is a process
of its own, or several. The rows of docs/limits.md are printed at the end.
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
    start_after_outage,
    timed,
    vacuum,
    worked,
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
"""Seconds that a person looks at the board before a press, on average."""
AT_ONCE = 100
"""People who press as fast as their boards come, to see how many presses there can be."""
MANY_TIMES = 1000.0
"""So many times Telegram's pace, where it is to hold up nobody."""
MOST_SECONDS = 20.0
_UNSAFE = {**postgres.LASTING, "fsync": "off", "synchronous_commit": "off", "max_wal_size": "4GB"}
"""How a server is filled, before it is started anew to be measured."""

Figures = dict[str, Any]


async def main(options: argparse.Namespace) -> Figures:
    """Measure everything; what is known is kept on the way."""
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
            # Last: every board that tells until when somebody has time is to be shown anew then.
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
    """Write the figures down as far as they are known."""
    Path(out).parent.mkdir(parents=True, exist_ok=True)
    Path(out).write_text(json.dumps(figures, indent=1), "utf-8")


def tell(figures: Figures, options: argparse.Namespace) -> None:
    """Print the figures, and draw what grows."""
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
    """Fill a database and measure it on the way."""
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
    """Measure how long so many people wait, then others, who play at their own pace on each platform."""
    found = []
    firsts = [sum(people[:each]) // 2 for each in range(len(people))]
    # One stand-in for all: what has the number of what was done before is not done again.
    async with TelegramStandIn(at_once=False, checked=False) as telegram:
        for first, number in zip(firsts, people, strict=True):
            table = TelegramTable(telegram, number, 1.0, first)
            found.append(await played(table, place, folder, seconds))
    async with DiscordStandIn(at_once=False, checked=False) as discord:
        for first, number in zip(firsts, people, strict=True):
            found.append(await played(DiscordTable(discord, number, first), place, folder, seconds))
    return found


async def most(place: Place, folder: Path, processes: int, server_pid: int | None) -> list[Figures]:
    """Measure how many presses there can be when nobody thinks, with one process, two and so on."""
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
    """Let people play for some time; return what they waited and what it cost."""
    await worked(place, timedelta())  # nobody is given time back meanwhile
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
    """A server of its own on the disk."""
    started = postgres.TestServer(postgres.new_folder(), _UNSAFE)
    started.start()
    try:
        yield started
    finally:
        started.stop()
        shutil.rmtree(started.folder, ignore_errors=True)


def restart(server: postgres.TestServer, options: dict[str, str]) -> None:
    """Start a server anew with other options."""
    server.stop()
    server.options = options
    server.start()


def parsed() -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--people", type=int, nargs="+", default=[50, 500])
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--only", choices=("sqlite", "postgresql"))
    parser.add_argument("--chart", help="where the picture of the growth goes")
    parser.add_argument("--folder", help="where the databases are made, for the time being")
    parser.add_argument("--out", default="var/load.json", help="where all figures go")
    return parser.parse_args()


if __name__ == "__main__":
    wanted = parsed()
    tell(asyncio.run(main(wanted)), wanted)
