from __future__ import annotations

from pathlib import Path
from typing import Any

import discord
from simcord import interactions
from simcord.enums import InteractionType

from tests.chats.discord.house import TO_A_CHOICE, House, open_house, shown
from tests.dialogues.script import TABLE

SILENT = 1 << 12
NO_EMBEDS = 1 << 2


async def test_a_turn_is_played_by_buttons(tmp_path: Path) -> None:
    """A turn edits the board and its picture; its end sends a new board that notifies the opponent once."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE, 6, 5) as house:
        await house.slash("Anna", "challenge", friend="anyone")
        assert house.private_answer("Anna") is None
        assert shown(house.last()).labels == ("Accept", "Withdraw")
        await house.click("Boris", "Accept")
        assert "Anna, your turn: 🎲 4-1." in shown(house.last()).text
        assert house.notified() == ["Anna"]
        board = house.last()
        (before,) = board.attachments
        assert before.filename == "board.png"
        assert (before.description or "").startswith("White has ")
        await house.click("Anna", "24→20")
        await house.click("Anna", "16→15")
        assert house.last().id == board.id
        (after,) = house.last().attachments
        assert after.description != before.description
        assert house.notified() == []
        await house.click("Anna", "✔ Done")
        assert "Boris, your turn: 🎲 6-5." in shown(house.last()).text
        assert house.notified() == ["Boris"]
        assert house.last().id != board.id
        old = shown(house.messages()[-2])
        assert old.labels == ()
        assert old.text.endswith("\nAnna rolled 4-1 and played 24/20 16/15.")


async def test_only_the_player_to_act_is_notified(tmp_path: Path) -> None:
    """A message notifies only the player it calls, and has a nonce that makes it idempotent."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE) as house:
        await house.game()
        card, board = house.requests("POST", "/messages")
        anna = house.people["Anna"].id
        assert card["allowed_mentions"] == {"parse": [], "users": []}
        assert card["flags"] == SILENT | NO_EMBEDS
        assert board["allowed_mentions"] == {"parse": [], "users": [anna]}
        assert board["flags"] == NO_EMBEDS
        for message in (card, board):
            assert message["enforce_nonce"]
            assert 0 < len(message["nonce"]) <= 25
        assert card["nonce"] != board["nonce"]
        await house.slash("Anna", "move", moves="24/20")
        await house.click("Anna", "16→15")
        edits = house.requests("PATCH", str(house.last().id)), house.requests("POST", "/callback")
        for edit in (edits[0][-1], edits[1][-1]["data"]):
            assert edit["allowed_mentions"] == {"parse": []}


async def test_an_answered_question_disappears(tmp_path: Path) -> None:
    """A question disappears once it is answered, and the board shows the result."""
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
    """The menu on a board is about that board's game, even if the player has several."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE, *TO_A_CHOICE) as house:
        first = await house.game()
        board = house.last()
        await house.game()
        result = await house.people["Anna"].context_menu(house.table, "This board…", board)
        assert result.response is not None
        assert f"Game {first}:" in result.response.content
        assert result.ephemeral


async def test_options_are_completed(tmp_path: Path) -> None:
    """Each option offers its matching values, and no more than Discord accepts."""
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
        assert await offered("settings", "option", "confirm") == ["confirm on", "confirm off"]
        assert await offered("settings", "option", "zone europe/ber") == ["zone Europe/Berlin"]
        assert len(await offered("settings", "option", "zone")) == 25
        assert await offered("challenge", "length", "") == ["to 3", "to 5", "to 7", "3 games", "5 games"]
        assert await offered("challenge", "length", "5") == ["5 games", "5 points"]
        assert await offered("challenge", "clock", "12") == ["12 days", "12 hours"]
        assert await offered("challenge", "clock", "n") == ["no clock"]
        found = await anna.autocomplete(house.table, "settings", "option", "conf")
        assert found == [{"name": "confirm – End complete turns automatically", "value": "confirm"}]
        found = await anna.autocomplete(house.table, "resign", "grade", "", game=game)
        assert {"name": "mars, 2 points", "value": "mars"} in found


async def test_a_game_gets_a_thread(tmp_path: Path) -> None:
    """A thread has the game's name and shows its board, and commands in it mean that game."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE) as house:
        game = await house.game()
        assert house.table.threads == []
        await house.slash("Anna", "thread")
        (thread,) = house.table.threads
        assert thread.name == f"Nardy {game}"
        private_answer = house.private_answer("Anna")
        assert private_answer is not None
        assert private_answer.text == f"The game goes on in <#{thread.id}>."
        board = thread.history()[-1]
        assert shown(board).has_picture
        await house.people["Anna"].click(board, label="24→20")
        await house.until_idle()
        assert "so far 24/20" in shown(thread.history()[-1]).text


async def test_a_channel_gives_each_match_a_thread_until_it_is_over(tmp_path: Path) -> None:
    """A member who manages the channel turns threads on; then each accepted challenge gets a thread."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE) as house:
        manages = house.guild.create_role("manages", permissions=discord.Permissions(manage_channels=True))
        dora = house.env.create_user("dora", global_name="Dora")
        house.people["Dora"] = house.guild.add_member(dora, roles=[manages])
        await house.slash("Boris", "settings", option="threads on")
        assert "Only administrators of this chat" in str(house.private_answer("Boris"))
        await house.slash("Dora", "settings", option="threads on")
        await house.slash("Dora", "settings")
        answer = house.private_answer("Dora")
        assert answer is not None
        assert {"Threads: on", "Daily position: off"} <= set(answer.labels)
        assert len(answer.labels) == 13

        await house.slash("Anna", "challenge", friend="anyone")
        await house.click("Boris", "Accept")
        (thread,) = house.table.threads
        board = thread.history()[-1]
        assert (thread.name, shown(board).has_picture) == (f"Nardy {house.of(board)}", True)
        assert house.private_answer("Boris") is None
        assert house.requests("PATCH", f"/channels/{thread.id}") == []
        await house.slash("Anna", "resign", thread, grade="mars")
        await house.press("Anna", "Resign: mars, 2 points", TABLE, answered=True)
        assert house.requests("PATCH", f"/channels/{thread.id}")[-1] == {"archived": True}


def interaction(house: House, command: str, **changed: object) -> dict[str, Any]:
    """Return Anna's interaction for a command without options, with some fields changed."""
    _, payload = interactions.base_payload(
        house.env.backend,
        type=InteractionType.APPLICATION_COMMAND,
        channel_id=house.table.id,
        guild_id=house.guild.id,
        user_id=house.people["Anna"].id,
        data={"id": "1", "name": command, "type": 1, "options": []},
    )
    return payload | changed


async def deliver(house: House, payload: dict[str, Any]) -> None:
    """Deliver an interaction and wait until the bot is idle."""
    house.env.backend.emit("INTERACTION_CREATE", payload)
    await house.env.settle()
    await house.until_idle()


async def test_a_repeated_thread_interaction_opens_one_thread(tmp_path: Path) -> None:
    """An interaction delivered twice opens one thread."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE) as house:
        await house.game()
        payload = interaction(house, "thread")
        await deliver(house, payload)
        await deliver(house, payload)
        assert len(house.table.threads) == 1


async def test_boards_use_the_servers_language(tmp_path: Path) -> None:
    """A channel uses its server's language, not that of its first player's client."""
    async with open_house(tmp_path / "nardy.db") as house:
        anyone = {"name": "friend", "type": 3, "value": "anyone"}
        data = {"id": "1", "name": "challenge", "type": 1, "options": [anyone]}
        await deliver(house, interaction(house, "challenge", guild_locale="ru", data=data))
        assert "вызывает любого" in house.last().content


async def test_a_thread_needs_a_game_of_the_player(tmp_path: Path) -> None:
    """A thread is refused for an unclear, foreign or unknown game, and in private."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE) as house:
        game = await house.game()
        for player, named in (("Carl", None), ("Carl", game), ("Anna", "z9z")):
            await house.slash(player, "thread", None, **({"game": named} if named else {}))
            private_answer = house.private_answer(player)
            assert private_answer is not None
            assert "It is not clear which of your games you mean." in private_answer.text
        result = await house.people["Anna"].user.slash("thread", game=game)
        assert "in a text channel of a server only" in result.response.content
        assert house.table.threads == []


async def test_a_bot_cannot_be_challenged(tmp_path: Path) -> None:
    """A challenge to a bot is refused."""
    async with open_house(tmp_path / "nardy.db") as house:
        robot = house.guild.add_member(house.env.create_user("robot", bot=True))
        await house.slash("Anna", "challenge", player=robot)
        private_answer = house.private_answer("Anna")
        assert private_answer is not None
        assert "robot is a bot and cannot accept a challenge." in private_answer.text
        assert house.table.last_message is None


NASTY_NAME = "@everyone **b** `c` <@123> [x](http://e.vil) \u202eflip"


async def test_a_name_full_of_markup_is_shown_as_text(tmp_path: Path) -> None:
    """A name with markup, mentions, links and direction marks is shown as text and notifies nobody else."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE) as house:
        house.people["Nasty"] = house.guild.add_member(house.env.create_user("nasty", global_name=NASTY_NAME))
        await house.slash("Nasty", "challenge", friend="anyone")
        await house.click("Boris", "Accept")
        assert house.notified() == ["Nasty"]
        board = house.last()
        assert not board.mention_everyone
        assert r"\@everyone \*\*b\*\*" in board.content
        assert "\u202e" not in board.content
        assert "http://" not in board.content


async def test_two_shards_serve_their_servers(tmp_path: Path) -> None:
    """With several shards the servers of each shard can play."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE, shards=2) as house:
        house.guild = house.env.create_guild("Another", shard_id=1)
        house.table = house.guild.create_text_channel("table")
        for name, member in list(house.people.items()):
            house.people[name] = house.guild.add_member(member.user)
        await house.game()
        await house.click("Anna", "24→20")
        assert "so far 24/20" in shown(house.last()).text
