"""Alarm runner: what it does in the background, from its start to its end."""

from __future__ import annotations

import asyncio
import logging
import time
from datetime import datetime

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.sessions.workers import AlarmRunner, Heartbeat
from storage import clocks
from tests.pace import HANG
from tests.sessions.test_clocks import DAY
from tests.sessions.world import World

pytestmark = pytest.mark.on_both


async def test_a_woken_runner_handles_a_new_alarm(world: World, caplog: pytest.LogCaptureFixture) -> None:
    """A runner that starts with nothing due logs nothing, and handles an alarm as soon as it is woken."""
    handled: list[str] = []

    async def note(_connection: AsyncConnection, subject: str, _due: datetime) -> None:
        handled.append(subject)

    runner = AlarmRunner(world.manager, Heartbeat(world.manager, {}), {"a kind": note})
    with caplog.at_level(logging.ERROR):
        running = asyncio.create_task(runner.run())
        await _first_heartbeat(world)
        async with world.database.write() as connection:
            await clocks.set_alarm(connection, "a kind", "a subject", world.clock.now)
            await clocks.set_alarm(connection, "a kind", "another", world.clock.now + DAY)
        runner.wake()
        began = time.monotonic()
        while not handled:
            assert time.monotonic() - began < HANG
            await asyncio.sleep(0)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
    assert handled == ["a subject"]
    assert caplog.records == []


async def _first_heartbeat(world: World) -> None:
    began = time.monotonic()
    while not (await world.everything())["heartbeats"]:
        assert time.monotonic() - began < HANG
    # After the first heartbeat the runner only reads before it waits.
    for _ in range(20):
        await world.everything()


async def test_a_failed_alarm_is_retried(world: World, caplog: pytest.LogCaptureFixture) -> None:
    """An alarm whose handler fails stays set, delays no other alarm, and is retried a minute later."""
    handled: list[str] = []
    broken = True

    async def note(_connection: AsyncConnection, subject: str, _due: datetime) -> None:
        if broken and subject == "broken":
            raise RuntimeError(subject)
        handled.append(subject)

    runner = AlarmRunner(world.manager, Heartbeat(world.manager, {}), {"a kind": note})
    async with world.database.write() as connection:
        for subject in ("broken", "whole"):
            await clocks.set_alarm(connection, "a kind", subject, world.clock.now)
    with caplog.at_level(logging.CRITICAL, "bot.sessions.workers.alarm_runner"):
        await runner.handle_due()
    assert handled == ["whole"]
    broken = False
    assert not await runner.handle_due()
    world.clock.forward(minutes=1)
    assert await runner.handle_due()
    assert handled == ["whole", "broken"]
