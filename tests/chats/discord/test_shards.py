"""Shards divided among processes: one process serves each shard, and another takes over if it dies."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from discord.gateway import DiscordWebSocket, KeepAliveHandler
from discord.http import Route

from bot.chats.discord import Discord, shards
from bot.sessions.locks import Locks
from bot.talk.catalog import words_in
from storage import Database, KeyValues, postgresql_locks
from storage.places import Place
from tests import postgres
from tests.chats.stand_ins import PlainPainter, ScriptedHandler
from tests.databases import new_place, opened
from tests.discord_standin.standin import DiscordStandIn
from tests.pace import HANG

pytestmark = postgres.needs_postgresql
QUICKLY = 0.05
LESS_THAN_A_HEARTBEAT = 20.0
"""Seconds; at its next heartbeat a thread notices that its connection is closed."""


@dataclass
class Processes:
    """Processes on one database, connected to one stand-in."""

    place: Place
    discord: DiscordStandIn
    adapters: dict[str, Discord] = field(default_factory=dict)

    @asynccontextmanager
    async def running(self, name: str) -> AsyncIterator[Discord]:
        """Run a process until it is killed."""
        async with Database.open(self.place) as database:
            adapter = Discord(
                ScriptedHandler(),
                KeyValues(database),
                PlainPainter(),
                words_in,
                token=self.discord.token,
                rulesets=("long",),
                api_url=self.discord.api_url,
                gateway_url=self.discord.gateway_url,
                locks=Locks(database.dialect.locks),
            )
            self.adapters[name] = adapter
            serving = asyncio.create_task(adapter.run())
            try:
                yield adapter
            finally:
                del self.adapters[name]
                serving.cancel()
                await asyncio.gather(serving, return_exceptions=True)

    @property
    def shares(self) -> dict[str, list[int]]:
        """The shards that each process holds."""
        return {
            name: sorted(number for number, each in adapter.client.shards.items() if not each.is_closed())
            for name, adapter in self.adapters.items()
        }

    @property
    def served(self) -> list[int]:
        """The shards of all open connections, one entry for each connection."""
        return sorted(each.shard for each in self.discord.gateway.sessions.values() if each.line is not None)

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until a condition holds."""
        try:
            async with asyncio.timeout(HANG):
                while not condition():  # noqa: ASYNC110 (no signal)
                    await asyncio.sleep(0.01)
        except TimeoutError:
            pytest.fail(f"it did not come about: {self.shares}, {self.served}")


@pytest.fixture
async def processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Processes]:
    """Discord with two shards and no process yet; checks are frequent."""
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)
    for name in ("CHECK_SECONDS", "IDENTIFY_SECONDS"):
        monkeypatch.setattr(shards, name, QUICKLY)
    monkeypatch.setattr(shards, "TOO_MANY_SECONDS", 2 * QUICKLY)
    monkeypatch.setattr(postgresql_locks, "RETRY_SECONDS", QUICKLY / 2)
    async with new_place("postgresql", tmp_path) as place:
        async with opened(place):
            pass
        async with DiscordStandIn(shards=2) as discord:
            yield Processes(place, discord)


async def test_a_stop_before_identifying_leaves_no_thread(processes: Processes) -> None:
    """The heartbeat thread of a connection that is still being opened ends with its process."""

    def hearts() -> list[KeepAliveHandler]:
        return [each for each in threading.enumerate() if isinstance(each, KeepAliveHandler)]

    async with Database.open(processes.place) as other, Locks(other.dialect.locks).lock(shards.IDENTIFY, 0):
        async with processes.running("one"):
            await processes.until(lambda: hearts() != [])
        for heart in hearts():
            await asyncio.to_thread(heart.join, LESS_THAN_A_HEARTBEAT)
        assert hearts() == []


async def test_processes_divide_the_shards_and_take_over_lost_ones(processes: Processes) -> None:
    """One process serves both shards, two one each, and a third none, but it can send.

    All divide by the number of shards that Discord advised first, even if it advises another one later.
    """
    async with processes.running("one") as one:
        await processes.until(lambda: processes.shares == {"one": [0, 1]} and processes.served == [0, 1])
        await processes.until(lambda: one.has_been_online and one.is_reached)
        processes.discord._rest._shards = 5  # noqa: SLF001 (Discord's advice changes by itself)
        async with processes.running("two") as two:
            # The first process releases the shards beyond its share.
            await processes.until(lambda: sorted(map(len, processes.shares.values())) == [1, 1])
            await processes.until(lambda: processes.served == [0, 1])
            assert sorted(each for held in processes.shares.values() for each in held) == [0, 1]
            assert two.client.shard_count == 2
            async with processes.running("three") as three:
                await processes.until(lambda: three.is_online and three.is_reached)
                assert processes.shares["three"] == []
        await processes.until(lambda: processes.shares == {"one": [0, 1]})
        await processes.until(lambda: processes.served == [0, 1])


async def test_processes_identify_one_after_another(
    processes: Processes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Several processes together identify no faster than Discord allows."""
    apart = 0.5
    monkeypatch.setattr(shards, "IDENTIFY_SECONDS", apart)
    moments: list[float] = []
    async with processes.running("one"), processes.running("two"):
        for number in (1, 2):
            await processes.until(lambda number=number: processes.discord.gateway.identified >= number)  # type: ignore[misc]
            moments.append(asyncio.get_running_loop().time())
    assert moments[1] - moments[0] > apart - 0.1
