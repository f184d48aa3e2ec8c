"""Sole sender: only one of several processes delivers on a platform."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bot.sessions import SoleSender, locks
from storage import Database, postgresql_locks
from storage.places import Place
from tests import postgres
from tests.databases import new_place, opened
from tests.pace import HANG


@dataclass
class Platform:
    """A platform as one process sees it."""

    name: str = "telegram"
    is_online: bool = True


@dataclass
class Process:
    """A process that may deliver on the platform."""

    database: Database
    platform: Platform
    sole: SoleSender
    woken: list[None] = field(default_factory=list)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Poll often."""
    monkeypatch.setattr(locks, "POLL_SECONDS", 0.01)
    monkeypatch.setattr(postgresql_locks, "RETRY_SECONDS", 0.02)


@pytest.fixture
async def shared(tmp_path: Path) -> AsyncIterator[Place]:
    """The place of a database that does not exist yet."""
    async with new_place("postgresql", tmp_path) as place:
        yield place


@asynccontextmanager
async def serving(place: Place) -> AsyncIterator[Process]:
    """Run a process on a database."""
    async with opened(place) as database:
        platform, woken = Platform(), list[None]()
        sole = SoleSender(database, platform, lambda: woken.append(None))
        running = asyncio.create_task(sole.run())
        try:
            yield Process(database, platform, sole, woken)
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)


async def until(found: Callable[[], bool]) -> None:
    """Wait until a condition holds."""
    async with asyncio.timeout(HANG):
        while not found():  # noqa: ASYNC110 (a lock sends no event)
            await asyncio.sleep(0.01)


@postgres.needs_postgresql
async def test_one_process_at_a_time_delivers_on_a_platform(shared: Place) -> None:
    """One of three processes delivers; if it loses the platform or its lock, another takes over."""
    async with AsyncExitStack() as stack:
        processes = [await stack.enter_async_context(serving(shared)) for _ in range(3)]
        for what in ("begin", "offline", "lost"):
            await until(lambda: any(each.sole.is_sender for each in processes))
            (holder,) = [each for each in processes if each.sole.is_sender]
            assert holder.woken
            if what == "begin":
                continue
            if what == "offline":
                holder.platform.is_online = False
            else:
                await holder.database.dialect.locks.close()
            await until(lambda holder=holder: not holder.sole.is_sender)  # type: ignore[misc]
            await until(lambda: any(each.sole.is_sender for each in processes))
            assert sum(each.sole.is_sender for each in processes) == 1


async def test_the_only_process_on_sqlite_delivers_at_once(tmp_path: Path) -> None:
    """On SQLite a process delivers at once."""
    async with serving(tmp_path / "nardy.db") as process:
        assert process.sole.is_sender
