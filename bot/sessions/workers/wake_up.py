"""Wake-up: wakes a worker that waits between two looks at what there is to do."""

from __future__ import annotations

import asyncio
from datetime import timedelta

IDLE = timedelta(seconds=30)
"""A worker that nobody wakes looks again by itself after so long."""


class WakeUp:
    """Wakes a worker. What is set after the last `clear` counts, even if nobody waited then."""

    def __init__(self) -> None:
        self._rung = asyncio.Event()

    def set(self) -> None:
        """Wake the one who waits, or who is about to."""
        self._rung.set()

    def clear(self) -> None:
        """Forget what was set, before looking at what there is to do."""
        self._rung.clear()

    async def wait(self, longest: timedelta = IDLE) -> None:
        """Wait until it is set, but no longer than that.

        Raises:
            asyncio.CancelledError: the worker is to end. Also where it was told so before and an error came
                in between, of a database that fails, say: who goes on after an error would never end.
        """
        task = asyncio.current_task()
        if task is not None and task.cancelling():
            raise asyncio.CancelledError
        try:
            async with asyncio.timeout(longest.total_seconds()):
                await self._rung.wait()
        except TimeoutError:
            return
