"""Count the boards that play produces, to measure how long play pauses."""

from __future__ import annotations

import asyncio
import time

from tests.pace import slowness


class BoardCounter:
    """Counts boards while players play one game after another."""

    def __init__(self) -> None:
        self.is_over = False
        """True if the players stop at the next board."""
        self._boards = 0
        self._seen = asyncio.Event()

    def count_board(self) -> None:
        """Count one board."""
        self._boards += 1
        self._seen.set()

    async def until_three_more(self, within: float) -> float:
        """Wait for three more boards and return how many seconds that took."""
        began, before = time.monotonic(), self._boards
        async with asyncio.timeout(within * slowness()):
            while self._boards < before + 3:
                self._seen.clear()
                await self._seen.wait()
        return time.monotonic() - began
