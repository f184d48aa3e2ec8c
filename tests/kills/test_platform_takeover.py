"""Two processes on both platforms: when one is killed or frozen, the other takes over its connections."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from storage.places import Server as Place
from tests import postgres
from tests.databases import new_place
from tests.discord_standin.standin import DiscordStandIn
from tests.pace import HANG, slowness
from tests.process import Server
from tests.telegram_standin.standin import TelegramStandIn

pytestmark = [postgres.needs_postgresql, pytest.mark.slow]
WITHIN = 10.0
"""Seconds within which another process takes over."""
APART = 5.0
"""Seconds that Discord demands between two connections."""


@dataclass
class Platforms:
    """Both platforms, and the two processes that serve them."""

    telegram: TelegramStandIn
    discord: DiscordStandIn
    first: Server
    second: Server

    def served(self) -> bool:
        """Return True if every shard has a connection to Discord."""
        sessions = self.discord.gateway.sessions.values()
        return {each.shard for each in sessions if each.line is not None} == {0, 1}

    async def until(self, condition: Callable[[], bool], what: str) -> None:
        """Wait until a condition holds."""
        try:
            async with asyncio.timeout(HANG):
                while not condition():  # noqa: ASYNC110 (no event for it)
                    await asyncio.sleep(0.02)
        except TimeoutError:
            pytest.fail(f"{what} did not come about: {self.first.log()} {self.second.log()}")

    async def answers(self, line: str) -> None:
        """Type a line on Telegram and wait for the answer."""
        anna = self.telegram.user("Anna")
        said = await anna.say(anna.private, line)
        await anna.sees(anna.private, lambda seen: seen.id > said.id, HANG)


@asynccontextmanager
async def platforms(folder: Path, place: Place) -> AsyncIterator[Platforms]:
    """Yield both platforms, served by the first process and then shared with the second."""
    async with TelegramStandIn() as telegram, DiscordStandIn(shards=2) as discord:
        settings = {
            "NARDY_DATABASE": place.url,
            "TELEGRAM_TOKEN": telegram.token,
            "TELEGRAM_API_URL": telegram.api_url,
            "DISCORD_TOKEN": discord.token,
            "DISCORD_API_URL": discord.api_url,
            "DISCORD_GATEWAY_URL": discord.gateway_url,
        }
        servers = []
        for name in ("first", "second"):
            (folder / name).mkdir()
            servers.append(Server(folder / name, settings))
        house = Platforms(telegram, discord, *servers)
        try:
            await house.first.start()
            await house.until(house.served, "the first serves Discord")
            await telegram.online()
            await house.answers("/help")
            await house.second.start()
            # The first gives up all shards, and each takes its share.
            await house.until(lambda: discord.gateway.identified >= 4 and house.served(), "a share for each")
            yield house
        finally:
            for server in servers:
                server.signal(signal.SIGCONT)
                await server.stop(signal.SIGKILL)


@pytest.mark.parametrize(
    "how",
    [pytest.param(signal.SIGKILL, marks=pytest.mark.long), signal.SIGSTOP],
    ids=["killed", "frozen"],
)
async def test_another_process_takes_over_both_platforms(tmp_path: Path, how: signal.Signals) -> None:
    """Within ten seconds the second process polls Telegram and has both connections to Discord."""
    async with new_place("postgresql", tmp_path) as place:
        assert isinstance(place, Place)
        await postgres.server().make(place)
        async with platforms(tmp_path, place) as house:
            identified, polls = house.discord.gateway.identified, house.telegram.updates.polls
            began = time.monotonic()
            if how is signal.SIGKILL:
                await house.first.stop(how)
            else:
                house.first.signal(how)
            await house.until(lambda: house.telegram.updates.polls > polls, "another asks Telegram")
            polled = time.monotonic() - began
            await house.until(
                lambda: house.discord.gateway.identified > identified and house.served(), "another connects"
            )
            connected = time.monotonic() - began
            await house.answers("/help")
    assert polled < WITHIN * slowness()
    assert connected < (WITHIN + APART) * slowness()
