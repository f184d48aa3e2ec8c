from __future__ import annotations

import pytest
from playwright.async_api import Browser

from tests.browser.pictures import FOLDER, MOST_CHANGED, NAMES, Shot, changed_share, stored_words, take


@pytest.mark.slow
@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize("name", NAMES)
async def test_the_readmes_pictures_show_what_the_bot_shows_now(browser: Browser, name: str) -> None:
    """The README's pictures have the present words and look; `make pictures` takes them again."""
    path, shot = FOLDER / f"{name}.png", await take(name, browser)
    assert shot.words == stored_words(path)
    assert changed_share(path, shot) <= MOST_CHANGED


def test_a_picture_of_another_scene_is_noticed() -> None:
    """Two of the pictures differ by far more than is tolerated, so that the comparison can fail."""
    assert (
        changed_share(FOLDER / "discord.png", Shot((FOLDER / "telegram.png").read_bytes(), ""))
        > 5 * MOST_CHANGED
    )
