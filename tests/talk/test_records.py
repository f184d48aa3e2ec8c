"""Games as text: played here or imported, as a record or as `.mat`."""

from __future__ import annotations

import random

import pytest

from bot.rules import RULESETS
from bot.rules.formats import read_mat, read_match, read_record, read_records
from bot.rules.rulesets import MatchLength
from bot.talk.incoming import Incoming, Line, Person
from bot.talk.reply import Code, Reply, plain
from tests.dialogues.house import House, only_game
from tests.dialogues.script import TABLE
from tests.rules.gnubg_matches import random_match
from tests.talk.test_imports import GAME, MAT, TEXT, import_id, import_text, match
from tests.talk.test_replays import ask, finish_game, press_button

pytestmark = pytest.mark.slow


def text_of(reply: Reply) -> str:
    """Return the text to copy in an answer."""
    return next(span.text for span in reply.text if isinstance(span, Code))


async def test_a_game_is_written_as_a_mat(playing: House) -> None:
    """/record ID mat gives a text that reads back as the same game."""
    game = await finish_game(playing)
    mat = read_mat(text_of(await ask(playing, f"/record {game} mat")))
    (record,) = mat.games
    assert (record.header("White"), record.header("Black")) == ("Anna", "Boris")
    assert str(record.end().outcome) == "0-1 mars, resigned"
    assert record.ruleset.name == "long"


async def test_a_record_has_a_button_for_the_mat(playing: House) -> None:
    """The button below a record gives the same game as `.mat`."""
    game = await finish_game(playing)
    reply = await ask(playing, f"/record {game}")
    assert text_of(await press_button(playing, reply, "As .mat")) == text_of(
        await ask(playing, f"/record {game} mat")
    )


async def test_record_mat_without_an_id_takes_the_only_game(playing: House) -> None:
    """/record mat takes the only game, in any case of letters."""
    game = await only_game(playing)
    assert game in plain((await ask(playing, "/record MAT")).text)


async def test_a_draw_has_no_mat(playing: House) -> None:
    """A draw cannot be written as `.mat`, and the answer names the record instead."""
    game = await only_game(playing)
    await playing.type("Anna", "/draw")
    await playing.press("Anna", "Offer a draw", TABLE, answered=True)
    await playing.type("Boris", f"/draw {game}")
    reply = await ask(playing, f"/record {game} mat")
    assert plain(reply.text) == (
        f".mat cannot record a draw. /record {game} gives this bot’s own record of it."
    )


async def test_two_players_with_one_name_are_numbered(playing: House) -> None:
    """If both players have the same name, the second is numbered in a `.mat`."""
    game = await finish_game(playing)
    boris = Person("web", "boris", "Anna", "en")
    await playing.conversation.handle(Incoming("renamed", boris, playing.place(TABLE), Line("/games")))
    mat = read_mat(text_of(await ask(playing, f"/record {game} mat")))
    assert mat.players == ("Anna", "Anna (2)")


async def test_a_match_is_written_as_a_mat(playing: House) -> None:
    """/record ID match mat gives the whole match with its length."""
    game = await finish_game(playing)
    await playing.type("Anna", f"/rematch {game}")
    mat = read_mat(text_of(await ask(playing, f"/record {game} match mat")))
    assert mat.length == MatchLength(games=1)
    assert len(mat.games) == 1


async def test_an_imports_record_is_unchanged(house: House) -> None:
    """/record gives back an import as it was kept."""
    key = import_id(await import_text(house, TEXT))
    reply = await ask(house, f"/record {key}", "Boris")
    assert plain(reply.text).startswith(f"The record of game {key}:")
    assert text_of(reply) == TEXT


async def test_an_import_is_written_as_a_mat(house: House) -> None:
    """The button below an import's record gives the same game as `.mat`."""
    reply = await ask(house, f"/record {import_id(await import_text(house, TEXT))}")
    (record,) = read_mat(text_of(await press_button(house, reply, "As .mat"))).games
    assert record.end() == GAME.end()
    assert (record.header("White"), record.header("Black")) == ("Anna", "Boris")


async def test_an_imported_mat_becomes_a_record(house: House) -> None:
    """An imported `.mat` is given as a record, and as a `.mat` again."""
    key = import_id(await import_text(house, MAT))
    record = read_record(text_of(await ask(house, f"/record {key}")))
    again = read_mat(text_of(await ask(house, f"/record {key} mat")))
    assert record.ruleset.name == "short"
    assert [game.events for game in again.games] == [record.events]


async def test_all_games_of_an_import_are_written(house: House) -> None:
    """/record of an imported match gives the whole match; with a number, one game."""
    key = import_id(await import_text(house, match()))
    reply = await ask(house, f"/record {key}")
    assert plain(reply.text).startswith(f"The 2 games of upload {key}:")
    assert read_match(text_of(reply)) == read_match(match())
    mat = read_mat(text_of(await press_button(house, reply, "As .mat")))
    assert (mat.length, len(mat.games)) == (MatchLength(games=2), 2)
    second = await ask(house, f"/record {key} 2")
    assert text_of(second) == read_records(match())[1].write()
    alone = read_mat(text_of(await press_button(house, second, "As .mat")))
    assert (alone.length, len(alone.games)) == (None, 1)
    assert text_of(await ask(house, f"/record {key} 77")) == text_of(second)


async def test_games_of_different_players_have_no_common_mat(house: House) -> None:
    """Games of different players cannot be written as one `.mat`, and the answer names the record instead."""
    key = import_id(await import_text(house, TEXT + "\n" + TEXT.replace("Boris", "Carol")))
    assert await house.type("Anna", f"/record {key} mat") == (
        f"Each game needs the names of the same two players. /record {key} gives this bot’s own record of it."
    )


async def test_an_unknown_import_has_no_record(house: House) -> None:
    """An unknown import's id is answered like an unknown game's."""
    assert (await house.type("Anna", "/record i2b")).startswith("There is no game i2b.")


@pytest.mark.parametrize("name", ["palm", "nard"])
async def test_a_match_survives_its_mat(house: House, name: str) -> None:
    """A match imported from its own `.mat` has the same length, opening rolls and score."""
    mat = random_match(random.Random(5), MatchLength(games=3), ("Anna", "Boris"), RULESETS[name])
    first = import_id(await import_text(house, mat.write()))
    second = import_id(await import_text(house, text_of(await ask(house, f"/record {first} mat"))))
    ours, again = [read_match(text_of(await ask(house, f"/record {key}"))) for key in (first, second)]
    assert ours == again
    assert ours.length == MatchLength(games=3)
    assert ours.end().is_over
    assert all(game.opening_rolls for game in again.games[1:])
