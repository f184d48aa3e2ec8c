"""Channel limits: how many requests Discord takes for one channel in a time."""

from __future__ import annotations

import time
from collections import OrderedDict, deque
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

AT_ONCE = 5
WINDOW = 5.0
"""So many requests of a kind Discord takes for a channel in so many seconds, counted from the first.

It says so in the headers of its answers, and discord.py would sleep in a request that is one too many.
"""
MARGIN = 0.25
"""Seconds that a request may take to Discord longer than an earlier one."""
MOST = 10_000


class Verb(Enum):
    """The kinds of requests that Discord counts apart."""

    SEND = "POST"
    EDIT = "PATCH"
    DELETE = "DELETE"


class ChannelLimits:
    """When each channel was last asked for something. Those that were asked longest ago are forgotten.

    Args:
        clock: what time it is, in seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._asked: OrderedDict[tuple[str, Verb], deque[float]] = OrderedDict()

    def note(self, channel: str, verb: Verb) -> None:
        """Note that a request is made now."""
        self._asked.setdefault((channel, verb), deque(maxlen=AT_ONCE)).append(self._clock())
        self._asked.move_to_end((channel, verb))
        while len(self._asked) > MOST:
            self._asked.popitem(last=False)

    def wait(self, channel: str, verb: Verb) -> float:
        """Return in how many seconds a request can be made that Discord takes at once."""
        asked = self._asked.get((channel, verb))
        if asked is None or len(asked) < AT_ONCE:
            return 0.0
        return max(0.0, asked[0] + WINDOW + MARGIN - self._clock())
