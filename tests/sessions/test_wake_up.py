from __future__ import annotations

import asyncio
from contextlib import suppress
from datetime import timedelta

import pytest

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


async def test_a_worker_ends_whose_cancellation_was_hidden_by_an_error() -> None:
    """A worker that goes on after errors ends when it is told to, also where the stop itself has failed."""
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
