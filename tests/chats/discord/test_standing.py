"""What the bot may do in a channel, and what becomes of its boards when that changes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path

import discord
import pytest
from simcord.backend.models.channel import Overwrite
from simcord.backend.permissions import flag

from tests.chats.discord.house import TO_A_CHOICE, House, open_house, shown
from tests.pace import HANG

MESSAGES = "/channels/*/messages"
CALLBACK = "/interactions/*/callback"
IN_WORDS = "I show this in words because I lack the permission Attach Files here"
MISSING_PERMISSIONS = 50013
UNKNOWN_CHANNEL = 10003


def deny(house: House, *names: str) -> None:
    """Take permissions from the bot at the table, as somebody does in the channel's settings."""
    bot = house.guild.me
    assert bot is not None
    denied = sum(flag(name) for name in names)
    house.env.backend.set_overwrite(house.table.id, Overwrite(bot.id, 1, deny=denied))  # type: ignore[arg-type]


async def eventually(condition: Callable[[], bool]) -> None:
    """Wait until something is so: the bot hears of its rights by the way, and nothing tells when."""
    async with asyncio.timeout(HANG):
        while not condition():  # noqa: ASYNC110 (see above)
            await asyncio.sleep(0.01)


def was_notified(house: House, who: str, game: str) -> bool:
    """Return True if a person was shown a game in private."""
    return any(game in board.content for board in house.messages(house.people[who].user.dm_channel))


def repainted(house: House) -> int:
    """Return how often the last board at the table was changed."""
    return len(house.requests("PATCH", str(house.last().id)))


async def test_where_files_are_forbidden_the_board_comes_in_words(tmp_path: Path) -> None:
    """The board says what it would show and which permission is missing, and can be played on."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE) as house:
        await house.slash("Anna", "challenge")
        house.env.inject_error("POST", MESSAGES, status=403, code=MISSING_PERMISSIONS)
        await house.click("Boris", "Accept")
        board = shown(house.last())
        assert not board.pictured
        assert IN_WORDS in board.text
        assert "White is to play" in board.text
        await house.click("Anna", "24→20")
        assert "so far 24/20" in shown(house.last()).text
        assert shown(house.last()).pictured


async def test_a_board_becomes_words_when_files_are_forbidden(tmp_path: Path) -> None:
    """The board that stands is changed to words: no picture of an older position is left in it."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE) as house:
        await house.game()
        board = house.last()
        for method, path in (("POST", CALLBACK), ("PATCH", f"{MESSAGES}/*")):
            house.env.inject_error(method, path, status=403, code=MISSING_PERMISSIONS)
        await house.click("Anna", "24→20")
        assert house.last().id == board.id
        assert house.last().attachments == []
        assert IN_WORDS in shown(house.last()).text
        assert "so far 24/20" in shown(house.last()).text


async def repainted_once(house: House, before: int) -> None:
    """Wait until the last board at the table is changed again, and hold that it is changed once."""
    await eventually(lambda: repainted(house) > before)
    await house.until_idle()
    assert repainted(house) == before + 1


async def test_boards_are_shown_anew_when_the_bot_may_do_something_else(tmp_path: Path) -> None:
    """A change of a channel, of everybody's role or of the bot's repaints them, if it concerns boards."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE) as house:
        await house.game()
        bot, backend, guild = house.guild.me, house.env.backend, house.guild.id
        role = house.guild.create_role("players", permissions=discord.Permissions(attach_files=True))
        await house.env.settle()
        assert bot is not None
        # Discord tells a bot of its own roles whatever its intents are; the simulation holds that back.
        emit = house.adapter.client._connection.parsers["GUILD_MEMBER_UPDATE"]  # noqa: SLF001
        user = {"id": str(bot.id), "username": bot.name, "discriminator": "0", "avatar": None}
        updated = {"guild_id": str(guild), "user": user, "nick": "the bot"}
        had = [str(each.id) for each in bot.roles if not each.is_default()]
        emit(updated | {"roles": had})
        deny(house, "add_reactions")
        await house.env.settle()
        emit(updated | {"roles": [*had, str(role.id)]})
        await repainted_once(house, 0)
        backend.delete_role(guild, role.id)
        await repainted_once(house, 1)
        fewer = discord.Permissions(view_channel=True, send_messages=True, read_message_history=True)
        backend.edit_role(guild, house.guild.default_role.id, {"permissions": str(fewer.value)})
        await repainted_once(house, 2)
        deny(house, "attach_files")
        await repainted_once(house, 3)


async def hidden_thread(house: House, game: str) -> None:
    """Let a game go on in a thread that Discord hides after a week without a word."""
    await house.slash("Anna", "thread", game=game)
    (thread,) = house.table.threads
    house.env.backend.edit_channel(thread.id, {}, thread_metadata={"archived": True})
    await house.env.settle()
    guild = house.adapter.client.get_guild(house.guild.id)
    assert guild is not None
    assert list(guild.threads) == []
    # The simulation keeps the threads of what is deleted.
    gone = f"/channels/{thread.id}/*"
    house.env.inject_error("*", gone, status=404, code=UNKNOWN_CHANNEL, times=None)


@pytest.mark.parametrize("lost", ["server", "channel"])
async def test_games_of_a_place_that_is_lost_go_on_in_private(tmp_path: Path, lost: str) -> None:
    """Without waiting for a move, each player is shown them, also one in a thread that Discord hides."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE, *TO_A_CHOICE) as house:
        hidden = await house.game()
        await hidden_thread(house, hidden)
        game = await house.game()
        if lost == "server":
            house.env.backend.remove_guild(house.guild.id)
        else:
            house.env.backend.delete_channel(house.table.id)
        for who in ("Anna", "Boris"):
            await eventually(partial(was_notified, house, who, game))
            await eventually(partial(was_notified, house, who, hidden))
