"""Work that takes its time, followed to its end."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

Result = TypeVar("Result")


async def follow(work: asyncio.Future[Result], told: Callable[[], Awaitable[None]], every: float) -> Result:
    """Return what work comes to, when it is done. Who stops following does not stop the work.

    Args:
        work: the work.
        told: is called from time to time until then.
        every: after how many seconds, again and again.

    Raises:
        Exception: what the work raises.
    """
    while True:
        await asyncio.wait({work}, timeout=every)
        if work.done():
            return work.result()
        await told()
