"""What chats that hang keep others waiting for: nothing, on their own platform and across platforms."""

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
from tests.chats.delivering import Listening, sending
from tests.pace import HANG
from tests.sessions.world import World

HANGING = 18


@dataclass
class LoopTime:
    """The time of the event loop, which passes when it is told to."""

    began: float
    passed: float = 0.0

    def __call__(self) -> float:
        """What time it is for the loop's timers."""
        return self.began + self.passed


@pytest.fixture
async def loop_time(monkeypatch: pytest.MonkeyPatch) -> LoopTime:
    """Let the loop's timers run by a time of our own."""
    loop = asyncio.get_running_loop()
    stopped = LoopTime(loop.time())
    monkeypatch.setattr(loop, "time", stopped)
    return stopped


async def until(found: Callable[[], bool]) -> None:
    """Wait until something is so, by a clock that nobody has stopped."""
    began = time.monotonic()
    while not found():
        assert time.monotonic() - began < HANG
        await asyncio.sleep(0)


async def group(world: World, key: str, platform: str = "web") -> None:
    """A shared chat in which a card is undelivered."""
    visitor = await world.manager.people.visit(platform, key, "Anna", key, "shared", "en", handle="")
    await world.manager.challenges.make(world.actor(visitor.player, visitor.chat), "long")


def hanging(platform: Listening, number: int = HANGING) -> list[str]:
    """Let some chats of a platform hang; their keys."""
    keys = [f"hangs {each}" for each in range(number)]
    platform.held = {key: asyncio.Event() for key in keys}
    return keys


async def test_chats_that_hang_delay_no_other_platform(world: World, loop_time: LoopTime) -> None:
    """While all slots of a platform are taken by chats that hang, another platform is served at once."""
    web, other = Listening(), Listening(name="other")
    keys = hanging(web, SLOTS)
    async with sending(world, web, other):
        for key in keys:
            await group(world, key)
        await until(lambda: len(web.tried) >= SLOTS)
        await group(world, "there", "other")
        await until(lambda: other.said("send", "there") != [])
    assert (web.calls, loop_time.passed) == ([], 0)


async def test_chats_that_hang_delay_their_platform_for_less_than_a_second(
    world: World, loop_time: LoopTime
) -> None:
    """A request that takes long gives its slot back: behind 18 that hang another chat comes soon."""
    web = Listening()
    keys = hanging(web)
    async with sending(world, web):
        for key in keys:
            await group(world, key)
        await group(world, "behind")
        for begun in range(SLOTS, HANGING + 1, SLOTS):
            await until(lambda begun=begun: len(web.tried) == begun)  # type: ignore[misc]
            loop_time.passed += SLOW_AFTER
        await until(lambda: web.said("send", "behind") != [])
    assert sorted(web.tried) == sorted([*keys, "behind"])
    assert loop_time.passed < 1


async def test_so_many_hang_at_once_and_no_more(
    world: World, loop_time: LoopTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many chats hang, a platform has a bounded number of requests open."""
    monkeypatch.setattr(slots, "MOST_SLOW", SLOTS)
    web = Listening()
    most = 2 * SLOTS
    keys = hanging(web, most + 1)
    async with sending(world, web):
        for key in keys:
            await group(world, key)
        for begun in range(SLOTS, most + 1, SLOTS):
            await until(lambda begun=begun: len(web.tried) == begun)  # type: ignore[misc]
            loop_time.passed += SLOW_AFTER
        await asyncio.sleep(0)
        assert len(web.tried) == most
        for held in web.held.values():
            held.set()
        await until(lambda: len(web.calls) == len(keys))


async def test_a_chat_that_hangs_is_left_alone_for_a_growing_while(world: World, loop_time: LoopTime) -> None:
    """Each time that a chat does not answer before the deadline it rests twice as long: 2 s, 4 s, 8 s."""
    web = Listening()
    (key,) = hanging(web, 1)
    async with sending(world, web):
        await group(world, key)
        for attempt, rest in enumerate((2, 4, 8), 1):
            await until(lambda attempt=attempt: len(web.tried) == attempt)  # type: ignore[misc]
            loop_time.passed += DEADLINE.total_seconds()
            await resting(world, key)
            world.clock.forward(seconds=rest - 0.1)
            await group(world, f"after {attempt}")
            await until(lambda attempt=attempt: web.said("send", f"after {attempt}") != [])  # type: ignore[misc]
            web.tried = [each for each in web.tried if each == key]
            assert len(web.tried) == attempt
            world.clock.forward(seconds=0.2)
            world.manager.changed()


async def resting(world: World, key: str) -> None:
    """Wait until a chat is left alone."""
    chosen = select(chats.c.not_before).where(chats.c.key == key)
    began, not_before = time.monotonic(), None
    while not_before is None or not_before <= world.clock.now:
        assert time.monotonic() - began < HANG
        async with world.database.read() as connection:
            not_before = (await connection.execute(chosen)).scalar_one()


async def test_what_timed_out_repeats_its_nonce(world: World, loop_time: LoopTime) -> None:
    """A message that was not answered in time may have arrived: it goes out again under the same nonce."""
    web = Listening()
    (key,) = hanging(web, 1)
    async with sending(world, web):
        await group(world, key)
        await until(lambda: web.tried == [key])
        loop_time.passed += DEADLINE.total_seconds()
        await resting(world, key)
        web.held[key].set()
        world.clock.now += timedelta(seconds=2)
        world.manager.changed()
        await until(lambda: web.said("send", key) != [])
    first, *rest = web.nonces_tried
    assert rest == [first]


async def test_where_somebody_has_just_acted_comes_first_every_second_time(
    world: World, loop_time: LoopTime
) -> None:
    """Of the slots that come free, one goes to a chat where somebody acted, and one to who waits longest."""
    web = Listening()
    keys = hanging(web, SLOTS + 2)
    for key in keys:
        await group(world, key)
    async with sending(world, web):
        await until(lambda: len(web.tried) == SLOTS)
        for key in ("pressed", "pressed too"):
            web.held[key] = asyncio.Event()
            await group(world, key)
        for done in range(4):
            web.held[web.tried[done]].set()
            await until(lambda done=done: len(web.tried) == SLOTS + done + 1)  # type: ignore[misc]
    assert web.tried[SLOTS:] == ["pressed", keys[SLOTS], "pressed too", keys[SLOTS + 1]]
    assert loop_time.passed == 0
