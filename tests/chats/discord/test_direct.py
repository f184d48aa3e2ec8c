"""Direct messages: those who run the bot are answered there, and of nobody else anything is read."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.chats.discord.house import House, adapter_of, open_house, shown
from tests.chats.stand_ins import MemoryKeyValues, ScriptedHandler


async def written(house: House, who: str, line: str) -> list[str]:
    """Let a person write to the bot; return what the bot has written there."""
    user = house.people[who].user
    await user.send_dm(line)
    await house.until_idle()
    return [shown(each).text for each in house.messages(user.dm_channel) if each.author.bot]


async def test_only_the_command_of_those_who_run_it_is_answered(tmp_path: Path) -> None:
    """Whatever else is written, or typed in a channel, gets no answer, as if nobody read it."""
    async with open_house(tmp_path / "nardy.db") as house:
        for who, line, answers in (
            ("Anna", "/help", 0),
            ("Anna", "24/20", 0),
            ("Anna", "hello", 0),
            ("Boris", "/admin stats", 0),
            ("Boris", "/admin", 0),
            ("Anna", "/admin stats", 1),
            ("Anna", " /ADMIN stats", 2),
        ):
            assert len(await written(house, who, line)) == answers, (who, line)
        await house.people["Anna"].send(house.table, "/admin stats")
        await house.until_idle()
        assert [each for each in house.messages() if each.author.bot] == []


@pytest.mark.parametrize(("admins", "asked_for"), [(frozenset[str](), False), (frozenset({"5"}), True)])
async def test_direct_messages_are_asked_for_only_where_somebody_may_write_them(
    admins: frozenset[str], *, asked_for: bool
) -> None:
    """Without anybody who runs the bot from Discord, Discord sends it nothing that people write."""
    intents = adapter_of(ScriptedHandler(), MemoryKeyValues(), admins=admins).client.intents
    assert (intents.dm_messages, intents.guild_messages) == (asked_for, False)
    assert not any((intents.message_content, intents.members, intents.presences))
