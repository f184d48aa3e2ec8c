"""Named locks: one holder of each, over all processes; whoever dies, freezes or is cut off loses them."""

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
    """So many databases open at one place, each as in a process of its own."""
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(Database.open(place)) for _ in range(number)]


async def held_by_another(database: Database, name: str) -> bool:
    """Whether somebody else has a lock."""
    lock = await database.dialect.locks.take((name, 0))
    if lock is not None:
        await database.dialect.locks.give_back(lock)
    return lock is None


async def free(database: Database, name: str) -> None:
    """Wait until nobody has a lock."""
    async with asyncio.timeout(HANG):
        while await held_by_another(database, name):  # noqa: ASYNC110 (a server tells nobody)
            await asyncio.sleep(0.02)


async def cut_off(place: Server) -> None:
    """End the connections that hold locks, as a server that is started anew does."""
    connection = await asyncpg.connect(place.url)
    await connection.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE datname = current_database() AND application_name = 'nardy: locks'"
    )
    await connection.close()


async def test_one_task_at_a_time_has_a_lock(database: Database) -> None:
    """Who comes second waits until the first has left, and has it then; another name is free."""
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


async def test_a_lock_that_was_given_back_is_not_held(database: Database) -> None:
    """After it was left, a lock says that it is not held."""
    async with database.lock("inbox") as lock:
        assert lock.is_held
    assert not lock.is_held


async def test_whoever_stops_waiting_leaves_nothing_behind(database: Database) -> None:
    """A task that is cancelled while it waits, or holds, has no lock afterwards."""
    async with database.lock("inbox"):
        waiting = asyncio.create_task(database.lock("inbox").__aenter__())
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
    locks = database.dialect.locks
    for steps in range(1, 6):
        # Cancelled at whichever step of asking the server.
        asking = asyncio.create_task(locks.wait(("inbox", 0)))
        for _ in range(steps):
            await asyncio.sleep(0)
        asking.cancel()
        for lock in await asyncio.gather(asking, return_exceptions=True):
            if isinstance(lock, Lock):
                await locks.give_back(lock)
        await free(database, "inbox")
    assert await database.dialect.locks.held("inbox") == frozenset()


async def test_losing_a_lock_ends_what_was_done_under_it(database: Database) -> None:
    """What runs under a lock is cancelled when the lock is lost, and told that it was lost."""

    async def work() -> None:
        async with asyncio.timeout(HANG), database.lock("inbox") as lock:
            asyncio.get_running_loop().call_soon(lock.lose)
            await asyncio.Event().wait()

    with pytest.raises(LockLost, match="inbox"):
        await work()
    task = asyncio.current_task()
    assert task is not None
    assert task.cancelling() == 0


async def test_a_loss_at_the_very_end_is_told(database: Database) -> None:
    """Where a lock is lost as its holder leaves by himself, he is told, and is not cancelled later."""
    with pytest.raises(LockLost):
        async with database.lock("inbox") as lock:
            lock.lose()
    await asyncio.sleep(0)


async def test_a_cancellation_from_outside_stays_one(database: Database) -> None:
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
    """A second process has a lock as soon as the first has given it back, and both see who has what."""
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
async def test_a_process_that_closes_its_database_leaves_its_locks(server_place: Server) -> None:
    """The locks of a process that has ended are free at once."""
    async with processes(server_place, 1) as [other]:
        async with processes(server_place, 1) as [one]:
            assert await one.dialect.locks.take(("inbox", 0)) is not None
            assert await held_by_another(other, "inbox")
        await free(other, "inbox")


@postgres.needs_postgresql
async def test_a_holder_whose_connection_is_cut_off_is_ended(server_place: Server) -> None:
    """Where the server ends the connection, the holder is ended, and has the lock anew when it asks anew."""
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
async def test_the_server_takes_the_locks_of_a_process_that_falls_silent(
    server_place: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a process that gives no sign of life, as one that is frozen, another has the lock after a while."""
    monkeypatch.setattr(postgresql_locks, "PING_SECONDS", HANG)  # it is silent
    monkeypatch.setattr(postgresql_locks, "SILENT_SECONDS", SHORT)
    async with asyncio.timeout(HANG), processes(server_place, 1) as [silent]:
        assert await silent.dialect.locks.take(("inbox", 0)) is not None
        monkeypatch.setattr(postgresql_locks, "PING_SECONDS", SHORT / 10)
        monkeypatch.setattr(postgresql_locks, "RETRY_SECONDS", SHORT / 10)
        async with processes(server_place, 1) as [other], other.lock("inbox") as lock:
            assert lock.is_held


@postgres.needs_postgresql
async def test_a_holder_knows_by_his_own_clock_that_he_may_have_lost_it(server_place: Server) -> None:
    """After six seconds without an answer no lock is held any more, whatever the server answers later."""
    now = 1000.0
    made = PostgreSQL(server_place)
    made.locks = ServerLocks(server_place, made.connect, lambda: now)
    lock = await made.locks.take(("inbox", 0))
    assert lock is not None
    now += postgresql_locks.SURE_SECONDS - 0.1
    assert lock.is_held
    # An answer is a sign of life from when it was asked for.
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
async def test_a_process_whose_answers_come_too_late_does_not_keep_its_locks(server_place: Server) -> None:
    """An answer that comes after the time for which a lock is certain does not make it certain again."""
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
async def test_while_the_server_is_away_nobody_gets_a_lock(server_place: Server) -> None:
    """Who asks for a lock of a server that is not reached gets none, and waits instead of failing."""
    nowhere = PostgreSQL(Server("postgresql://nardy@/nardy?host=/nowhere"))
    assert await nowhere.locks.take(("inbox", 0)) is None
    waiting = asyncio.create_task(nowhere.locks.wait(("inbox", 0)))
    await asyncio.wait({waiting}, timeout=0.05)
    assert not waiting.done()
    waiting.cancel()
    await asyncio.wait({waiting})
    assert waiting.cancelled()
    await nowhere.close()
