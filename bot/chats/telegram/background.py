"""Background: tasks that run beside the handling of updates, until the bot stops."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine


class Background:
    """A set of background tasks, cancelled together."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def is_idle(self) -> bool:
        """True if no task is running."""
        return not self._tasks

    def add(self, work: Coroutine[None, None, None]) -> None:
        """Start a coroutine as a task."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def run(self) -> None:
        """Wait until cancelled, then cancel the tasks that still run."""
        try:
            await asyncio.Event().wait()
        finally:
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
