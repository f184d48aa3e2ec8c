"""Running: tries a target with so many inputs, and tells how long it took and whether memory stayed flat."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.fuzz.mutation import Mutator
from tests.fuzz.target import Target, written

WARM_UP = 0.2
"""Of the inputs, or of the time: caches are full by then, and from then on memory is to stay flat."""
MOST_GROWTH = 32.0
"""MiB by which a process may grow after that."""
LONGEST = 20.0
"""Seconds that one input may take; a record of many games takes some."""
_LOOK_EVERY = 64


@dataclass(frozen=True)
class Ran:
    """What came of trying a target.

    Args:
        runs: how many inputs were tried.
        seconds: for how long.
        before: MiB of the process when it was warm.
        after: MiB at the end.
        slowest: seconds that the slowest input took.
        replay: the inputs that show a fault, as `--replay` takes them; nothing, if none was found.
        error: the fault.
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
        """Whether memory stayed flat."""
        return self.after - self.before <= MOST_GROWTH

    def __str__(self) -> str:
        return (
            f"{self.runs} inputs in {self.seconds:.0f} s, {self.before:.0f} MiB, then {self.after:.0f} MiB; "
            f"the slowest took {1000 * self.slowest:.0f} ms"
        )


def run(
    target: Target, runs: int, seconds: float, seed: int, clock: Callable[[], float] = time.monotonic
) -> Ran:
    """Try a target until so many inputs were tried, so much time is over, or a fault is found.

    Args:
        target: what is tried.
        runs: how many inputs.
        seconds: for how long at most.
        seed: the chance by which inputs are made: the same inputs again for the same number.
        clock: the time.
    """
    mutator = Mutator(target.seeds(), target.vocabulary, Random(seed))
    begun = clock()
    done, before, slowest = 0, 0.0, 0.0

    def ran(replay: str = "", error: BaseException | None = None) -> Ran:
        gc.collect()
        after = _memory()
        return Ran(done, clock() - begun, before or after, after, slowest, replay, error)

    while done < runs and clock() - begun < seconds:
        batch: list[str] = []
        try:
            with target.opened() as tries:
                while done < runs and len(batch) != target.batch:
                    if done % _LOOK_EVERY == 0 and clock() - begun >= seconds:
                        break
                    if not before and (done >= WARM_UP * runs or clock() - begun >= WARM_UP * seconds):
                        gc.collect()
                        before = _memory()
                    # What keeps nothing of its inputs shows a fault by the last of them.
                    batch = [*batch, mutator.next()] if target.batch else [mutator.next()]
                    since = clock()
                    tries(batch[-1])
                    took = clock() - since
                    slowest = max(slowest, took)
                    done += 1
                    _check_time(took)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is what is looked for
            return ran(written(_shortened(target, batch)), error)
    return ran()


def replay(target: Target, inputs: Sequence[str]) -> BaseException | None:
    """Try inputs one after another where nothing was tried before; return the fault, if they show one."""
    try:
        with target.opened() as tries:
            for each in inputs:
                tries(each)
    except Exception as error:  # noqa: BLE001 - as above
        return error
    return None


def _check_time(took: float) -> None:
    """Hold an input to its time.

    Raises:
        TimeoutError: it took longer.
    """
    if took > LONGEST:
        raise TimeoutError(f"an input took {took:.0f} s")


def _shortened(target: Target, batch: list[str]) -> list[str]:
    """Return as few of the inputs as still show a fault: the last alone, if it does."""
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
    """Return how many MiB of the process are in memory; nothing, where the system does not tell."""
    status = Path("/proc/self/status")
    if not status.exists():
        return 0.0
    found = next(line for line in status.read_text("ascii").splitlines() if line.startswith("VmRSS:"))
    return int(found.split()[1]) / 1024
