"""The common table, as each of the people in front of it sees it."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, Locator, expect

from tests.browser.player import WIDE, Player, open_page
from tests.process import Server

pytestmark = pytest.mark.asyncio(loop_scope="session")


def last_with_board(player: Player) -> Locator:
    """The last message of the common table that shows a board."""
    return player.page.locator("#panel-table li[data-message]:has(.board)").last


async def test_each_is_offered_what_he_may_press(server: Server, browser: Browser) -> None:
    """Who challenges can take it back, who is challenged can answer, and a third can do neither."""
    anna, boris, vera = [await open_page(browser, server, size=WIDE) for _ in range(3)]
    for player, name in ((anna, "Anna"), (boris, "Boris"), (vera, "Vera")):
        await player.sit(name)
    await anna.say("/challenge Boris")
    await expect(boris.button("/accept")).to_be_visible()
    await expect(anna.button("/cancel")).to_be_visible()
    await expect(anna.button("/accept")).to_have_count(0)
    await expect(boris.button("/cancel")).to_have_count(0)
    card = vera.page.locator("#panel-table li[data-message]").last
    await expect(card).to_contain_text("Boris")
    await expect(card.locator(".buttons button")).to_have_count(0)

    await boris.button("/accept").click()
    board = await anna.ready()
    await boris.ready(board.turn - 1)
    moves = 'button[data-data*=":/move "]'
    offered = [await last_with_board(player).locator(moves).count() for player in (anna, boris, vera)]
    assert min(offered[:2]) == 0 < max(offered[:2])
    await expect(last_with_board(vera).locator(".buttons button")).to_have_count(0)


async def test_each_reads_the_board_in_his_language(server: Server, browser: Browser) -> None:
    """Of one board at the common table one reads in Russian and the other in English, also after a reload."""
    anna = await open_page(browser, server, "en", WIDE)
    await anna.sit("Anna")
    boris = await open_page(browser, server, "ru", WIDE)
    await boris.sit("Борис")
    await anna.say("/challenge Борис")
    await boris.button("/accept").click()
    board = await anna.ready()
    await boris.ready(board.turn - 1)
    for _ in range(2):
        await expect(last_with_board(anna)).to_contain_text("Long Nardy")
        await expect(last_with_board(boris)).to_contain_text("Длинные нарды")
        for player in (anna, boris):
            await player.page.reload()


async def test_a_board_is_dressed_for_whoever_looks(server: Server, browser: Browser) -> None:
    """Who chooses another theme has the boards of the common table in it at once; nobody else has."""
    anna, boris = [await open_page(browser, server, size=WIDE) for _ in range(2)]
    await anna.sit("Anna")
    await boris.sit("Boris")
    await anna.say("/challenge Boris")
    await boris.button("/accept").click()
    board = await anna.ready()
    await boris.ready(board.turn - 1)
    pictures = [last_with_board(player).locator(".board img") for player in (anna, boris)]
    first = [await picture.get_attribute("src") for picture in pictures]
    assert first[0] != first[1]
    await anna.page.locator("#tab-me").click()
    await anna.say("/settings theme dark")
    await anna.page.wait_for_function("() => document.documentElement.dataset.theme === 'dark'")
    await anna.page.locator("#tab-table").click()
    await expect(pictures[0]).not_to_have_attribute("src", first[0] or "")
    assert await pictures[1].get_attribute("src") == first[1]
