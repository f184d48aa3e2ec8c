"""One platform closes the bot's connection, and the process goes on with the others."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp

from tests.discord_standin.standin import DiscordStandIn
from tests.discord_wire.playing import is_playable
from tests.pace import HANG
from tests.process import Server, serving
from tests.telegram_standin.refusals import UNAUTHORIZED
from tests.telegram_standin.standin import TelegramStandIn
from tests.telegram_wire.playing import HURRIED


@asynccontextmanager
async def served(folder: Path) -> AsyncIterator[tuple[Server, DiscordStandIn, TelegramStandIn]]:
    """Run the bot at the local table, on Discord and on Telegram."""
    async with (
        DiscordStandIn() as discord,
        TelegramStandIn() as telegram,
        serving(
            folder,
            DISCORD_TOKEN=discord.token,
            DISCORD_API_URL=discord.api_url,
            DISCORD_GATEWAY_URL=discord.gateway_url,
            TELEGRAM_TOKEN=telegram.token,
            TELEGRAM_API_URL=telegram.api_url,
            TELEGRAM_PACE=HURRIED,
        ) as server,
    ):
        yield server, discord, telegram


async def play_on_telegram(telegram: TelegramStandIn, name: str) -> None:
    """Let a new player begin a game on Telegram."""
    person = telegram.user(name)
    await person.say(person.private, "/play")
    await person.sees(person.private, lambda seen: bool(seen.labels))


async def play_on_discord(discord: DiscordStandIn, name: str) -> None:
    """Let a new player begin a game on Discord."""
    person, games = discord.user(name), discord.channel()
    await person.slash(games, "play")
    await person.sees(games, is_playable)


async def open_page(server: Server) -> None:
    """Open the local table."""
    async with aiohttp.ClientSession() as web, web.get(server.address) as answer:
        assert answer.status == 200


async def until_logged(server: Server, words: str) -> str:
    """Wait until the log has these words, and return the log."""
    async with asyncio.timeout(HANG):
        while words not in server.log():  # noqa: ASYNC110 (a log has no signal)
            await asyncio.sleep(0.05)
    return server.log()


async def test_a_closed_connection_stops_only_its_platform(tmp_path: Path) -> None:
    """The other platforms go on, the log has the reason once, and the platform reconnects."""
    on_discord = 'platform=discord reason="DISCORD_TOKEN is not accepted.'
    on_telegram = 'platform=telegram reason="TELEGRAM_TOKEN is not accepted.'
    async with served(tmp_path) as (server, discord, telegram):
        await asyncio.gather(
            telegram.online(), until_logged(server, "online; the address adds the bot platform=discord")
        )
        discord.gateway.drop(4004)
        await until_logged(server, on_discord)
        await play_on_telegram(telegram, "Anna")
        await open_page(server)
        await discord.until(lambda: discord.gateway.identified == 2, "it is back")
        await play_on_discord(discord, "Dora")

        telegram.refuse("getMe", UNAUTHORIZED)
        telegram.refuse("getUpdates", UNAUTHORIZED)
        away = telegram.user("Carl")
        await away.say(away.private, "/play")
        await until_logged(server, on_telegram)
        await play_on_discord(discord, "Emil")
        await open_page(server)
        await telegram.online()
        await away.sees(away.private, lambda seen: bool(seen.labels))
        await play_on_telegram(telegram, "Boris")
        log = server.log()
        assert "Traceback" not in log
        assert (log.count(on_discord), log.count(on_telegram)) == (1, 1)
