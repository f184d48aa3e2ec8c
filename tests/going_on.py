"""Going on: how long it takes until play goes on, seen by the boards that come."""

from __future__ import annotations

import asyncio
import time

from tests.pace import slowness


class GoingOn:
    """Counts the boards that are seen, while people play one game after another."""

    def __init__(self) -> None:
        self.is_over = False
        """Whether they play no further than the next board."""
        self._boards = 0
        self._seen = asyncio.Event()

    def saw_a_board(self) -> None:
        """Note that a board was seen."""
        self._boards += 1
        self._seen.set()

    async def goes_on(self, within: float) -> float:
        """Wait until three more boards were seen; return how many seconds that took."""
        began, before = time.monotonic(), self._boards
        async with asyncio.timeout(within * slowness()):
            while self._boards < before + 3:
                self._seen.clear()
                await self._seen.wait()
        return time.monotonic() - began
