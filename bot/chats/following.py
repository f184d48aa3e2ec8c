"""Following: waiting for slow work, with regular reports until it is done."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

Result = TypeVar("Result")


async def follow(
    work: asyncio.Future[Result], on_step: Callable[[], Awaitable[None]], every: float
) -> Result:
    """Return the result of some work when it is done. Cancelling this does not cancel the work.

    Args:
        on_step: is called from time to time until then.
        every: seconds between two such calls.

    Raises:
        Exception: what the work raises.
    """
    while True:
        await asyncio.wait({work}, timeout=every)
        if work.done():
            return work.result()
        await on_step()
