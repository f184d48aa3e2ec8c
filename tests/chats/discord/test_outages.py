"""Outages: Discord is slow, fails or forgets, and members delete or forbid things."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import discord
import pytest

from bot.chats.discord.errors import MISSING_PERMISSIONS
from tests.chats.discord.house import TO_A_CHOICE, House, open_house, shown

MESSAGES = "/channels/*/messages"
A_MESSAGE = "/channels/*/messages/*"
CALLBACK = "/interactions/*/callback"


def boards(house: House) -> list[discord.Message]:
    """Return the boards at the table."""
    return [message for message in house.messages() if shown(message).has_picture]


@pytest.mark.parametrize(("status", "code"), [(429, 0), (500, 0)])
async def test_a_message_that_discord_cannot_accept_is_sent_later(
    tmp_path: Path, status: int, code: int
) -> None:
    """A message that Discord cannot accept now is sent once later, and notifies once."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE) as house:
        await house.slash("Anna", "challenge", friend="anyone")
        house.env.inject_error("POST", MESSAGES, status=status, code=code)
        await house.click("Boris", "Accept")
        assert boards(house) == []
        house.clock.forward(minutes=1)
        house.sender.wake()
        await house.until_idle()
        (board,) = boards(house)
        assert "Anna, your turn: 🎲 4-1." in shown(board).text
        assert house.notified() == ["Anna"]


async def test_an_edit_that_discord_cannot_accept_is_made_later(tmp_path: Path) -> None:
    """A failed edit is retried with the newest state."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE) as house:
        await house.game()
        house.env.inject_error("PATCH", A_MESSAGE, status=500)
        await house.slash("Anna", "move", moves="24/20")
        assert "so far" not in shown(house.last()).text
        await house.slash("Anna", "move", moves="16/15")
        house.clock.forward(minutes=1)
        house.sender.wake()
        await house.until_idle()
        assert "24/20 16/15" in shown(house.last()).text
        assert len(boards(house)) == 1


async def test_a_deleted_board_is_sent_again(tmp_path: Path) -> None:
    """A deleted board is sent again with the next move, without notifying."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE) as house:
        await house.game()
        house.notified()
        gone = house.last()
        house.env.backend.delete_message(house.table.id, gone.id)
        await house.slash("Anna", "move", moves="24/20")
        assert "so far 24/20" in shown(house.last()).text
        assert house.last().id != gone.id
        assert house.notified() == []


async def test_a_board_that_is_too_old_to_edit_is_sent_again(tmp_path: Path) -> None:
    """Discord limits the edits of old messages; after that the board is sent again."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE) as house:
        await house.game()
        old = house.last()
        for method, path in (("POST", CALLBACK), ("PATCH", A_MESSAGE)):
            house.env.inject_error(method, path, status=429, code=30046)
        await house.click("Anna", "24→20")
        assert house.last().id != old.id
        assert "so far 24/20" in shown(house.last()).text


async def test_an_archived_thread_is_reopened(tmp_path: Path) -> None:
    """An archived thread is reopened to edit its board."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE) as house:
        await house.game()
        await house.slash("Anna", "thread")
        (thread,) = house.table.threads
        house.env.inject_error("PATCH", f"/channels/{thread.id}/messages/*", status=400, code=50083)
        await house.slash("Anna", "move", thread, moves="24/20")
        assert house.requests("PATCH", f"/channels/{thread.id}") == [{"archived": False}]
        assert "so far 24/20" in shown(house.last(thread)).text


@pytest.mark.parametrize(("status", "code"), [(404, 10003), (403, MISSING_PERMISSIONS)])
async def test_a_closed_channel_moves_the_board_to_private_chats(
    tmp_path: Path, status: int, code: int, caplog: pytest.LogCaptureFixture
) -> None:
    """If the bot may no longer write in a channel, the board moves to the private chats and notifies once."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE) as house:
        await house.slash("Anna", "challenge", friend="anyone")
        closed = f"/channels/{house.table.id}/messages"
        house.env.inject_error("POST", closed, status=status, code=code, times=None)
        await house.click("Boris", "Accept")
        for player in ("Anna", "Boris"):
            board = shown(house.last(house.people[player].user.dm_channel))
            assert board.has_picture
        assert house.notified() == ["Anna"]
        tried = len(house.requests("POST", closed))
        house.clock.forward(days=1)
        house.sender.wake()
        await house.until_idle()
        # The card and then the board; without permissions, also the board without its file.
        assert len(house.requests("POST", closed)) == tried == (3 if code == MISSING_PERMISSIONS else 2)
    assert [record.message for record in caplog.records if record.levelname == "ERROR"] == []


async def test_a_player_who_refuses_messages_gets_none(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """After a refused direct message nothing is sent until the player writes there."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE) as house:
        await house.slash("Anna", "challenge", friend="anyone")
        house.env.inject_error("POST", MESSAGES, status=403, code=50007, times=None)
        await house.click("Boris", "Accept")
        tried = len(house.env.http_requests)
        house.clock.forward(days=1)
        house.sender.wake()
        await house.until_idle()
        assert len(house.env.http_requests) == tried
        house.env.backend.faults.clear()
        await house.say("Anna", "/games", "Anna")
        assert "Anna, your turn" in shown(house.last(house.people["Anna"].user.dm_channel)).text
        assert house.notified() == ["Anna"]
    assert [record.message for record in caplog.records if record.levelname == "ERROR"] == []


async def test_a_command_of_a_forgotten_interaction_is_carried_out(tmp_path: Path) -> None:
    """A command whose interaction Discord has forgotten is still carried out."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE) as house:
        await house.game()
        for code, label in ((10062, "24→20"), (0, "16→15")):
            house.env.inject_error("POST", CALLBACK, status=404 if code else 500, code=code)
            await house.click("Anna", label)
        assert "24/20 16/15" in shown(house.last()).text
        house.env.inject_error("POST", CALLBACK, status=404, code=10062)
        await house.slash("Anna", "done")
        assert "Boris, your turn" in shown(house.last()).text


async def test_a_refused_answer_does_not_stop_the_next(tmp_path: Path) -> None:
    """An answer that Discord refuses is lost, and the next one arrives."""
    async with open_house(tmp_path / "nardy.db") as house:
        house.env.inject_error("PATCH", "/webhooks/*", status=404, code=10015)
        await house.slash("Anna", "games")
        await house.slash("Anna", "games")
        private_answer = house.private_answer("Anna")
        assert private_answer is not None
        assert "You have no games now." in private_answer.text


async def test_missing_permissions_are_named(tmp_path: Path) -> None:
    """A missing permission stops a command before it acts; the reply says so to members who can grant it."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE) as house:
        bot = house.guild.me
        assert bot is not None
        no_files: dict[Any, discord.PermissionOverwrite] = {
            bot: discord.PermissionOverwrite(attach_files=False, send_messages=False)
        }
        narrow = house.guild.create_text_channel("narrow", overwrites=no_files)
        await house.slash("Anna", "play", narrow)
        private_answer = house.private_answer("Anna")
        assert private_answer is not None
        assert "Send Messages. Please ask somebody" in private_answer.text
        managing = house.guild.create_role("Managers", permissions=discord.Permissions(manage_roles=True))
        house.people["Max"] = house.guild.add_member(house.env.create_user("max"), roles=[managing])
        await house.slash("Max", "play", narrow)
        private_answer = house.private_answer("Max")
        assert private_answer is not None
        assert "You can grant it to me" in private_answer.text
        assert narrow.history() == []
        await house.slash("Anna", "rules", narrow)
        private_answer = house.private_answer("Anna")
        assert private_answer is not None
        assert private_answer.has_picture


async def test_a_command_without_a_board_needs_no_permissions(tmp_path: Path) -> None:
    """A command that posts no board works without the permissions to post one."""
    async with open_house(tmp_path / "nardy.db") as house:
        bot = house.guild.me
        assert bot is not None
        narrow = house.guild.create_text_channel(
            "narrow", overwrites={bot: discord.PermissionOverwrite(attach_files=False, send_messages=False)}
        )
        for name in ("forget", "profile", "unblock"):
            await house.slash("Anna", name, narrow)
            answer = house.private_answer("Anna")
            assert answer is not None, name
            assert "Send Messages" not in answer.text, name


async def test_old_boards_can_be_played_on(tmp_path: Path) -> None:
    """A board from last week, before a restart, still works."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE) as house:
        await house.game()
        board = house.last()
        await house.env.advance_time(7 * 24 * 3600)
        await house.env.restart_bot(house.adapter.fresh_client())
        await house.click("Anna", "24→20", board)
        assert ["so far 24/20" in each.content for each in house.messages() if each.id == board.id] == [True]


async def test_other_boards_keep_working_buttons(tmp_path: Path) -> None:
    """Boards that are edited, retired, deleted or answered leave the buttons of all other boards alive.

    discord.py (2.4 to 2.7.1) forgets a kind of lasting button for the whole bot when a view stops that holds
    it beside others, or when a view that was sent before is sent again with other buttons.
    """
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE, *TO_A_CHOICE) as house:
        await house.game()
        other = house.last()
        await house.game()
        await house.click("Anna", "24→20")
        await house.click("Anna", "16→15")
        await house.click("Anna", "✔ Done")
        result = await house.slash("Boris", "resign", grade="mars", game=house.of(house.last()))
        assert result.response is not None
        await house.click("Boris", shown(result.response.message).labels[0], result.response)
        house.env.backend.delete_message(house.table.id, house.last().id)
        await house.env.advance_time(24 * 3600)
        await house.click("Anna", "24→20", other)
        edited = next(message for message in house.messages() if message.id == other.id)
        assert "so far 24/20" in shown(edited).text


async def test_the_bot_is_removed_and_added_again(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """After a removal the game continues in private; once the bot is added again, also in the server."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE, 6, 5) as house:
        game = await house.game()
        house.notified()
        removed = f"/channels/{house.table.id}/*"
        house.env.inject_error("*", removed, status=403, code=50001, times=None)
        await house.say("Anna", f"/move {game} 24/20 16/15", "Anna")
        await house.say("Anna", f"/done {game}", "Anna")
        private = house.people["Boris"].user.dm_channel
        assert "Boris, your turn: 🎲 6-5." in shown(house.last(private)).text
        assert house.notified() == ["Boris"]
        house.env.backend.faults.clear()
        await house.slash("Anna", "board", game=game)
        assert "6-5." in shown(house.last()).text
        assert house.notified() == []
    assert [record.message for record in caplog.records if record.levelname == "ERROR"] == []
