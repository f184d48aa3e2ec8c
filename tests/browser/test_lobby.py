"""The lobby at the local table."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Browser, expect

from tests.browser.house import House
from tests.browser.player import Player
from tests.browser.table_board import TableBoard
from tests.browser.test_table import CUT, SIZES
from tests.process import Server

pytestmark = pytest.mark.asyncio(loop_scope="session")

_NARROW = """() => [...document.querySelectorAll(".lobby-game > :is(.players, .rules, .state, .time)")]
  .filter((each) => each.offsetParent && each.getBoundingClientRect().width < 50)
  .map((each) => each.textContent)"""
_OVERFLOW = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


async def open_lobby(player: Player) -> None:
    """Go back to the landing, which is the lobby."""
    await player.page.locator("[data-to-lobby]").click()
    await expect(player.page.locator("[data-lobby]")).to_be_visible()


async def test_a_game_is_accepted_played_and_watched_from_the_lobby(server: Server, browser: Browser) -> None:
    """Each person finds their games and buttons in the lobby, and boards opened there have an address.

    Cards with long names, a clock and buttons fit windows of every size.
    """
    house = House(browser, server)  # The shared bot's lobby lists the games of all tests.
    anna, carl = await house.seated("Anna"), await house.seated("Карл", "ru")
    boris = await house.page("ru")
    await boris.sit_down("Александр Великолепный")
    await anna.say(f"/challenge {boris.name}")
    for player, labels in ((anna, ["Withdraw"]), (boris, ["Принять", "Отклонить"])):
        await open_lobby(player)
        await expect(player.page.locator(".invitations .button")).to_have_text(labels)
        assert await player.page.evaluate(_OVERFLOW) == 0
    await open_lobby(carl)
    await expect(carl.page.locator("[data-landing-title]")).to_have_text("Ни одна партия вас не ждёт")
    assert await carl.page.locator(".lobby-invitation").count() == 0

    await boris.page.locator(".invitations .button.primary").click()
    theirs = TableBoard(boris)
    await theirs.shown()
    assert "#room=table&game=" in boris.page.url
    mover = theirs if await theirs.next_turn(-1) == "mine" else TableBoard(anna)

    watch = carl.page.locator(".others .lobby-game", has_text=boris.name)
    await expect(watch).to_be_visible()
    await watch.click()
    seen = TableBoard(carl)
    await seen.shown()
    opened = carl.page.url
    assert await carl.page.locator(".table .checker.can, .aside .acts button:visible:not(.more)").count() == 0

    if mover is not theirs:
        await anna.page.locator(".yours .lobby-game").click()
        await mover.shown()
    turn = await mover.turn
    await mover.play_turn()
    await seen.shows_turn_after(turn)
    await carl.page.reload()
    await seen.shown()
    assert carl.page.url == opened
    await carl.page.go_back()
    await expect(carl.page.locator("[data-lobby]")).to_be_visible()
    await carl.to_talk()
    await expect(carl.page.locator("[data-panel=table]")).to_be_visible()

    own = boris.page.locator(":is(:is(.yours, .theirs) .lobby-game, .lobby-invitation)")
    await boris.page.go_back()
    await carl.say(f"/challenge {boris.name} 3d short 5")
    await boris.page.locator(".invitations .button.primary").click()
    await boris.page.wait_for_url("**game=*")
    await boris.page.go_back()
    await expect(own.first).to_be_visible()
    await carl.to_talk()
    await carl.say(f"/challenge {boris.name} short 7 3d")
    await open_lobby(carl)
    of_boris = carl.page.locator(":is(.lobby-game, .lobby-invitation)", has_text=boris.name)
    for player, cards in ((carl, of_boris), (boris, own)):
        await expect(cards).to_have_count(3)
        await _assert_fits(player)


async def _assert_fits(player: Player) -> None:
    """Check at every size that nothing in the lobby is cut or too narrow, also in a list that is unfolded."""
    folded = player.page.locator(".lobby-awaits[aria-expanded=false]")
    if await folded.count():
        await folded.click()
    for width, height in SIZES:
        await player.page.set_viewport_size({"width": width, "height": height})
        assert await player.page.evaluate(_OVERFLOW) == 0, (width, height)
        cards = "[data-games] *, .top button"
        await player.page.wait_for_function(f"(within) => ({CUT})(within).length === 0", arg=cards)
        assert await player.page.evaluate(_NARROW) == [], (width, height)


async def test_a_game_is_begun_from_the_lobby(house: House) -> None:
    """A player without a game begins one by a press; then it waits in the lobby, also after a reload."""
    anna = await house.apart()
    await anna.page.goto(anna.address)
    await anna.sit_down("Anna of the lobby")
    await open_lobby(anna)
    begin = anna.page.locator("[data-lobby] [data-begin] .choice b")
    await expect(begin).to_have_text(["Play the computer", "Play a friend", "Learn", "Puzzle of the day"])
    await begin.first.click()
    await TableBoard(anna).shown()
    await anna.page.go_back()
    await expect(anna.page.locator(".yours .lobby-game circle:is(.small-w, .small-b)")).to_have_count(30)
    await anna.page.clock.install()
    await anna.page.reload()
    await expect(anna.page.locator(".yours .lobby-game")).to_be_visible()


async def test_copy_buttons_copy_lines_and_links(house: House) -> None:
    """An invitation's lines and a board's link are copied, the link also without clipboard access."""
    anna = await house.seated("Anna")
    await anna.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await anna.say("/challenge anyone")
    await anna.page.get_by_text("The first to accept plays").first.wait_for()
    await anna.say("/invite")
    lines = await anna.page.locator("code.lines").inner_text()
    copies = anna.page.locator("button.copy").last
    await copies.click()
    await expect(copies).to_have_text("Copied")
    assert await anna.page.evaluate("navigator.clipboard.readText()") == lines
    assert re.fullmatch(r"\w+ invites you to Long Nardy\.\nSend the bot /accept \w+ \w{10}", lines)

    await anna.say("/play")
    await anna.to_act()
    await anna.say("/share")
    link = await anna.page.locator("a.address").get_attribute("href")
    await copies.click()
    await expect(copies).to_have_text("Copied")
    assert await anna.page.evaluate("navigator.clipboard.readText()") == link
    await anna.page.evaluate("navigator.clipboard.writeText('another')")
    await anna.page.evaluate(
        "() => void (navigator.clipboard.writeText = () => Promise.reject(new Error('there is none')))"
    )
    await expect(copies).to_have_text("Copy")
    await copies.click()
    await expect(copies).to_have_text("Copied")
    assert await anna.page.evaluate("navigator.clipboard.readText()") == link
