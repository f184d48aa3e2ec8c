from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.browser.house import House
from tests.browser.player import WIDE, Player

pytestmark = pytest.mark.asyncio(loop_scope="session")

_MOST_STEPS = 60


async def test_a_turn_needs_no_mouse(house: House) -> None:
    """A person can enter a name, begin a game and play a turn with the keyboard alone.

    Screen readers are given the same words as the board shows.
    """
    player = await house.page(size=WIDE)
    keyboard = player.page.keyboard
    await _tab_to(player, "[data-to-talk]")
    await keyboard.press("Enter")
    await _tab_to(player, "#name")
    await keyboard.type("Olga")
    await keyboard.press("Enter")

    # The input line has the focus from here on and offers completions.
    await expect(player.page.locator("#line")).to_be_focused()
    await keyboard.type("/pl")
    await expect(player.page.locator("#choices [role=option]").first).to_have_text("/play")
    await keyboard.press("Tab")
    await expect(player.page.locator("#line")).to_have_value("/play ")
    await keyboard.type("novice")
    await expect(player.page.locator("#line")).to_have_value("/play novice")
    await keyboard.press("Enter")

    board = await player.to_act()
    await _tab_to(player, "[data-point][data-source]", backwards=True)
    while not board.buttons_for("/done"):
        await _press_focused_point(player)
        board = await player.board_after(board)
    shown = await player.board.locator(".text").inner_text()
    await expect(player.page.locator("[data-announcement]")).to_have_text(shown.replace("\n", " "))
    await _tab_to(player, 'button[data-data*=":/done "]')
    await expect(player.page.locator(":focus")).to_have_accessible_name(player.words.words("button-done"))
    await keyboard.press("Enter")
    assert (await player.to_act(board.turn)).turn > board.turn


async def _tab_to(player: Player, wanted: str, *, backwards: bool = False) -> None:
    """Press Tab until an element has the focus, once it is there."""
    # On a busy machine the form for a name may come later than after sixty presses.
    await player.page.locator(wanted).locator("visible=true").first.wait_for()
    for _ in range(_MOST_STEPS):
        if await player.page.locator(f":focus:is({wanted})").count():
            return
        await player.page.keyboard.press("Shift+Tab" if backwards else "Tab")
    raise AssertionError(f"No way by Tab to {wanted}.")


async def _press_focused_point(player: Player) -> None:
    """Press a point with a movable checker, and a landing place if there is a choice."""
    keyboard = player.page.keyboard
    points = player.board.locator("[data-point]")
    for number in range(await points.count()):
        point = points.nth(number)
        if await point.get_attribute("data-source") is not None:
            await point.focus()
            await keyboard.press("Enter")
            break
    landing = player.board.locator("[data-landing]")
    if await landing.count():
        await landing.first.focus()
        await keyboard.press("Enter")
