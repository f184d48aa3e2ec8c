"""Fixtures: one stand-in and one bot process for all tests of a module."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio

from tests.discord_standin.standin import DiscordStandIn
from tests.discord_wire.playing import Meeting, bot_on
from tests.process import Server


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def discord() -> AsyncIterator[DiscordStandIn]:
    """A stand-in for Discord."""
    async with DiscordStandIn() as standin:
        yield standin


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def bot(discord: DiscordStandIn, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Server]:
    """A bot that is online at the stand-in."""
    async with bot_on(discord, tmp_path_factory.mktemp("bot")) as server:
        yield server


@pytest.fixture
def meeting(discord: DiscordStandIn, bot: Server) -> Iterator[Meeting]:
    """Two people and a channel that no other test uses; at the end there may be no violations."""
    yield Meeting.on(discord)
    discord.check()
