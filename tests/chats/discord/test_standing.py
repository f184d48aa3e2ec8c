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
    """Return whether a person was shown a game in private."""
    board = house.people[who].user.dm_channel.last_message
    return board is not None and game in board.content


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


async def test_boards_are_shown_anew_when_the_bot_may_do_something_else(tmp_path: Path) -> None:
    """A change of the channel's permissions that concerns boards repaints them; another does not."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE) as house:
        await house.game()
        deny(house, "add_reactions")
        await house.env.settle()
        deny(house, "attach_files")
        await eventually(lambda: repainted(house) > 0)
        await house.until_idle()
        assert repainted(house) == 1


async def test_a_right_of_a_role_is_heard(tmp_path: Path) -> None:
    """Boards are shown anew when everybody's permissions change, the bot's among them."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE) as house:
        await house.game()
        fewer = discord.Permissions(view_channel=True, send_messages=True, read_message_history=True)
        everyone = {"permissions": str(fewer.value)}
        house.env.backend.edit_role(house.guild.id, house.guild.default_role.id, everyone)
        await eventually(lambda: repainted(house) == 1)


async def test_a_role_of_the_bot_is_heard(tmp_path: Path) -> None:
    """Boards are shown anew when the bot gets a role, and not when it gets another name."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE) as house:
        await house.game()
        bot, role = house.guild.me, house.guild.create_role("players")
        await house.env.settle()
        assert bot is not None
        user = {"id": str(bot.id), "username": bot.name, "discriminator": "0", "avatar": None}
        updated = {"guild_id": str(house.guild.id), "user": user, "nick": "the bot"}
        # Discord tells a bot of its own roles whatever its intents are; the simulation holds that back.
        emit = house.adapter.client._connection.parsers["GUILD_MEMBER_UPDATE"]  # noqa: SLF001
        had = [str(each.id) for each in bot.roles if not each.is_default()]
        emit(updated | {"roles": had})
        await house.env.settle()
        emit(updated | {"roles": [*had, str(role.id)]})
        await eventually(lambda: repainted(house) > 0)
        await house.until_idle()
        assert repainted(house) == 1


@pytest.mark.parametrize("lost", ["server", "channel"])
async def test_a_game_of_a_place_that_is_lost_goes_on_in_private(tmp_path: Path, lost: str) -> None:
    """Without waiting for a move, each player is shown the board in his private channel."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE) as house:
        game = await house.game()
        if lost == "server":
            house.env.backend.remove_guild(house.guild.id)
        else:
            house.env.backend.delete_channel(house.table.id)
        for who in ("Anna", "Boris"):
            await eventually(partial(was_notified, house, who, game))


async def test_a_role_of_the_bot_that_is_deleted_is_heard(tmp_path: Path) -> None:
    """Boards are shown anew when a role is deleted that the bot may have had its permissions from."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE) as house:
        await house.game()
        role = house.guild.create_role("players", permissions=discord.Permissions(attach_files=True))
        await house.env.settle()
        house.env.backend.delete_role(house.guild.id, role.id)
        await eventually(lambda: repainted(house) == 1)


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


async def test_a_game_of_a_hidden_thread_goes_on_in_private(tmp_path: Path) -> None:
    """When the bot is removed from a server, games in threads without talk are shown elsewhere."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE) as house:
        game = await house.game()
        await hidden_thread(house, game)
        house.env.backend.remove_guild(house.guild.id)
        for who in ("Anna", "Boris"):
            await eventually(partial(was_notified, house, who, game))


async def test_a_game_of_a_hidden_thread_of_a_deleted_channel_goes_on_in_private(tmp_path: Path) -> None:
    """When a channel is deleted, games in its hidden threads are shown elsewhere."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE) as house:
        game = await house.game()
        await hidden_thread(house, game)
        house.env.backend.delete_channel(house.table.id)
        for who in ("Anna", "Boris"):
            await eventually(partial(was_notified, house, who, game))
