"""Named locks: each has one holder among all processes; a dead, frozen or disconnected holder loses it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import asyncpg
import pytest

from storage import Database, postgresql_locks
from storage.errors import LockLost
from storage.locks import Lock
from storage.places import Server
from storage.postgresql import PostgreSQL
from storage.postgresql_locks import ServerLocks
from tests import postgres
from tests.databases import new_place, opened
from tests.pace import HANG

SHORT = 0.3


@pytest.fixture
async def server_place(tmp_path: Path) -> AsyncIterator[Server]:
    """An empty database on a server."""
    async with new_place("postgresql", tmp_path) as place:
        assert isinstance(place, Server)
        async with opened(place):
            yield place


@asynccontextmanager
async def processes(place: Server, number: int) -> AsyncIterator[list[Database]]:
    """Open a number of databases at one place, each as if in its own process."""
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(Database.open(place)) for _ in range(number)]


async def held_by_another(database: Database, name: str) -> bool:
    """Return True if another holder has a lock."""
    lock = await database.dialect.locks.take((name, 0))
    if lock is not None:
        await database.dialect.locks.give_back(lock)
    return lock is None


async def free(database: Database, name: str) -> None:
    """Wait until a lock is free."""
    async with asyncio.timeout(HANG):
        while await held_by_another(database, name):  # noqa: ASYNC110 (a server sends no event)
            await asyncio.sleep(0.02)


async def cut_off(place: Server) -> None:
    """End the connections that hold locks, as a restart of the server does."""
    connection = await asyncpg.connect(place.url)
    await connection.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE datname = current_database() AND application_name = 'nardy: locks'"
    )
    await connection.close()


async def test_a_lock_has_one_holder(database: Database) -> None:
    """A second task waits until the first one releases the lock; other names are free meanwhile."""
    order = []
    first_has_it, first_may_go = asyncio.Event(), asyncio.Event()

    async def first() -> None:
        async with database.lock("inbox") as lock:
            order.append("first")
            first_has_it.set()
            await first_may_go.wait()
            assert lock.is_held
            order.append("first leaves")

    async def second() -> None:
        await first_has_it.wait()
        async with database.lock("inbox"):
            order.append("second")

    async with asyncio.timeout(HANG), asyncio.TaskGroup() as tasks:
        tasks.create_task(first())
        tasks.create_task(second())
        await first_has_it.wait()
        async with database.lock("inbox", 1), database.lock("outbox"):
            assert await database.dialect.locks.held("inbox") == {0, 1}
        assert await database.dialect.locks.held("inbox") == {0}
        first_may_go.set()
    assert order == ["first", "first leaves", "second"]
    assert await database.dialect.locks.held("inbox") == frozenset()


async def test_a_released_lock_is_not_held(database: Database) -> None:
    """A lock says that it is not held after its release."""
    async with database.lock("inbox") as lock:
        assert lock.is_held
    assert not lock.is_held


async def test_a_cancelled_waiter_has_no_lock(database: Database) -> None:
    """A task that is cancelled while it waits for a lock, or gets it, does not keep it."""
    async with database.lock("inbox"):
        waiting = asyncio.create_task(database.lock("inbox").__aenter__())
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
    locks = database.dialect.locks
    for steps in range(1, 6):
        # Cancel at each step of the request to the server.
        asking = asyncio.create_task(locks.wait(("inbox", 0)))
        for _ in range(steps):
            await asyncio.sleep(0)
        asking.cancel()
        for lock in await asyncio.gather(asking, return_exceptions=True):
            if isinstance(lock, Lock):
                await locks.give_back(lock)
        await free(database, "inbox")
    assert await database.dialect.locks.held("inbox") == frozenset()


async def test_losing_a_lock_cancels_its_holder(database: Database) -> None:
    """Work under a lock is cancelled and fails with `LockLost` when the lock is lost."""

    async def work() -> None:
        async with asyncio.timeout(HANG), database.lock("inbox") as lock:
            asyncio.get_running_loop().call_soon(lock.lose)
            await asyncio.Event().wait()

    with pytest.raises(LockLost, match="inbox"):
        await work()
    task = asyncio.current_task()
    assert task is not None
    assert task.cancelling() == 0


async def test_a_loss_at_the_end_is_reported(database: Database) -> None:
    """A holder that loses its lock while leaving gets `LockLost`, and is not cancelled later."""
    with pytest.raises(LockLost):
        async with database.lock("inbox") as lock:
            lock.lose()
    await asyncio.sleep(0)


async def test_a_cancellation_from_outside_wins(database: Database) -> None:
    """A task that is cancelled while it loses its lock ends as cancelled."""

    async def work() -> None:
        async with database.lock("inbox") as lock:
            held.set_result(lock)
            await asyncio.Event().wait()

    held = asyncio.get_running_loop().create_future()
    working = asyncio.create_task(work())
    lock = await held
    lock.lose()
    working.cancel()
    with pytest.raises(asyncio.CancelledError):
        await working


@postgres.needs_postgresql
async def test_another_process_waits_for_a_lock(
    server_place: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second process gets a lock soon after its release, and both processes see all held locks."""
    monkeypatch.setattr(postgresql_locks, "RETRY_SECONDS", 0.02)
    async with asyncio.timeout(HANG), processes(server_place, 2) as (one, other):
        async with one.lock("shard", 3):
            assert await other.dialect.locks.take(("shard", 3)) is None
            async with other.lock("shard", 4):
                for each in (one, other):
                    assert await each.dialect.locks.held("shard") == {3, 4}
        async with other.lock("shard", 3) as lock:
            assert lock.is_held


@postgres.needs_postgresql
async def test_a_closed_database_releases_its_locks(server_place: Server) -> None:
    """The locks of a process that has closed its database are free at once."""
    async with processes(server_place, 1) as [other]:
        async with processes(server_place, 1) as [one]:
            assert await one.dialect.locks.take(("inbox", 0)) is not None
            assert await held_by_another(other, "inbox")
        await free(other, "inbox")


@postgres.needs_postgresql
async def test_a_disconnected_holder_is_cancelled(server_place: Server) -> None:
    """If the server ends the connection, the holder is cancelled, and can take the lock again."""
    async with asyncio.timeout(HANG), processes(server_place, 1) as [database]:

        async def work() -> None:
            async with database.lock("inbox") as lock:
                held.set_result(lock)
                await asyncio.Event().wait()

        held: asyncio.Future[Lock] = asyncio.get_running_loop().create_future()
        working = asyncio.create_task(work())
        lock = await held
        await cut_off(server_place)
        with pytest.raises(LockLost):
            await working
        async with database.lock("inbox") as again:
            assert again.is_held
        assert not lock.is_held


@postgres.needs_postgresql
async def test_a_silent_process_loses_its_locks(
    server_place: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a process sends no ping, as if frozen, another process gets its lock after a while."""
    monkeypatch.setattr(postgresql_locks, "PING_SECONDS", HANG)  # never pings
    monkeypatch.setattr(postgresql_locks, "SILENT_SECONDS", SHORT)
    async with asyncio.timeout(HANG), processes(server_place, 1) as [silent]:
        assert await silent.dialect.locks.take(("inbox", 0)) is not None
        monkeypatch.setattr(postgresql_locks, "PING_SECONDS", SHORT / 10)
        monkeypatch.setattr(postgresql_locks, "RETRY_SECONDS", SHORT / 10)
        async with processes(server_place, 1) as [other], other.lock("inbox") as lock:
            assert lock.is_held


@postgres.needs_postgresql
async def test_a_lock_expires_by_the_holders_own_clock(server_place: Server) -> None:
    """Six seconds after the last answered request, no lock counts as held, even if an answer comes later."""
    now = 1000.0
    made = PostgreSQL(server_place)
    made.locks = ServerLocks(server_place, made.connect, lambda: now)
    lock = await made.locks.take(("inbox", 0))
    assert lock is not None
    now += postgresql_locks.SURE_SECONDS - 0.1
    assert lock.is_held
    # An answer renews the lock from the moment of its request.
    assert await made.locks.held("inbox") == {0}
    now += postgresql_locks.SURE_SECONDS - 0.1
    assert lock.is_held
    now += 0.2
    assert not lock.is_held
    now -= 0.2
    assert not lock.is_held
    again = await made.locks.take(("inbox", 0))
    assert again is None or again.is_held
    await made.close()


@postgres.needs_postgresql
async def test_a_late_answer_does_not_renew_a_lock(server_place: Server) -> None:
    """An answer that arrives after the lock has expired does not renew it."""
    now = 1000.0
    made = PostgreSQL(server_place)
    made.locks = ServerLocks(server_place, made.connect, lambda: now)
    lock = await made.locks.take(("inbox", 0))
    assert lock is not None
    asking = asyncio.create_task(made.locks.held("inbox"))
    await asyncio.sleep(0)
    now += postgresql_locks.SURE_SECONDS
    await asyncio.gather(asking, return_exceptions=True)
    assert not lock.is_held
    await made.close()


@postgres.needs_postgresql
async def test_an_unreachable_server_gives_no_lock(server_place: Server) -> None:
    """A request to an unreachable server gets no lock, and a waiter waits instead of failing."""
    nowhere = PostgreSQL(Server("postgresql://nardy@/nardy?host=/nowhere"))
    assert await nowhere.locks.take(("inbox", 0)) is None
    waiting = asyncio.create_task(nowhere.locks.wait(("inbox", 0)))
    await asyncio.wait({waiting}, timeout=0.05)
    assert not waiting.done()
    waiting.cancel()
    await asyncio.wait({waiting})
    assert waiting.cancelled()
    await nowhere.close()
