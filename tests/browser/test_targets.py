"""Touch targets on a small phone: at least 24 pixels each way, or as much room around them."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from tests.browser.games import SharedGame, play_to_a_choice
from tests.browser.house import House

pytestmark = pytest.mark.asyncio(loop_scope="session")

SIZES = [(360, 640), (360, 480)]

# WCAG 2.5.8: a smaller target needs a free circle of 24 pixels, unless it is a link within a sentence or
# another control does the same, as the buttons below a picture do for its points.
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
# Faults in a part of the page: too wide, too small, or without words. A target is the element under a finger.
_FAULTS = """(where) => {
  const faults = [];
  const all = (wanted) => document.querySelector(where).querySelectorAll(wanted);
  for (const box of [document.documentElement, ...all(".panel, .message, .answer, .choices")]) {
    if (box.scrollWidth <= box.clientWidth + 1) continue;
    faults.push(`too wide: ${box.className || box.tagName} ${box.textContent.slice(0, 60)}`);
  }
  for (const control of all("button:not(.point), a, summary, input, [role=option]")) {
    if (!control.checkVisibility({ visibilityProperty: true })) continue;
    control.scrollIntoView({ block: "center" });
    const { left, top, width, height } = control.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const met = [[-19, 0], [19, 0], [0, -19], [0, 19]]
      .map(([right, down]) => document.elementFromPoint(x + right, y + down))
      .find((each) => each !== null && !control.contains(each));
    if (met) faults.push(`not met: ${control.outerHTML}, but: ${met.outerHTML.slice(0, 200)}`);
  }
  for (const picture of all(".board img")) {
    if (picture.alt.split(" ").length < 8) faults.push(`no words for a board: ${picture.alt}`);
  }
  return faults;
}"""
_COUNT = """() => [...document.querySelectorAll("button, a[href], input, summary")]
  .filter((each) => each.checkVisibility() && !each.closest("[inert]")).length"""


async def small_targets(page: Page) -> dict[tuple[int, int], list[str]]:
    """Return the targets that are too small, by the size of the window."""
    found = {}
    for width, height in SIZES:
        await page.set_viewport_size({"width": width, "height": height})
        assert await page.evaluate(_COUNT) > 0
        if too_small := await page.evaluate(_SMALL):
            found[width, height] = too_small
    return found


async def test_a_room_has_large_enough_targets(house: House) -> None:
    """Boards, answers, settings, menus and completions in a room are whole and large enough."""
    anna = await house.page("ru")
    assert await small_targets(anna.page) == {}
    await anna.sit_down("Анна")
    await anna.say("/play long first me")
    board = await anna.to_act()
    if moves := board.buttons_for("/move"):  # a forced turn is already complete
        await anna.press(moves[0])
    await anna.button("/menu").click()
    await anna.answer.locator("button").first.wait_for()
    for line in ("/games", "/help"):
        await anna.say(line)
        await anna.answer.filter(has_text=line).locator(".text").wait_for()
    assert await anna.page.evaluate(_FAULTS, "body") == []
    assert await small_targets(anna.page) == {}
    settings = anna.page.locator("dialog.settings")
    await anna.say("/settings")
    await settings.wait_for()
    assert await small_targets(anna.page) == {}
    await anna.page.keyboard.press("Escape")
    await expect(settings).to_be_hidden()
    await anna.page.locator("[data-person] > summary").click()
    assert await small_targets(anna.page) == {}
    assert await anna.page.evaluate(_FAULTS, ".menu") == []
    await anna.page.locator("[data-person] > summary").click()
    await anna.page.fill("#line", "/")
    await anna.page.locator("#choices [role=option]").first.wait_for()
    assert await small_targets(anna.page) == {}


async def test_the_table_has_large_enough_targets(game: SharedGame) -> None:
    """The strips, the menu, an offer and the list of keys around the board have large enough targets."""
    for table in await play_to_a_choice(*game.tables):
        page = table.page
        assert await small_targets(page) == {}
        await page.keyboard.press("?")
        assert await small_targets(page) == {}
        await page.keyboard.press("Escape")
        await page.locator(".acts .more").click()
        assert await small_targets(page) == {}
        await page.locator("[data-entry='resign']").click()
        await table.offer.wait_for()
        assert await small_targets(page) == {}
        await page.keyboard.press("Escape")


async def test_small_targets_are_found(house: House) -> None:
    """Two small buttons side by side are found, which proves that the check works."""
    anna = await house.page()
    await anna.page.evaluate(
        """() => document.body.insertAdjacentHTML("afterbegin", "<div style='position:fixed;z-index:99'>"
          + "<button style='width:12px;height:12px;padding:0'></button>".repeat(2) + "</div>")"""
    )
    assert [len(found) for found in (await small_targets(anna.page)).values()] == [2, 2]
