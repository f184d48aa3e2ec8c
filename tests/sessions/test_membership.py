"""Membership: processes on one database, and how one takes over from a dead one."""

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
    """Start another process on the same database."""
    database = await stack.enter_async_context(opened(world.database.place))
    manager = second_manager(database, world.clock)
    return manager, await stack.enter_async_context(Membership(manager))


async def freeze(manager: SessionManager, world: World) -> None:
    """Make a process lose its lock, as a frozen one does, and wait until the server has noticed."""
    number, locks = manager.database.process, world.database.dialect.locks
    await manager.database.dialect.locks.close()
    async with asyncio.timeout(HANG):
        while number in await locks.held("process"):  # noqa: ASYNC110 (the server sends no event)
            await asyncio.sleep(0.01)


@postgres.needs_postgresql
async def test_two_live_processes_coexist(shared: World) -> None:
    """Two live processes have different numbers, and neither takes over from the other."""
    async with AsyncExitStack() as stack:
        both = [await join(stack, shared) for _ in range(2)]
        numbers = [manager.database.process for manager, _ in both]
        assert [await membership.look() for _, membership in both] == [False, False]
        assert [manager.database.process for manager, _ in both] == numbers
    assert None not in numbers
    assert len({*numbers}) == 2


@postgres.needs_postgresql
async def test_a_process_takes_over_the_claims_of_a_dead_one(shared: World) -> None:
    """A process that finds another gone takes over its claims, and the other may no longer send."""
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
async def test_a_process_that_comes_back_gets_a_new_number(shared: World) -> None:
    """A process that was taken for dead claims nothing until it has joined again under a new number."""
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
async def test_a_process_that_comes_back_unnoticed_takes_over_from_itself(shared: World) -> None:
    """A process that lost its lock unnoticed frees the claims of its old number."""
    async with AsyncExitStack() as stack:
        first, own = await join(stack, shared)
        await shared.manager.challenges.make(shared.actor(shared.anna), "long")
        (claim,) = (await Outbox(first).claim({"web": 10})).claims
        await freeze(first, shared)
        assert await own.look()
        assert not Outbox(first).is_held(claim)
        (again,) = (await Outbox(first).claim({"web": 10})).claims
        assert again.chat == claim.chat


async def test_a_clean_end_releases_all_claims(world: World) -> None:
    """A process that ends cleanly releases its claims."""
    await world.manager.challenges.make(world.actor(world.anna), "long")
    async with Membership(world.manager):
        (claim,) = (await Outbox(world.manager).claim({"web": 10})).claims
    (again,) = (await Outbox(world.manager).claim({"web": 10})).claims
    assert again.chat == claim.chat


@pytest.mark.on_both
async def test_after_a_crash_the_next_process_takes_over_at_once(world: World) -> None:
    """After a crash the next process finds all claims free at once."""
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
