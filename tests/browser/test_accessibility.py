"""Pages that axe-core checks for people with impaired sight."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from tests.browser.games import SharedGame, play_to_a_choice
from tests.browser.house import House
from tests.browser.table_board import TableBoard
from tests.npm import TOOLS, node_with_checks

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.long]

SERIOUS = ("serious", "critical")
_RUN = """async () => (await axe.run()).violations.map(({ id, impact, nodes }) =>
  [impact, id, ...nodes.slice(0, 3).map((node) => node.html.slice(0, 160))])"""


async def faults(page: Page) -> list[list[str]]:
    """Return the serious faults that axe-core finds in a page."""
    await page.evaluate((TOOLS / "axe-core" / "axe.min.js").read_text("utf-8"))
    found: list[list[str]] = await page.evaluate(_RUN)
    return [fault for fault in found if fault[0] in SERIOUS]


@pytest.fixture(scope="module", autouse=True)
def _axe() -> None:
    """Require axe-core, or skip."""
    node_with_checks()


async def faults_in_light_and_dark(page: Page) -> list[list[str]]:
    """Return the faults of a page in the dark and in the light colour scheme."""
    found = []
    for scheme in ("dark", "light"):
        await page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        found += await faults(page)
    return found


async def test_the_board_has_no_serious_fault(game: SharedGame) -> None:
    """The boards of mover and opponent have no serious fault on phone and desktop, light and dark."""
    mover, other = await play_to_a_choice(*game.tables)
    for table in (mover, other):
        assert await faults_in_light_and_dark(table.page) == []
    await other.page.set_viewport_size({"width": 390, "height": 844})
    await other.page.locator(".acts .more").click()
    assert await faults_in_light_and_dark(other.page) == []
    await other.page.locator("[data-entry='resign']").click()
    await other.offer.wait_for()
    assert await faults_in_light_and_dark(other.page) == []
    await other.page.keyboard.press("Escape")
    await other.choose("record")
    assert await faults_in_light_and_dark(other.page) == []


async def test_a_room_has_no_serious_fault(house: House) -> None:
    """A room with a board and a list, the settings and the lobby have no serious fault in any theme."""
    anna = await house.page()
    page = anna.page
    assert await faults_in_light_and_dark(page) == []
    await anna.sit_down("Anna the seer")
    for line in ("/play long first me", "/games"):
        await anna.say(line)
    for theme in ("contrast", "dark", "wood"):
        await anna.say("/settings")
        await page.locator(f'[data-setting="theme"] input[value="{theme}"]').first.check()
        await page.wait_for_function("(theme) => document.documentElement.dataset.theme === theme", arg=theme)
        assert await faults_in_light_and_dark(page) == []
        await page.keyboard.press("Escape")
        await anna.to_act()
        assert await faults_in_light_and_dark(page) == []
    await page.locator("[data-to-lobby]").click()
    await page.locator(".lobby-game").first.wait_for()
    assert await faults_in_light_and_dark(page) == []


async def test_the_sheet_of_a_new_game_has_no_serious_fault(house: House) -> None:
    """The form, the list of games and the link have no serious fault, in light and dark."""
    anna = await house.seated("Anna")
    page = anna.page
    await page.evaluate("location.hash = 'new'")
    await page.locator(".new-game").wait_for()
    await page.locator(".against label").nth(2).click()
    await page.locator(".new-game-open").first.click()
    assert await faults_in_light_and_dark(page) == []
    await page.locator(".new-game-chosen").click()
    assert await faults_in_light_and_dark(page) == []
    await page.locator(".new-game-choice").first.click()
    await page.locator(".sheet-foot .button").click()
    await page.locator(".link-panel .qr").wait_for()
    assert await faults_in_light_and_dark(page) == []


async def test_a_lesson_has_no_serious_fault(house: House) -> None:
    """A lesson step has no serious fault, done or not, nor has the reason at a point."""
    anna = await house.page()
    await anna.page.evaluate("location.hash = 'learn=4'")
    await TableBoard(anna, root=".learning").shown()
    for place, comes in ((9, ".learning .bubble:not([hidden])"), (14, ".learning.solved")):
        await anna.page.locator(f".learning .place[data-place='{place}']").press("Enter")
        await anna.page.locator(comes).wait_for()
        assert await faults_in_light_and_dark(anna.page) == []


async def test_a_fault_is_found(house: House) -> None:
    """A button without a name is found, which proves that the check works."""
    anna = await house.page()
    await anna.page.evaluate("document.querySelector('main').append(document.createElement('button'))")
    assert [fault[1] for fault in await faults(anna.page)] == ["button-name"]
