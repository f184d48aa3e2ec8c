from __future__ import annotations

import pytest
from sqlalchemy.exc import DBAPIError

from bot.talk.incoming import Incoming, Line, Person, Press
from bot.talk.reply import plain
from tests.dialogues.house import House
from tests.dialogues.script import TABLE

WAYS = ("24-20", "24>20", "24/20.", "24 – 20!")


async def is_talk(house: House, player: str, line: str, message: str | None = None) -> bool:
    """Return True if a line typed at the table is talk, optionally as a reply to a message."""
    person = Person("web", player.lower(), player)
    incoming = Incoming("an event", person, house.place(TABLE), Line(line), message)
    return await house.conversation.is_unaddressed(incoming)


@pytest.mark.parametrize("what", [Line("/replai x\x18y"), Press("0:/replai x\x18y")], ids=["line", "press"])
async def test_a_suggestion_has_no_control_characters(house: House, what: Line | Press) -> None:
    """The suggestion for a mistyped command has no control characters, which no button can show."""
    (reply,) = await house.handle("Anna", what)
    assert [button.label for row in reply.buttons for button in row] == ["/replay x y"]


async def test_a_database_error_is_not_mistaken_for_talk(house: House) -> None:
    """A database error while a line is read is raised, because a lost command would not be noticed."""
    async with house.manager.database.write() as connection:
        await connection.exec_driver_sql("ALTER TABLE players RENAME TO hidden")
    with pytest.raises(DBAPIError):
        await is_talk(house, "Anna", "hello")
    async with house.manager.database.write() as connection:
        await connection.exec_driver_sql("ALTER TABLE hidden RENAME TO players")
    assert await is_talk(house, "Anna", "hello")


@pytest.mark.slow
@pytest.mark.parametrize("typed", WAYS)
async def test_a_possible_move_of_the_mover_is_a_move(playing: House, typed: str) -> None:
    """A line like a score is a move if the player can make it, and talk if anyone else types it."""
    assert [await is_talk(playing, player, typed) for player in ("Anna", "Boris", "Carl")] == [
        False,
        True,
        True,
    ]
    assert await playing.type("Anna", typed) == ""
    assert "so far 24/20" in plain(playing.last().reply.text)


@pytest.mark.slow
@pytest.mark.parametrize("typed", ["2-1", "13-8", "24-7", "5 > 3", "3:0"])
async def test_an_impossible_move_is_talk(playing: House, typed: str) -> None:
    """A line like a score is talk if no checker can move so."""
    assert [await is_talk(playing, player, typed) for player in ("Anna", "Boris")] == [True, True]


@pytest.mark.slow
@pytest.mark.parametrize("typed", [*WAYS, "24 20"])
async def test_a_reply_to_a_board_is_a_move(playing: House, typed: str) -> None:
    """In reply to a board, the mover's line is a move in any form that /move takes."""
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
async def test_an_impossible_move_in_reply_to_a_board_is_refused(
    playing: House, player: str, typed: str, answer: str
) -> None:
    """In reply to a board, each line that reads as a move is answered, and not shown to others as talk."""
    board = playing.message_id(playing.last())
    assert not await is_talk(playing, player, typed, board)
    assert answer in await playing.type(player, typed, message=board)


async def test_talk_in_reply_to_a_board_is_talk(playing: House) -> None:
    """In reply to a board, words, and a number of a player who is not to move, are talk."""
    board = playing.message_id(playing.last())
    assert await is_talk(playing, "Anna", "what now", board)
    assert await is_talk(playing, "Boris", "10", board)


async def test_in_private_a_score_is_refused_as_a_move(playing: House) -> None:
    """In private an impossible move is refused with the reason."""
    assert "You have no checker on 13." in await playing.type("Anna", "13-8", "Anna")


async def test_a_move_and_done_on_two_lines_are_both_carried_out(playing: House) -> None:
    """A move with `/done` below it is made, and then the turn is confirmed, or refused as incomplete."""
    answer = await playing.type("Anna", "24/20\n/done")
    assert answer
    assert answer == await playing.type("Anna", "/done")
    assert "so far 24/20" in plain(playing.last().reply.text)
