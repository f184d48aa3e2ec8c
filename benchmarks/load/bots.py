"""Bots: runs processes of the bot on one database and measures their cost."""

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
    """The processes of the bot on one database.

    Args:
        ready: the seconds until the first process reported that it was ready.
    """

    servers: tuple[Server, ...]
    ready: float

    @property
    def pids(self) -> Iterator[int]:
        """The process ids."""
        return (server.pid for server in self.servers if server.pid is not None)

    def cpu(self) -> float:
        """Return the processor time of all processes and their children, in seconds."""
        return sum(map(cpu_seconds, self.pids))

    def memory(self) -> float:
        """Return the memory of all processes and their children in MB, counting shared memory once."""
        return sum(map(_memory, self.pids))


@asynccontextmanager
async def serving(
    folder: Path, place: Place, settings: Mapping[str, str], processes: int = 1
) -> AsyncIterator[Bots]:
    """Run processes of the bot on a database for the duration of the context.

    Args:
        folder: the folder in which each process gets a subfolder.
        settings: further settings of the processes.
        processes: the number of processes.
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
    """Return the proportional set size of a process and its children, in MB."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text("ascii").splitlines()
    (share,) = (int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return share / 1024 + sum(_memory(int(child)) for child in children)
