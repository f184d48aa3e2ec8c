from __future__ import annotations

import pytest
from sqlalchemy.exc import DBAPIError

from bot.talk.incoming import Incoming, Line, Person, Press
from bot.talk.reply import plain
from tests.dialogues.house import House
from tests.dialogues.script import TABLE

WAYS = ("24-20", "24>20", "24/20.", "24 – 20!")


async def is_talk(house: House, player: str, line: str, message: str | None = None) -> bool:
    """Return whether a line is talk for the others at the table, in reply to a message or not."""
    person = Person("web", player.lower(), player)
    incoming = Incoming("an event", person, house.place(TABLE), Line(line), message)
    return await house.conversation.is_unaddressed(incoming)


@pytest.mark.parametrize("what", [Line("/replai x\x18y"), Press("0:/replai x\x18y")], ids=["line", "press"])
async def test_no_control_sign_comes_back_in_a_button(house: House, what: Line | Press) -> None:
    """What is offered for a mistyped command is written without signs that no platform shows in a button."""
    (reply,) = await house.handle("Anna", what)
    assert [button.label for row in reply.buttons for button in row] == ["/replay x y"]


async def test_a_line_that_cannot_be_read_is_not_called_talk_or_none(house: House) -> None:
    """Where the database fails, that is raised: a line that is taken for a command would be lost unsaid."""
    async with house.manager.database.write() as connection:
        await connection.exec_driver_sql("ALTER TABLE players RENAME TO hidden")
    with pytest.raises(DBAPIError):
        await is_talk(house, "Anna", "hello")
    async with house.manager.database.write() as connection:
        await connection.exec_driver_sql("ALTER TABLE hidden RENAME TO players")
    assert await is_talk(house, "Anna", "hello")


@pytest.mark.slow
@pytest.mark.parametrize("typed", WAYS)
async def test_what_may_be_a_score_is_a_move_of_who_can_move_from_there(playing: House, typed: str) -> None:
    """Anna is to move from 24: what she types is a move, and what others type is talk."""
    assert [await is_talk(playing, player, typed) for player in ("Anna", "Boris", "Carl")] == [
        False,
        True,
        True,
    ]
    assert await playing.type("Anna", typed) == ""
    assert "so far 24/20" in plain(playing.last().reply.text)


@pytest.mark.slow
@pytest.mark.parametrize("typed", ["2-1", "13-8", "24-7", "5 > 3", "3:0"])
async def test_a_score_is_talk_where_nobody_could_move_from_there(playing: House, typed: str) -> None:
    """Anna has no checker to move from 2, 13 or 5, and nobody comes from 24 to 7 with one roll."""
    assert [await is_talk(playing, player, typed) for player in ("Anna", "Boris")] == [True, True]


@pytest.mark.slow
@pytest.mark.parametrize("typed", [*WAYS, "24 20"])
async def test_a_reply_to_a_board_is_a_move(playing: House, typed: str) -> None:
    """Whoever is to move there moves, in any of the forms that `/move` takes."""
    board = playing.message_id(playing.last())
    assert not await is_talk(playing, "Anna", typed, board)
    assert await playing.type("Anna", typed, message=board) == ""
    assert "so far 24/20" in plain(playing.last().reply.text)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("player", "typed", "answer"),
    [
        ("Anna", "24-7", "No die moves a checker from 24 to 7."),
        ("Anna", "13/7.", "You have no checker on 13."),
        ("Boris", "12-8", "It is not your turn"),
        ("Carl", "24>20", "You are watching game"),
    ],
)
async def test_a_reply_to_a_board_that_is_no_possible_move_is_answered(
    playing: House, player: str, typed: str, answer: str
) -> None:
    """Nothing that reads as a move is passed over in silence, or said aloud to all, in reply to a board."""
    board = playing.message_id(playing.last())
    assert not await is_talk(playing, player, typed, board)
    assert answer in await playing.type(player, typed, message=board)


async def test_talk_in_reply_to_a_board_is_talk(playing: House) -> None:
    """Words, and a number of somebody who is not to move, are for the others."""
    board = playing.message_id(playing.last())
    assert await is_talk(playing, "Anna", "what now", board)
    assert await is_talk(playing, "Boris", "10", board)


async def test_in_private_a_score_is_answered_as_a_move(playing: House) -> None:
    """Where nobody else reads, it is said why the move cannot be made."""
    assert "You have no checker on 13." in await playing.type("Anna", "13-8", "Anna")
