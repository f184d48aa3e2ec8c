"""/export and /forget: a player's data as a file, its deletion, and attempts on others' data."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert

from bot.sessions.exports import A_DAY, LARGEST
from bot.talk.catalog import LANGUAGES, words_in
from bot.talk.incoming import Incoming, Line, Person, Press
from bot.talk.reply import FormerName, Reply, plain
from storage import KeyValues
from storage.tables import log_entries
from tests.dialogues.house import House, only_game, open_house
from tests.dialogues.script import TABLE
from tests.sessions.world import contents


async def ask_to_forget(house: House, player: str = "Boris") -> str:
    """Let a player type /forget; return the data of the button that confirms it."""
    (reply,) = await replies(house, player, "/forget")
    ((button,),) = reply.buttons
    return button.data


async def replies(house: House, player: str, line: str, chat: str | None = None) -> tuple[Reply, ...]:
    """Return the private replies to a typed line."""
    await house.type(player, line, chat or player)
    return house.answers[player]


async def test_the_question_says_what_will_happen(playing: House) -> None:
    """The question says which games and challenges end, what stays, and that it is final."""
    await playing.type("Boris", "/play", "Boris")
    await playing.type("Boris", "/challenge Carl")
    (reply,) = await replies(playing, "Boris", "/forget")
    text = plain(reply.text)
    assert "It cannot be undone." in text
    assert "2 running games are resigned" in text
    assert "1 open challenge is withdrawn or declined." in text
    assert "they show “a former player”" in text
    assert "/export" in text
    assert "Boris" in repr(await contents(playing.manager.database))


async def test_in_a_shared_chat_both_commands_are_refused(playing: House) -> None:
    """/forget and /export are refused in a shared chat, even if answers there are private."""
    for command in ("/forget", "/export"):
        (reply,) = await replies(playing, "Boris", command, TABLE)
        assert f"Send {command} in a private chat with the bot." in plain(reply.text)
        assert (reply.buttons, reply.document) == ((), None)


async def test_a_confirmed_deletion_removes_the_player(playing: House) -> None:
    """After the deletion the opponent wins, and boards and lists show a former player."""
    key = await only_game(playing)
    button = await ask_to_forget(playing)
    await playing.handle("Boris", Press(button), "Boris")
    (reply,) = playing.answers["Boris"]
    assert plain(reply.text).startswith("All that was stored about you is deleted.")
    assert "A former player resigns and Anna wins" in playing.shown(TABLE).text
    assert "Rematch" not in playing.shown(TABLE).labels
    for line in (f"/replay {key}", f"/record {key}", f"/board {key}", "/games"):
        answer = await playing.type("Anna", line, "Anna")
        assert "Boris" not in answer
    assert "former player" in await playing.type("Anna", f"/replay {key}", "Anna")
    assert "plays no more" in await playing.type("Anna", f"/rematch {key}", "Anna")
    assert "Boris" not in repr(await contents(playing.manager.database))


async def test_another_persons_confirmation_is_refused(playing: House) -> None:
    """Another person's press on the confirmation deletes nothing."""
    button = await ask_to_forget(playing)
    before = await contents(playing.manager.database)
    await playing.handle("Carl", Press(button), "Carl")
    (reply,) = playing.answers["Carl"]
    assert "no longer open" in plain(reply.text)
    after = await contents(playing.manager.database)
    assert after["accounts"] == before["accounts"]
    assert after["questions"] == before["questions"]


async def test_repeated_confirmations_do_not_recreate_the_player(playing: House) -> None:
    """Simultaneous presses and a line typed at the same time do not recreate the player."""
    button = await ask_to_forget(playing)
    await asyncio.gather(
        *(playing.handle("Boris", Press(button), "Boris") for _ in range(3)),
        playing.type("Boris", "/games", "Boris"),
    )
    await playing.handle("Boris", Press(button), "Boris")
    assert "boris" not in repr(await contents(playing.manager.database)).casefold()


async def test_a_stale_question_is_asked_again(playing: House) -> None:
    """A confirmation is asked again if a game has begun since the question."""
    button = await ask_to_forget(playing)
    await playing.type("Boris", "/play", "Boris")
    await playing.handle("Boris", Press(button), "Boris")
    (reply,) = playing.answers["Boris"]
    assert plain(reply.text).startswith("Meanwhile something has begun or ended, so I ask once more.")
    assert "2 running games" in plain(reply.text)
    ((again,),) = reply.buttons
    await playing.handle("Boris", Press(again.data), "Boris")
    assert "boris" not in repr(await contents(playing.manager.database)).casefold()


async def test_typed_lines_do_not_confirm(playing: House) -> None:
    """Only the button of the question deletes, not a typed line."""
    for line in ("/forget 1 0", "/forget sure", "!/forget 1 0"):
        await playing.type("Boris", line, "Boris")
    assert "Boris" in repr((await contents(playing.manager.database))["players"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_former_player_is_capitalised_at_the_beginning(language: str) -> None:
    """The words for a former player have a capital only at the beginning of a sentence."""
    words = words_in(language)
    name = words.words("former-player")
    capital = name[0].upper() + name[1:]
    assert words.words("refused-opponent-banned", name=FormerName()).startswith(capital)
    assert words.words("share-link", game=("game of ", FormerName()), link="x").count(name) == 1


async def export(house: House, player: str = "Boris") -> Reply:
    """Return the answer with a player's data file."""
    (reply,) = await replies(house, player, "/export")
    return await outcome_of(reply)


async def outcome_of(reply: Reply) -> Reply:
    """Return the reply, or the outcome of a pending one."""
    if reply.pending is None:
        return reply
    await asyncio.wait({reply.pending.outcome})
    made = reply.pending.outcome.result()
    assert made is not None
    return made


def content_of(reply: Reply) -> dict[str, Any]:
    """Return the content of a data file."""
    assert reply.document is not None
    assert reply.document.media_type == "application/json"
    found: dict[str, Any] = json.loads(reply.document.content.decode())
    return found


async def test_the_file_has_own_data_and_only_names_of_others(playing: House) -> None:
    """The file has the player's own data; of other people it has only names."""
    key = await only_game(playing)
    await playing.type("Boris", "/settings theme dark", "Boris")
    await playing.type("Anna", "/settings zone Europe/Berlin", "Anna")
    await playing.type("Anna", "/block Carl", "Anna")
    await playing.type("Boris", "/challenge Carl")
    key_values = KeyValues(playing.manager.database)
    said = {"time": 0.0, "text": ["mine"], "nonce": "1", "author": ["boris", "Boris"]}
    await key_values.append("room:table", json.dumps(said))
    theirs = said | {"text": ["theirs, to boris"], "author": ["anna", "Anna"]}
    await key_values.append("room:table", json.dumps(theirs))
    reply = await export(playing)
    file = content_of(reply)
    assert file["accounts"] == [{"platform": "web", "id": "boris", "name": "Boris", "handle": None}]
    assert file["settings"]["theme"] == "dark"
    assert [game["id"] for game in file["games"]] == [key]
    assert file["games"][0]["opponent"] == "Anna"
    assert file["games"][0]["record"].startswith("[")
    assert [each["text"] for each in file["said"]] == ["mine"]
    assert "Carl" in [each["to"] for each in file["challenges"]]
    assert {each["id"] for each in file["chats"]} == {"Boris", TABLE}
    text = json.dumps(file)
    assert [word for word in ("theirs", "Berlin", "anna", "blocked_by") if word in text] == []


async def test_files_are_limited_by_day(playing: House) -> None:
    """After several files a request is refused with the time of the next."""
    for _ in range(A_DAY):
        reply = await export(playing)
        assert reply.document is not None
        playing.clock.forward(minutes=1)
    (reply,) = await replies(playing, "Boris", "/export")
    assert "You can have another in 8 hours." in plain(reply.text)


async def test_a_large_file_leaves_out_games(playing: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file above the size limit leaves out games, and the file and the answer say how many."""
    monkeypatch.setattr("bot.sessions.exports.LARGEST", 4500)
    for _ in range(5):
        await playing.type("Boris", "/play", "Boris")
    reply = await export(playing)
    file = content_of(reply)
    left_out = file["left_out"]["games"]
    assert len(file["games"]) + left_out == 6
    assert file["games"]
    assert "It would be too large as a whole" in plain(reply.text)
    assert reply.document is not None
    assert len(reply.document.content) <= 4500


async def test_a_long_list_is_shortened(playing: House) -> None:
    """Twelve megabytes of typed lines are cut to the limit, with their number, and the game is kept."""
    text = json.dumps(
        {"time": 0.0, "text": ["ж" * 1000], "nonce": "1", "author": ["boris", "Boris"]}, ensure_ascii=False
    )
    async with playing.manager.database.write() as connection:
        await connection.execute(
            insert(log_entries), [{"namespace": "room:table", "text": text} for _ in range(6000)]
        )
    reply = await export(playing)
    assert reply.document is not None
    assert len(reply.document.content) <= LARGEST
    file = content_of(reply)
    assert len(file["games"]) == 1
    assert len(file["said"]) + file["left_out"]["said"] == 6000
    assert "entries are left out" in plain(reply.text)


async def test_a_player_goes_on_while_the_file_is_made(playing: House) -> None:
    """While a file waits for its turn, the player gets a pending answer and can use other commands."""
    async with playing.manager.exports._room:  # noqa: SLF001 (as while another's is made)
        (reply,) = await replies(playing, "Boris", "/export")
        assert plain(reply.text).startswith("I am collecting all")
        assert await playing.type("Boris", "/games", "Boris")
    assert content_of(await outcome_of(reply))["name"] == "Boris"


async def test_a_forgotten_player_gets_no_file(playing: House) -> None:
    """A player who is forgotten while their file is being made gets none."""
    async with playing.manager.exports._room:  # noqa: SLF001 (as while another's is made)
        (reply,) = await replies(playing, "Boris", "/export")
        await playing.handle("Boris", Press(await ask_to_forget(playing)), "Boris")
    assert reply.pending is not None
    await asyncio.wait({reply.pending.outcome})
    assert reply.pending.outcome.result() is None


async def test_the_file_has_options_blocks_seats_and_times(playing: House) -> None:
    """The file has a challenge's clock, the time of a block, the number of seats, and a game's times."""
    await playing.type("Boris", "/challenge Carl to 5 3 days", TABLE)
    await playing.type("Boris", "/block Anna", "Boris")
    await KeyValues(playing.manager.database).write("web:seats", "a hash", "boris")
    reply = await export(playing)
    file = content_of(reply)
    (waits,) = (each for each in file["challenges"] if each["state"] == "open")
    assert (waits["clock"], waits["length"]) == ("3d+3d<3d", "5 points")
    assert file["blocked"][0]["name"] == "Anna"
    assert file["blocked"][0]["since"].startswith("20")
    assert (file["seats"], "a hash" in json.dumps(file)) == (1, False)
    assert {"id", "length", "game", "score_before"} <= file["games"][0]["match"].keys()
    assert file["games"][0]["seconds"].split()[0] == "0"


@pytest.fixture
async def forgotten(tmp_path: Path) -> AsyncIterator[tuple[House, str]]:
    """Return a house where Boris was forgotten in the first game of a match, and that game's id."""
    async with open_house(tmp_path / "nardy.db") as house:
        for player in ("Anna", "Boris"):
            await house.type(player, "/help", TABLE)
        await house.type("Anna", "/challenge Boris to 5", TABLE)
        await house.type("Boris", "/accept", TABLE)
        game = await only_game(house)
        await house.handle("Boris", Press(await ask_to_forget(house)), "Boris")
        yield house, game


async def test_a_match_with_a_former_player_ends(forgotten: tuple[House, str]) -> None:
    """The result says that the match ends here, and offers no next game."""
    house, game = forgotten
    shown = house.last(TABLE).reply
    assert "ends here: one of the two plays no more." in plain(shown.text)
    assert "can begin the next game" not in plain(shown.text)
    assert not [button for row in shown.buttons for button in row if "/continue" in button.data]
    assert "plays no more" in await house.type("Anna", f"/continue {game}", TABLE)


async def test_a_former_player_cannot_be_blocked(forgotten: tuple[House, str]) -> None:
    """Blocking a former player is refused, and stores nothing."""
    house, game = forgotten
    said = await house.type("Anna", f"/block {game}", "Anna")
    assert said.startswith("A former player cannot be blocked.")
    assert (await contents(house.manager.database))["blocks"] == []


async def test_the_description_of_a_replay_names_a_former_player(forgotten: tuple[House, str]) -> None:
    """The description of a replay names a former player."""
    house, game = forgotten
    (reply, *_) = await replies(house, "Anna", f"/replay {game}")
    assert "and a former player as" in reply.alt or "of a former player and" in reply.alt


async def test_looking_creates_no_player(playing: House) -> None:
    """Views and completions for an unknown person store nothing."""
    game, talk = await only_game(playing), playing.conversation
    before = await contents(playing.manager.database)
    vera = Person("web", "vera", "Vera", "ru")
    for chat in ("Vera", TABLE):
        looks = Incoming("", vera, playing.place(chat), Line("/challenge "))
        await talk.visit(looks.person, looks.place)
        await talk.lobby(looks)
        await talk.settings(looks)
        await talk.complete(looks)
        await talk.own_view(looks, "game", game)
        assert (await talk.own_look(looks, game)) is not None
        assert ((await talk.table(looks, game)) is not None) == (chat == TABLE)
        with await talk.looking(looks, game):
            assert await contents(playing.manager.database) == before
    await talk.visit(vera, playing.place(TABLE), creates=True)
    assert "Vera" in repr(await contents(playing.manager.database))
