from __future__ import annotations

from pathlib import Path
from typing import Any

import discord
from simcord import interactions
from simcord.builders import ChannelHandle
from simcord.enums import InteractionType

from bot.chats.render.painter import ThreadPainter
from renderers import HEIGHT, WIDTH
from tests.chats.discord.house import TO_A_CHOICE, House, open_house, shown
from tests.dialogues.script import TABLE

SILENT = 1 << 12
NO_EMBEDS = 1 << 2


async def test_a_turn_is_played_by_buttons(tmp_path: Path) -> None:
    """A turn edits the standing board; when it passes, a new one notifies the other player, once."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE, 6, 5) as house:
        await house.slash("Anna", "challenge")
        assert house.private_answer("Anna") is None
        assert shown(house.last()).labels == ("Accept", "Withdraw")
        await house.click("Boris", "Accept")
        assert "Anna, your turn: 🎲 4-1." in shown(house.last()).text
        assert house.notified() == ["Anna"]
        board = house.last()
        await house.click("Anna", "24→20")
        await house.click("Anna", "16→15")
        assert house.last().id == board.id
        assert house.notified() == []
        await house.click("Anna", "✔ Done")
        assert "Boris, your turn: 🎲 6-5." in shown(house.last()).text
        assert house.notified() == ["Boris"]
        assert house.last().id != board.id
        old = shown(house.messages()[-2])
        assert old.labels == ()
        assert old.text.endswith("\nAnna rolled 4-1 and played 24/20 16/15.")


async def test_a_board_has_one_picture_with_words(tmp_path: Path) -> None:
    """After every edit a board shows one picture, which tells the board to those who cannot see it."""
    with ThreadPainter() as painter:
        async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE, painter=painter) as house:
            await house.game()
            (before,) = house.last().attachments
            assert before.filename == "board.png"
            assert (before.description or "").startswith("White has ")
            await house.click("Anna", "24→20")
            (after,) = house.last().attachments
            assert after.description != before.description
            with house.env.time_context():
                picture = await house.adapter.client.http.get_from_cdn(after.url)
            assert picture[16:24] == WIDTH.to_bytes(4) + HEIGHT.to_bytes(4)


async def test_only_who_must_act_is_notified(tmp_path: Path) -> None:
    """A message notifies exactly the one it calls; a message that calls nobody makes no sound."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE) as house:
        await house.game()
        card, board = house.requests("POST", "/messages")
        anna = house.people["Anna"].id
        assert card["allowed_mentions"] == {"parse": [], "users": []}
        assert card["flags"] == SILENT | NO_EMBEDS
        assert board["allowed_mentions"] == {"parse": [], "users": [anna]}
        assert board["flags"] == NO_EMBEDS
        await house.slash("Anna", "move", moves="24/20")
        await house.click("Anna", "16→15")
        edits = house.requests("PATCH", str(house.last().id)), house.requests("POST", "/callback")
        for edit in (edits[0][-1], edits[1][-1]["data"]):
            assert edit["allowed_mentions"] == {"parse": []}


async def test_every_message_has_a_nonce_of_its_own(tmp_path: Path) -> None:
    """Discord is told to take no message twice."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE) as house:
        await house.game()
        sent = house.requests("POST", "/messages")
        nonces = [message["nonce"] for message in sent]
        assert all(message["enforce_nonce"] for message in sent)
        assert len(set(nonces)) == len(nonces) == 2
        assert all(0 < len(nonce) <= 25 for nonce in nonces)


async def test_a_game_is_played_in_direct_messages(tmp_path: Path) -> None:
    """A game against the computer can be begun and played in a private chat with the bot."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE) as house:
        await house.say("Anna", "/play", "Anna")
        channel = house.people["Anna"].user.dm_channel
        assert shown(house.last(channel)).pictured
        await house.press("Anna", shown(house.last(channel)).labels[0], "Anna", answered=False)
        assert "so far" in shown(house.last(channel)).text
        assert house.table.last_message is None


async def test_answers_are_private(tmp_path: Path) -> None:
    """What is wrong is told to the one who did it, in that person's place alone."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE) as house:
        await house.game()
        seen = [message.id for message in house.messages()]
        await house.slash("Carl", "move", moves="24/20")
        private_answer = house.private_answer("Carl")
        assert private_answer is not None
        assert "You have no game here." in private_answer.text
        assert [message.id for message in house.messages()] == seen
        assert house.results["Carl"].ephemeral


async def test_a_press_of_a_spectator_is_answered(tmp_path: Path) -> None:
    """Whoever presses a button of others' game is told in private that it is theirs."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE) as house:
        await house.game()
        result = await house.click("Carl", "24→20")
        answer = result.response
        assert answer is not None
        assert answer.ephemeral
        assert "not playing in it" in answer.content


async def test_a_question_goes_away_when_it_is_answered(tmp_path: Path) -> None:
    """A question has buttons that work once; then it is gone, and the board shows what came of it."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE) as house:
        await house.game()
        result = await house.slash("Boris", "draw")
        assert result.response is not None
        question = result.response.message
        await house.click("Boris", "Offer a draw", question)
        assert house.private_answer("Boris") is None
        assert result.response is None
        assert "Boris offers a draw." in shown(house.last()).text


async def test_the_menu_of_this_board(tmp_path: Path) -> None:
    """Called on a board, the menu is that of its game, also where the caller plays several."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE, *TO_A_CHOICE) as house:
        first = await house.game()
        board = house.last()
        await house.game()
        result = await house.people["Anna"].context_menu(house.table, "This board…", board)
        assert result.response is not None
        assert f"Game {first}:" in result.response.content
        assert result.ephemeral


async def test_games_are_completed(tmp_path: Path) -> None:
    """An option for a game offers my games; one for moves the moves that can be made, and nothing else."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE) as house:
        game = await house.game()
        anna = house.people["Anna"]

        async def offered(command: str, option: str, typed: str, **filled: str) -> list[str]:
            found = await anna.autocomplete(house.table, command, option, typed, **filled)
            return [choice["value"] for choice in found]

        assert await offered("board", "game", "") == [game]
        assert await offered("board", "game", game[:1]) == [game]
        assert await offered("board", "game", "zz") == []
        assert await offered("move", "game", "") == [game]
        assert {"24/20", "16/15"} <= set(await offered("move", "moves", ""))
        assert game not in await offered("move", "moves", "")
        assert "24/20" in await offered("move", "moves", "24", game=game)
        assert await offered("move", "moves", "9", game=game) == []


async def test_settings_are_completed(tmp_path: Path) -> None:
    """An option that was typed in full goes on with its values."""
    async with open_house(tmp_path / "nardy.db") as house:
        anna = house.people["Anna"]
        found = await anna.autocomplete(house.table, "settings", "option", "conf")
        assert found == [{"name": "confirm – End complete turns automatically", "value": "confirm"}]
        found = await anna.autocomplete(house.table, "settings", "option", "confirm")
        assert [choice["value"] for choice in found] == ["confirm on", "confirm off"]


async def test_lengths_are_completed(tmp_path: Path) -> None:
    """The length of a match is offered by points and games, and nothing else is offered for it."""
    async with open_house(tmp_path / "nardy.db") as house:
        anna = house.people["Anna"]
        for typed, values in (
            ("", ["to 3", "to 5", "to 7", "3 games", "5 games"]),
            ("to", ["to 3", "to 5", "to 7"]),
            ("5", ["5 games", "5 points"]),
        ):
            found = await anna.autocomplete(house.table, "challenge", "length", typed)
            assert [choice["value"] for choice in found] == values


async def test_clocks_are_completed(tmp_path: Path) -> None:
    """A clock is offered in days, in hours and as a bank, and nothing else is offered for it."""
    async with open_house(tmp_path / "nardy.db") as house:
        anna = house.people["Anna"]
        for typed, values in (
            ("", ["1 day", "3 days", "7 days", "bank 7d+1d", "no clock"]),
            ("12", ["12 days", "12 hours"]),
            ("n", ["no clock"]),
            ("bank", ["bank 7d+1d"]),
        ):
            found = await anna.autocomplete(house.table, "challenge", "clock", typed)
            assert [choice["value"] for choice in found] == values
        await house.slash("Anna", "challenge", clock="12 hours")
        assert shown(house.table.history()[-1]).text.endswith("Clock: 12 hours for each turn.")


async def test_zones_are_completed(tmp_path: Path) -> None:
    """A time zone is found by its name or by its city alone; no more are offered than Discord takes."""
    async with open_house(tmp_path / "nardy.db") as house:
        anna = house.people["Anna"]
        for typed, values in (
            ("zone europe/ber", ["zone Europe/Berlin"]),
            ("zone berl", ["zone Berlin"]),
        ):
            found = await anna.autocomplete(house.table, "settings", "option", typed)
            assert [choice["value"] for choice in found] == values
        assert len(await anna.autocomplete(house.table, "settings", "option", "zone")) == 25


async def test_grades_are_completed(tmp_path: Path) -> None:
    """What a game can be resigned at is offered by its name."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE) as house:
        game = await house.game()
        anna = house.people["Anna"]
        found = await anna.autocomplete(house.table, "resign", "grade", "", game=game)
        assert {"name": "mars, 2 points", "value": "mars"} in found


async def test_a_game_gets_a_thread(tmp_path: Path) -> None:
    """A thread is named after its game and shows its board; commands in it mean that game."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE) as house:
        game = await house.game()
        await house.slash("Anna", "thread")
        (thread,) = house.table.threads
        assert thread.name == f"Nardy {game}"
        private_answer = house.private_answer("Anna")
        assert private_answer is not None
        assert private_answer.text == f"The game goes on in <#{thread.id}>."
        board = thread.history()[-1]
        assert shown(board).pictured
        await house.people["Anna"].click(board, label="24→20")
        await house.until_idle()
        assert "so far 24/20" in shown(thread.history()[-1]).text


async def with_threads(house: House) -> None:
    """Let somebody who manages the channel give each game in it a thread."""
    manages = house.guild.create_role("manages", permissions=discord.Permissions(manage_channels=True))
    dora = house.env.create_user("dora", global_name="Dora")
    house.people["Dora"] = house.guild.add_member(dora, roles=[manages])
    await house.slash("Dora", "settings", option="threads on")


async def test_all_settings_of_a_channel_have_their_buttons(tmp_path: Path) -> None:
    """Whoever manages a channel with threads is offered more than ten, which still fit into five rows."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE) as house:
        await with_threads(house)
        await house.slash("Dora", "settings")
        answer = house.private_answer("Dora")
        assert answer is not None
        assert {"Threads: on", "Daily position: off"} <= set(answer.labels)
        assert len(answer.labels) == 12


async def accepted(house: House) -> ChannelHandle:
    """Let Boris accept a challenge of Anna's; return the thread in which their game goes on."""
    await house.slash("Anna", "challenge")
    await house.click("Boris", "Accept")
    (thread,) = house.table.threads
    return thread


async def test_a_channel_gives_each_game_a_thread(tmp_path: Path) -> None:
    """With the setting on, an accepted challenge goes on in a thread, without a further word."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE) as house:
        await with_threads(house)
        thread = await accepted(house)
        board = thread.history()[-1]
        assert (thread.name, shown(board).pictured) == (f"Nardy {house.of(board)}", True)
        assert house.private_answer("Boris") is None


async def test_the_thread_of_a_match_is_closed_when_it_is_over(tmp_path: Path) -> None:
    """When the last game has ended, its thread is archived, and old boards there lose their buttons still."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE) as house:
        await with_threads(house)
        thread = await accepted(house)
        assert house.requests("PATCH", f"/channels/{thread.id}") == []
        await house.slash("Anna", "resign", thread, grade="mars")
        await house.press("Anna", "Resign: mars, 2 points", TABLE, answered=True)
        assert house.requests("PATCH", f"/channels/{thread.id}")[-1] == {"archived": True}


async def test_a_channel_without_the_setting_makes_no_threads(tmp_path: Path) -> None:
    """Games stay in the channel, unless somebody asks for a thread."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE) as house:
        await house.game()
        assert house.table.threads == []


def called(house: House, command: str, **changed: object) -> dict[str, Any]:
    """Return what Discord brings when Anna calls a command without options, with something changed."""
    _, payload = interactions.base_payload(
        house.env.backend,
        type=InteractionType.APPLICATION_COMMAND,
        channel_id=house.table.id,
        guild_id=house.guild.id,
        user_id=house.people["Anna"].id,
        data={"id": "1", "name": command, "type": 1, "options": []},
    )
    return payload | changed


async def brought(house: House, payload: dict[str, Any]) -> None:
    """Let Discord bring something, and wait until everything that follows of it has been done."""
    house.env.backend.emit("INTERACTION_CREATE", payload)
    await house.env.settle()
    await house.until_idle()


async def test_a_thread_that_is_asked_for_twice_in_one_breath_is_made_once(tmp_path: Path) -> None:
    """An interaction that Discord brings twice opens one thread."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE) as house:
        await house.game()
        payload = called(house, "thread")
        await brought(house, payload)
        await brought(house, payload)
        assert len(house.table.threads) == 1


async def test_only_who_manages_channels_sets_how_one_looks(tmp_path: Path) -> None:
    """Without Manage Channels a person is refused and told who may; with it, the setting is changed."""
    async with open_house(tmp_path / "nardy.db") as house:
        manages = house.guild.create_role("manages", permissions=discord.Permissions(manage_channels=True))
        dora = house.env.create_user("dora", global_name="Dora")
        house.people["Dora"] = house.guild.add_member(dora, roles=[manages])
        private_answer = {}
        for who in ("Boris", "Dora"):
            await house.slash(who, "settings", option="theme contrast")
            private_answer[who] = house.private_answer(who)
        assert "Only administrators of this chat" in str(private_answer["Boris"])
        assert "Board: high contrast." in str(private_answer["Dora"])


async def test_boards_of_a_server_speak_its_language(tmp_path: Path) -> None:
    """A channel speaks what its server says it speaks, and not what its first speaker's client does."""
    async with open_house(tmp_path / "nardy.db") as house:
        await brought(house, called(house, "challenge", guild_locale="ru"))
        assert "вызывает любого" in house.last().content


async def test_a_thread_is_for_ones_own_game(tmp_path: Path) -> None:
    """No thread is made for a game that is not clear, not mine or not there."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE) as house:
        game = await house.game()
        for who, named in (("Carl", None), ("Carl", game), ("Anna", "z9z")):
            await house.slash(who, "thread", None, **({"game": named} if named else {}))
            private_answer = house.private_answer(who)
            assert private_answer is not None
            assert "It is not clear which of your games you mean." in private_answer.text
        result = await house.people["Anna"].user.slash("thread", game=game)
        assert "in a text channel of a server only" in result.response.content
        assert house.table.threads == []


async def test_a_bot_cannot_be_challenged(tmp_path: Path) -> None:
    """Whoever picks a bot is told that it cannot accept."""
    async with open_house(tmp_path / "nardy.db") as house:
        robot = house.guild.add_member(house.env.create_user("robot", bot=True))
        await house.slash("Anna", "challenge", player=robot)
        private_answer = house.private_answer("Anna")
        assert private_answer is not None
        assert "robot is a bot and cannot accept a challenge." in private_answer.text
        assert house.table.last_message is None


NASTY_NAME = "@everyone **b** `c` <@123> [x](http://e.vil) \u202eflip"


async def test_a_name_full_of_marks_breaks_nothing(tmp_path: Path) -> None:
    """A name of marks, mentions, links and turns is shown as it is, notifies nobody and leads nowhere."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE) as house:
        house.people["Nasty"] = house.guild.add_member(house.env.create_user("nasty", global_name=NASTY_NAME))
        await house.slash("Nasty", "challenge")
        await house.click("Boris", "Accept")
        assert house.notified() == ["Nasty"]
        board = house.last()
        assert not board.mention_everyone
        assert r"\@everyone \*\*b\*\*" in board.content
        assert "\u202e" not in board.content
        assert "http://" not in board.content


async def test_two_shards_serve_their_servers(tmp_path: Path) -> None:
    """With several shards each server is played in, whichever it belongs to."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE, shards=2) as house:
        house.guild = house.env.create_guild("Another", shard_id=1)
        house.table = house.guild.create_text_channel("table")
        for name, member in list(house.people.items()):
            house.people[name] = house.guild.add_member(member.user)
        await house.game()
        await house.click("Anna", "24→20")
        assert "so far 24/20" in shown(house.last()).text


async def test_a_command_that_is_named_can_be_clicked(tmp_path: Path) -> None:
    """Where an answer names a command, Discord offers it for a click, by the id that it has given it."""
    async with open_house(tmp_path / "nardy.db") as house:
        result = await house.slash("Anna", "undo")
        answer = result.response
        assert answer is not None
        key = house.adapter.client.command_ids["play"]
        assert f"</play:{key}>" in answer.message.content
