from __future__ import annotations

import asyncio
from datetime import timedelta

from bot.sessions.bell import Bell
from tests.pace import HANG

LONG = timedelta(minutes=10)


async def test_what_rang_before_is_heard() -> None:
    """Who goes to rest after it has rung does not rest."""
    bell = Bell()
    bell.quiet()
    bell.ring()
    async with asyncio.timeout(HANG):
        await bell.rest(LONG)


async def test_a_ring_wakes_the_one_who_rests() -> None:
    """Who rests already is woken."""
    bell = Bell()
    async with asyncio.timeout(HANG), asyncio.TaskGroup() as tasks:
        resting = tasks.create_task(bell.rest(LONG))
        await asyncio.sleep(0)
        assert not resting.done()
        bell.ring()


async def test_what_was_quieted_wakes_nobody() -> None:
    """What rang before one looked does not end the rest after it."""
    bell = Bell()
    bell.ring()
    bell.quiet()
    resting = asyncio.ensure_future(bell.rest(LONG))
    for _ in range(3):
        await asyncio.sleep(0)
    assert not resting.done()
    resting.cancel()


async def test_a_rest_ends_by_itself() -> None:
    """Without a ring one rests no longer than was said."""
    async with asyncio.timeout(HANG):
        await Bell().rest(timedelta())
