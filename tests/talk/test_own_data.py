"""What is stored about a person: asked for as a file, and deleted; and who tries to do so to others."""

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


async def asked(house: House, player: str = "Boris") -> str:
    """The button below the question that somebody is asked who wants to be forgotten."""
    (reply,) = await replies(house, player, "/forget")
    ((button,),) = reply.buttons
    return button.data


async def replies(house: House, player: str, line: str, chat: str | None = None) -> tuple[Reply, ...]:
    """What a line is answered in private."""
    await house.type(player, line, chat or player)
    return house.answers[player]


async def test_the_question_tells_what_will_happen(playing: House) -> None:
    """How many games are resigned and challenges end, what stays, and that there is no way back."""
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


async def test_among_others_it_is_refused_with_the_reason(playing: House) -> None:
    """Neither the question nor the file comes where others are, though answers are private there."""
    for command in ("/forget", "/export"):
        (reply,) = await replies(playing, "Boris", command, TABLE)
        assert f"Send {command} in a private chat with the bot." in plain(reply.text)
        assert (reply.buttons, reply.document) == ((), None)


async def test_confirmed_he_is_gone_and_his_opponent_sees_it(playing: House) -> None:
    """The game is Anna's, her board and lists name a former player, and it can be replayed."""
    key = await only_game(playing)
    button = await asked(playing)
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


async def test_another_persons_question_is_not_answered(playing: House) -> None:
    """Whoever presses the button of somebody else's question deletes nothing."""
    button = await asked(playing)
    before = await contents(playing.manager.database)
    await playing.handle("Carl", Press(button), "Carl")
    (reply,) = playing.answers["Carl"]
    assert "no longer open" in plain(reply.text)
    after = await contents(playing.manager.database)
    assert after["accounts"] == before["accounts"]
    assert after["questions"] == before["questions"]


async def test_two_presses_at_once_forget_once_and_make_nobody_new(playing: House) -> None:
    """The second press does not bring the person back, and neither does what he typed at that moment."""
    button = await asked(playing)
    await asyncio.gather(
        *(playing.handle("Boris", Press(button), "Boris") for _ in range(3)),
        playing.type("Boris", "/games", "Boris"),
    )
    await playing.handle("Boris", Press(button), "Boris")
    assert "boris" not in repr(await contents(playing.manager.database)).casefold()


async def test_what_began_meanwhile_is_told_before_it_ends(playing: House) -> None:
    """A press on a question that told of one game asks anew where there are two."""
    button = await asked(playing)
    await playing.type("Boris", "/play", "Boris")
    await playing.handle("Boris", Press(button), "Boris")
    (reply,) = playing.answers["Boris"]
    assert plain(reply.text).startswith("Meanwhile something has begun or ended, so I ask once more.")
    assert "2 running games" in plain(reply.text)
    ((again,),) = reply.buttons
    await playing.handle("Boris", Press(again.data), "Boris")
    assert "boris" not in repr(await contents(playing.manager.database)).casefold()


async def test_typed_figures_are_no_confirmation(playing: House) -> None:
    """Only the button of the question deletes."""
    for line in ("/forget 1 0", "/forget sure", "!/forget 1 0"):
        await playing.type("Boris", line, "Boris")
    assert "Boris" in repr((await contents(playing.manager.database))["players"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_former_player_begins_sentences_with_a_capital(language: str) -> None:
    """The name stands as the language writes it, at the beginning and within."""
    words = words_in(language)
    name = words.words("former-player")
    capital = name[0].upper() + name[1:]
    assert words.words("refused-opponent-banned", name=FormerName()).startswith(capital)
    assert words.words("share-link", game=("game of ", FormerName()), link="x").count(name) == 1


async def file_of(house: House, player: str = "Boris") -> Reply:
    """What brings somebody the file of all his data, however long that takes."""
    (reply,) = await replies(house, player, "/export")
    return await finished(reply)


async def finished(reply: Reply) -> Reply:
    """What an answer comes to that may be pending."""
    if reply.pending is None:
        return reply
    await asyncio.wait({reply.pending.outcome})
    made = reply.pending.outcome.result()
    assert made is not None
    return made


def exported(reply: Reply) -> dict[str, Any]:
    """What stands in a file."""
    assert reply.document is not None
    assert reply.document.media_type == "application/json"
    found: dict[str, Any] = json.loads(reply.document.content.decode())
    return found


async def test_the_file_has_all_of_mine_and_nothing_private_of_others(playing: House) -> None:
    """Account, settings, chats, games with records, challenges and words of mine; of others names."""
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
    reply = await file_of(playing)
    file = exported(reply)
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


async def test_a_few_files_a_day(playing: House) -> None:
    """Who has had several is told when the next can be had."""
    for _ in range(A_DAY):
        reply = await file_of(playing)
        assert reply.document is not None
        playing.clock.forward(minutes=1)
    (reply,) = await replies(playing, "Boris", "/export")
    assert "You can have another in 8 hours." in plain(reply.text)


async def test_what_is_too_large_is_left_out_and_told(
    playing: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file has a bound: older games are left out, and the answer and the file say how many."""
    monkeypatch.setattr("bot.sessions.exports.LARGEST", 4500)
    for _ in range(5):
        await playing.type("Boris", "/play", "Boris")
    reply = await file_of(playing)
    file = exported(reply)
    left_out = file["left_out"]["games"]
    assert len(file["games"]) + left_out == 6
    assert file["games"]
    assert "It would be too large as a whole" in plain(reply.text)
    assert reply.document is not None
    assert len(reply.document.content) <= 4500


async def test_no_list_makes_the_file_too_large(playing: House) -> None:
    """Who has said twelve megabytes gets the last of them, his game, and how much is left out."""
    text = json.dumps(
        {"time": 0.0, "text": ["ж" * 1000], "nonce": "1", "author": ["boris", "Boris"]}, ensure_ascii=False
    )
    async with playing.manager.database.write() as connection:
        await connection.execute(
            insert(log_entries), [{"namespace": "room:table", "text": text} for _ in range(6000)]
        )
    reply = await file_of(playing)
    assert reply.document is not None
    assert len(reply.document.content) <= LARGEST
    file = exported(reply)
    assert len(file["games"]) == 1
    assert len(file["said"]) + file["left_out"]["said"] == 6000
    assert "entries are left out" in plain(reply.text)


async def test_he_goes_on_while_the_file_is_made(playing: House) -> None:
    """Only one file is made at once; who waits for his own is told so, and meanwhile plays on."""
    async with playing.manager.exports._room:  # noqa: SLF001 (as while another's is made)
        (reply,) = await replies(playing, "Boris", "/export")
        assert plain(reply.text).startswith("I am collecting all")
        assert await playing.type("Boris", "/games", "Boris")
    assert exported(await finished(reply))["name"] == "Boris"


async def test_who_is_forgotten_meanwhile_gets_no_file(playing: House) -> None:
    """A file that is still being made of somebody who is forgotten comes to nobody."""
    async with playing.manager.exports._room:  # noqa: SLF001 (as while another's is made)
        (reply,) = await replies(playing, "Boris", "/export")
        await playing.handle("Boris", Press(await asked(playing)), "Boris")
    assert reply.pending is not None
    await asyncio.wait({reply.pending.outcome})
    assert reply.pending.outcome.result() is None


async def test_the_file_has_what_is_counted_and_agreed_on(playing: House) -> None:
    """Clock and starter of a challenge, since when one has blocked, one's seats, and when things happened."""
    await playing.type("Boris", "/challenge Carl to 5 3 days", TABLE)
    await playing.type("Boris", "/block Anna", "Boris")
    await KeyValues(playing.manager.database).write("web:seats", "a hash", "boris")
    reply = await file_of(playing)
    file = exported(reply)
    (waits,) = (each for each in file["challenges"] if each["state"] == "open")
    assert (waits["clock"], waits["length"]) == ("3d+3d<3d", "5 points")
    assert file["blocked"][0]["name"] == "Anna"
    assert file["blocked"][0]["since"].startswith("20")
    assert (file["seats"], "a hash" in json.dumps(file)) == (1, False)
    assert {"id", "length", "game", "score_before"} <= file["games"][0]["match"].keys()
    assert file["games"][0]["seconds"].split()[0] == "0"


@pytest.fixture
async def left(tmp_path: Path) -> AsyncIterator[tuple[House, str]]:
    """A house where Boris was forgotten in the first game of a match to 5 against Anna; and that game."""
    async with open_house(tmp_path / "nardy.db") as house:
        for player in ("Anna", "Boris"):
            await house.type(player, "/help", TABLE)
        await house.type("Anna", "/challenge Boris to 5", TABLE)
        await house.type("Boris", "/accept", TABLE)
        game = await only_game(house)
        await house.handle("Boris", Press(await asked(house)), "Boris")
        yield house, game


async def test_no_next_game_of_his_match_is_promised(left: tuple[House, str]) -> None:
    """The result of a match that nobody can go on with says that it ends there, and offers no next game."""
    house, game = left
    shown = house.last(TABLE).reply
    assert "ends here: one of the two plays no more." in plain(shown.text)
    assert "can begin the next game" not in plain(shown.text)
    assert not [button for row in shown.buttons for button in row if "/continue" in button.data]
    assert "plays no more" in await house.type("Anna", f"/continue {game}", TABLE)


async def test_he_cannot_be_blocked(left: tuple[House, str]) -> None:
    """Nobody is told that a former player is blocked, who is nobody any more."""
    house, game = left
    said = await house.type("Anna", f"/block {game}", "Anna")
    assert said.startswith("A former player cannot be blocked.")
    assert (await contents(house.manager.database))["blocks"] == []


async def test_an_animation_names_both_for_who_cannot_see_it(left: tuple[House, str]) -> None:
    """What is read out of a replay says whose game it was, also of a former player and of the program."""
    house, game = left
    (reply, *_) = await replies(house, "Anna", f"/replay {game}")
    assert "and a former player as" in reply.alt or "of a former player and" in reply.alt


async def test_nobody_is_made_known_by_looking(playing: House) -> None:
    """Whatever is shown to somebody who was never heard, nothing is stored of him."""
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
