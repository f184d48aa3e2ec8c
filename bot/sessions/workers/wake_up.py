"""Wake-up: wakes a worker that waits for something to do, and gives back what it claimed and did not do."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
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


logger = logging.getLogger(__name__)

ENDING_SECONDS = 1.0
"""The longest time for a release by a task that ends: the bot stops in time, and a claim expires anyway."""


@asynccontextmanager
async def releasing(**claimed: object) -> AsyncIterator[None]:
    """Release claims in this block, and log an error instead of raising it.

    An unreleased claim expires by itself, and an error raised here would hide a cancellation.

    Args:
        claimed: the ids of what was claimed, as fields of the log line.
    """
    task = asyncio.current_task()
    is_ending = task is not None and task.cancelling() > 0
    try:
        async with asyncio.timeout(ENDING_SECONDS if is_ending else None):
            yield
    except TimeoutError:
        logger.warning("releasing a claim timed out", extra=claimed)
    except Exception:
        logger.exception("releasing a claim failed", extra=claimed)
