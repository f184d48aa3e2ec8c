"""Direct messages: only administrators are answered, and no other message is read."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.chats.discord.house import House, adapter_of, open_house, shown
from tests.chats.stand_ins import MemoryKeyValues, ScriptedHandler


async def write(house: House, player: str, line: str) -> list[str]:
    """Let a person write to the bot, and return the bot's messages in that chat."""
    user = house.people[player].user
    await user.send_dm(line)
    await house.until_idle()
    return [shown(each).text for each in house.messages(user.dm_channel) if each.author.bot]


async def test_only_the_command_of_an_administrator_is_answered(tmp_path: Path) -> None:
    """Only /admin in a direct message of an administrator is answered."""
    async with open_house(tmp_path / "nardy.db") as house:
        for player, line, answers in (
            ("Anna", "/help", 0),
            ("Anna", "24/20", 0),
            ("Anna", "hello", 0),
            ("Boris", "/admin stats", 0),
            ("Boris", "/admin", 0),
            ("Anna", "/admin stats", 1),
            ("Anna", " /ADMIN stats", 2),
        ):
            assert len(await write(house, player, line)) == answers, (player, line)
        await house.people["Anna"].send(house.table, "/admin stats")
        await house.until_idle()
        assert [each for each in house.messages() if each.author.bot] == []


@pytest.mark.parametrize(("admins", "is_subscribed"), [(frozenset[str](), False), (frozenset({"5"}), True)])
async def test_direct_messages_are_received_only_with_administrators(
    admins: frozenset[str], *, is_subscribed: bool
) -> None:
    """Without administrators on Discord the bot subscribes to no messages."""
    intents = adapter_of(ScriptedHandler(), MemoryKeyValues(), admins=admins).client.intents
    assert (intents.dm_messages, intents.guild_messages) == (is_subscribed, False)
    assert not any((intents.message_content, intents.members, intents.presences))
