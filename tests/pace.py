"""Pace: how long a test waits, on a machine that may be busy with much else."""

from __future__ import annotations

import os
import time
from functools import cache

HANG = 240.0
"""Seconds after which what is waited for hangs. A bound, and no measure: it is long on a busy machine too."""

_WORK = 200_000
"""Steps of the piece of work by which the machine is measured."""

_QUIET = 0.02
"""Seconds that the work takes on a quiet machine that is not a fast one."""


def slowness() -> float:
    """Return how many times slower than a quiet machine this one is now; at least 1.

    A time that a test states as a fact ("ends within five seconds") holds for a quiet machine, and is
    multiplied by this. The load tells how many programs share a core at present; the work tells of a machine
    that is slow by itself, or that others share without being counted here.
    """
    return max(1.0, _measured(), os.getloadavg()[0] / (os.cpu_count() or 1))


@cache
def _measured() -> float:
    """How many times longer than on a quiet machine a small piece of work takes, measured once."""
    began = time.perf_counter()
    sum(number & 7 for number in range(_WORK))
    return (time.perf_counter() - began) / _QUIET
