"""Alarm runner: what it does by itself, from its start to its end."""

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


async def test_it_handles_what_is_set_while_it_waits_for_nothing(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    """Started with nothing due it waits in silence, and handles an alarm as soon as it is woken for it."""
    handled: list[str] = []

    async def note(_connection: AsyncConnection, subject: str, _due: datetime) -> None:
        handled.append(subject)

    runner = AlarmRunner(world.manager, Heartbeat(world.manager, {}), {"a kind": note})
    with caplog.at_level(logging.ERROR):
        running = asyncio.create_task(runner.run())
        await _until_it_has_beaten(world)
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


async def _until_it_has_beaten(world: World) -> None:
    began = time.monotonic()
    while not (await world.everything())["heartbeats"]:
        assert time.monotonic() - began < HANG
    # Between its first look and its wait there are reads alone.
    for _ in range(20):
        await world.everything()


async def test_what_fails_is_tried_again_after_a_while(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    """An alarm whose handling fails stays set, holds up no other, and is handled when that is mended."""
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
