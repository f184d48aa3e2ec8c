"""The greeting in a server that has added the bot, over real sockets."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tests.chats.discord.house import adapter_of
from tests.chats.stand_ins import MemoryKeyValues, ScriptedHandler
from tests.discord_standin.conftest import running
from tests.discord_standin.refusals import Refusal
from tests.discord_standin.standin import DiscordStandIn
from tests.discord_standin.world import Guild, Message
from tests.pace import HANG

GREETING = "This is Long Nardy"


@asynccontextmanager
async def bot_on(discord: DiscordStandIn, key_values: MemoryKeyValues) -> AsyncIterator[ScriptedHandler]:
    """Run the bot with its stored data, and yield its handler."""
    handler = ScriptedHandler()
    adapter = adapter_of(handler, key_values)
    adapter.client._connection.guild_ready_timeout = 0.05  # noqa: SLF001 (no option)
    async with running(adapter.client, discord):
        await adapter.client.wait_until_ready()
        yield handler


def new_server(discord: DiscordStandIn, *channels: str, locale: str = "en-US") -> Guild:
    """Return a server with text channels that the bot has not joined yet."""
    guild = discord.another_guild("Club", bot_in=False)
    guild.locale = locale
    for name in channels:
        discord.channel(name, guild)
    return guild


async def add(discord: DiscordStandIn, guild: Guild, handler: ScriptedHandler) -> list[Message]:
    """Add the bot to a server, and return all messages in the server's channels."""
    before = len(handler.changed)
    discord.add_bot(guild)
    await until_changed(handler, before)
    return [message for channel in guild.channels for message in channel.messages]


async def remove(discord: DiscordStandIn, guild: Guild, handler: ScriptedHandler) -> None:
    """Remove the bot from a server."""
    before = len(handler.changed)
    discord.remove_bot(guild)
    await until_changed(handler, before)


async def until_changed(handler: ScriptedHandler, before: int) -> None:
    """Wait until the bot reports changed permissions, which it does last."""
    async with asyncio.timeout(HANG):
        while len(handler.changed) == before:  # noqa: ASYNC110 (no other signal)
            await asyncio.sleep(0.001)


async def test_a_server_is_greeted(discord: DiscordStandIn) -> None:
    """The first channel gets a silent greeting with clickable commands and buttons."""
    guild = new_server(discord, "talk", "games")
    async with bot_on(discord, MemoryKeyValues()) as handler:
        (greeting,) = await add(discord, guild, handler)
    assert greeting.channel.name == "talk"
    assert greeting.content.startswith(GREETING)
    assert "</challenge:" in greeting.content
    assert [button.label for button in greeting.buttons] == [
        "Play the computer",
        "Challenge a friend",
        "How to play",
        "Play in private",
    ]
    assert discord.user("Owner").notifications == []


async def test_the_greeting_is_in_the_language_of_the_server(discord: DiscordStandIn) -> None:
    """A Russian server is greeted in Russian."""
    async with bot_on(discord, MemoryKeyValues()) as handler:
        (greeting,) = await add(discord, new_server(discord, "talk", locale="ru"), handler)
    assert greeting.content.startswith("Это длинные нарды")


async def test_a_server_is_greeted_once(discord: DiscordStandIn) -> None:
    """Neither a removal nor a restart repeats the greeting."""
    guild, key_values = new_server(discord, "talk"), MemoryKeyValues()
    async with bot_on(discord, key_values) as handler:
        await add(discord, guild, handler)
        await remove(discord, guild, handler)
        assert len(await add(discord, guild, handler)) == 1
        await remove(discord, guild, handler)
    async with bot_on(discord, key_values) as handler:
        assert len(await add(discord, guild, handler)) == 1


async def test_the_greeting_is_in_a_writable_channel(discord: DiscordStandIn) -> None:
    """Channels in which the bot may not write, or which it cannot see, are skipped."""
    guild = new_server(discord, "rules", "staff", "games")
    discord.forbid(discord.channel("rules", guild), "send_messages")
    discord.forbid(discord.channel("staff", guild), "view_channel")
    async with bot_on(discord, MemoryKeyValues()) as handler:
        (greeting,) = await add(discord, guild, handler)
    assert greeting.channel.name == "games"


async def test_the_greeting_names_a_missing_permission(discord: DiscordStandIn) -> None:
    """If the bot may not attach files, the greeting says so and names the people who can grant it."""
    guild = new_server(discord, "talk")
    discord.forbid(discord.channel("talk", guild), "attach_files")
    async with bot_on(discord, MemoryKeyValues()) as handler:
        (greeting,) = await add(discord, guild, handler)
    assert greeting.content.startswith(GREETING)
    assert "I lack the permission **Attach Files**: somebody who manages this channel" in greeting.content


async def test_without_a_writable_channel_the_owner_gets_a_message(discord: DiscordStandIn) -> None:
    """If the bot may write in no channel, the owner gets one direct message with the missing permissions."""
    guild = new_server(discord, "talk")
    discord.forbid(discord.channel("talk", guild), "send_messages")
    async with bot_on(discord, MemoryKeyValues()) as handler:
        assert await add(discord, guild, handler) == []
        await remove(discord, guild, handler)
        assert await add(discord, guild, handler) == []
    (message,) = [each for each in discord.world.messages.values() if each.channel.person is guild.owner]
    assert "I was added to your server **Club**" in message.content
    assert "**View Channel, Send Messages**" in message.content


async def test_a_refused_greeting_is_sent_the_next_time(discord: DiscordStandIn) -> None:
    """If Discord refused the greeting, the server is greeted when the bot is added again."""
    guild = new_server(discord, "talk")
    async with bot_on(discord, MemoryKeyValues()) as handler:
        discord.refuse("POST /channels/{channel_id}/messages", Refusal(403, 50001, "Missing Access"))
        assert await add(discord, guild, handler) == []
        await remove(discord, guild, handler)
        assert len(await add(discord, guild, handler)) == 1


async def test_a_server_is_greeted_once_a_channel_is_writable(discord: DiscordStandIn) -> None:
    """A server without a channel to write in is greeted once a channel allows it."""
    guild = new_server(discord, "talk")
    channel = discord.channel("talk", guild)
    discord.forbid(channel, "send_messages")
    async with bot_on(discord, MemoryKeyValues()) as handler:
        assert await add(discord, guild, handler) == []
        for permit in (discord.allow, discord.forbid, discord.allow):
            before = len(handler.changed)
            permit(channel, "send_messages")
            await until_changed(handler, before)
    assert len(channel.messages) == 1


async def test_a_server_joined_while_the_bot_was_down_is_greeted(discord: DiscordStandIn) -> None:
    """Servers of the first start are not greeted; those joined while the bot was down are."""
    key_values = MemoryKeyValues()
    first = new_server(discord, "talk")
    discord.add_bot(first)
    async with bot_on(discord, key_values):
        pass
    second = new_server(discord, "games")
    discord.add_bot(second)
    for _ in range(2):
        async with bot_on(discord, key_values):
            await discord.until(lambda: second.channels[0].messages, "a greeting")
    assert [len(guild.channels[0].messages) for guild in (first, second)] == [0, 1]
