"""Giving back: claims that are released when what they were made for does not come about."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

logger = logging.getLogger(__name__)

ENDING_SECONDS = 1.0
"""The longest time for a release by a task that ends: the bot stops in time, and a claim expires anyway."""


@asynccontextmanager
async def giving_back(what: str) -> AsyncIterator[None]:
    """Release claims. Log where that fails: the claims expire, and an error would hide a cancellation.

    Args:
        what: what was claimed, for the log.
    """
    task = asyncio.current_task()
    is_ending = task is not None and task.cancelling() > 0
    try:
        async with asyncio.timeout(ENDING_SECONDS if is_ending else None):
            yield
    except TimeoutError:
        logger.warning("%s could not be given back in time", what)
    except Exception:
        logger.exception("%s could not be given back", what)
