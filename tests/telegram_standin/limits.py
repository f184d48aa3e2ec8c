"""Limits: how much a bot may send in a time. Telegram calls its figures approximate."""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Iterator

from tests.telegram_standin.refusals import Refusal, flood
from tests.telegram_standin.request import Request
from tests.telegram_standin.world import World

OVERALL = (30, 1.0)
"""Messages in so many seconds, to everybody together."""

PRIVATE = (3, 3.0)
"""The same in a private chat: one a second, with a short burst let pass."""

GROUP = (20, 60.0)
"""The same in a group."""

PROFILE = (10, 3600.0)
"""Changes of a description. That there is a limit is known, its figure is not."""

_COUNTED = (
    "sendMessage",
    "sendPhoto",
    "sendDocument",
    "editMessageText",
    "editMessageCaption",
    "editMessageMedia",
    "editMessageReplyMarkup",
)
_PROFILE = ("setMyDescription", "setMyShortDescription")


class Limits:
    """Counts what a bot sends.

    Attributes:
        floods: The requests that were refused for being too many.
    """

    def __init__(self, world: World) -> None:
        self._world = world
        self._counted: dict[str, deque[float]] = {}
        self.floods: list[Request] = []

    def check(self, request: Request) -> Refusal | None:
        """Count a request; refuse it if it is one too many."""
        now = time.monotonic() + self._world.ahead.total_seconds()
        counts = list(self._counts(request))
        waits = []
        for key, (most, seconds) in counts:
            times = self._counted.setdefault(key, deque())
            while times and times[0] <= now - seconds:
                times.popleft()
            if len(times) >= most:
                waits.append(times[0] + seconds - now)
        if waits:
            self.floods.append(request)
            return flood(max(1, math.ceil(max(waits))))
        for key, _ in counts:
            self._counted[key].append(now)
        return None

    def _counts(self, request: Request) -> Iterator[tuple[str, tuple[int, float]]]:
        """Return what a request is counted for, and how many of these may be."""
        if request.route in _COUNTED:
            yield "everybody", OVERALL
            chat = request.text("chat_id")
            yield chat, GROUP if chat.startswith(("-", "@")) else PRIVATE
        elif request.route in _PROFILE:
            yield request.route, PROFILE
