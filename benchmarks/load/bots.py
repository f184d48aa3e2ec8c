"""Bots: processes of the bot on one database, and what they cost."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.at_once import cpu_seconds
from storage.places import Place, Server as OnServer
from tests.process import Server


@dataclass(frozen=True)
class Bots:
    """Processes that serve one database.

    Args:
        servers: each process.
        ready: seconds until the first had said that it can be used.
    """

    servers: tuple[Server, ...]
    ready: float

    @property
    def pids(self) -> Iterator[int]:
        """The numbers of the processes."""
        return (server.pid for server in self.servers if server.pid is not None)

    def cpu(self) -> float:
        """The processor time that they have taken, with what they began, in seconds."""
        return sum(map(cpu_seconds, self.pids))

    def memory(self) -> float:
        """The memory that they have, with what they began, in MB: what several share is counted once."""
        return sum(map(_memory, self.pids))


@asynccontextmanager
async def serving(
    folder: Path, place: Place, settings: Mapping[str, str], processes: int = 1
) -> AsyncIterator[Bots]:
    """Serve a database by some processes, until left.

    Args:
        folder: where they run, each in a folder of its own.
        place: the database.
        settings: what they are told beside that.
        processes: how many.
    """
    address = place.url if isinstance(place, OnServer) else str(place)
    servers: list[Server] = []
    ready = 0.0
    try:
        for number in range(processes):
            own = folder / f"process-{number}"
            own.mkdir(parents=True, exist_ok=True)
            servers.append(Server(own, {**settings, "NARDY_DATABASE": address}))
            start = time.perf_counter()
            await servers[-1].start()
            ready = ready or time.perf_counter() - start
        yield Bots(tuple(servers), ready)
    finally:
        for server in servers:
            await server.stop()


def _memory(pid: int) -> float:
    """The proportional share of a process in memory, with what it began, in MB."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text("ascii").splitlines()
    (share,) = (int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return share / 1024 + sum(_memory(int(child)) for child in children)
