"""What the processes that serve one database tell each other."""

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


class Hearing:
    """A process, and what it has heard."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, ...]] = []
        self.gaps = 0
        self.send: Callable[..., None] = lambda *_: None
        self._has_changed = asyncio.Event()

    def note(self, *words: str) -> None:
        """Take note of a signal."""
        self.heard.append(words)
        self._has_changed.set()

    def gap(self) -> None:
        """Take note of a gap."""
        self.gaps += 1
        self._has_changed.set()

    async def until(self, heard: int = 0, gaps: int = 0) -> None:
        """Wait until so much was heard, and so many gaps there were."""
        async with asyncio.timeout(HANG):
            while len(self.heard) < heard or self.gaps < gaps:
                self._has_changed.clear()
                await self._has_changed.wait()


@asynccontextmanager
async def hearing(place: Place) -> AsyncIterator[Hearing]:
    """A process that sends and hears signals of the kind `room`."""
    process = Hearing()
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
    """Where there is no database yet."""
    async with new_place("postgresql", tmp_path) as place:
        yield place


async def listening(place: Place, many: int) -> None:
    """Wait until so many processes listen."""
    assert isinstance(place, Server)
    connection = await asyncpg.connect(place.url)
    try:
        async with asyncio.timeout(HANG):
            while await connection.fetchval(_LISTENING) < many:  # noqa: ASYNC110 (a server tells nobody)
                await asyncio.sleep(0.01)
    finally:
        await connection.close()


_LISTENING = """
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND application_name = 'nardy: signals' AND state = 'idle' AND query <> ''
"""


async def test_a_signal_is_heard_by_all_others(place: Place) -> None:
    """Each of the other processes hears it with its words, and the one that sent it does not."""
    async with hearing(place) as first, hearing(place) as second, hearing(place) as third:
        await listening(place, 3)
        first.send("room", "table", "7")
        for each in (second, third):
            await each.until(heard=1)
        second.send("room", "me:a1", "\N{SNOWMAN}")
        await first.until(heard=1)
        assert (first.heard, second.heard) == ([("me:a1", "\N{SNOWMAN}")], [("table", "7")])


async def test_signals_come_in_order_however_many_there_are(place: Place) -> None:
    """More than the server takes at once are told one after another, and none is left out."""
    async with hearing(place) as first, hearing(place) as second:
        await listening(place, 2)
        told = [("a room with a long name" * 5, str(number)) for number in range(500)]
        for words in told:
            first.send("room", *words)
        await second.until(heard=len(told))
        assert second.heard == told


async def test_after_a_lost_connection_everybody_looks_at_everything(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who was cut off may have missed something, and others what he had to say; then signals come again."""
    monkeypatch.setattr(postgresql_signals, "_RETRY_SECONDS", 0.01)
    monkeypatch.setattr(postgresql_signals, "PING_SECONDS", 0.05)
    async with hearing(place) as first, hearing(place) as second:
        await listening(place, 2)
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
        await second.until(heard=1)


async def test_a_driver_that_is_confused_by_a_lost_connection_ends_nothing(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An error of the driver itself, where a connection ends while something is asked, is waited out."""
    monkeypatch.setattr(postgresql_signals, "_RETRY_SECONDS", 0.01)
    assert isinstance(place, Server)
    faults = [asyncpg.InternalClientError("cannot switch to state 15")]

    async def connect(settings: dict[str, str]) -> asyncpg.Connection[Any]:
        if faults:
            raise faults.pop()
        return await asyncpg.connect(place.url, server_settings=settings)

    async with hearing(place) as other:
        signals = postgresql_signals.ServerSignals(connect)
        running = asyncio.create_task(signals.run())
        await other.until(gaps=1)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


async def test_a_file_has_nobody_to_tell(tmp_path: Path) -> None:
    """On SQLite signals go nowhere, and nothing waits for them."""
    async with hearing(tmp_path / "nardy.db") as only:
        only.send("room", "table", "7")
        assert (only.heard, only.gaps) == ([], 0)
