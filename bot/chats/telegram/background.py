"""Background: what goes on beside the updates of a chat, until the bot stops."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine


class Background:
    """Works that go on by themselves."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def is_idle(self) -> bool:
        """True if nothing goes on."""
        return not self._tasks

    def add(self, work: Coroutine[None, None, None]) -> None:
        """Begin a work."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def run(self) -> None:
        """Let works go on until cancelled; what is not done then is dropped."""
        try:
            await asyncio.Event().wait()
        finally:
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
