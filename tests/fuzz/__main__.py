"""Fuzzing from the command line: all targets, or one, or what once showed a fault."""

from __future__ import annotations

import argparse
import subprocess
import sys
import traceback

from tests.fuzz.running import replay, run
from tests.fuzz.table import TARGETS
from tests.fuzz.target import read


def main() -> int:
    """Run what is asked for; return 1 if a fault was found or memory grew."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("target", nargs="?", choices=TARGETS, help="all, one after another, unless given")
    parser.add_argument("--runs", type=int, default=20_000, help="inputs for each target")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="time for each target")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--replay", metavar="HEX", help="inputs that showed a fault")
    asked = parser.parse_args()
    if asked.target is None:
        # Each in a process of its own, so that the memory of one is not counted as another's.
        more = ["--runs", str(asked.runs), "--seconds", str(asked.seconds), "--seed", str(asked.seed)]
        return max(
            subprocess.run([sys.executable, "-m", "tests.fuzz", name, *more], check=False).returncode  # noqa: S603 - ourselves
            for name in TARGETS
        )
    target = TARGETS[asked.target]
    if asked.replay:
        error = replay(target, read(asked.replay))
        _tell("no fault" if error is None else "".join(traceback.format_exception(error)))
        return int(error is not None)
    ran = run(target, asked.runs, asked.seconds, asked.seed)
    _tell(f"{asked.target:10} {ran}")
    if ran.error is not None:
        _tell("".join(traceback.format_exception(ran.error)))
        _tell(f"python -m tests.fuzz {asked.target} --replay {ran.replay}")
    elif not ran.is_flat:
        _tell("memory grew")
    return int(ran.error is not None or not ran.is_flat)


def _tell(text: str) -> None:
    print(text, flush=True)  # noqa: T201 (what a command line is for)


if __name__ == "__main__":
    sys.exit(main())
