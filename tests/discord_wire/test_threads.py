"""Threads: where each game gets one, its first board stands there alone, and mentions both players."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.discord_standin.refusals import MISSING_PERMISSIONS, UNAVAILABLE
from tests.discord_standin.routes import SEND, THREAD
from tests.discord_standin.standin import DiscordStandIn
from tests.discord_standin.world import EVERYONE, PERMISSIONS, Channel
from tests.discord_wire.playing import bot_on, plays, whose
from tests.process import Server

LATENCY = 0.15
MANAGES = str(EVERYONE | PERMISSIONS["manage_channels"])


@pytest.fixture
async def discord() -> AsyncIterator[DiscordStandIn]:
    """Discord's stand-in; at the end no request may have broken Discord's own description."""
    async with DiscordStandIn() as standin:
        yield standin


@pytest.fixture
async def bot(discord: DiscordStandIn, tmp_path: Path) -> AsyncIterator[Server]:
    """The bot, online at the stand-in, whose channel gives each game a thread."""

    def managing(interaction: Any) -> object:  # noqa: ANN401 (as the gateway sends it)
        return interaction | {"member": interaction["member"] | {"permissions": MANAGES}}

    async with bot_on(discord, tmp_path) as server:
        discord.gateway.spoilt["INTERACTION_CREATE"] = managing
        asked = await discord.user("Anna").slash(discord.channel(), "settings", option="threads on")
        await asked.answer()
        discord.gateway.spoilt.clear()
        yield server


async def accepted(discord: DiscordStandIn) -> None:
    """Let Boris accept a challenge of Anna's."""
    anna, boris = discord.user("Anna"), discord.user("Boris")
    await anna.slash(discord.channel(), "challenge", player=boris)
    card = await boris.sees(discord.channel(), lambda seen: "Accept" in seen.labels)
    await (await boris.press(card, "Accept")).acknowledged()


def threads(discord: DiscordStandIn) -> list[Channel]:
    """Return the threads below the channel."""
    return [each for each in discord.guild.channels if each.is_thread]


async def test_the_first_board_stands_in_its_thread_alone_and_mentions_both(
    discord: DiscordStandIn, bot: Server
) -> None:
    """With 0.15 s before each thread and message, four of four games begin in their threads."""
    anna, boris = discord.user("Anna"), discord.user("Boris")
    discord.delay(THREAD, LATENCY, times=4)
    discord.delay(SEND, LATENCY, times=16)
    for number in range(1, 5):
        await accepted(discord)
        await discord.until(lambda number=number: len(threads(discord)) == number, "a thread")  # type: ignore[misc]
        board = await anna.sees(threads(discord)[-1], plays)
        assert anna.mention in board.text
        assert boris.mention in board.text
        told = [each.user.name for each in discord.world.notifications if each.message is board]
        assert sorted(told) == ["Anna", "Boris"]
    there = [message for thread in threads(discord) for message in discord.world.visible(thread)]
    assert len(there) == 4
    assert not any(plays(message) for message in discord.channel().messages)


@pytest.mark.parametrize("why", ["lacking permission", "refused", "failing"])
async def test_without_a_thread_the_board_stands_in_the_channel(
    discord: DiscordStandIn, bot: Server, why: str
) -> None:
    """It comes as a whole: with its buttons, and with a mention of Anna if she is to move."""
    anna, boris, games = discord.user("Anna"), discord.user("Boris"), discord.channel()
    if why == "lacking permission":
        discord.forbid(games, "create_public_threads")
    elif why == "refused":
        discord.refuse(THREAD, MISSING_PERMISSIONS)
    else:
        discord.refuse(THREAD, UNAVAILABLE, times=5)
    await accepted(discord)
    board = await anna.sees(games, plays)
    assert threads(discord) == []
    # Boris has accepted, and so knows of it.
    assert boris.mention not in board.text
    assert (anna.mention in board.text) == (whose(board, anna, boris) is anna)
