from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord as library
import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from tests.discord_standin.client import TinyApp
from tests.discord_standin.standin import DiscordStandIn


@pytest.fixture
async def discord() -> AsyncIterator[DiscordStandIn]:
    """A stand-in for Discord."""
    async with DiscordStandIn() as stand_in:
        yield stand_in


@asynccontextmanager
async def running(client: library.Client, discord: DiscordStandIn) -> AsyncIterator[None]:
    """Run a discord.py client that is online at the stand-in."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Route, "BASE", discord.api_url)
        patch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", URL(discord.gateway_url))
        task = asyncio.create_task(client.start(discord.token))
        online = asyncio.create_task(discord.online())
        try:
            await asyncio.wait({task, online}, return_when=asyncio.FIRST_COMPLETED)
            if task.done():
                task.result()
            await online
            yield
        finally:
            online.cancel()
            await client.close()
            await asyncio.gather(task, online, return_exceptions=True)


@pytest.fixture
async def app(discord: DiscordStandIn) -> AsyncIterator[TinyApp]:
    """A tiny app that is online at the stand-in."""
    client = TinyApp()
    async with running(client, discord):
        yield client
