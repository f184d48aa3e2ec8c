from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.browser.house import House
from tests.browser.player import WIDE, Player

pytestmark = pytest.mark.asyncio(loop_scope="session")

_MOST_STEPS = 60


async def test_turn_without_a_mouse(house: House) -> None:
    """Saying a name, beginning a game, making a turn and ending it need no more than a keyboard.

    What changes on a board is announced in the very words that it shows, to people who hear the page.
    """
    player = await house.page(size=WIDE)
    keyboard = player.page.keyboard
    await _step_to(player, "#name")
    await keyboard.type("Olga")
    await keyboard.press("Enter")

    # The line has the focus from here on, and offers what can be typed.
    await expect(player.page.locator("#line")).to_be_focused()
    await keyboard.type("/pl")
    await expect(player.page.locator("#choices [role=option]").first).to_have_text("/play")
    await keyboard.press("Tab")
    await expect(player.page.locator("#line")).to_have_value("/play ")
    await keyboard.type("novice")
    await expect(player.page.locator("#line")).to_have_value("/play novice")
    await keyboard.press("Enter")

    board = await player.to_act()
    await _step_to(player, "[data-point][data-source]", backwards=True)
    while not board.carrying("/done"):
        await _press_focused_point(player)
        board = await player.after(board)
    shown = await player.board.locator(".text").inner_text()
    await expect(player.page.locator("[data-announcement]")).to_have_text(shown.replace("\n", " "))
    await _step_to(player, 'button[data-data*=":/done "]')
    await expect(player.page.locator(":focus")).to_have_accessible_name(player.words.words("button-done"))
    await keyboard.press("Enter")
    assert (await player.to_act(board.turn)).turn > board.turn


async def _step_to(player: Player, wanted: str, *, backwards: bool = False) -> None:
    """Press Tab until something has the focus, once it is there."""
    # The form for a name comes with the server's greeting: on a busy machine later than sixty steps.
    await player.page.locator(wanted).locator("visible=true").first.wait_for()
    for _ in range(_MOST_STEPS):
        if await player.page.locator(f":focus:is({wanted})").count():
            return
        await player.page.keyboard.press("Shift+Tab" if backwards else "Tab")
    raise AssertionError(f"No way by Tab to {wanted}.")


async def _press_focused_point(player: Player) -> None:
    """Press a point from which a checker may move, and if it has several ways to go, where it lands."""
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
