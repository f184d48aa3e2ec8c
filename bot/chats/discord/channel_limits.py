"""Channel limits: Discord's rate limits for each channel."""

from __future__ import annotations

import time
from collections.abc import Callable
from enum import Enum

from bot.sessions import KeyedLimits, SlidingWindow

DISCORD_LIMIT = 5
WINDOW = 5.0
"""Discord accepts `DISCORD_LIMIT` requests of a kind per channel in `WINDOW` seconds from the first one."""
BOT_LIMIT = DISCORD_LIMIT - 1
"""One less than Discord accepts, because discord.py delays the answer to the last one until the window ends.

The spare request also allows for requests that take longer than others to reach Discord.
"""


class Verb(Enum):
    """The kinds of requests that Discord limits separately."""

    SEND = "POST"
    EDIT = "PATCH"
    DELETE = "DELETE"


class ChannelLimits:
    """The rate limits of all channels.

    Args:
        clock: a monotonic clock, in seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._windows: KeyedLimits[tuple[str, Verb], SlidingWindow] = KeyedLimits(
            lambda _: SlidingWindow(BOT_LIMIT, WINDOW, BOT_LIMIT, clock)
        )

    def note(self, channel: str, verb: Verb) -> None:
        """Count a request that is made now."""
        self._windows.of((channel, verb)).note()

    def wait(self, channel: str, verb: Verb) -> float:
        """Return the seconds until neither Discord nor discord.py would delay a request."""
        return self._windows.of((channel, verb)).wait()
