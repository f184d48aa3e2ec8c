"""Hints and refused moves on the live board: arrows, marks, a preview, and what ends them."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.browser.games import DESKTOP
from tests.browser.house import House
from tests.browser.table_board import TableBoard

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_hint_is_shown_and_played_on_the_board(house: House) -> None:
    """The best turn is drawn as arrows; its preview changes nothing until it is played.

    A line that is typed there is about the game on the board, and its reason is marked on the points.
    """
    anna = await house.seated("Anna", size=DESKTOP, touch=False)
    await anna.say("/play novice first me")
    await anna.to_act()
    table, page = TableBoard(anna), anna.page
    await table.open()
    before = await table.place_labels()
    panel, arrows = page.locator(".hint-panel"), page.locator(".hinted .hint-line")
    show = panel.locator(".primary")

    await table.choose("hint")
    await expect(show).to_be_focused()
    assert await arrows.count() > 0
    await page.keyboard.press("Escape")
    await expect(panel).to_have_count(0)
    await expect(arrows).to_have_count(0)

    await table.choose("hint")
    await show.click()
    await expect(show).to_have_text(anna.words.words("web-table-hint-play"))
    await expect(arrows).to_have_count(0)
    assert await table.place_labels() == before
    await show.click()
    await expect(panel).to_have_count(0)
    await expect(table.done).to_be_visible()
    assert await table.place_labels() != before

    await page.locator(".talk-form input").fill("/why 2/1")
    await page.keyboard.press("Enter")
    await expect(table.bubble).to_contain_text("2")
    await expect(page.locator(".marked-point")).to_have_attribute("data-marked", "2")
    await expect(page.locator(".hinted .refused")).to_have_count(1)
    await page.locator("[data-table] .acts .more").press("Escape")
    await expect(page.locator(".marked-point")).to_have_count(0)
