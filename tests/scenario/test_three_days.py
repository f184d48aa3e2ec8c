"""A match over days is played as its texts promise, on Telegram and on Discord."""

from __future__ import annotations

from pathlib import Path

import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route

from tests.discord_standin.standin import DiscordStandIn
from tests.long_parameters import long_except
from tests.scenario.on_discord import PrivateChats
from tests.scenario.on_telegram import Group
from tests.scenario.running import Running
from tests.scenario.stage import Stage
from tests.scenario.three_days import BEGIN, DICE, Outage, walk
from tests.sessions.world import Clock, RepeatableDice
from tests.telegram_standin.standin import TelegramStandIn

pytestmark = pytest.mark.slow


def running(stage: Stage, folder: Path) -> Running:
    """Return the bot on a stage, not started yet."""
    return Running(stage, folder, Clock(BEGIN), RepeatableDice(*DICE))


def errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return the messages logged as errors."""
    return [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]


@pytest.mark.parametrize("outage", long_except(Outage, Outage.BOT))
async def test_a_match_over_days_in_a_group(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, outage: Outage
) -> None:
    """On Telegram every notification comes at its promised minute, over kills, an outage and a holiday."""
    async with TelegramStandIn() as telegram, running(Group(telegram), tmp_path) as bot:
        await walk(bot, outage)
    assert errors(caplog) == []


@pytest.mark.parametrize("outage", long_except(Outage, Outage.PLATFORM))
async def test_a_match_over_days_in_two_private_chats(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, outage: Outage
) -> None:
    """On Discord every notification comes at its promised minute, over kills, an outage and a holiday."""
    # The adapter sets both for the whole process; this restores them.
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)
    async with DiscordStandIn() as discord, running(PrivateChats(discord), tmp_path) as bot:
        await walk(bot, outage)
    assert errors(caplog) == []
