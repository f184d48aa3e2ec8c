"""What can be pressed on a small phone, measured: at least 24 pixels each way, or as much room around it."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, Page, expect

from tests.browser.games import begun, to_a_choice
from tests.browser.player import open_page
from tests.process import Server

pytestmark = pytest.mark.asyncio(loop_scope="session")

SIZES = [(360, 640), (360, 480)]

# WCAG 2.5.8: what is smaller has a circle of 24 pixels to itself, is a link within a sentence, or there is
# another control for the same: what the points of a picture do, the buttons below it do, too.
_SMALL = """() => {
  const LEAST = 24;
  const KINDS = "button:not(.point), a[href], input, select, textarea, summary, [role=button]";
  const all = [...document.querySelectorAll(KINDS)]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest("[inert]"))
    .filter((each) => getComputedStyle(each).pointerEvents !== "none" && !each.disabled)
    .map((each) => ({ each, box: each.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 1 && box.height > 1);
  const middle = ({ box }) => [box.left + box.width / 2, box.top + box.height / 2];
  const reach = ({ box }, [x, y]) =>
    Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
  const isSmall = ({ box }) => box.width < LEAST - 0.5 || box.height < LEAST - 0.5;
  const crowded = (one) => all.some((other) => {
    if (other === one || other.each.contains(one.each) || one.each.contains(other.each)) return false;
    const [x, y] = middle(one);
    const [left, top] = middle(other);
    return reach(other, [x, y]) < LEAST / 2 || (isSmall(other) && Math.hypot(x - left, y - top) < LEAST);
  });
  const isInline = ({ each }) => getComputedStyle(each).display === "inline";
  return all.filter((one) => isSmall(one) && !isInline(one) && crowded(one))
    .map(({ each, box: { width, height } }) => `${each.outerHTML.slice(0, 90)} ${width}x${height}`);
}"""
_COUNT = """() => [...document.querySelectorAll("button, a[href], input, summary")]
  .filter((each) => each.checkVisibility() && !each.closest("[inert]")).length"""


async def small(page: Page) -> dict[tuple[int, int], list[str]]:
    """Return what is too small to be touched, by the size of the window."""
    found = {}
    for width, height in SIZES:
        await page.set_viewport_size({"width": width, "height": height})
        assert await page.evaluate(_COUNT) > 0
        if too_small := await page.evaluate(_SMALL):
            found[width, height] = too_small
    return found


@pytest.mark.parametrize("language", ["en", "ru"])
async def test_a_room_can_be_touched(server: Server, browser: Browser, language: str) -> None:
    """Whatever stands in a room is large enough: boards, answers, settings, lists, menus, what is typed."""
    anna = await open_page(browser, server, language)
    assert await small(anna.page) == {}
    await anna.sit("Anna")
    for line in ("/play", "/games", "/help"):
        await anna.say(line)
        await anna.answer.filter(has_text=line).or_(anna.button("/menu")).first.wait_for()
    await anna.to_act()
    assert await small(anna.page) == {}
    settings = anna.page.locator("dialog.settings")
    await anna.say("/settings")
    await settings.wait_for()
    assert await small(anna.page) == {}
    await anna.page.keyboard.press("Escape")
    await expect(settings).to_be_hidden()
    await anna.page.locator("[data-person] > summary").click()
    assert await small(anna.page) == {}
    await anna.page.locator("[data-person] > summary").click()
    await anna.page.fill("#line", "/")
    await anna.page.locator("#choices [role=option]").first.wait_for()
    assert await small(anna.page) == {}


async def test_the_table_can_be_touched(server: Server, browser: Browser) -> None:
    """So is what surrounds the board: strips, what is beside it, the menu of the game, the list of keys."""
    mover, other = await to_a_choice(*await begun(browser, server, "/challenge Борис 3d"))
    for table in (mover, other):
        page = table.page
        assert await small(page) == {}
        if await page.locator(".table-more").is_visible():
            await page.locator(".table-more").click()
        assert await small(page) == {}
        await page.keyboard.press("?")
        assert await small(page) == {}
        await page.keyboard.press("Escape")
        await page.keyboard.press("Escape")
        await page.locator(".acts [data-data*='/menu']").click()
        await page.locator(".talk-lines .answer").wait_for()
        assert await small(page) == {}


async def test_a_shared_board_can_be_touched(server: Server, browser: Browser) -> None:
    """Who has only the link can turn the board and go through the record with a finger, from either side."""
    anna = await open_page(browser, server)
    await anna.sit("Anna")
    await anna.say("/play long first me")
    # The first turns may be played for her, having no choice.
    await anna.button("/move").or_(anna.button("/done")).first.wait_for()
    await anna.play_by_buttons()
    await anna.end_turn()
    await anna.say("/share")
    address = await anna.page.locator("a.address").get_attribute("href")
    carl = (await open_page(browser, server, link=address or "")).page
    await expect(carl.locator(".table:not(.empty) .checker:not(.off)")).to_have_count(30)
    assert await small(carl) == {}
    names = [await strip.inner_text() for strip in await carl.locator(".strip-name").all()]
    assert "Computer" in names
    await carl.locator(".table-more").click()
    await carl.locator(".tool.flip").click()
    assert [await strip.inner_text() for strip in await carl.locator(".strip-name").all()] == names[::-1]
    assert await carl.locator(".strip.acts").count() == 1
    for figure in (".pips b", ".strip-name"):
        assert await carl.locator(f".strip {figure}").count() == 2
    assert await small(carl) == {}


async def test_what_is_too_small_is_found(server: Server, browser: Browser) -> None:
    """Two small buttons side by side are found, so that finding nothing means something."""
    anna = await open_page(browser, server)
    await anna.page.evaluate(
        """() => document.body.insertAdjacentHTML("afterbegin", "<div style='position:fixed;z-index:99'>"
          + "<button style='width:12px;height:12px;padding:0'></button>".repeat(2) + "</div>")"""
    )
    assert [len(found) for found in (await small(anna.page)).values()] == [2, 2]
