"""The bot as a separate process on both stand-ins: an invitation from one platform, followed on another."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING

from tests.databases import lay_out
from tests.discord_standin.standin import DiscordStandIn
from tests.process import serving
from tests.telegram_standin.standin import TelegramStandIn

if TYPE_CHECKING:
    from pathlib import Path

TABLE = "https://nardy.example.org"


async def test_an_invitation_from_discord_is_followed_on_telegram(tmp_path: Path) -> None:
    """Its text names all platforms of the process; whoever follows the link plays, once Dora has agreed."""
    lay_out(tmp_path / "nardy.db")
    async with (
        TelegramStandIn() as telegram,
        DiscordStandIn() as discord,
        serving(
            tmp_path,
            TELEGRAM_TOKEN=telegram.token,
            TELEGRAM_API_URL=telegram.api_url,
            DISCORD_TOKEN=discord.token,
            DISCORD_API_URL=discord.api_url,
            DISCORD_GATEWAY_URL=discord.gateway_url,
            NARDY_PUBLIC_URL=TABLE,
            NARDY_ORIGINS=TABLE,
            NARDY_TABLE="open",
        ) as server,
    ):
        await asyncio.gather(telegram.online(), discord.online())
        anna, dora, channel = telegram.user("Anna"), discord.user("Dora"), discord.channel()
        await dora.slash(channel, "challenge")
        await dora.press(await dora.sees(channel, "Invite elsewhere"), "Invite elsewhere")
        text = (await dora.sees_privately("invites you to Long Nardy")).text
        found = re.search(r"https://t\.me/\S+\?start=accept_(\w+)_(\w+)", text)
        assert found is not None
        key, token = found.groups()
        assert f"{TABLE}/#start=accept_{key}_{token}" in text
        assert re.search(rf"Discord: send /accept {key} {token} to \S+ https://discord\.com/users/\d+", text)
        await anna.deep_link(found[0])
        await anna.press(await anna.sees(anna.private, "Accept"), "Accept")
        await anna.sees(anna.private, "The game begins when Dora starts it")
        await dora.press(await dora.sees(channel, "Start"), "Start")
        await anna.sees(anna.private, lambda seen: "⋯" in seen.labels)
        assert token not in server.log()
