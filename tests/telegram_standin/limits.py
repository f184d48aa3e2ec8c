"""Limits on the number of a bot's messages in a time. Telegram calls its numbers approximate."""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Iterator

from tests.telegram_standin.refusals import Refusal, flood
from tests.telegram_standin.request import Request
from tests.telegram_standin.world import World

OVERALL = (30, 1.0)
"""Messages and seconds, for all chats together."""

PRIVATE = (3, 3.0)
"""Messages and seconds in a private chat: one a second, with a short burst."""

GROUP = (20, 60.0)
"""Messages and seconds in a group."""

PROFILE = (10, 3600.0)
"""Changes of a description. Telegram has a limit, but does not document it."""

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
        floods: the requests refused for exceeding a limit.
    """

    def __init__(self, world: World) -> None:
        self._world = world
        self._counted: dict[str, deque[float]] = {}
        self.floods: list[Request] = []

    def check(self, request: Request) -> Refusal | None:
        """Count a request, or return the refusal if it exceeds a limit."""
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
        """Yield the keys under which a request counts, each with its limit."""
        if request.route in _COUNTED:
            yield "everybody", OVERALL
            chat = request.text("chat_id")
            yield chat, GROUP if chat.startswith(("-", "@")) else PRIVATE
        elif request.route in _PROFILE:
            yield request.route, PROFILE
