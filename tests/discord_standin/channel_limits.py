"""Channel limits: how many messages Discord sends, changes and deletes in one channel in a time."""

from __future__ import annotations

import math
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.discord_standin.refusals import rate_limited
from tests.discord_standin.routes import DELETE, EDIT, SEND

if TYPE_CHECKING:
    from tests.discord_standin.refusals import Refusal
    from tests.discord_standin.request import Request
    from tests.discord_standin.world import World

LIMITED = {SEND, EDIT, DELETE}
AT_ONCE = 5
WINDOW = 5.0
"""Seconds in which so many requests of one route are taken for a channel, counted from the first of them."""


@dataclass
class Bucket:
    """What is left of one route for one channel.

    Args:
        ends: When it is full again, in seconds.
        left: How many requests it takes until then.
    """

    ends: float
    left: int = AT_ONCE


class ChannelLimits:
    """The limits of every channel.

    Args:
        world: Whose time it is.
    """

    def __init__(self, world: World) -> None:
        self._world = world
        self._buckets: dict[tuple[str, str], Bucket] = {}

    def take(self, request: Request) -> Refusal | None:
        """Count a request; return the refusal if it is one too many."""
        if request.route not in LIMITED:
            return None
        bucket, now = self._bucket(request), self._now()
        if not bucket.left:
            return rate_limited(math.ceil(1000 * (bucket.ends - now)) / 1000)
        bucket.left -= 1
        return None

    def headers(self, request: Request) -> dict[str, str]:
        """Return what Discord says of it with every answer."""
        if request.route not in LIMITED:
            return {}
        bucket = self._bucket(request)
        channel = request.parameters["channel_id"]
        return {
            "X-RateLimit-Limit": str(AT_ONCE),
            "X-RateLimit-Remaining": str(bucket.left),
            "X-RateLimit-Reset": f"{bucket.ends:.3f}",
            "X-RateLimit-Reset-After": f"{bucket.ends - self._now():.3f}",
            "X-RateLimit-Bucket": f"{zlib.crc32(f'{request.route} {channel}'.encode()):08x}",
        }

    def _bucket(self, request: Request) -> Bucket:
        now, key = self._now(), (request.route, request.parameters["channel_id"])
        bucket = self._buckets.get(key)
        if bucket is None or bucket.ends <= now:
            bucket = self._buckets[key] = Bucket(now + WINDOW)
        return bucket

    def _now(self) -> float:
        return self._world.now().timestamp()
