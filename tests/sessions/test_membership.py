"""Processes that serve one database: who is there, and who takes over from whom."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from bot.sessions import Outbox, SessionManager
from bot.sessions.workers import Membership
from tests import postgres
from tests.databases import new_place, opened
from tests.pace import HANG
from tests.sessions.world import World, inhabited, second_manager


@pytest.fixture
async def shared(tmp_path: Path) -> AsyncIterator[World]:
    """A world on a database that several processes may serve."""
    async with new_place("postgresql", tmp_path) as place, inhabited(place) as world:
        yield world


async def join(stack: AsyncExitStack, world: World) -> tuple[SessionManager, Membership]:
    """One more process on the same database."""
    database = await stack.enter_async_context(opened(world.database.place))
    manager = second_manager(database, world.clock)
    return manager, await stack.enter_async_context(Membership(manager))


async def freeze(manager: SessionManager, world: World) -> None:
    """Let a process lose its lock, as one does that is not heard of for a while, and the server notice it."""
    number, locks = manager.database.process, world.database.dialect.locks
    await manager.database.dialect.locks.close()
    async with asyncio.timeout(HANG):
        while number in await locks.held("process"):  # noqa: ASYNC110 (a server tells nobody)
            await asyncio.sleep(0.01)


@postgres.needs_postgresql
async def test_those_who_live_leave_one_another_alone(shared: World) -> None:
    """Two processes have two numbers, and neither takes over from the other."""
    async with AsyncExitStack() as stack:
        both = [await join(stack, shared) for _ in range(2)]
        numbers = [manager.database.process for manager, _ in both]
        assert [await membership.look() for _, membership in both] == [False, False]
        assert [manager.database.process for manager, _ in both] == numbers
    assert None not in numbers
    assert len({*numbers}) == 2


@postgres.needs_postgresql
async def test_what_one_had_claimed_that_is_gone_the_other_delivers(shared: World) -> None:
    """At its next look it takes over, and finds the chat at once; the first sends nothing any more."""
    async with AsyncExitStack() as stack:
        (first, _), (second, looks) = [await join(stack, shared) for _ in range(2)]
        await shared.manager.challenges.make(shared.actor(shared.anna), "long")
        (claim,) = (await Outbox(first).claim({"web": 10})).claims
        assert Outbox(first).is_held(claim)
        assert (await Outbox(second).claim({"web": 10})).claims == ()
        await freeze(first, shared)
        assert not Outbox(first).is_held(claim)
        assert await looks.look()
        (again,) = (await Outbox(second).claim({"web": 10})).claims
        assert again.chat == claim.chat


@postgres.needs_postgresql
async def test_one_that_comes_back_goes_on_under_another_number(shared: World) -> None:
    """It claims nothing until it has joined anew, and then as everybody does."""
    async with AsyncExitStack() as stack:
        (first, own), (_, looks) = [await join(stack, shared) for _ in range(2)]
        before = first.database.process
        await freeze(first, shared)
        assert await looks.look()
        await shared.manager.challenges.make(shared.actor(shared.anna), "long")
        assert (await Outbox(first).claim({"web": 10})).claims == ()
        assert not first.is_alive()
        assert await own.look()
        assert first.is_alive()
        assert len((await Outbox(first).claim({"web": 10})).claims) == 1
        assert before is not None
        assert (first.database.process or 0) > before


@postgres.needs_postgresql
async def test_one_that_comes_back_before_it_was_missed_takes_over_from_itself(shared: World) -> None:
    """What it had claimed under its old number is free, although no other process is there."""
    async with AsyncExitStack() as stack:
        first, own = await join(stack, shared)
        await shared.manager.challenges.make(shared.actor(shared.anna), "long")
        (claim,) = (await Outbox(first).claim({"web": 10})).claims
        await freeze(first, shared)
        assert await own.look()
        assert not Outbox(first).is_held(claim)
        (again,) = (await Outbox(first).claim({"web": 10})).claims
        assert again.chat == claim.chat


async def test_what_a_process_had_claimed_is_free_when_it_ends(world: World) -> None:
    """A clean end gives everything back."""
    await world.manager.challenges.make(world.actor(world.anna), "long")
    async with Membership(world.manager):
        (claim,) = (await Outbox(world.manager).claim({"web": 10})).claims
    (again,) = (await Outbox(world.manager).claim({"web": 10})).claims
    assert again.chat == claim.chat


@pytest.mark.on_both
async def test_after_a_crash_the_next_process_takes_over_at_once(world: World) -> None:
    """On SQLite nobody else can be there: who starts finds everything free."""
    await world.manager.challenges.make(world.actor(world.anna), "long")
    first = Membership(world.manager)
    await first.look()
    (claim,) = (await Outbox(world.manager).claim({"web": 10})).claims
    await world.database.dialect.locks.close()
    async with opened(world.database.place) as database:
        manager = second_manager(database, world.clock)
        async with Membership(manager):
            (again,) = (await Outbox(manager).claim({"web": 10})).claims
    assert again.chat == claim.chat
