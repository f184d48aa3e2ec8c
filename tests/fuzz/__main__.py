"""Fuzzing from the command line: all targets, one target, or the replay of a fault."""

from __future__ import annotations

import argparse
import subprocess
import sys
import traceback
from importlib.util import find_spec
from tempfile import TemporaryDirectory

from tests.fuzz.runner import LONGEST, replay, run
from tests.fuzz.target import decode
from tests.fuzz.targets import TARGETS


def main() -> int:
    """Run what the command line asks for; return 1 if a fault was found or memory grew."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("target", nargs="?", choices=TARGETS, help="by default all, one after another")
    parser.add_argument("--runs", type=int, default=20_000, help="inputs for each target")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="time for each target")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--replay", metavar="HEX", help="inputs that showed a fault")
    parser.add_argument(
        "--guided", action="store_true", help="use atheris, if it is installed: pip install -e '.[fuzz]'"
    )
    arguments = parser.parse_args()
    if arguments.guided:
        return _guided(arguments)
    if arguments.target is None:
        # Each target runs in its own process, so that its memory is not counted with another's.
        more = [
            "--runs",
            str(arguments.runs),
            "--seconds",
            str(arguments.seconds),
            "--seed",
            str(arguments.seed),
        ]
        return max(
            subprocess.run([sys.executable, "-m", "tests.fuzz", name, *more], check=False).returncode  # noqa: S603 - ourselves
            for name in TARGETS
        )
    target = TARGETS[arguments.target]
    if arguments.replay:
        error = replay(target, decode(arguments.replay))
        _print("no fault" if error is None else "".join(traceback.format_exception(error)))
        return int(error is not None)
    result = run(target, arguments.runs, arguments.seconds, arguments.seed)
    _print(f"{arguments.target:10} {result}")
    if result.error is not None:
        _print("".join(traceback.format_exception(result.error)))
        _print(f"python -m tests.fuzz {arguments.target} --replay {result.replay}")
    elif not result.is_flat:
        _print("memory grew")
    return int(result.error is not None or not result.is_flat)


def _guided(arguments: argparse.Namespace) -> int:
    """Fuzz stateless targets with atheris; return 1 if it found a fault, 2 if it cannot run."""
    if find_spec("atheris") is None:
        _print("atheris is not installed here: pip install -e '.[fuzz]'")
        return 2
    names = [name for name, target in TARGETS.items() if target.batch is None]
    if arguments.target is not None and arguments.target not in names:
        _print(f"{arguments.target} keeps state, so atheris cannot try it; it tries {', '.join(names)}")
        return 2
    options = [
        f"-runs={arguments.runs}",
        f"-seed={arguments.seed}",
        f"-timeout={LONGEST:.0f}",
        "-print_final_stats=1",
    ]
    if arguments.seconds < float("inf"):
        options.append(f"-max_total_time={arguments.seconds:.0f}")
    found = 0
    for name in [arguments.target] if arguments.target else names:
        with TemporaryDirectory() as folder:
            command = [sys.executable, "-m", "tests.fuzz.guided", name, folder, *options]
            found |= subprocess.run(command, check=False).returncode != 0  # noqa: S603 - ourselves
    return int(found)


def _print(text: str) -> None:
    print(text, flush=True)  # noqa: T201 (what a command line is for)


if __name__ == "__main__":
    sys.exit(main())
