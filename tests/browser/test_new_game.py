"""The sheet of a new game: from its choices to the board that it becomes."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from tests.browser.games import SharedGame
from tests.browser.house import House
from tests.browser.player import Player
from tests.browser.table_board import TableBoard
from tests.browser.test_targets import small_targets

pytestmark = pytest.mark.asyncio(loop_scope="session")

_OVERFLOW = """() => [...document.querySelectorAll(".sheet, .sheet-body, .sheet .segment")]
  .filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent)"""


async def open_sheet(player: Player) -> Page:
    """Open the sheet of a new game by its address; return the page."""
    await player.page.evaluate("location.hash = 'new'")
    await player.page.locator(".new-game").wait_for()
    return player.page


async def choose(player: Player, opponent: str) -> None:
    """Choose a kind of opponent."""
    label = player.words.words(f"form-{opponent}")
    await player.page.locator(".against label", has_text=label).click()


async def test_a_friend_opens_the_link_and_the_sheet_becomes_the_table(house: House) -> None:
    """Choices that differ from the usual ones can be taken back, and the link carries the others.

    Every step fits a small phone in Russian. The friend is new, types no name, and comes to the board too.
    """
    anna, boris = await house.seated("Анна", "ru", (360, 640), touch=True), await house.blank()
    page = await open_sheet(anna)
    say = anna.words.words
    assert await small_targets(page) == {}
    await choose(anna, "link")
    usual = page.get_by_role("button", name=say("web-new-usual"))
    await expect(usual).to_be_hidden()
    await page.get_by_role("switch", name=say("form-hints")).check()
    await usual.click()
    await expect(page.get_by_role("switch", name=say("form-hints"))).not_to_be_checked()
    await page.locator(".new-game-chosen").click()
    await expect(page.locator(".new-game-choice")).to_have_count(7)
    assert await page.evaluate(_OVERFLOW) == []
    await page.locator(".new-game-choice", has_text=say("rules-short")).click()
    await expect(page.locator(".new-game-chosen")).to_be_focused()
    await page.get_by_role("button", name=say("form-length")).click()
    await page.get_by_role("radio", name=say("form-points", points=3)).check()
    assert await page.evaluate(_OVERFLOW) == []
    assert await small_targets(page) == {}
    await page.get_by_role("button", name=say("form-submit-link")).click()
    box = await page.locator(".link-panel .qr").bounding_box()
    assert box is not None
    assert box["width"] >= 200
    assert await page.evaluate(_OVERFLOW) == []
    assert await small_targets(page) == {}

    link = await page.locator(".link-address").inner_text()
    await boris.page.goto(f"{boris.address}#{link.partition('#')[2]}")
    invitation = boris.page.locator("[data-invitation]")
    await expect(invitation).to_contain_text("to 3 points")
    assert await small_targets(boris.page) == {}
    await invitation.get_by_role("button", name=boris.words.words("web-invited-play"), exact=True).click()
    for player in (anna, boris):
        await TableBoard(player).shown()
    await expect(page.locator(".sheet")).to_have_count(0)


async def test_a_friend_is_found_by_name_and_challenged(house: House) -> None:
    """A missing friend is named as the fault, and the sheet withdraws the challenge."""
    boris, anna = await house.seated("Boris"), await house.seated("Anna")
    page = await open_sheet(anna)
    await choose(anna, "friend")
    await page.locator(".sheet-foot .button").click()
    field = page.get_by_role("textbox", name="Name of a friend")
    await expect(field).to_be_focused()
    await expect(page.locator(".new-game-friend .fault")).to_have_text("Say whom you challenge.")
    await field.fill(boris.name[:-1])
    await page.locator(".new-game-friends .button", has_text=boris.name).click()
    await page.get_by_role("button", name=f"Challenge {boris.name}").click()
    await expect(page.locator(".sheet h2")).to_have_text(f"{boris.name} is asked")
    await page.locator(".sheet").get_by_role("button", name="Withdraw").click()
    await expect(page.locator(".sheet")).to_have_count(0)

    page = await open_sheet(anna)
    await expect(page.locator(".new-game-taken")).to_have_text(boris.name)
    await choose(anna, "computer")
    await page.locator(".sheet").get_by_role("button", name="Play", exact=True).click()
    await TableBoard(anna).shown()


async def test_a_board_is_shared_by_a_sheet(game: SharedGame) -> None:
    """The sheet has the link with its QR code, ends it, and closes by Esc without leaving the board."""
    page = game.tables[0].page
    await game.tables[0].choose("share")
    await page.locator(".sheet .qr").wait_for()
    assert "/b/" in await page.locator(".link-address").inner_text()
    await page.locator(".quiet-danger").click()
    await expect(page.locator(".sheet-body")).to_have_text(
        game.tables[0].player.words.words("web-share-ended")
    )
    await page.keyboard.press("Escape")
    await expect(page.locator(".sheet")).to_have_count(0)
    await expect(page.locator("[data-table]")).to_be_visible()


async def test_a_finished_game_is_found_and_opened_again(house: House) -> None:
    """The list is empty at first; then a game stands in it, and the way back from its replay leads there."""
    anna = await house.seated("Anna", "ru", (360, 640), touch=True)
    page = anna.page
    await page.evaluate("location.hash = 'finished'")
    await expect(page.locator(".finished")).to_contain_text(anna.words.words("web-finished-none"))
    await page.locator(".sheet .close").click()
    await anna.to_talk()
    await anna.say("/play long")
    await anna.to_act()
    await anna.say("/resign mars")
    await anna.answer.locator("button.danger").first.click()
    await anna.button("/rematch").wait_for()
    await page.evaluate("location.hash = 'finished'")
    await expect(page.locator(".finished .finished-game")).to_have_count(1)
    await expect(page.locator(".finished-filters .primary")).to_have_text("Все 1")
    assert await page.evaluate(_OVERFLOW) == []
    assert await small_targets(page) == {}
    await page.get_by_role("button", name=anna.words.words("web-result-replay")).click()
    await TableBoard(anna).shown()
    assert "show=replay" in page.url
    await page.go_back()
    await expect(page.locator(".finished .finished-game")).to_have_count(1)
    await expect(page.locator(".finished .finished-open")).to_be_focused()
