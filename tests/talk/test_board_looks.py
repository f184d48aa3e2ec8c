"""The look of a board: its theme and its layout."""

from __future__ import annotations

import pytest

from bot.sessions import Actor, look_of
from bot.talk.incoming import Line
from renderers import Scene
from tests.dialogues.house import House
from tests.talk.test_board_page import board_page
from tests.talk.test_replays import ask, finish_game


@pytest.mark.parametrize(
    ("stored", "meant"),
    [
        ((None, None), (None, None)),
        (("dark", None), ("dark", None)),
        ((None, "full"), (None, "full")),
        (("compact", None), (None, "compact")),
        (("compact-dark", None), ("dark", "compact")),
        (("compact-contrast", "full"), ("contrast", "full")),
    ],
)
def test_words_of_earlier_versions_are_read(
    stored: tuple[str | None, str | None], meant: tuple[str | None, str | None]
) -> None:
    """A theme that names the layout too is read as both; a layout that was chosen itself goes first."""
    assert look_of(*stored) == meant


@pytest.mark.parametrize(
    ("platform", "layout"), [("telegram", "compact"), ("discord", "full"), ("web", "full")]
)
async def test_an_unset_layout_is_that_of_the_platform(house: House, platform: str, layout: str) -> None:
    """Boards are compact on Telegram and full elsewhere, in private and shared chats, until one is chosen."""
    people = house.manager.people
    for kind in ("private", "shared"):
        visitor = await people.visit(platform, "anna", "Anna", f"{platform}-{kind}", kind, "en")
        assert (visitor.display.theme, visitor.display.layout) == ("wood", layout)
        actor = Actor(visitor.player.id, kind, visitor.chat.id)
        other = "full" if layout == "compact" else "compact"
        if kind == "private":
            await people.set_player_option(actor, "layout", other)
        else:
            await people.set_chat_option(actor, "layout", other, administers=True)
        assert (await people.display(visitor.chat.id)).layout == other


async def test_settings_say_what_is_usual_here(house: House) -> None:
    """An unset layout is named with what it means on the platform, and can be chosen again."""
    assert "as usual here: full" in await house.type("Anna", "/settings layout", "Anna")
    assert "as usual here: compact" in await house.type("Anna", "/settings layout", "telegram-Anna")
    assert "compact" in await house.type("Anna", "/settings layout compact", "Anna")
    assert "as usual here" not in await house.type("Anna", "/settings layout", "Anna")
    assert "as usual here: full" in await house.type("Anna", "/settings layout usual", "Anna")
    assert (await house.manager.people.player(1)).layout is None


async def labels(house: House) -> list[str]:
    """Return the labels of the settings' buttons."""
    replies = await house.handle("Anna", Line("/settings"))
    return [button.label for reply in replies for row in reply.buttons for button in row]


@pytest.mark.slow
async def test_a_chat_can_have_compact_boards(playing: House) -> None:
    """A theme's former word sets a chat's layout and theme at once, and the settings show both."""
    for look, shown, theme in (
        ("compact", ("Look: usual", "Layout: compact"), "wood"),
        ("compact-dark", ("Look: dark", "Layout: compact"), "dark"),
    ):
        await playing.type("Anna", f"/settings theme {look}")
        assert {*shown} <= {*await labels(playing)}
        board = await board_page(playing, "Anna")
        assert board is not None
        assert board.board.theme == theme
    await playing.type("Anna", "/settings layout full")
    assert {"Look: dark", "Layout: full"} <= {*await labels(playing)}


@pytest.mark.slow
async def test_a_replay_is_as_compact_as_the_boards(playing: House) -> None:
    """A replay has the layout of the chat, moving or not."""
    game = await finish_game(playing)
    await playing.type("Anna", "/settings theme compact-contrast")
    moving, still = await ask(playing, f"/replay {game}"), await ask(playing, f"/replay {game} 1")
    assert moving.animation is not None
    assert isinstance(still.scene, Scene)
    for scene in (*moving.animation.scenes, still.scene):
        assert (scene.theme, scene.layout) == ("contrast", "compact")
