"""Following: waiting for slow work with regular progress reports."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

Result = TypeVar("Result")


async def follow(
    work: asyncio.Future[Result], on_step: Callable[[], Awaitable[None]], every: float
) -> Result:
    """Wait for a future and return its result. Cancelling this call does not cancel the future.

    Args:
        on_step: called every `every` seconds until the future is done.

    Raises:
        Exception: the future's exception.
    """
    while True:
        await asyncio.wait({work}, timeout=every)
        if work.done():
            return work.result()
        await on_step()
