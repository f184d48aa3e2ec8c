"""Exports benchmark: how long `/export` takes for a player with many games, and how long it blocks others.

    python -m benchmarks.exports [GAMES]

One game is played to its end and stored GAMES times. Prints the seconds of `/export`, its processor time, and
the longest stall of the event loop.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path

from sqlalchemy import insert, select

from storage import tables
from tests.sessions.world import World, inhabited

GAMES = 500
ONE_TURN = 0.005
"""Seconds between two measurements of the event loop."""


async def main(count: int) -> None:
    """Measure one file and print the figures."""
    with tempfile.TemporaryDirectory() as folder:
        async with inhabited(Path(folder) / "nardy.db") as world:
            events = await fill(world, count)
            watching = asyncio.create_task(longest_stall())
            began, used = time.perf_counter(), time.process_time()
            made = await world.manager.exports.of(world.boris.id)
            taken, used = time.perf_counter() - began, time.process_time() - used
            watching.cancel()
            stall = await watching
    print(f"{count} games of {events} events: {taken:.1f} s, {used:.1f} s of the processor,")
    print(f"longest stall {stall * 1000:.0f} ms, {len(made.text) / 1e6:.1f} MB")  # type: ignore[union-attr]


async def longest_stall() -> float:
    """Measure until cancelled; return the longest stall of the event loop, in seconds."""
    longest, last = 0.0, time.perf_counter()
    try:
        while True:
            await asyncio.sleep(ONE_TURN)
            now = time.perf_counter()
            longest, last = max(longest, now - last - ONE_TURN), now
    except asyncio.CancelledError:
        return longest


async def fill(world: World, count: int) -> int:
    """Play a game to its end and store it `count` times; return the number of its events."""
    game = await world.game()
    while not game.is_over:
        game = await world.turn(game)
    async with world.database.write() as connection:

        async def rows(name: str, column: str, key: str) -> list[dict[str, object]]:
            table = tables.metadata.tables[name]
            found = await connection.execute(select(table).where(table.c[column] == key))
            return [dict(row) for row in found.mappings()]

        (match,) = await rows("matches", "id", game.match.id)
        (played,) = await rows("games", "id", game.id)
        events = await rows("events", "game", game.id)
        for number in range(1, count):
            key = f"copy{number}"
            await connection.execute(insert(tables.matches).values(match | {"id": key}))
            await connection.execute(insert(tables.games).values(played | {"id": key, "match": key}))
            await connection.execute(insert(tables.events), [each | {"game": key} for each in events])
    return len(events)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES))
