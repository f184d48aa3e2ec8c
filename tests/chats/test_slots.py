"""Requests that hang delay neither their own platform nor others."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

import pytest
from sqlalchemy import select

from bot.chats import slots
from bot.chats.slots import SLOTS, SLOW_AFTER
from bot.sessions.outbox.claims import DEADLINE
from storage.tables import chats
from tests.chats.delivering import RecordingPlatform, run_sender
from tests.pace import HANG
from tests.sessions.world import World

HANGING = 18


@dataclass
class LoopTime:
    """A loop time that passes only when a test advances it."""

    began: float
    passed: float = 0.0

    def __call__(self) -> float:
        """Return the loop's time."""
        return self.began + self.passed


@pytest.fixture
async def loop_time(monkeypatch: pytest.MonkeyPatch) -> LoopTime:
    """Replace the loop's time by one that the test advances."""
    loop = asyncio.get_running_loop()
    stopped = LoopTime(loop.time())
    monkeypatch.setattr(loop, "time", stopped)
    return stopped


async def until(found: Callable[[], bool]) -> None:
    """Wait until a condition holds, by the real clock."""
    began = time.monotonic()
    while not found():
        assert time.monotonic() - began < HANG
        await asyncio.sleep(0)


async def group(world: World, key: str, platform: str = "web") -> None:
    """Make a shared chat with one undelivered card."""
    visitor = await world.manager.people.visit(platform, key, "Anna", key, "shared", "en", handle="")
    await world.manager.challenges.make(world.actor(visitor.player, visitor.chat), "long")


def hanging(platform: RecordingPlatform, number: int = HANGING) -> list[str]:
    """Hold requests in some chats of a platform, and return their keys."""
    keys = [f"hangs {each}" for each in range(number)]
    platform.held = {key: asyncio.Event() for key in keys}
    return keys


async def test_chats_that_hang_delay_no_other_platform(world: World, loop_time: LoopTime) -> None:
    """While hanging chats use all slots of one platform, another platform is served at once."""
    web, other = RecordingPlatform(), RecordingPlatform(name="other")
    keys = hanging(web, SLOTS)
    async with run_sender(world, web, other):
        for key in keys:
            await group(world, key)
        await until(lambda: len(web.attempted) >= SLOTS)
        await group(world, "there", "other")
        await until(lambda: other.calls_of("send", "there") != [])
    assert (web.calls, loop_time.passed) == ([], 0)


async def test_chats_that_hang_delay_their_platform_for_less_than_a_second(
    world: World, loop_time: LoopTime
) -> None:
    """A slow request releases its slot, so the chat behind 18 hanging ones is served within a second."""
    web = RecordingPlatform()
    keys = hanging(web)
    async with run_sender(world, web):
        for key in keys:
            await group(world, key)
        await group(world, "behind")
        for begun in range(SLOTS, HANGING + 1, SLOTS):
            await until(lambda begun=begun: len(web.attempted) == begun)  # type: ignore[misc]
            loop_time.passed += SLOW_AFTER
        await until(lambda: web.calls_of("send", "behind") != [])
    assert sorted(web.attempted) == sorted([*keys, "behind"])
    assert loop_time.passed < 1


async def test_the_number_of_open_requests_is_limited(
    world: World, loop_time: LoopTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A platform has a limited number of open requests, however many chats hang."""
    monkeypatch.setattr(slots, "MOST_SLOW", SLOTS)
    web = RecordingPlatform()
    most = 2 * SLOTS
    keys = hanging(web, most + 1)
    async with run_sender(world, web):
        for key in keys:
            await group(world, key)
        for begun in range(SLOTS, most + 1, SLOTS):
            await until(lambda begun=begun: len(web.attempted) == begun)  # type: ignore[misc]
            loop_time.passed += SLOW_AFTER
        await asyncio.sleep(0)
        assert len(web.attempted) == most
        for held in web.held.values():
            held.set()
        await until(lambda: len(web.calls) == len(keys))


async def test_a_chat_that_hangs_backs_off(world: World, loop_time: LoopTime) -> None:
    """Each time-out doubles the chat's delay: 2 s, 4 s, 8 s."""
    web = RecordingPlatform()
    (key,) = hanging(web, 1)
    async with run_sender(world, web):
        await group(world, key)
        for attempt, rest in enumerate((2, 4, 8), 1):
            await until(lambda attempt=attempt: len(web.attempted) == attempt)  # type: ignore[misc]
            loop_time.passed += DEADLINE.total_seconds()
            await until_backed_off(world, key)
            world.clock.forward(seconds=rest - 0.1)
            await group(world, f"after {attempt}")
            await until(lambda attempt=attempt: web.calls_of("send", f"after {attempt}") != [])  # type: ignore[misc]
            web.attempted = [each for each in web.attempted if each == key]
            assert len(web.attempted) == attempt
            world.clock.forward(seconds=0.2)
            world.manager.changed()


async def until_backed_off(world: World, key: str) -> None:
    """Wait until a chat has a delay in the future."""
    chosen = select(chats.c.not_before).where(chats.c.key == key)
    began, not_before = time.monotonic(), None
    while not_before is None or not_before <= world.clock.now:
        assert time.monotonic() - began < HANG
        async with world.database.read() as connection:
            not_before = (await connection.execute(chosen)).scalar_one()


async def test_a_message_that_timed_out_keeps_its_nonce(world: World, loop_time: LoopTime) -> None:
    """A message that timed out may have arrived, so it is repeated under the same nonce."""
    web = RecordingPlatform()
    (key,) = hanging(web, 1)
    async with run_sender(world, web):
        await group(world, key)
        await until(lambda: web.attempted == [key])
        loop_time.passed += DEADLINE.total_seconds()
        await until_backed_off(world, key)
        web.held[key].set()
        world.clock.now += timedelta(seconds=2)
        world.manager.changed()
        await until(lambda: web.calls_of("send", key) != [])
    first, *rest = web.nonces_attempted
    assert rest == [first]


async def test_every_second_slot_goes_to_a_chat_with_a_fresh_action(
    world: World, loop_time: LoopTime
) -> None:
    """Free slots go alternately to a chat where a player has just acted and to the one that waits longest."""
    web = RecordingPlatform()
    keys = hanging(web, SLOTS + 2)
    for key in keys:
        await group(world, key)
    async with run_sender(world, web):
        await until(lambda: len(web.attempted) == SLOTS)
        for key in ("pressed", "pressed too"):
            web.held[key] = asyncio.Event()
            await group(world, key)
        for done in range(4):
            web.held[web.attempted[done]].set()
            await until(lambda done=done: len(web.attempted) == SLOTS + done + 1)  # type: ignore[misc]
    assert web.attempted[SLOTS:] == ["pressed", keys[SLOTS], "pressed too", keys[SLOTS + 1]]
    assert loop_time.passed == 0
