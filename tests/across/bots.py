"""One bot process on both stand-ins and the local table."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.databases import create_database
from tests.discord_standin.standin import DiscordStandIn
from tests.process import Server, serving
from tests.telegram_standin.standin import TelegramStandIn
from tests.telegram_wire.playing import HURRIED


@dataclass(frozen=True)
class Platforms:
    """The bot, and the stand-ins for its two platforms besides the local table."""

    telegram: TelegramStandIn
    discord: DiscordStandIn
    server: Server

    async def online(self) -> None:
        """Wait until the bot is connected to both."""
        await asyncio.gather(self.telegram.online(), self.discord.online())


@asynccontextmanager
async def on_all_platforms(folder: Path, **settings: str) -> AsyncIterator[Platforms]:
    """Run a bot on all platforms."""
    create_database(folder / "nardy.db")
    async with (
        TelegramStandIn() as telegram,
        DiscordStandIn() as discord,
        serving(
            folder,
            TELEGRAM_TOKEN=telegram.token,
            TELEGRAM_API_URL=telegram.api_url,
            TELEGRAM_PACE=HURRIED,
            DISCORD_TOKEN=discord.token,
            DISCORD_API_URL=discord.api_url,
            DISCORD_GATEWAY_URL=discord.gateway_url,
            **settings,
        ) as server,
    ):
        platforms = Platforms(telegram, discord, server)
        await platforms.online()
        yield platforms
