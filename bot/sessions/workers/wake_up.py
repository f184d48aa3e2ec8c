"""Wake-up: wakes a waiting worker, and releases what a worker has claimed but not done."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

IDLE = timedelta(seconds=30)
"""How long a worker sleeps at most before it searches for work again without being woken."""


class WakeUp:
    """A signal that wakes a worker.

    A signal since the last `clear` counts, even if the worker was not waiting.
    """

    def __init__(self) -> None:
        self._rung = asyncio.Event()

    def set(self) -> None:
        """Wake the worker, now or when it next waits."""
        self._rung.set()

    def clear(self) -> None:
        """Discard earlier signals, before the worker searches for work."""
        self._rung.clear()

    async def wait(self, longest: timedelta = IDLE) -> None:
        """Wait for a signal, at most for `longest`.

        Raises:
            asyncio.CancelledError: the worker is cancelled. This also covers a cancellation that an error
                (such as a failing database) replaced: the worker, which continues after errors, would never
                end.
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
"""The longest time that a cancelled task spends on a release, so that the bot stops in time."""


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
