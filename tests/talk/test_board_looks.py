"""The look of a board: theme and layout as one setting."""

from __future__ import annotations

import pytest

from bot.sessions.people import DisplayPreferences, look_of
from bot.talk.incoming import Line
from bot.talk.setting_table import BOARD_LOOKS
from renderers import THEMES, Scene
from renderers.layout import LAYOUTS
from tests.dialogues.house import House
from tests.talk.test_board_page import board_page
from tests.talk.test_replays import ask, finish_game


def test_every_theme_has_every_layout() -> None:
    """Each look is one theme in one layout, named by both, and all are different."""
    looks = [look_of(look) for look in BOARD_LOOKS]
    assert len(set(looks)) == len(THEMES) * len(LAYOUTS)
    assert {theme for theme, _ in looks} == set(THEMES)
    assert {layout for _, layout in looks} == set(LAYOUTS)
    for look, (theme, layout) in zip(BOARD_LOOKS, looks, strict=True):
        assert DisplayPreferences("web", "en", theme, "w", None, layout=layout).look == look


async def labels(house: House) -> list[str]:
    """Return the labels of the settings' buttons."""
    replies = await house.handle("Anna", Line("/settings"))
    return [button.label for reply in replies for row in reply.buttons for button in row]


@pytest.mark.slow
async def test_a_chat_can_have_compact_boards(playing: House) -> None:
    """A look sets a chat's layout and theme, and the settings show it."""
    for look, label, theme in (("compact", "small", "wood"), ("compact-dark", "small dark", "dark")):
        await playing.type("Anna", f"/settings theme {look}")
        assert f"Look: {label}" in await labels(playing)
        board = await board_page(playing, "Anna")
        assert board is not None
        assert board.board.theme == theme
    await playing.type("Anna", "/settings theme dark")
    assert "Look: dark" in await labels(playing)


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
