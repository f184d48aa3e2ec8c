"""Actions benchmark: processor time of an action with a small and a large database, and of its SQL alone.

    python -m benchmarks.actions [ACTIONS] [GAMES...]

For each number of stored games, a move and its taking back are done repeatedly; each is one action. The SQL
statements of one such pair are recorded and then executed alone, in separate transactions. The difference is
the cost of our code. The target is at most 1.5 times the time of the statements, at 1,000 games as at
100,000.
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from statistics import median
from typing import Any

from sqlalchemy import Engine, event

from bot.sessions import Actor, SessionManager
from storage import Database
from tests.query_plans import fill
from tests.sessions.world import RepeatableDice

ACTIONS = 1000
GAMES = (1_000, 100_000)

AT_ONCE = 20
"""The number of repetitions timed together."""

Written = list[tuple[str, Any]]


async def main(actions: int, sizes: tuple[int, ...]) -> None:
    """Measure with each number of games and print the times."""
    for size in sizes:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "nardy.db"
            async with Database.open(path):
                pass
            with closing(sqlite3.connect(path)) as connection:
                fill(connection, size)
            async with Database.open(path) as database:
                await measure(database, actions, size)


async def moving(
    database: Database,
    platform: str = "web",
    people: tuple[str, str] = ("anna", "boris"),
    chat: str = "a table",
) -> Callable[[], Awaitable[None]]:
    """Begin a game between two players; return a function that makes a move and takes it back.

    Args:
        platform: the platform of the players' accounts, which are created if missing.
        people: the account keys of the two players.
        chat: the key of a chat on the platform.
    """
    manager = SessionManager(database, chance=RepeatableDice(6, 1, 6, 2, 5, 3, 4, 1))
    first, second = people
    met = await manager.people.visit(platform, first, "Anna", chat, "shared", "en")
    anna, table = met.player, met.chat
    boris = (await manager.people.visit(platform, second, "Boris", chat, "shared", "en")).player
    # Applied actions are remembered for days, by all processes, so keys must not repeat between runs.
    began = time.time_ns()
    made, accepted = (Actor(who.id, f"{began} {who.id}", table.id) for who in (anna, boris))
    challenge = await manager.challenges.make(made, "long", boris.id)
    begun = await manager.challenges.accept(accepted, challenge.id)
    game = await manager.game(begun.id)
    while game.live.draft is None:
        mover = game.player(game.live.mover).id
        game = await manager.roll(Actor(mover, f"{began} roll {game.version}", table.id), game.id)
    mover, step = game.player(game.live.mover).id, str(game.live.draft.next_moves()[0])
    numbers = iter(range(10**9))

    async def act() -> None:
        await manager.move(Actor(mover, f"{began} move {next(numbers)}", table.id), game.id, step)
        await manager.take_back(Actor(mover, f"{began} back {next(numbers)}", table.id), game.id)

    return act


async def measure(database: Database, actions: int, size: int) -> None:
    """Measure in a database with `size` games and print the times."""
    act, numbers = await moving(database), iter(range(10**9))
    await act()
    written: Written = []

    def executed(_connection: Any, _cursor: Any, statement: str, given: Any, *_more: Any) -> None:  # noqa: ANN401 (SQLAlchemy's)
        if not statement.startswith("BEGIN"):
            written.append((statement, given))

    event.listen(Engine, "before_cursor_execute", executed)
    await act()
    event.remove(Engine, "before_cursor_execute", executed)
    halves = len(written) // 2

    async def bare() -> None:
        for half in (written[:halves], written[halves:]):
            async with database.write() as connection:
                for statement, given in half:
                    await connection.exec_driver_sql(statement, _fresh(statement, given, next(numbers)))

    await bare()
    # Both are timed alternately, so that other load on the machine affects both equally.
    rounds = [(await cpu(act, AT_ONCE), await cpu(bare, AT_ONCE)) for _ in range(max(1, actions // AT_ONCE))]
    ours, theirs = (median(times) for times in zip(*rounds, strict=True))
    print(
        f"{size:>8,} games: {1000 * ours:.2f} ms CPU an action, {1000 * theirs:.2f} ms {halves} statements,"
        f" {ours / theirs:.2f} times that"
    )


def _fresh(statement: str, given: Any, number: int) -> Any:  # noqa: ANN401 (what a driver takes)
    """Return the parameters of a statement, with a new key if the statement stores an idempotency key."""
    return (f"again {number}", *given[1:]) if statement.startswith("INSERT INTO applied") else given


async def cpu(work: Callable[[], Awaitable[None]], times: int) -> float:
    """Return the processor time of an action in seconds; each call of `work` does two actions."""
    start = time.process_time()
    for _ in range(times):
        await work()
    return (time.process_time() - start) / (2 * times)


if __name__ == "__main__":
    words = [int(word) for word in sys.argv[1:]]
    asyncio.run(main(words[0] if words else ACTIONS, tuple(words[1:]) or GAMES))
