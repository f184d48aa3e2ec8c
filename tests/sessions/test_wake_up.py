from __future__ import annotations

import asyncio
from datetime import timedelta

from bot.sessions.workers.wake_up import WakeUp
from tests.pace import HANG

LONG = timedelta(minutes=10)


async def test_what_rang_before_is_heard() -> None:
    """Who goes to rest after it has rung does not rest."""
    bell = WakeUp()
    bell.clear()
    bell.set()
    async with asyncio.timeout(HANG):
        await bell.wait(LONG)


async def test_a_ring_wakes_the_one_who_rests() -> None:
    """Who rests already is woken."""
    bell = WakeUp()
    async with asyncio.timeout(HANG), asyncio.TaskGroup() as tasks:
        resting = tasks.create_task(bell.wait(LONG))
        await asyncio.sleep(0)
        assert not resting.done()
        bell.set()


async def test_what_was_quieted_wakes_nobody() -> None:
    """What rang before one looked does not end the rest after it."""
    bell = WakeUp()
    bell.set()
    bell.clear()
    resting = asyncio.ensure_future(bell.wait(LONG))
    for _ in range(3):
        await asyncio.sleep(0)
    assert not resting.done()
    resting.cancel()


async def test_a_rest_ends_by_itself() -> None:
    """Without a ring one rests no longer than was said."""
    async with asyncio.timeout(HANG):
        await WakeUp().wait(timedelta())
