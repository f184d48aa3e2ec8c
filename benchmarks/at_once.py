"""At once: measures the cost and waiting times of many simultaneous games, for the platform benchmarks."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from random import Random

from benchmarks.picture import made_up_game
from renderers import THEMES
from renderers.board import compose

GAMES = 50
PRESSES = 12
_FLOOR_ROUNDS = 200


@dataclass
class Load:
    """The cost and waiting times of simultaneous games, measured from when all have begun.

    Args:
        games: the number of games.
        pid: the process id of the bot.
        requests: returns the number of requests from the bot so far, and of those with a picture.
    """

    games: int
    pid: int
    requests: Callable[[], tuple[int, int]]
    turns: int = 0
    boards: list[float] = field(default_factory=list)
    """The seconds from each press to the changed board."""
    _begun: asyncio.Barrier = field(init=False)
    _before: tuple[int, int] = (0, 0)
    _cpu: float = 0.0
    _own_cpu: float = 0.0
    _start: float = 0.0

    def __post_init__(self) -> None:
        self._begun = asyncio.Barrier(self.games)

    async def all_begun(self) -> None:
        """Wait until every game has begun; the measurement starts here."""
        if await self._begun.wait() == 0:
            self._before = self.requests()
            self._cpu, self._own_cpu = cpu_seconds(self.pid), time.process_time()
            self._start = time.perf_counter()

    def lines(self, answers: tuple[str, Sequence[float]]) -> Iterable[str]:
        """Yield the lines of the report; `answers` is a name and the times to the answers in seconds."""
        wall = time.perf_counter() - self._start
        cpu = cpu_seconds(self.pid) - self._cpu
        own = time.process_time() - self._own_cpu
        sent, pictures = (now - then for now, then in zip(self.requests(), self._before, strict=True))
        presses = len(self.boards)
        yield f"{self.games} games at once, {presses} presses, {self.turns} turns in {wall:.1f} s"
        yield waits(*answers)
        yield waits("to the changed board", self.boards)
        yield (
            f"{1000 * cpu / presses:.1f} ms CPU a press, {presses / cpu:.1f} presses a second and core"
            f" (the stand-in and the players: {1000 * own / presses:.1f} ms)"
        )
        yield f"{sent / self.turns:.1f} requests a turn, {pictures / self.turns:.1f} of them with a picture"


def waits(name: str, seconds: Sequence[float]) -> str:
    """Return a line with the median, the 99th percentile and the worst of some times."""
    ordered = sorted(seconds)
    median, p99 = ordered[len(ordered) // 2], ordered[int(0.99 * (len(ordered) - 1))]
    figures = f"median {median:6.3f} s   p99 {p99:6.3f} s   worst {ordered[-1]:6.3f} s"
    return f"{name:24} {figures}   of {len(ordered)}"


def cpu_seconds(pid: int) -> float:
    """Return the processor time of a process and its children in seconds, from Linux's /proc."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()
    # The process name ends at the last closing bracket; it can contain blanks and brackets itself.
    fields = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    own = sum(int(ticks) for ticks in fields[11:15]) / os.sysconf("SC_CLK_TCK")
    return own + sum(cpu_seconds(int(child)) for child in children)


def floors() -> str:
    """Return a line with the minimal cost of a press: one commit, and saving one picture."""
    with tempfile.TemporaryDirectory() as folder, closing(_database(Path(folder) / "bare.db")) as database:
        commit = _cpu(lambda: _commit(database))
    board = compose(made_up_game(Random(2024), next(iter(THEMES)), 40)[-1])
    save = _cpu(lambda: board.save(BytesIO(), format="PNG"))
    return f"bare: {1000 * commit:.2f} ms CPU a commit of one row, {1000 * save:.1f} ms a board saved as PNG"


def _database(path: Path) -> sqlite3.Connection:
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = FULL")
    database.execute("CREATE TABLE rows (id INTEGER PRIMARY KEY, text TEXT)")
    return database


def _commit(database: sqlite3.Connection) -> None:
    database.execute("BEGIN IMMEDIATE")
    database.execute("INSERT INTO rows (text) VALUES ('24/18 22/18')")
    database.execute("COMMIT")


def _cpu(work: Callable[[], object]) -> float:
    """Return the median processor time of a piece of work, in seconds."""
    times = []
    for _ in range(_FLOOR_ROUNDS):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return statistics.median(times)
