"""A bell that wakes one who rests between two looks at what there is to do."""

from __future__ import annotations

import asyncio
from datetime import timedelta

IDLE = timedelta(seconds=30)
"""Who is not rung for looks again by himself after so long."""


class WakeUp:
    """Wakes one who rests. What rings after the last `quiet` is heard, even if nobody rested then."""

    def __init__(self) -> None:
        self._rung = asyncio.Event()

    def set(self) -> None:
        """Wake the one who rests, or who is about to."""
        self._rung.set()

    def clear(self) -> None:
        """Forget what has rung, before looking at what there is to do."""
        self._rung.clear()

    async def wait(self, longest: timedelta = IDLE) -> None:
        """Wait until it rings, but no longer than that."""
        try:
            async with asyncio.timeout(longest.total_seconds()):
                await self._rung.wait()
        except TimeoutError:
            return
