"""Games as text: those that were played here, and those that somebody brought along."""

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
from tests.talk.test_imports import GAME, MAT, TEXT, brought, key_of, match
from tests.talk.test_replays import asked, finished, pressed

pytestmark = pytest.mark.slow


def text_of(reply: Reply) -> str:
    """Return the text in an answer that is to be copied."""
    return next(span.text for span in reply.text if isinstance(span, Code))


async def test_a_record_can_be_had_as_a_mat(playing: House) -> None:
    """The text reads back as the same game between the same players, with the same result."""
    game = await finished(playing)
    mat = read_mat(text_of(await asked(playing, f"/record {game} mat")))
    (record,) = mat.games
    assert (record.header("White"), record.header("Black")) == ("Anna", "Boris")
    assert str(record.end().outcome) == "0-1 mars, resigned"
    assert record.ruleset.name == "long"


async def test_the_record_offers_the_mat(playing: House) -> None:
    """The button below a record gives the other form of the same game."""
    game = await finished(playing)
    reply = await asked(playing, f"/record {game}")
    assert text_of(await pressed(playing, reply, "As .mat")) == text_of(
        await asked(playing, f"/record {game} mat")
    )


async def test_without_an_id_the_only_game_is_meant(playing: House) -> None:
    """/record mat takes the game as /record does, and in any case of letters."""
    game = await only_game(playing)
    assert game in plain((await asked(playing, "/record MAT")).text)


async def test_a_draw_has_no_mat(playing: House) -> None:
    """A form that knows no draws cannot tell of one, and the answer says what can."""
    game = await only_game(playing)
    await playing.type("Anna", "/draw")
    await playing.press("Anna", "Offer a draw", TABLE, answered=True)
    await playing.type("Boris", f"/draw {game}")
    reply = await asked(playing, f"/record {game} mat")
    assert plain(reply.text) == (
        f".mat cannot record a draw. /record {game} gives this bot’s own record of it."
    )


async def test_two_players_of_one_name_are_told_apart(playing: House) -> None:
    """Where both show the same name, the text still reads back as a game of two."""
    game = await finished(playing)
    boris = Person("web", "boris", "Anna", "en")
    await playing.conversation.handle(Incoming("renamed", boris, playing.place(TABLE), Line("/games")))
    mat = read_mat(text_of(await asked(playing, f"/record {game} mat")))
    assert mat.players == ("Anna", "Anna (2)")


async def test_a_match_can_be_had_as_a_mat(playing: House) -> None:
    """With both words the whole match is written for other programs, with its length."""
    game = await finished(playing)
    await playing.type("Anna", f"/rematch {game}")
    mat = read_mat(text_of(await asked(playing, f"/record {game} match mat")))
    assert mat.length == MatchLength(games=1)
    assert len(mat.games) == 1


async def test_an_import_is_written_as_it_was_kept(house: House) -> None:
    """The id that /replay takes is taken by /record too, and gives back the same record."""
    key = key_of(await brought(house, TEXT))
    reply = await asked(house, f"/record {key}", "Boris")
    assert plain(reply.text).startswith(f"The record of game {key}:")
    assert text_of(reply) == TEXT


async def test_an_import_can_be_had_as_a_mat(house: House) -> None:
    """The button below the record of an import gives the same game in the other form."""
    reply = await asked(house, f"/record {key_of(await brought(house, TEXT))}")
    (record,) = read_mat(text_of(await pressed(house, reply, "As .mat"))).games
    assert record.end() == GAME.end()
    assert (record.header("White"), record.header("Black")) == ("Anna", "Boris")


async def test_a_mat_that_was_brought_becomes_a_record(house: House) -> None:
    """What another program wrote is given in the form of this bot, and as a `.mat` again."""
    key = key_of(await brought(house, MAT))
    record = read_record(text_of(await asked(house, f"/record {key}")))
    again = read_mat(text_of(await asked(house, f"/record {key} mat")))
    assert record.ruleset.name == "short"
    assert [game.events for game in again.games] == [record.events]


async def test_all_games_of_an_import_are_written(house: House) -> None:
    """Of a match that was brought along the text is the whole match; a number asks for one game of it."""
    key = key_of(await brought(house, match()))
    reply = await asked(house, f"/record {key}")
    assert plain(reply.text).startswith(f"The 2 games of upload {key}:")
    assert read_match(text_of(reply)) == read_match(match())
    mat = read_mat(text_of(await pressed(house, reply, "As .mat")))
    assert (mat.length, len(mat.games)) == (MatchLength(games=2), 2)
    second = await asked(house, f"/record {key} 2")
    assert text_of(second) == read_records(match())[1].write()
    alone = read_mat(text_of(await pressed(house, second, "As .mat")))
    assert (alone.length, len(alone.games)) == (None, 1)
    assert text_of(await asked(house, f"/record {key} 77")) == text_of(second)


async def test_games_of_others_have_no_mat_together(house: House) -> None:
    """Where the players change the answer says so, and what can be had instead."""
    key = key_of(await brought(house, TEXT + "\n" + TEXT.replace("Boris", "Carol")))
    assert await house.type("Anna", f"/record {key} mat") == (
        f"Each game needs the names of the same two players. /record {key} gives this bot’s own record of it."
    )


async def test_an_import_that_is_none_has_no_record(house: House) -> None:
    """An id under which nothing is kept is answered as that of a game that there is not."""
    assert (await house.type("Anna", "/record i2b")).startswith("There is no game i2b.")


@pytest.mark.parametrize("name", ["palm", "nard"])
async def test_a_match_stays_a_match_through_its_mat(house: House, name: str) -> None:
    """What is brought back as .mat has the length, the opening rolls and the score that it left with."""
    mat = random_match(random.Random(5), MatchLength(games=3), ("Anna", "Boris"), RULESETS[name])
    first = key_of(await brought(house, mat.write()))
    second = key_of(await brought(house, text_of(await asked(house, f"/record {first} mat"))))
    ours, again = [read_match(text_of(await asked(house, f"/record {key}"))) for key in (first, second)]
    assert ours == again
    assert ours.length == MatchLength(games=3)
    assert ours.end().is_over
    assert all(game.opening_rolls for game in again.games[1:])
