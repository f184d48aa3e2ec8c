"""Run many simulations, each from its own seed: `python -m tests.simulator --faults 100000`.

A simulation that finds something prints its seed, which replays it: `python -m tests.simulator --seed 12`.
"""

from __future__ import annotations

import argparse
import logging
import multiprocessing
import sys
import time
import warnings
from collections import Counter
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from bot.talk.command_table import command_names
from tests.in_memory import IN_MEMORY
from tests.simulator.simulation import Simulation

if TYPE_CHECKING:
    from tests.simulator.simulation import Outcome

EACH = 200
"""Faults in each simulation."""
_EVERY = 20
"""A summary is printed after this many simulations."""


def simulate(seed: int, faults: int = EACH) -> Outcome:
    """Run one simulation."""
    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
    with TemporaryDirectory(dir=IN_MEMORY) as folder:
        return Simulation(seed, Path(folder), faults).run()


def main() -> int:
    """Run the requested simulations; return 1 if anything was found, else 0."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulator", description=__doc__)
    parser.add_argument("--faults", type=int, default=EACH, help="how many in all")
    parser.add_argument("--each", type=int, default=EACH, help="how many in each simulation")
    parser.add_argument("--first", type=int, default=1, help="the seed of the first simulation")
    parser.add_argument("--seed", type=int, help="only this simulation")
    parser.add_argument("--processes", type=int, default=2, help="how many at once")
    options = parser.parse_args()
    seeds = range(options.first, options.first + -(-options.faults // options.each))
    began, found, outcomes = time.monotonic(), 0, []
    command_names()  # reads the catalogs, once for all processes
    # Each runs in its own process, so that no state left in memory affects the next.
    context = multiprocessing.get_context("fork")
    with context.Pool(options.processes, maxtasksperchild=1) as pool:
        one = partial(simulate, faults=options.each)
        for outcome in pool.imap_unordered(one, seeds if options.seed is None else [options.seed]):
            outcomes.append(outcome)
            for broken in outcome.broken:
                found += 1
                print(f"seed {outcome.seed}: {broken}", flush=True)
            if len(outcomes) % _EVERY == 0:
                print(_summary(outcomes, time.monotonic() - began), flush=True)
    print(_summary(outcomes, time.monotonic() - began))
    return 1 if found else 0


def _summary(outcomes: list[Outcome], seconds: float) -> str:
    kinds = sum((outcome.kinds for outcome in outcomes), Counter[str]())
    over, open_ = (sum(outcome.games[n] for outcome in outcomes) for n in (0, 1))
    return (
        f"{len(outcomes)} simulations, {kinds.total()} faults in {seconds:.0f} s,"
        f" {sum(outcome.acts for outcome in outcomes)} acts, {over} games ended, {open_} go on,"
        f" {sum(outcome.lives for outcome in outcomes)} lives,"
        f" {sum(bool(outcome.broken) for outcome in outcomes)} found something;"
        f" {', '.join(f'{name} {n}' for name, n in kinds.most_common())}"
    )


if __name__ == "__main__":
    sys.exit(main())
