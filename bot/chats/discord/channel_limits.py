"""Channel limits: how many requests Discord takes for one channel in a time."""

from __future__ import annotations

import time
from collections.abc import Callable
from enum import Enum

from bot.sessions import KeyedLimits, SlidingWindow

DISCORDS = 5
WINDOW = 5.0
"""So many requests of a kind Discord takes for a channel in so many seconds, counted from the first."""
AT_ONCE = DISCORDS - 1
"""discord.py returns from the last request that a channel takes only when the next ones are taken.

One that is left unused makes up, too, for requests that take longer to Discord than others.
"""


class Verb(Enum):
    """The kinds of requests that Discord counts apart."""

    SEND = "POST"
    EDIT = "PATCH"
    DELETE = "DELETE"


class ChannelLimits:
    """When each channel was last asked for something.

    Args:
        clock: what time it is, in seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._windows: KeyedLimits[tuple[str, Verb], SlidingWindow] = KeyedLimits(
            lambda _: SlidingWindow(AT_ONCE, WINDOW, AT_ONCE, clock)
        )

    def note(self, channel: str, verb: Verb) -> None:
        """Note that a request is made now."""
        self._windows.of((channel, verb)).note()

    def wait(self, channel: str, verb: Verb) -> float:
        """Return in how many seconds a request can be made that neither Discord nor discord.py holds back."""
        return self._windows.of((channel, verb)).wait()
