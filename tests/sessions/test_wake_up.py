from __future__ import annotations

import asyncio
from contextlib import suppress
from datetime import timedelta

import pytest

from bot.sessions.workers.wake_up import WakeUp
from tests.pace import HANG

LONG = timedelta(minutes=10)


async def test_a_wake_up_before_the_wait_is_not_lost() -> None:
    """A wait that begins after a wake-up returns at once."""
    wake_up = WakeUp()
    wake_up.clear()
    wake_up.set()
    async with asyncio.timeout(HANG):
        await wake_up.wait(LONG)


async def test_a_wake_up_ends_a_wait() -> None:
    """A wake-up ends a wait that has begun."""
    wake_up = WakeUp()
    async with asyncio.timeout(HANG), asyncio.TaskGroup() as tasks:
        waiting = tasks.create_task(wake_up.wait(LONG))
        await asyncio.sleep(0)
        assert not waiting.done()
        wake_up.set()


async def test_a_cleared_wake_up_ends_no_wait() -> None:
    """A wake-up that was cleared does not end a later wait."""
    wake_up = WakeUp()
    wake_up.set()
    wake_up.clear()
    waiting = asyncio.ensure_future(wake_up.wait(LONG))
    for _ in range(3):
        await asyncio.sleep(0)
    assert not waiting.done()
    waiting.cancel()


async def test_a_wait_times_out() -> None:
    """Without a wake-up a wait ends after its time."""
    async with asyncio.timeout(HANG):
        await WakeUp().wait(timedelta())


async def test_a_worker_ends_although_an_error_hid_its_cancellation() -> None:
    """A worker that survives errors still ends if an error replaced its cancellation."""
    begun = asyncio.Event()

    async def fail_when_stopped() -> None:
        try:
            begun.set()
            await asyncio.sleep(LONG.total_seconds())
        finally:
            raise OSError

    async def work() -> None:
        while True:
            with suppress(OSError):
                await fail_when_stopped()
            await WakeUp().wait(LONG)

    working = asyncio.create_task(work())
    await begun.wait()
    working.cancel()
    async with asyncio.timeout(HANG):
        with pytest.raises(asyncio.CancelledError):
            await working
