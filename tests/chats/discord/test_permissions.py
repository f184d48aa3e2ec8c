"""The bot's permissions in a channel, and its boards when they change."""

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
    """Deny the bot permissions at the table, as a member does in the channel's settings."""
    bot = house.guild.me
    assert bot is not None
    denied = sum(flag(name) for name in names)
    house.env.backend.set_overwrite(house.table.id, Overwrite(bot.id, 1, deny=denied))  # type: ignore[arg-type]


async def eventually(condition: Callable[[], bool]) -> None:
    """Wait until a condition holds: the bot learns of its permissions without a signal."""
    async with asyncio.timeout(HANG):
        while not condition():  # noqa: ASYNC110 (see above)
            await asyncio.sleep(0.01)


def was_notified(house: House, player: str, game: str) -> bool:
    """Return True if a person was shown a game in private."""
    return any(game in board.content for board in house.messages(house.people[player].user.dm_channel))


def redraws(house: House) -> int:
    """Return how often the last board at the table was edited."""
    return len(house.requests("PATCH", str(house.last().id)))


async def test_without_files_the_board_is_in_words(tmp_path: Path) -> None:
    """Without permission for files the board comes in words, names the permission, and can be played."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE) as house:
        await house.slash("Anna", "challenge", friend="anyone")
        house.env.inject_error("POST", MESSAGES, status=403, code=MISSING_PERMISSIONS)
        await house.click("Boris", "Accept")
        board = shown(house.last())
        assert not board.has_picture
        assert IN_WORDS in board.text
        assert "White is to play" in board.text
        await house.click("Anna", "24→20")
        assert "so far 24/20" in shown(house.last()).text
        assert shown(house.last()).has_picture


async def test_a_board_becomes_words_when_files_are_forbidden(tmp_path: Path) -> None:
    """A board that loses the permission for files changes to words and drops its picture."""
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


async def redrawn_once(house: House, before: int) -> None:
    """Wait until the last board at the table is edited again, exactly once."""
    await eventually(lambda: redraws(house) > before)
    await house.until_idle()
    assert redraws(house) == before + 1


async def test_changed_permissions_redraw_boards(tmp_path: Path) -> None:
    """A changed permission of a channel or role redraws the boards if it concerns boards."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE) as house:
        await house.game()
        bot, backend, guild = house.guild.me, house.env.backend, house.guild.id
        role = house.guild.create_role("players", permissions=discord.Permissions(attach_files=True))
        await house.env.settle()
        assert bot is not None
        # Discord sends a bot its own role changes regardless of intents; the simulation does not.
        emit = house.adapter.client._connection.parsers["GUILD_MEMBER_UPDATE"]  # noqa: SLF001
        user = {"id": str(bot.id), "username": bot.name, "discriminator": "0", "avatar": None}
        updated = {"guild_id": str(guild), "user": user, "nick": "the bot"}
        had = [str(each.id) for each in bot.roles if not each.is_default()]
        emit(updated | {"roles": had})
        deny(house, "add_reactions")
        await house.env.settle()
        emit(updated | {"roles": [*had, str(role.id)]})
        await redrawn_once(house, 0)
        backend.delete_role(guild, role.id)
        await redrawn_once(house, 1)
        fewer = discord.Permissions(view_channel=True, send_messages=True, read_message_history=True)
        backend.edit_role(guild, house.guild.default_role.id, {"permissions": str(fewer.value)})
        await redrawn_once(house, 2)
        deny(house, "attach_files")
        await redrawn_once(house, 3)


async def archive_thread(house: House, game: str) -> None:
    """Move a game to a thread that Discord archives after a week without messages."""
    await house.slash("Anna", "thread", game=game)
    (thread,) = house.table.threads
    house.env.backend.edit_channel(thread.id, {}, thread_metadata={"archived": True})
    await house.env.settle()
    guild = house.adapter.client.get_guild(house.guild.id)
    assert guild is not None
    assert list(guild.threads) == []
    # The simulation keeps the threads of deleted channels.
    gone = f"/channels/{thread.id}/*"
    house.env.inject_error("*", gone, status=404, code=UNKNOWN_CHANNEL, times=None)


@pytest.mark.parametrize("lost", ["server", "channel"])
async def test_games_of_a_lost_place_continue_in_private(tmp_path: Path, lost: str) -> None:
    """If a channel or server is lost, its players get their games in private at once, also archived ones."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE, *TO_A_CHOICE) as house:
        archived = await house.game()
        await archive_thread(house, archived)
        game = await house.game()
        if lost == "server":
            house.env.backend.remove_guild(house.guild.id)
        else:
            house.env.backend.delete_channel(house.table.id)
        for player in ("Anna", "Boris"):
            await eventually(partial(was_notified, house, player, game))
            await eventually(partial(was_notified, house, player, archived))
