"""A shared board that a stranger opens by its link in another browser."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, expect

from tests.browser.player import open_page
from tests.browser.test_targets import small_targets
from tests.process import Server

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_stranger_sees_the_live_board_until_the_link_ends(server: Server, browser: Browser) -> None:
    """A stranger sees each turn and can do nothing; the link survives a restart until its end.

    The board can be turned, and every target is large enough from either side.
    """
    anna = await open_page(browser, server)
    await anna.sit_down("Anna")
    await anna.say("/play long first me")
    await anna.to_act()
    await anna.say("/share")
    link = anna.page.locator("a.address")
    address = await link.get_attribute("href")
    assert address is not None
    assert address.startswith(f"{server.address}b/")

    carl = (await open_page(browser, server, link=address)).page
    shown = carl.locator(".table:not(.empty)")
    await expect(shown.locator(".checker:not(.off)")).to_have_count(30)
    for hidden in (".top", "main", ".bottom", ".talk", ".table-back"):
        await expect(carl.locator(hidden).first).to_be_hidden()
    for strip in (".strip.above", ".strip.below"):
        await expect(carl.locator(strip)).to_be_visible()
    turn = int(await shown.get_attribute("data-turn") or "0")
    await anna.play_by_buttons()
    await anna.end_turn()
    await carl.wait_for_function(
        "turn => Number(document.querySelector('.table').dataset.turn) > turn", arg=turn
    )
    await expect(carl.locator(".table .can")).to_have_count(0)
    assert await small_targets(carl) == {}
    names = [await strip.inner_text() for strip in await carl.locator(".strip-name").all()]
    assert "Computer" in names
    await carl.locator(".acts .more").click()
    await carl.locator("[data-entry='flip']").click()
    assert [await strip.inner_text() for strip in await carl.locator(".strip-name").all()] == names[::-1]
    assert await carl.locator(".strip.acts").count() == 1
    for figure in (".pips b", ".strip-name"):
        assert await carl.locator(f".strip {figure}").count() == 2
    assert await small_targets(carl) == {}

    await server.stop()
    await expect(carl.locator(".shared-note")).to_be_visible()
    await server.start()
    await expect(carl.locator(".shared-note")).to_be_hidden()
    # Links of this older form stay valid.
    await carl.goto(address.replace("/b/", "/#share="))
    await expect(shown.locator(".checker:not(.off)")).to_have_count(30)

    await anna.say("/share off")
    await expect(carl.locator(".shared-note.ended")).to_contain_text("This link leads to no board")
    await expect(carl.locator(".table")).to_have_count(0)
    await carl.reload()
    await expect(carl.locator(".shared-note.ended")).to_be_visible()
    for hidden in (".top", "main", ".bottom"):
        await expect(carl.locator(hidden).first).to_be_hidden()
    await expect(carl.locator(".checker")).to_have_count(0)
    await carl.goto(address)
    await expect(carl.locator(".gone")).to_contain_text("This link leads to no board")
