"""A game is seen where it is shown: every command and press that takes one, asked by a stranger."""

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
"""What is typed behind the id of a game, by the name of the command."""

EVERY = [(name, rest) for name, rests in REST.items() for rest in rests]


def test_every_command_that_takes_a_game_has_its_row() -> None:
    """A command that takes the id of a game, or of what becomes one, is asked here by a stranger."""
    takes = {name for name, row in COMMANDS.items() if {Param.GAME, Param.CHALLENGE} & set(row.params)}
    assert takes == set(REST)


async def in_private(house: House) -> str:
    """The id of a game that Anna and Boris play, each in private, with moves made and an offer waiting."""
    for player in ("Anna", "Boris"):
        await house.type(player, "/start", player)
    await house.type("Anna", "/challenge Boris", "Anna")
    await house.type("Boris", "/accept", "Boris")
    return await only_game(house)


def seen(replies: tuple[Reply, ...]) -> list[tuple[str, bool, int]]:
    """Return what can be seen of answers."""
    return [
        (plain(reply.text), reply.scene is not None or reply.animation is not None, len(reply.buttons))
        for reply in replies
    ]


@pytest.mark.parametrize("ended", [False, True], ids=["being played", "over"])
@pytest.mark.parametrize("chat", long_except(["Carl", TABLE, HALL], "Carl"))
async def test_a_stranger_is_answered_as_if_there_were_no_such_game(
    house: House, chat: str, *, ended: bool
) -> None:
    """Typed or pressed, the id of others' private game gets the answer of an id that does not exist."""
    game = await in_private(house)
    if ended:
        me, there = await visit_chat(house.manager, "anna", "Anna", "Anna", "private")
        await house.manager.resign(Actor(me.id, "the end", there.id), game)
    before = await house.manager.with_events(game)
    for name, rest in EVERY:
        answers: dict[str, list[object]] = {UNKNOWN: [], game: []}
        for key in (UNKNOWN, game):
            line = f"/{name} {key} {rest}".rstrip()
            for what in (Line(line), Press(button_data(line)), Press(button_data(line, 0))):
                replies = await house.handle("Carl", what, chat)
                answers[key].append(seen(replies))
            house.clock.forward(minutes=11)  # so that misses do not add up
        told = str(answers[game]).replace(game, UNKNOWN)
        assert told == str(answers[UNKNOWN]), (name, rest)
    assert await house.manager.with_events(game) == before
    assert {message.chat for message in house.platform.messages} == {"Anna", "Boris"}


@pytest.mark.parametrize("name", ["board", "record", "replay", "read", "picture", "turn"])
async def test_who_asks_where_a_game_is_shown_sees_it(playing: House, name: str) -> None:
    """At the table, which shows the game, Carl sees it; in his own chat he does not."""
    game = await only_game(playing)
    there, elsewhere = [
        [plain(reply.text) for reply in await playing.handle("Carl", Line(f"/{name} {game}"), chat)]
        for chat in (TABLE, "Carl")
    ]
    assert elsewhere == [f"There is no game {game}. /games lists yours."]
    assert there != elsewhere


async def test_a_player_sees_his_game_anywhere(playing: House) -> None:
    """The id of one's own game works in every chat."""
    game = await only_game(playing)
    for chat in ("Boris", HALL):
        assert "White has" in await playing.type("Boris", f"/read {game}", chat)


async def test_the_games_of_a_player_are_listed_to_no_others(house: House) -> None:
    """Where others read the answer, only games that the chat shows are listed, and the rest is counted."""
    game = await in_private(house)
    me, there = await visit_chat(house.manager, "anna", "Anna", "hall", "shared")
    await house.manager.challenges.challenge_computer(Actor(me.id, "a game", there.id), "long")
    house.answers_are_public = True
    told = await house.type("Anna", "/games", HALL)
    assert game not in told
    assert "One more game is not shown here." in told
