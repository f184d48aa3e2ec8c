"""Kills from the command line: so many, and what was found."""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.kills.killing import Killed, Rounds


def main() -> int:
    """Kill so often; return 1 if a fault was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.kills", description=__doc__)
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--database", default="", help="NARDY_DATABASE; a new file of SQLite, unless given")
    asked = parser.parse_args()
    begun = time.monotonic()

    def tell(killed: Killed) -> None:
        if killed.kills.total() % 10 == 0:
            print(f"{time.monotonic() - begun:.0f} s: {killed}", flush=True)  # noqa: T201 (what a command line is for)

    with TemporaryDirectory() as folder:
        killed = asyncio.run(Rounds(Path(folder), asked.seed, asked.database).run(asked.kills, tell))
    print(killed, *killed.faults, sep="\n")  # noqa: T201 (as above)
    return int(bool(killed.faults))


if __name__ == "__main__":
    sys.exit(main())
