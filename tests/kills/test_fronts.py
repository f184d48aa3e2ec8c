"""Two processes on both platforms: what one held that is killed, or frozen, the other holds soon after."""

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
"""Seconds in which what a process held is another's."""
APART = 5.0
"""Seconds that Discord wants between two connections."""


@dataclass
class Fronts:
    """Both platforms, and two processes that serve them."""

    telegram: TelegramStandIn
    discord: DiscordStandIn
    first: Server
    second: Server

    def served(self) -> bool:
        """Whether Discord has a connection of each shard."""
        sessions = self.discord.gateway.sessions.values()
        return {each.shard for each in sessions if each.line is not None} == {0, 1}

    async def until(self, condition: Callable[[], bool], what: str) -> None:
        """Wait until something is so."""
        try:
            async with asyncio.timeout(HANG):
                while not condition():  # noqa: ASYNC110 (nothing tells)
                    await asyncio.sleep(0.02)
        except TimeoutError:
            pytest.fail(f"{what} did not come about: {self.first.log()} {self.second.log()}")

    async def answers(self, line: str) -> None:
        """Wait until somebody who types a line on Telegram is answered."""
        anna = self.telegram.user("Anna")
        said = await anna.say(anna.private, line)
        await anna.sees(anna.private, lambda seen: seen.id > said.id, HANG)


@asynccontextmanager
async def fronts(folder: Path, place: Place) -> AsyncIterator[Fronts]:
    """Both platforms, of which the first process has all, and the second waits."""
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
        house = Fronts(telegram, discord, *servers)
        try:
            await house.first.start()
            await house.until(house.served, "the first serves Discord")
            await telegram.online()
            await house.answers("/help")
            await house.second.start()
            # The first gives all up, and each takes its share.
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
async def test_what_a_process_held_that_is_gone_another_holds(tmp_path: Path, how: signal.Signals) -> None:
    """The second asks Telegram, and has both connections to Discord, ten seconds after the first is gone."""
    async with new_place("postgresql", tmp_path) as place:
        assert isinstance(place, Place)
        await postgres.server().make(place)
        async with fronts(tmp_path, place) as house:
            identified, polls = house.discord.gateway.identified, house.telegram.updates.polls
            began = time.monotonic()
            if how is signal.SIGKILL:
                await house.first.stop(how)
            else:
                house.first.signal(how)
            await house.until(lambda: house.telegram.updates.polls > polls, "another asks Telegram")
            asked = time.monotonic() - began
            await house.until(
                lambda: house.discord.gateway.identified > identified and house.served(), "another connects"
            )
            connected = time.monotonic() - began
            await house.answers("/help")
    assert asked < WITHIN * slowness()
    assert connected < (WITHIN + APART) * slowness()
