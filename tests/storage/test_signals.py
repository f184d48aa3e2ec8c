"""Signals between the processes that serve one database."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from storage import postgresql_signals
from storage.places import Place, Server
from tests import postgres
from tests.databases import new_place, opened
from tests.pace import HANG

pytestmark = postgres.needs_postgresql


class Listener:
    """A process and the signals that it received."""

    def __init__(self) -> None:
        self.received: list[tuple[str, ...]] = []
        self.gaps = 0
        self.send: Callable[..., None] = lambda *_: None
        self._has_changed = asyncio.Event()

    def note(self, *words: str) -> None:
        """Record a signal."""
        self.received.append(words)
        self._has_changed.set()

    def gap(self) -> None:
        """Record a gap."""
        self.gaps += 1
        self._has_changed.set()

    async def until(self, received: int = 0, gaps: int = 0) -> None:
        """Wait for a number of signals and of gaps."""
        async with asyncio.timeout(HANG):
            while len(self.received) < received or self.gaps < gaps:
                self._has_changed.clear()
                await self._has_changed.wait()


@asynccontextmanager
async def listener(place: Place) -> AsyncIterator[Listener]:
    """A process that sends signals and receives those of the kind `room`."""
    process = Listener()
    async with opened(place) as database:
        signals = database.dialect.signals
        signals.listen("room", process.note)
        signals.after_gap(process.gap)
        process.send = signals.send
        running = asyncio.create_task(signals.run())
        try:
            yield process
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)


@pytest.fixture
async def place(tmp_path: Path) -> AsyncIterator[Place]:
    """A place without a database yet."""
    async with new_place("postgresql", tmp_path) as place:
        yield place


async def until_listening(place: Place, many: int) -> None:
    """Wait until this many processes listen."""
    assert isinstance(place, Server)
    connection = await asyncpg.connect(place.url)
    try:
        async with asyncio.timeout(HANG):
            while await connection.fetchval(_LISTENING) < many:  # noqa: ASYNC110 (a server sends no event)
                await asyncio.sleep(0.01)
    finally:
        await connection.close()


_LISTENING = """
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND application_name = 'nardy: signals' AND state = 'idle' AND query <> ''
"""


async def test_a_signal_reaches_all_other_processes(place: Place) -> None:
    """Every other process receives a signal with its words; the sender does not."""
    async with listener(place) as first, listener(place) as second, listener(place) as third:
        await until_listening(place, 3)
        first.send("room", "table", "7")
        for each in (second, third):
            await each.until(received=1)
        second.send("room", "me:a1", "\N{SNOWMAN}")
        await first.until(received=1)
        assert (first.received, second.received) == ([("me:a1", "\N{SNOWMAN}")], [("table", "7")])


async def test_many_signals_arrive_in_order(place: Place) -> None:
    """More signals than the server takes at once all arrive, in order."""
    async with listener(place) as first, listener(place) as second:
        await until_listening(place, 2)
        sent = [("a room with a long name" * 5, str(number)) for number in range(500)]
        for words in sent:
            first.send("room", *words)
        await second.until(received=len(sent))
        assert second.received == sent


async def test_a_lost_connection_is_reported_as_a_gap(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a lost connection every process sees a gap, since signals may be lost; later signals arrive."""
    monkeypatch.setattr(postgresql_signals, "_RETRY_SECONDS", 0.01)
    monkeypatch.setattr(postgresql_signals, "PING_SECONDS", 0.05)
    async with listener(place) as first, listener(place) as second:
        await until_listening(place, 2)
        assert isinstance(place, Server)
        connection = await asyncpg.connect(place.url)
        await connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
            " AND application_name = 'nardy: signals' AND pid = (SELECT min(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND application_name = 'nardy: signals')"
        )
        await connection.close()
        for each in (first, second):
            await each.until(gaps=1)
        first.send("room", "table", "8")
        await second.until(received=1)


async def test_an_error_of_the_driver_is_retried(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """An internal error of the driver, as after a lost connection, is retried."""
    monkeypatch.setattr(postgresql_signals, "_RETRY_SECONDS", 0.01)
    assert isinstance(place, Server)
    faults = [asyncpg.InternalClientError("cannot switch to state 15")]

    async def connect(settings: dict[str, str]) -> asyncpg.Connection[Any]:
        if faults:
            raise faults.pop()
        return await asyncpg.connect(place.url, server_settings=settings)

    async with listener(place) as other:
        signals = postgresql_signals.ServerSignals(connect)
        running = asyncio.create_task(signals.run())
        await other.until(gaps=1)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


async def test_a_sqlite_database_sends_no_signals(tmp_path: Path) -> None:
    """On SQLite signals go nowhere."""
    async with listener(tmp_path / "nardy.db") as only:
        only.send("room", "table", "7")
        assert (only.received, only.gaps) == ([], 0)
