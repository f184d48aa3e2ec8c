from __future__ import annotations

from dataclasses import replace

import pytest

from bot.talk.command import ParsedCommand, UnknownCommand
from bot.talk.command_table import COMMANDS
from bot.talk.incoming import Incoming, Line, Person, Press
from bot.talk.input.parsing import link_payload, read_line
from bot.talk.reply import Reach, plain
from tests.dialogues.house import House
from tests.dialogues.script import TABLE


@pytest.mark.parametrize(
    "line", ["/accept k7f abcdefgh23", "/challenge", "/play narde", "/help 3", "/rules sport"]
)
def test_a_link_carries_a_command(line: str) -> None:
    """The payload of a link, after /start, is read as its command, marked as linked."""
    parsed = read_line(line)
    assert isinstance(parsed, ParsedCommand)
    assert read_line(f"/start {link_payload(line)}") == replace(parsed, linked=True)


def test_only_some_commands_can_be_linked() -> None:
    """A command that is not meant for links is neither written into a link nor read from one."""
    for name in (name for name, command in COMMANDS.items() if not command.by_link):
        with pytest.raises(ValueError, match=r"a link may not run|does not fit into a link"):
            link_payload(f"/{name}")
        parsed = read_line(f"/start {name}_k7f")
        assert isinstance(parsed, ParsedCommand)
        assert parsed.command.name == "start", name


@pytest.mark.parametrize("payload", ["", "accept_k7f" * 10, "accept/k7f", "é", "a" * 65])
def test_a_broken_payload_is_a_plain_start(payload: str) -> None:
    """A payload that is broken or too long is read as a plain /start."""
    parsed = read_line(f"/start {payload}")
    assert not isinstance(parsed, UnknownCommand)
    assert parsed is not None
    assert parsed.command.name == "start"


async def test_an_open_challenge_invites_a_friend(house: House) -> None:
    """An open challenge has an invitation to it; a challenge by name has none."""
    await house.type("Anna", "/challenge anyone")
    (invite,) = house.last().reply.invites
    challenge = (await house.manager.challenges.made_by(1))[0]
    token = (await house.manager.views.challenge(challenge.id, challenge.chat)).token
    assert (invite.line, invite.reach) == (f"/accept {challenge.id} {token}", Reach.FRIEND)
    assert "Anna" in invite.text
    await house.type("Anna", "/challenge Boris")
    assert house.last().reply.invites == ()


@pytest.mark.slow
async def test_a_friend_plays_only_after_accepting(house: House) -> None:
    """A new person who follows a challenge's link plays only after pressing Accept."""
    await house.type("Anna", "/challenge anyone", "Anna")
    (invite,) = house.last("Anna").reply.invites
    answer = await house.type("Dora", f"/start {link_payload(invite.line)}", "Dora")
    assert answer == "Anna challenges you to Long Nardy. The game begins when you accept."
    assert "Dora" not in plain(house.last("Anna").reply.text)
    await house.press("Dora", "Accept", "Dora", answered=True)
    assert "Dora" in plain(house.last("Anna").reply.text)


async def test_a_reply_challenges_its_author(house: House) -> None:
    """A challenge without a name, sent as a reply, is to the author of the message replied to."""
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


async def test_talk_is_answered_in_private_only(house: House) -> None:
    """In private a line of talk is answered; at the table it is ignored."""
    assert "a move or a command" in await house.type("Anna", "what now", "Anna")
    assert await house.type("Anna", "what now", TABLE) == ""


async def test_an_answer_replaces_an_answer_but_not_a_board(playing: House) -> None:
    """The answer to a press replaces a private answer, but not a board."""
    board = playing.last()
    more = next(button for row in board.reply.buttons for button in row if button.label == "⋯")
    (menu,) = await playing.handle("Anna", Press(more.data), message=playing.message_id(board))
    assert not menu.replaces
    rules = next(button for row in menu.buttons for button in row if "ules" in button.label)
    (answer,) = await playing.handle("Anna", Press(rules.data), message="4711")
    assert answer.replaces


async def test_read_and_picture_give_words_and_a_file(playing: House) -> None:
    """/read gives the board in words only, and /picture gives it as a file."""
    (words,) = await playing.handle("Anna", Line("/read"))
    assert (words.scene, "White has" in plain(words.text)) == (None, True)
    (file,) = await playing.handle("Anna", Line("/picture"))
    assert (file.as_file, file.scene is not None) == (True, True)
