"""The lobby at the local table, in real browsers of three people."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Browser, expect

from tests.browser.player import Player, open_page
from tests.browser.test_table import CUT, SIZES
from tests.browser.touches import TouchedTable
from tests.process import Server

pytestmark = pytest.mark.asyncio(loop_scope="session")

_NARROW = """() => [...document.querySelectorAll(".lobby-game > :is(.players, .rules, .state, .time)")]
  .filter((each) => each.getBoundingClientRect().width < 50).map((each) => each.textContent)"""
_OVERFLOW = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


async def seated(browser: Browser, server: Server, name: str, language: str = "en") -> Player:
    """Return somebody who has taken a seat."""
    player = await open_page(browser, server, language)
    await player.sit(name)
    return player


async def enter(player: Player) -> None:
    """Open the lobby."""
    await player.page.locator("[data-to-lobby]").click()
    await expect(player.page.locator("[data-lobby]")).to_be_visible()


async def test_a_game_is_accepted_played_and_watched_from_the_lobby(server: Server, browser: Browser) -> None:
    """Each finds there what is his to press; a board that is opened so has an address, and moves no game."""
    anna, boris = await seated(browser, server, "Anna"), await seated(browser, server, "Boris", "ru")
    carl = await seated(browser, server, "Carl")
    await anna.say("/challenge Boris")
    for player, labels in ((anna, ["Withdraw"]), (boris, ["Принять", "Отклонить"])):
        await enter(player)
        await expect(player.page.locator(".invitations .button")).to_have_text(labels)
        assert await player.page.evaluate(_OVERFLOW) == 0
    await enter(carl)
    await expect(carl.page.locator(".lobby-note")).to_be_visible()
    assert await carl.page.locator(".lobby-invitation").count() == 0

    await boris.page.locator(".invitations .button.primary").click()
    his = TouchedTable(boris)
    await his.shown()
    assert "#room=table&game=" in boris.page.url
    whose = await his.next(-1)

    watch = carl.page.locator(".others .lobby-game")
    await expect(watch).to_be_visible(timeout=20_000)
    await watch.click()
    seen = TouchedTable(carl)
    await seen.shown()
    opened = carl.page.url
    assert await seen.movable.count() == 0
    assert await carl.page.locator(".aside .acts button:visible").count() == 0

    mover = his
    if whose == "theirs":
        await anna.page.locator(".yours .lobby-game").click()
        mover = TouchedTable(anna)
        await mover.shown()
    turn = await mover.turn
    await mover.play_turn()
    await carl.page.wait_for_function(
        "(turn) => parseInt(document.querySelector('[data-table]').dataset.turn) > turn", arg=turn
    )
    await carl.page.reload()
    await seen.shown()
    assert carl.page.url == opened
    await carl.page.go_back()
    await expect(carl.page.locator("[data-lobby]")).to_be_visible()
    await carl.page.locator("#tab-table").click()
    await expect(carl.page.locator("[data-lobby]")).to_be_hidden()
    await expect(carl.page.locator("[data-panel=table]")).to_be_visible()


async def test_the_lobby_is_there_after_a_reload(server: Server, browser: Browser) -> None:
    """At its own address the lobby is filled at once, and not only when it is asked for the next time."""
    anna = await seated(browser, server, "Anna")
    await anna.page.locator("#tab-me").click()
    await anna.say("/play long first me")
    await anna.to_act()
    await enter(anna)
    await expect(anna.page.locator(".yours .lobby-game circle:is(.small-w, .small-b)")).to_have_count(30)
    await anna.page.clock.install()
    await anna.page.reload()
    await expect(anna.page.locator(".yours .lobby-game")).to_be_visible()


async def test_nothing_is_cut_in_the_lobby(server: Server, browser: Browser) -> None:
    """Cards with long names, a clock and buttons stand within windows of every size, and none is narrow."""
    longest = "Александр Великолепный"
    anna, boris = await seated(browser, server, "Anna", "ru"), await seated(browser, server, longest, "ru")
    carl = await seated(browser, server, "Carl", "ru")
    for challenge in (f"/challenge {longest} 3d short 5", f"/challenge {longest} 3d long"):
        await anna.say(challenge)
        await boris.button("/accept").click()
        await expect(boris.button("/accept")).to_have_count(0)
    await boris.say("/challenge Carl short 7 3d")
    for player, cards in ((boris, 3), (carl, 3)):
        await enter(player)
        await expect(player.page.locator(".lobby-game, .lobby-invitation")).to_have_count(cards)
        for width, height in SIZES:
            await player.page.set_viewport_size({"width": width, "height": height})
            assert await player.page.evaluate(_OVERFLOW) == 0, (width, height)
            assert await player.page.evaluate(CUT, "[data-games] *, .top button") == [], (width, height)
            assert await player.page.evaluate(_NARROW) == [], (width, height)


async def test_a_game_is_begun_from_the_lobby(server: Server, browser: Browser) -> None:
    """Whoever has no game finds in the lobby how to begin one; a press leads to where it is typed."""
    anna = await seated(browser, server, "Anna")
    await enter(anna)
    begin = anna.page.locator("[data-lobby] [data-begin] button")
    await expect(begin).to_have_text(["Play the computer", "Challenge a friend"])
    await begin.first.click()
    await expect(anna.page.locator("[data-lobby]")).to_be_hidden()
    await expect(anna.page.locator("#line")).to_have_value("/play")
    await expect(anna.page.locator("#line")).to_be_focused()


async def test_several_lines_are_copied_as_they_stand(server: Server, browser: Browser) -> None:
    """Below the lines of an invitation, which are for a letter or another chat, stands what copies them."""
    anna = await seated(browser, server, "Anna")
    await anna.say("/challenge")
    await anna.page.get_by_text("From another chat").first.wait_for()
    await anna.say("/invite")
    lines = await anna.page.locator("code.lines").inner_text()
    await anna.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await anna.page.locator("button.copy").click()
    await expect(anna.page.locator("button.copy")).to_have_text("Copied")
    assert await anna.page.evaluate("navigator.clipboard.readText()") == lines
    assert re.fullmatch(r"\w+ invites you to Long Nardy\.\nSend the bot /accept \w+ \w{10}", lines)


async def test_what_is_copied_is_the_link(server: Server, browser: Browser) -> None:
    """Beside the link of a board stands what copies it, also where there is no clipboard to ask."""
    anna = await seated(browser, server, "Anna")
    await anna.say("/play")
    await anna.to_act()
    await anna.say("/share")
    link = await anna.page.locator("a.address").get_attribute("href")
    copies = anna.page.locator("button.copy")
    await anna.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
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
