from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord.gateway
import discord.http
import pytest
import simcord

from bot.chats.base import RemotePlatform
from bot.chats.discord import Discord, invite_link
from bot.chats.errors import BadToken, PlatformDown, TryLater
from bot.chats.supervisor import Supervisor
from bot.talk.addresses import BotAddress
from bot.talk.catalog import words_in
from bot.talk.reply import Reply
from tests.chats.discord.house import TOKEN, adapter_of
from tests.chats.stand_ins import MemoryKeyValues, PlainPainter, ScriptedHandler
from tests.discord_standin.refusals import MISSING_ACCESS, Refusal
from tests.discord_standin.routes import COMMANDS, ME
from tests.discord_standin.standin import DiscordStandIn
from tests.pace import HANG


@pytest.fixture(autouse=True)
def restored_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Restore Discord's real addresses after the test."""
    monkeypatch.setattr(discord.http.Route, "BASE", discord.http.Route.BASE)
    gateway = discord.gateway.DiscordWebSocket
    monkeypatch.setattr(gateway, "DEFAULT_GATEWAY", gateway.DEFAULT_GATEWAY)


@asynccontextmanager
async def at_stand_in(token: str | None = None) -> AsyncIterator[tuple[DiscordStandIn, Discord]]:
    """The adapter at the stand-in, not running yet, with the valid token or the one given."""
    async with DiscordStandIn() as standin:
        adapter = Discord(
            ScriptedHandler(),
            MemoryKeyValues(),
            PlainPainter(),
            words_in,
            token=token or standin.token,
            rulesets=("long",),
            api_url=standin.api_url,
            gateway_url=standin.gateway_url,
        )
        yield standin, adapter


async def test_a_bad_token_is_reported_in_one_line(caplog: pytest.LogCaptureFixture) -> None:
    """A bad token ends the service with a one-line reason, and appears in no log."""
    caplog.set_level(logging.DEBUG)
    async with at_stand_in(TOKEN) as (standin, adapter):
        with pytest.raises(BadToken, match="DISCORD_TOKEN is not accepted") as raised:
            await adapter.run()
        assert [request.route for request in standin.requests] == [ME]
    assert "\n" not in str(raised.value)
    assert raised.value.__cause__ is None
    assert TOKEN not in caplog.text + str(raised.value)


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        (4004, "DISCORD_TOKEN is not accepted"),
        (4010, r"Discord closed the connection \(4010\)"),
        (4014, r"Discord refuses the bot's intents \(4014\)"),
    ],
)
async def test_a_closed_connection_has_a_reason(code: int, reason: str) -> None:
    """A connection that Discord closes for good ends the service with the reason."""
    async with at_stand_in() as (standin, adapter):
        running = asyncio.create_task(adapter.run())
        await standin.online()
        standin.gateway.drop(code)
        async with asyncio.timeout(HANG):
            with pytest.raises((BadToken, PlatformDown), match=reason):
                await running


async def test_after_an_unexpected_answer_the_bot_can_log_in_again() -> None:
    """An unexpected answer to the list of commands ends one run, and the next run logs in."""
    async with at_stand_in() as (standin, adapter):
        standin.refuse(COMMANDS, Refusal(200, 0, "no list of commands"))
        with pytest.raises(TypeError):
            await adapter.run()
        standin.take_violations()
        running = asyncio.create_task(adapter.run())
        await standin.online()
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)


async def test_an_unreachable_discord_is_retried(caplog: pytest.LogCaptureFixture) -> None:
    """An outage at the start is retried; sending fails meanwhile, and stopping is prompt."""
    async with at_stand_in() as (standin, adapter):
        standin.refuse(ME, MISSING_ACCESS)
        running = asyncio.create_task(Supervisor(adapter).run())
        async with asyncio.timeout(HANG):
            while "platform down" not in caplog.text:  # noqa: ASYNC110 (no signal)
                await asyncio.sleep(0.01)
        assert [request.route for request in standin.requests] == [ME]
        with pytest.raises(TryLater):
            await adapter.send("1", Reply(("Hello.",)), "n1")
        running.cancel()
        async with asyncio.timeout(HANG):
            await asyncio.wait([running])
        assert running.cancelled()


def test_the_invitation_requests_the_least_permissions() -> None:
    """The invitation link requests only the permissions for boards and threads, and commands."""
    link = invite_link(123)
    permissions = int(link.split("permissions=")[1].split("&")[0])
    asked = {name for name, value in discord.Permissions(permissions) if value}
    assert asked == {
        "read_messages",
        "send_messages",
        "send_messages_in_threads",
        "create_public_threads",
        "attach_files",
        "read_message_history",
    }
    assert "scope=bot+applications.commands" in link
    assert "client_id=123" in link


async def test_the_address_is_known_after_the_first_login() -> None:
    """The bot's name and page are known from the first login on, also while it is offline."""
    adapter = adapter_of(ScriptedHandler(), MemoryKeyValues())
    assert adapter.address is None
    async with simcord.run(adapter.client):
        user = adapter.client.user
    adapter.fresh_client()
    assert user is not None
    assert adapter.address == BotAddress("discord", str(user), page=f"https://discord.com/users/{user.id}")


async def test_each_login_is_reported() -> None:
    """The listener is called each time that the bot has logged in."""
    answer: list[bool] = []
    adapter = adapter_of(ScriptedHandler(), MemoryKeyValues())
    assert isinstance(adapter, RemotePlatform)
    adapter.when_online(lambda: answer.append(adapter.is_online))
    for times in (1, 2):
        client = adapter.fresh_client()
        assert not adapter.is_online
        async with simcord.run(client):
            assert answer == [True] * times
