"""Games as the match text that other programs read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules import read_mat
from bot.talk.heard import Heard, Line, Person
from bot.talk.reply import Code, plain
from tests.dialogues.script import TABLE
from tests.dialogues.scripted import only_game
from tests.talk.test_replays import asked, finished, pressed

if TYPE_CHECKING:
    from bot.talk.reply import Reply
    from tests.dialogues.scripted import House


def text_of(reply: Reply) -> str:
    """The text in an answer that is to be copied."""
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
    await playing.line("Anna", "/draw")
    await playing.press("Anna", "Offer a draw", TABLE, answered=True)
    await playing.line("Boris", f"/draw {game}")
    reply = await asked(playing, f"/record {game} mat")
    assert plain(reply.text) == (
        "That game ended in a draw, which the form of other programs does not know. "
        f"/record {game} gives it in ours."
    )


async def test_two_players_of_one_name_are_told_apart(playing: House) -> None:
    """Where both show the same name, the text still reads back as a game of two."""
    game = await finished(playing)
    boris = Person("web", "boris", "Anna", "en")
    await playing.conversation.hear(Heard("renamed", boris, playing.place(TABLE), Line("/games")))
    mat = read_mat(text_of(await asked(playing, f"/record {game} mat")))
    assert mat.players == ("Anna (1)", "Anna (2)")
