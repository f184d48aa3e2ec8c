"""An invitation from one platform, followed on another."""

from __future__ import annotations

import re
from pathlib import Path

from tests.across.bots import on_all_platforms

TABLE = "https://nardy.example.org"


async def test_an_invitation_from_discord_is_followed_on_telegram(tmp_path: Path) -> None:
    """The text names all platforms; a player who follows the link plays once Dora has agreed."""
    public = {"NARDY_PUBLIC_URL": TABLE, "NARDY_ORIGINS": TABLE, "NARDY_TABLE": "open"}
    async with on_all_platforms(tmp_path, **public) as on:
        anna, dora, channel = on.telegram.user("Anna"), on.discord.user("Dora"), on.discord.channel()
        await dora.slash(channel, "challenge", friend="anyone")
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
        assert token not in on.server.log()
