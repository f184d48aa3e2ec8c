"""The page as axe-core sees it, which knows what those need who do not see, or do not see well."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, Page

from tests.browser.games import begun, to_a_choice
from tests.browser.player import open_page
from tests.browser.touches import TouchedTable
from tests.npm import TOOLS, node_with_checks
from tests.process import Server

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.long]

SERIOUS = ("serious", "critical")
_RUN = """async () => (await axe.run()).violations.map(({ id, impact, nodes }) =>
  [impact, id, ...nodes.slice(0, 3).map((node) => node.html.slice(0, 160))])"""


async def faults(page: Page) -> list[list[str]]:
    """Return what axe-core finds seriously wrong in a page."""
    await page.evaluate((TOOLS / "axe-core" / "axe.min.js").read_text("utf-8"))
    found: list[list[str]] = await page.evaluate(_RUN)
    return [fault for fault in found if fault[0] in SERIOUS]


@pytest.fixture(scope="module", autouse=True)
def _axe() -> None:
    """Have axe-core, or skip."""
    node_with_checks()


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_nothing_serious_is_found_at_the_board(server: Server, browser: Browser, scheme: str) -> None:
    """Neither mover nor opponent, phone or desk, light or dark, has a board with a serious fault."""
    mover, other = await to_a_choice(*await begun(browser, server))
    for table in (mover, other):
        await table.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        assert await faults(table.page) == []
    await other.page.set_viewport_size({"width": 390, "height": 844})
    await other.page.locator(".table-more").click()
    assert await faults(other.page) == []


@pytest.mark.parametrize("theme", ["wood", "dark", "contrast"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_nothing_serious_is_found_in_a_room(
    server: Server, browser: Browser, scheme: str, theme: str
) -> None:
    """A room with a board and a list, and the settings, have no serious fault, however dressed."""
    anna = await open_page(browser, server)
    await anna.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    assert await faults(anna.page) == []
    await anna.sit("Anna")
    for line in ("/play", "/games", "/settings"):
        await anna.say(line)
    await anna.page.locator(f'[data-setting="theme"] input[value="{theme}"]').first.check()
    await anna.page.wait_for_function(
        "(theme) => document.documentElement.dataset.theme === theme", arg=theme
    )
    assert await faults(anna.page) == []
    await anna.page.keyboard.press("Escape")
    await anna.to_act()
    assert await faults(anna.page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_nothing_serious_is_found_in_the_lobby(server: Server, browser: Browser, scheme: str) -> None:
    """Neither the cards of games with their boards nor what begins one has a serious fault."""
    anna = await open_page(browser, server)
    await anna.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    await anna.sit("Anna")
    await anna.say("/play long first me")
    await anna.to_act()
    await anna.page.locator("[data-to-lobby]").click()
    await anna.page.locator(".lobby-game").wait_for()
    assert await faults(anna.page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_nothing_serious_is_found_in_a_lesson(server: Server, browser: Browser, scheme: str) -> None:
    """A step of how to play has no serious fault, done or not, nor has a reason at a point."""
    anna = await open_page(browser, server, link=f"{server.address}#learn=4")
    await anna.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    await TouchedTable(anna, root=".learning").shown()
    for place, comes in ((9, ".learning .bubble:not([hidden])"), (14, ".learning.solved")):
        await anna.page.locator(f".learning .place[data-place='{place}']").press("Enter")
        await anna.page.locator(comes).wait_for()
        assert await faults(anna.page) == []


async def test_a_fault_is_found(server: Server, browser: Browser) -> None:
    """A button without a name is found, so that finding nothing means something."""
    anna = await open_page(browser, server)
    await anna.page.evaluate("document.querySelector('main').append(document.createElement('button'))")
    assert [fault[1] for fault in await faults(anna.page)] == ["button-name"]
