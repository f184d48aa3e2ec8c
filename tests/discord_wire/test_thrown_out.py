"""A platform that throws the bot out, while the same process goes on with the others."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest

from tests.discord_standin import refusals, routes
from tests.discord_standin.standin import DiscordStandIn
from tests.discord_wire.playing import plays
from tests.pace import HANG
from tests.process import Server, serving
from tests.telegram_standin.refusals import UNAUTHORIZED
from tests.telegram_standin.standin import TelegramStandIn
from tests.telegram_wire.playing import HURRIED

NONSENSE = refusals.Refusal(200, 0, "no list of commands")


@pytest.fixture
async def discord() -> AsyncIterator[DiscordStandIn]:
    """Discord's stand-in."""
    async with DiscordStandIn() as standin:
        yield standin


@pytest.fixture
async def telegram() -> AsyncIterator[TelegramStandIn]:
    """Telegram's stand-in."""
    async with TelegramStandIn() as standin:
        yield standin


@asynccontextmanager
async def bot_on_all(
    discord: DiscordStandIn, telegram: TelegramStandIn, folder: Path
) -> AsyncIterator[Server]:
    """The bot at the local table, on Discord and on Telegram."""
    async with serving(
        folder,
        DISCORD_TOKEN=discord.token,
        DISCORD_API_URL=discord.api_url,
        DISCORD_GATEWAY_URL=discord.gateway_url,
        TELEGRAM_TOKEN=telegram.token,
        TELEGRAM_API_URL=telegram.api_url,
        TELEGRAM_PACE=HURRIED,
    ) as server:
        yield server


async def plays_on_telegram(telegram: TelegramStandIn, name: str) -> None:
    """Let somebody new begin a game on Telegram."""
    person = telegram.user(name)
    await person.say(person.private, "/play")
    await person.sees(person.private, lambda seen: bool(seen.labels))


async def plays_on_discord(discord: DiscordStandIn, name: str) -> None:
    """Let somebody new begin a game on Discord."""
    person, games = discord.user(name), discord.channel()
    await person.slash(games, "play")
    await person.sees(games, plays)


async def opens_the_page(server: Server) -> None:
    """Open the local table."""
    async with aiohttp.ClientSession() as web, web.get(server.address) as answer:
        assert answer.status == 200


async def until_logged(server: Server, words: str) -> str:
    """Wait until something stands in the log; the whole log."""
    async with asyncio.timeout(HANG):
        while words not in server.log():  # noqa: ASYNC110 (a log tells nobody)
            await asyncio.sleep(0.05)
    return server.log()


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        (4004, "Discord is down: DISCORD_TOKEN is not accepted."),
        pytest.param(4010, "Discord is down: Discord closed the connection (4010).", marks=pytest.mark.long),
        pytest.param(
            4014, "Discord is down: Discord refuses the bot's intents (4014).", marks=pytest.mark.long
        ),
    ],
)
async def test_discord_alone_is_down_when_it_throws_the_bot_out(
    discord: DiscordStandIn, telegram: TelegramStandIn, tmp_path: Path, code: int, reason: str
) -> None:
    """Telegram and the local table go on, the log says why once, and Discord comes back by itself."""
    async with bot_on_all(discord, telegram, tmp_path) as server:
        await asyncio.gather(telegram.online(), until_logged(server, "The bot is on Discord"))
        discord.gateway.drop(code)
        log = await until_logged(server, reason)
        await plays_on_telegram(telegram, "Anna")
        await opens_the_page(server)
        await discord.until(lambda: discord.gateway.identified == 2, "it is back")
        await plays_on_discord(discord, "Dora")
        assert "Traceback" not in log
        assert server.log().count(reason) == 1


@pytest.mark.long
async def test_a_fault_while_commands_are_told_is_discords_alone(
    discord: DiscordStandIn, telegram: TelegramStandIn, tmp_path: Path
) -> None:
    """What nobody foresaw in an answer of Discord ends neither the others nor the bot there."""
    discord.refuse(routes.COMMANDS, NONSENSE)
    async with bot_on_all(discord, telegram, tmp_path) as server:
        await until_logged(server, "Discord is down: TypeError")
        discord.take_violations()
        await plays_on_telegram(telegram, "Anna")
        await opens_the_page(server)
        await discord.online()
        await plays_on_discord(discord, "Dora")


@pytest.mark.long
async def test_telegram_alone_is_down_when_it_refuses_the_token(
    discord: DiscordStandIn, telegram: TelegramStandIn, tmp_path: Path
) -> None:
    """Discord and the local table go on; however often the token is refused, the log says so once."""
    reason = "Telegram is down: TELEGRAM_TOKEN is not accepted."
    async with bot_on_all(discord, telegram, tmp_path) as server:
        await asyncio.gather(telegram.online(), discord.online())
        telegram.refuse("getMe", UNAUTHORIZED)
        telegram.refuse("getUpdates", UNAUTHORIZED)
        away = telegram.user("Anna")
        await away.say(away.private, "/play")
        await until_logged(server, reason)
        await plays_on_discord(discord, "Dora")
        await opens_the_page(server)
        await telegram.online()
        await away.sees(away.private, lambda seen: bool(seen.labels))
        await plays_on_telegram(telegram, "Boris")
        assert server.log().count(reason) == 1
        assert "Traceback" not in server.log()
