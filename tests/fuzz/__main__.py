"""Fuzzing from the command line: all targets, or one, or what once showed a fault."""

from __future__ import annotations

import argparse
import subprocess
import sys
import traceback
from importlib.util import find_spec
from tempfile import TemporaryDirectory

from tests.fuzz.running import LONGEST, replay, run
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
    parser.add_argument(
        "--guided", action="store_true", help="by atheris, where that is installed: pip install -e '.[fuzz]'"
    )
    asked = parser.parse_args()
    if asked.guided:
        return _guided(asked)
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


def _guided(asked: argparse.Namespace) -> int:
    """Let atheris try what keeps nothing of its inputs; return 1 if it found a fault, 2 if it cannot."""
    if find_spec("atheris") is None:
        _tell("atheris is not installed here: pip install -e '.[fuzz]'")
        return 2
    names = [name for name, target in TARGETS.items() if target.batch is None]
    if asked.target is not None and asked.target not in names:
        _tell(f"{asked.target} keeps what it was given: atheris tries {', '.join(names)}")
        return 2
    options = [
        f"-runs={asked.runs}",
        f"-seed={asked.seed}",
        f"-timeout={LONGEST:.0f}",
        "-print_final_stats=1",
    ]
    if asked.seconds < float("inf"):
        options.append(f"-max_total_time={asked.seconds:.0f}")
    found = 0
    for name in [asked.target] if asked.target else names:
        with TemporaryDirectory() as folder:
            command = [sys.executable, "-m", "tests.fuzz.guided", name, folder, *options]
            found |= subprocess.run(command, check=False).returncode != 0  # noqa: S603 - ourselves
    return int(found)


def _tell(text: str) -> None:
    print(text, flush=True)  # noqa: T201 (what a command line is for)


if __name__ == "__main__":
    sys.exit(main())
