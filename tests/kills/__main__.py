"""Kill the bot many times from the command line, and print what was found."""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.kills.backends import backend_of
from tests.kills.killed import Killed
from tests.kills.killing import Rounds
from tests.kills.postgresql_backend import own_server
from tests.kills.processes import Processes, Takeovers


def main() -> int:
    """Kill as often as requested; return 1 if a fault was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.kills", description=__doc__)
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--database",
        default="",
        help="default: a new SQLite file; `postgresql` starts a server for it; or the address of an"
        " empty database, whose user may create others",
    )
    parser.add_argument(
        "--processes",
        type=int,
        default=1,
        help="how many processes serve one PostgreSQL database; one is killed and one frozen in turn",
    )
    parser.add_argument("--frozen-for", type=float, default=30.0, help="seconds a process is frozen")
    options = parser.parse_args()
    if options.processes > 1:
        return _several(options.processes, options.kills, options.frozen_for, options.seed)
    begun = time.monotonic()

    def tell(killed: Killed) -> None:
        if killed.kills.total() % 10 == 0:
            _tell(f"{time.monotonic() - begun:.0f} s: {killed}")

    async def kill(folder: Path) -> Killed:
        async with backend_of(options.database, folder) as backend:
            for kind, why in backend.left_out.items():
                _tell(f"left out: {kind} ({why})")
            return await Rounds(folder, Random(options.seed), backend).run(options.kills, tell)

    with TemporaryDirectory() as folder:
        killed = asyncio.run(kill(Path(folder)))
    _tell(f"{time.monotonic() - begun:.0f} s: {killed}")
    for fault in killed.faults:
        _tell(fault)
    return int(bool(killed.faults))


def _several(processes: int, rounds: int, frozen_for: float, seed: int) -> int:
    """Kill one of several processes and freeze one in turn; return 1 if a fault was found."""
    begun = time.monotonic()

    def tell(taken: Takeovers) -> None:
        _tell(f"{time.monotonic() - begun:.0f} s: {taken}")

    async def run(folder: Path) -> Takeovers:
        with own_server() as (server, _):
            place = server.another()
            await server.make(place)
            return await Processes(folder, Random(seed), place, many=processes).run(rounds, frozen_for, tell)

    with TemporaryDirectory() as folder:
        taken = asyncio.run(run(Path(folder)))
    tell(taken)
    for fault in taken.faults:
        _tell(fault)
    return int(bool(taken.faults))


def _tell(text: str) -> None:
    print(text, flush=True)  # noqa: T201 (what a command line is for)


if __name__ == "__main__":
    sys.exit(main())
