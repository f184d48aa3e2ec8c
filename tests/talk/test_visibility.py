"""Visibility: every command and press with a game's id, from a person whose chat does not show the game."""

from __future__ import annotations

import pytest

from bot.sessions import Actor
from bot.talk.command import Param
from bot.talk.command_table import COMMANDS
from bot.talk.incoming import Line, Press
from bot.talk.input.payloads import button_data
from bot.talk.reply import Reply, plain
from tests.dialogues.house import House, only_game
from tests.dialogues.script import TABLE
from tests.long_parameters import long_except
from tests.visits import visit_chat

pytestmark = pytest.mark.slow

HALL, UNKNOWN = "hall", "b2b"

REST = {
    "accept": ("", "draw", "oyn"),
    "decline": ("", "draw"),
    "cancel": ("",),
    "block": ("",),
    "roll": ("",),
    "move": ("24/20", ""),
    "undo": ("", "all", "2"),
    "done": ("",),
    "keep": ("",),
    "reroll": ("",),
    "double": ("",),
    "take": ("",),
    "drop": ("",),
    "resign": ("", "mars"),
    "draw": ("",),
    "pause": ("",),
    "resume": ("",),
    "claim": ("",),
    "more": ("",),
    "board": ("",),
    "turn": ("",),
    "menu": ("",),
    "invite": ("",),
    "next": ("",),
    "continue": ("",),
    "why": ("24/20", ""),
    "hint": ("",),
    "rematch": ("",),
    "record": ("", "match", "mat", "match mat"),
    "replay": ("", "end", "1"),
    "analyse": ("", "deep", "stop", "1"),
    "share": ("", "off"),
    "read": ("",),
    "picture": ("",),
}
"""Arguments after a game's id, by command."""

EVERY_COMMAND = [(name, rest) for name, rests in REST.items() for rest in rests]


def test_every_command_with_a_game_is_tested() -> None:
    """Every command that takes the id of a game or challenge is in this test."""
    takes = {name for name, row in COMMANDS.items() if {Param.GAME, Param.CHALLENGE} & set(row.params)}
    assert takes == set(REST), "REST in this file says what to type after each of these commands"


async def begin_private_game(house: House) -> str:
    """Begin a game that Anna and Boris play in private chats; return its id."""
    for player in ("Anna", "Boris"):
        await house.type(player, "/start", player)
    await house.type("Anna", "/challenge Boris", "Anna")
    await house.type("Boris", "/accept", "Boris")
    return await only_game(house)


def texts_and_buttons(replies: tuple[Reply, ...]) -> list[tuple[str, bool, int]]:
    """Return the text of each answer, if it has a picture, and its number of buttons."""
    return [
        (plain(reply.text), reply.scene is not None or reply.animation is not None, len(reply.buttons))
        for reply in replies
    ]


@pytest.mark.parametrize("ended", [False, True], ids=["being played", "over"])
@pytest.mark.parametrize("chat", long_except(["Carl", TABLE, HALL], "Carl"))
async def test_a_private_game_looks_nonexistent_to_a_stranger(
    house: House, chat: str, *, ended: bool
) -> None:
    """Typed or pressed, the id of others' private game is answered like an unknown id."""
    game = await begin_private_game(house)
    if ended:
        me, there = await visit_chat(house.manager, "anna", "Anna", "Anna", "private")
        await house.manager.resign(Actor(me.id, "the end", there.id), game)
    before = await house.manager.with_events(game)
    for name, rest in EVERY_COMMAND:
        answers: dict[str, list[object]] = {UNKNOWN: [], game: []}
        for key in (UNKNOWN, game):
            line = f"/{name} {key} {rest}".rstrip()
            for what in (Line(line), Press(button_data(line)), Press(button_data(line, 0))):
                replies = await house.handle("Carl", what, chat)
                answers[key].append(texts_and_buttons(replies))
            house.clock.forward(minutes=11)  # so that misses do not add up
        answer = str(answers[game]).replace(game, UNKNOWN)
        assert answer == str(answers[UNKNOWN]), (name, rest)
    assert await house.manager.with_events(game) == before
    assert {message.chat for message in house.platform.messages} == {"Anna", "Boris"}


@pytest.mark.parametrize("name", ["board", "record", "replay", "read", "picture", "turn"])
async def test_a_game_is_seen_in_the_chat_that_shows_it(playing: House, name: str) -> None:
    """A spectator sees a game in the chat that shows it, and not in their private chat."""
    game = await only_game(playing)
    there, elsewhere = [
        [plain(reply.text) for reply in await playing.handle("Carl", Line(f"/{name} {game}"), chat)]
        for chat in (TABLE, "Carl")
    ]
    assert elsewhere == [f"There is no game {game}. /games lists yours."]
    assert there != elsewhere


async def test_a_player_sees_their_game_in_every_chat(playing: House) -> None:
    """A player's command with their game's id works in every chat."""
    game = await only_game(playing)
    for chat in ("Boris", HALL):
        assert "White has" in await playing.type("Boris", f"/read {game}", chat)


async def test_a_public_list_of_games_leaves_out_games_elsewhere(house: House) -> None:
    """If all can read the answer, /games lists only games that the chat shows, and counts the rest."""
    game = await begin_private_game(house)
    me, there = await visit_chat(house.manager, "anna", "Anna", "hall", "shared")
    await house.manager.challenges.challenge_computer(Actor(me.id, "a game", there.id), "long")
    house.answers_are_public = True
    answer = await house.type("Anna", "/games", HALL)
    assert game not in answer
    assert "One more game is not shown here." in answer
