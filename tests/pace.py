"""How long a test waits on a machine that may be busy."""

from __future__ import annotations

import os
import time
from functools import cache

HANG = 240.0
"""Seconds after which a wait counts as hung. It is an upper bound, long enough for a busy machine too."""

_WORK = 200_000
"""Steps of the work that measures the machine's speed."""

_QUIET = 0.02
"""Seconds that the work takes on a quiet machine of moderate speed."""


def slowness() -> float:
    """Return how many times slower than a quiet machine this one is now; at least 1.

    Tests multiply a time that they assert ("ends within five seconds") by this, because it holds for a quiet
    machine. The load shows how many programs share a core now. The measured work shows a machine that is slow
    by itself, or shared in ways that the load does not count.
    """
    return max(1.0, _measured(), os.getloadavg()[0] / (os.cpu_count() or 1))


@cache
def _measured() -> float:
    """Return how many times longer a small piece of work takes than on a quiet machine; measured once."""
    began = time.perf_counter()
    sum(number & 7 for number in range(_WORK))
    return (time.perf_counter() - began) / _QUIET
