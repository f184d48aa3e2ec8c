"""Wake-up: a signal that wakes a waiting worker, and a guard for releasing what a worker has claimed."""

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

    A signal given while the worker was not waiting ends its next wait at once, unless `clear` comes first.
    """

    def __init__(self) -> None:
        self._rung = asyncio.Event()

    def set(self) -> None:
        """Wake the worker if it waits; otherwise its next wait ends at once."""
        self._rung.set()

    def clear(self) -> None:
        """Discard earlier signals, before the worker searches for work."""
        self._rung.clear()

    async def wait(self, longest: timedelta = IDLE) -> None:
        """Wait for a signal, at most for `longest`.

        Raises:
            asyncio.CancelledError: the worker is cancelled, or was cancelled before and continued because
                another error (such as a failing database) replaced the cancellation. Without this it would
                never end.
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
"""The longest time that a cancelled task spends on a release, so that the bot shuts down in time."""


@asynccontextmanager
async def releasing(**claimed: object) -> AsyncIterator[None]:
    """Run a block that releases claims, and log its error instead of raising it.

    An unreleased claim expires by itself, and an error raised here would hide a cancellation. If the task was
    cancelled before, the block gets at most `ENDING_SECONDS`.

    Args:
        claimed: the ids of what was claimed, as fields of the log line.
    """
    task = asyncio.current_task()
    is_ending = task is not None and task.cancelling() > 0
    try:
        async with asyncio.timeout(ENDING_SECONDS if is_ending else None):
            yield
    except TimeoutError:
        logger.warning("releasing a claim timed out, it expires by itself", extra=claimed)
    except Exception:
        logger.exception("releasing a claim failed, it expires by itself", extra=claimed)
