"""Rights to set how a shared chat looks."""

from __future__ import annotations

import pytest

from bot.sessions import Actor
from bot.sessions.people import ENOUGH_TURNS
from bot.talk.command_table import COMMANDS
from bot.talk.incoming import Press
from bot.talk.reply import plain
from bot.talk.setting_table import OPTIONS
from tests.dialogues.house import House, only_game
from tests.dialogues.script import TABLE
from tests.visits import visit_chat

pytestmark = pytest.mark.slow

ON_DISCORD = "threads"
TYPED_ALONE = ("zone", "quiet", "digest")
"""Settings without a button in the overview of a shared chat."""
OF_THE_CHAT = {
    "theme": "contrast",
    "layout": "compact",
    "side": "black",
    "language": "ru",
    "zone": "Europe/Berlin",
    "boards": "delete",
    "daily": "on",
}


async def look_of_chat(house: House, chat: str = TABLE) -> tuple[object, ...]:
    """Return the stored look of a chat."""
    query = "SELECT language, theme, layout, side, zone, boards, daily FROM chats WHERE key = ?"
    async with house.manager.database.read() as connection:
        return tuple((await connection.exec_driver_sql(query, (chat,))).one())


async def play_enough_turns(house: House, player: str = "Anna", other: str = "Boris") -> None:
    """Let two people play at the table until they have the rights of regular players."""
    game = await only_game(house)
    while (await house.manager.game(game)).turns < ENOUGH_TURNS:
        for each in (player, other):
            await house.type(each, "/settings confirm on", each)
            for _ in range(4):
                labels = house.shown(TABLE).labels
                if labels and "→" in labels[0]:
                    await house.press(each, labels[0], TABLE, answered=False)


@pytest.mark.parametrize("option", OF_THE_CHAT)
async def test_a_stranger_cannot_change_a_shared_chat(playing: House, option: str) -> None:
    """A person who neither administers the chat nor has play_enough_turns there is refused."""
    before = await look_of_chat(playing)
    answer = await playing.type("Carl", f"/settings {option} {OF_THE_CHAT[option]}")
    assert "Only administrators of this chat" in answer
    assert await look_of_chat(playing) == before
    assert "Only administrators of this chat" in await playing.type("Carl", f"/settings {option}")


@pytest.mark.parametrize("option", OF_THE_CHAT)
async def test_an_administrator_can_change_everything(house: House, option: str) -> None:
    """An administrator may set each option of the chat."""
    house.administrators = {"Carl"}
    before = await look_of_chat(house)
    await house.type("Carl", f"/settings {option} {OF_THE_CHAT[option]}")
    assert await look_of_chat(house) != before


@pytest.mark.parametrize(
    ("option", "allowed"),
    [
        ("theme", True),
        pytest.param("language", True, marks=pytest.mark.long),
        ("side", False),
        pytest.param("daily", True, marks=pytest.mark.long),
        pytest.param("boards", False, marks=pytest.mark.long),
    ],
)
async def test_regular_players_can_set_theme_and_language(
    playing: House, option: str, *, allowed: bool
) -> None:
    """After ten turns at the table both players may set its theme, language and daily position only."""
    playing.administrators = set()
    before = await look_of_chat(playing)
    await playing.type("Boris", f"/settings {option} {OF_THE_CHAT[option]}")
    assert await look_of_chat(playing) == before
    await play_enough_turns(playing)
    await playing.type("Boris", f"/settings {option} {OF_THE_CHAT[option]}")
    assert (await look_of_chat(playing) != before) is allowed


async def test_games_against_the_program_give_no_rights(house: House) -> None:
    """Turns against the program give no right to set the chat's look."""
    house.administrators = set()
    me, table = await visit_chat(house.manager, "carl", "Carl", TABLE, "shared")
    game = await house.manager.challenges.challenge_computer(Actor(me.id, "a game", table.id), "long")
    async with house.manager.database.write() as connection:
        await connection.exec_driver_sql("UPDATE games SET turns = 50 WHERE id = ?", (game.id,))
    assert "Only administrators of this chat" in await house.type("Carl", "/settings theme contrast")


async def test_the_overview_has_buttons_only_for_own_rights(house: House) -> None:
    """The overview shows all settings, and has buttons only for those that the person may change."""
    answer = await house.type("Carl", "/settings")
    assert "The old board after a turn: as usual here: shrinks to one line." in answer
    data = {button.data for row in house.answers["Carl"][0].buttons for button in row}
    assert {line.split()[1] for line in data} == set(OPTIONS) - {*OF_THE_CHAT, ON_DISCORD, *TYPED_ALONE}
    await house.type("Anna", "/settings")
    data = {button.data for row in house.answers["Anna"][0].buttons for button in row}
    assert {line.split()[1] for line in data} == set(OPTIONS) - {ON_DISCORD, *TYPED_ALONE}


async def test_turning_the_board_changes_nothing_for_others(playing: House) -> None:
    """Turning the board in a shared chat gives one person a private picture, and changes no setting."""
    before = await look_of_chat(playing)
    await playing.type("Boris", "/menu")
    (data,) = [
        button.data
        for row in playing.answers["Boris"][0].buttons
        for button in row
        if button.label == "Turn the board"
    ]
    sides = {}
    for player in ("Anna", "Boris", "Carl"):
        (reply,) = await playing.handle(player, Press(data))
        sides[player] = getattr(reply.scene, "side", None)
        assert not reply.buttons
    assert sides == {"Anna": "w", "Boris": "b", "Carl": "b"}
    assert await look_of_chat(playing) == before


async def test_turning_the_board_in_private_sets_the_side(playing: House) -> None:
    """Turning the board in private sets the reader's own side."""
    await playing.type("Boris", "/board", "Boris")
    await playing.type("Boris", "/menu", "Boris")
    await playing.press("Boris", "Turn the board", "Boris", answered=True)
    assert "At the bottom: Black." in plain(playing.answers["Boris"][0].text)


def test_no_command_moves_a_game_for_both_players() -> None:
    """No command moves both players' board to another chat."""
    assert "here" not in COMMANDS


async def test_the_removed_here_command_does_nothing(playing: House) -> None:
    """/here is an unknown command, and the opponent is notified at the table as before."""
    game = await only_game(playing)
    assert "There is no command /here" in await playing.type("Anna", f"/here {game}", "Anna")
    loaded = await playing.manager.game(game)
    assert loaded.white_chat == loaded.black_chat
    await playing.type("Anna", "24/20 16/15")
    playing.notified()
    await playing.type("Anna", "/done")
    assert (playing.notified(), "Boris, your turn" in playing.shown(TABLE).text) == (["Boris"], True)
