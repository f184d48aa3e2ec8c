"""Runner: fuzzes a target, and measures time and memory."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.fuzz.mutator import Mutator
from tests.fuzz.target import Target, encode

WARM_UP = 0.2
"""Share of the inputs or of the time after which caches are full and memory must stay flat."""
MAX_GROWTH = 32.0
"""MiB by which the process may grow after the warm-up."""
LONGEST = 20.0
"""Seconds that one input may take; a record of many games takes some."""
_CHECK_EVERY = 64


@dataclass(frozen=True)
class Result:
    """The result of fuzzing a target.

    Args:
        runs: the number of inputs tried.
        before: MiB of the process after the warm-up.
        after: MiB at the end.
        slowest: seconds that the slowest input took.
        replay: the inputs that show a fault, as `--replay` takes them; empty if none was found.
    """

    runs: int
    seconds: float
    before: float
    after: float
    slowest: float
    replay: str = ""
    error: BaseException | None = None

    @property
    def is_flat(self) -> bool:
        """True if memory stayed flat."""
        return self.after - self.before <= MAX_GROWTH

    def __str__(self) -> str:
        return (
            f"{self.runs} inputs in {self.seconds:.0f} s, {self.before:.0f} MiB, then {self.after:.0f} MiB; "
            f"the slowest took {1000 * self.slowest:.0f} ms"
        )


def run(
    target: Target, runs: int, seconds: float, seed: int, clock: Callable[[], float] = time.monotonic
) -> Result:
    """Fuzz a target until the number of inputs or the time is reached, or a fault is found.

    Args:
        runs: the most inputs.
        seconds: the most time.
        seed: the seed of the random inputs; the same seed makes the same inputs.
    """
    mutator = Mutator(target.seeds(), target.vocabulary, Random(seed))
    started = clock()
    done, before, slowest = 0, 0.0, 0.0

    def result(replay: str = "", error: BaseException | None = None) -> Result:
        gc.collect()
        after = _memory()
        return Result(done, clock() - started, before or after, after, slowest, replay, error)

    while done < runs and clock() - started < seconds:
        batch: list[str] = []
        try:
            with target.session() as tries:
                while done < runs and len(batch) != target.batch:
                    if done % _CHECK_EVERY == 0 and clock() - started >= seconds:
                        break
                    if not before and (done >= WARM_UP * runs or clock() - started >= WARM_UP * seconds):
                        gc.collect()
                        before = _memory()
                    # A stateless target shows a fault by its last input alone.
                    batch = [*batch, mutator.next()] if target.batch else [mutator.next()]
                    since = clock()
                    tries(batch[-1])
                    took = clock() - since
                    slowest = max(slowest, took)
                    done += 1
                    _check_time(took)
        except Exception as error:  # noqa: BLE001 - any exception is a fault
            return result(encode(_shorten(target, batch)), error)
    return result()


def replay(target: Target, inputs: Sequence[str]) -> BaseException | None:
    """Try inputs one after another in a new session; return the fault, or None."""
    try:
        with target.session() as tries:
            for each in inputs:
                tries(each)
    except Exception as error:  # noqa: BLE001 - any exception is a fault
        return error
    return None


def _check_time(took: float) -> None:
    """Fail if an input took too long.

    Raises:
        TimeoutError: it took too long.
    """
    if took > LONGEST:
        raise TimeoutError(f"an input took {took:.0f} s")


def _shorten(target: Target, batch: list[str]) -> list[str]:
    """Return as few of the inputs as still show a fault; if the last one does, that one."""
    if len(batch) == 1 or replay(target, batch[-1:]) is not None:
        return batch[-1:]
    size = len(batch) // 2
    while size:
        at = 0
        while at < len(batch):
            fewer = batch[:at] + batch[at + size :]
            if fewer and replay(target, fewer) is not None:
                batch = fewer
            else:
                at += size
        size //= 2
    return batch


def _memory() -> float:
    """Return the process's resident memory in MiB, or 0 if the system does not report it."""
    status = Path("/proc/self/status")
    if not status.exists():
        return 0.0
    found = next(line for line in status.read_text("ascii").splitlines() if line.startswith("VmRSS:"))
    return int(found.split()[1]) / 1024
