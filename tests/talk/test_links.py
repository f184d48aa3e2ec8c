from __future__ import annotations

from dataclasses import replace

import pytest

from bot.talk.command import ParsedCommand, UnknownCommand
from bot.talk.command_table import COMMANDS
from bot.talk.incoming import Incoming, Line, Person, Press
from bot.talk.input.parsing import link_payload, read_line
from bot.talk.reply import Reach, plain
from tests.dialogues.script import TABLE
from tests.dialogues.scripted import House


@pytest.mark.parametrize(
    "line", ["/accept k7f abcdefgh23", "/challenge", "/play narde", "/help 3", "/rules sport"]
)
def test_a_link_brings_back_the_command_that_it_carries(line: str) -> None:
    """What a link carries reads, behind /start, as the command itself, brought by a link."""
    asked = read_line(line)
    assert isinstance(asked, ParsedCommand)
    assert read_line(f"/start {link_payload(line)}") == replace(asked, linked=True)


def test_a_link_carries_nothing_else() -> None:
    """A command that is not meant to travel is neither put in a link nor read from one."""
    for name in (name for name, command in COMMANDS.items() if not command.by_link):
        with pytest.raises(ValueError, match=r"a link may not run|does not fit into a link"):
            link_payload(f"/{name}")
        asked = read_line(f"/start {name}_k7f")
        assert isinstance(asked, ParsedCommand)
        assert asked.command.name == "start", name


@pytest.mark.parametrize("payload", ["", "accept_k7f" * 10, "accept/k7f", "é", "a" * 65])
def test_what_no_link_can_carry_is_only_a_start(payload: str) -> None:
    """A payload that is broken or too long starts nothing."""
    asked = read_line(f"/start {payload}")
    assert not isinstance(asked, UnknownCommand)
    assert asked is not None
    assert asked.command.name == "start"


async def test_the_card_of_an_open_challenge_can_be_sent_to_a_friend(house: House) -> None:
    """An open challenge invites a friend to accept just this one; a challenge by name invites nobody."""
    await house.line("Anna", "/challenge")
    (invite,) = house.last().reply.invites
    challenge = (await house.manager.challenges.made_by(1))[0]
    token = (await house.manager.views.challenge(challenge.id, challenge.chat)).token
    assert (invite.line, invite.reach) == (f"/accept {challenge.id} {token}", Reach.FRIEND)
    assert "Anna" in invite.text
    await house.line("Anna", "/challenge Boris")
    assert house.last().reply.invites == ()


@pytest.mark.slow
async def test_a_friend_who_follows_the_link_plays_when_he_accepts(house: House) -> None:
    """Who comes from the link of a challenge, never heard before, accepts nothing before he presses."""
    await house.line("Anna", "/challenge", "Anna")
    (invite,) = house.last("Anna").reply.invites
    answer = await house.line("Dora", f"/start {link_payload(invite.line)}", "Dora")
    assert answer == "Anna challenges you to Long Nardy. The game begins when you accept."
    assert "Dora" not in plain(house.last("Anna").reply.text)
    await house.press("Dora", "Accept", "Dora", answered=True)
    assert "Dora" in plain(house.last("Anna").reply.text)


async def test_a_reply_to_a_person_challenges_that_person(house: House) -> None:
    """A challenge that names nobody, given as a reply, is to the one who is replied to."""
    boris = Person("web", "boris", "Boris")
    for line, expected in (
        ("/challenge", "Boris, Anna challenges you to Long Nardy."),
        ("/challenge narde", "Boris, Anna challenges you to Narde to 5 points."),
        ("/challenge Carl long", "Carl, Anna challenges you to Long Nardy."),
    ):
        incoming = Incoming(
            line, Person("web", "anna", "Anna"), house.place(TABLE), Line(line), addressed=boris
        )
        assert await house.conversation.handle(incoming) == ()
        await house.until_idle()
        assert plain(house.last().reply.text) == expected


async def test_a_line_of_talk_in_private_is_answered(house: House) -> None:
    """In a private chat nothing stays without an answer; at the table people talk among themselves."""
    assert "a move or a command" in await house.line("Anna", "what now", "Anna")
    assert await house.line("Anna", "what now", TABLE) == ""


async def test_an_answer_takes_the_place_of_a_list_but_never_of_a_board(playing: House) -> None:
    """What is answered to a press on an answer replaces it; to a press on a board it stands apart."""
    board = playing.last()
    more = next(button for row in board.reply.buttons for button in row if button.label == "⋯")
    (menu,) = await playing.handle("Anna", Press(more.data), message=playing.number(board))
    assert not menu.replaces
    rules = next(button for row in menu.buttons for button in row if "ules" in button.label)
    (answer,) = await playing.handle("Anna", Press(rules.data), message="4711")
    assert answer.replaces


async def test_the_board_is_read_and_given_as_a_file(playing: House) -> None:
    """The board in words has no picture, and the picture in full size is asked for as a file."""
    (words,) = await playing.handle("Anna", Line("/read"))
    assert (words.scene, "White has" in plain(words.text)) == (None, True)
    (file,) = await playing.handle("Anna", Line("/picture"))
    assert (file.as_file, file.scene is not None) == (True, True)
