"""Links with a fragment: the host's, the table's, and a friend's invitation."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, expect

from tests.browser.house import House
from tests.browser.player import NARROW, WIDE, Player
from tests.databases import create_database
from tests.process import serving

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest_asyncio.fixture(loop_scope="session")
async def invited(tmp_path: Path, browser: Browser) -> AsyncIterator[House]:
    """A bot whose table is by invitation."""
    create_database(tmp_path / "nardy.db")
    async with serving(tmp_path, NARDY_TABLE="invited") as server:
        yield House(browser, server)


async def follow(house: House, link: str, size: tuple[int, int] = NARROW) -> Player:
    """Follow a link as a person without an account."""
    player = await house.blank(size=size)
    await player.page.goto(player.address + link[link.index("#") :])
    return player


async def seated_host(house: House) -> Player:
    """Return Anna, seated by the link that the program printed."""
    anna = await follow(house, house.server.host_link, WIDE)
    await anna.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await anna.sit_down("Anna")
    return anna


async def copied(player: Player, within: str) -> str:
    """Press the copy button of a link; return the text in the clipboard."""
    invite = player.page.locator(f"{within} .invite")
    await invite.locator("button").click()
    await expect(invite.locator("button")).to_have_text(player.words.words("web-copied"))
    return str(await player.page.evaluate("() => navigator.clipboard.readText()"))


async def table_link(host: Player) -> str:
    """Copy the table's link from the host's menu."""
    await host.page.locator("[data-person] > summary").click()
    link = await copied(host, "[data-person]")
    await host.page.keyboard.press("Escape")
    return link


async def addresses(player: Player) -> list[str]:
    """Return the page's address and those of all it has loaded."""
    entries = "() => [location.href, ...performance.getEntriesByType('resource').map(({ name }) => name)]"
    return list(await player.page.evaluate(entries))


async def accounts(host: Player) -> Locator:
    """Open the list of accounts in the host's menu."""
    await host.page.locator("[data-person] > summary").click()
    summary = host.page.locator("[data-accounts] > summary")
    await summary.wait_for()
    if await host.page.locator("[data-accounts]:not([open])").count():
        await summary.click()
    return host.page.locator("[data-accounts] li")


async def test_the_hosts_link_makes_a_host_and_the_tables_a_guest(invited: House) -> None:
    """The host's link makes a host and the table's a guest; the key does not stay in the address.

    Only the host's page has buttons to remove a line and an account; a removed guest needs a new link. The
    host's own room has no such buttons.
    """
    host_link = invited.server.host_link
    anna = await follow(invited, host_link, WIDE)
    await anna.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await anna.to_talk()
    await expect(anna.page.locator("#name")).to_be_visible()
    await anna.page.reload()
    await anna.sit_down("Anna")
    key = host_link.partition("#host=")[2]
    assert not any(key in address for address in await addresses(anna))
    assert key not in invited.server.log()

    boris = await follow(invited, await table_link(anna))
    assert boris.page.url == boris.address
    await expect(await accounts(anna)).to_have_text(["Anna"])
    await anna.page.keyboard.press("Escape")
    await boris.sit_down("Boris")
    await expect(boris.page.locator("[data-accounts]")).to_be_hidden()

    await anna.page.locator("#tab-me").click()
    await anna.say("In my own room")
    await expect(anna.page.locator("[data-panel=me] .said", has_text="In my own room")).to_be_visible()
    await expect(anna.page.locator("[data-panel=me] .host")).to_have_count(0)
    await anna.page.locator("#tab-table").click()
    await boris.say("Something rude")
    said = anna.page.locator("[data-message].said", has_text="Something rude")
    await said.locator(".host summary").click()
    await expect(boris.page.get_by_text("Something rude")).to_be_visible()
    await expect(boris.page.locator(".host")).to_have_count(0)
    await said.get_by_role("button", name=anna.words.words("web-remove-line")).click()
    for player in (anna, boris):
        await expect(player.page.get_by_text("Something rude")).to_have_count(0)

    seated = await accounts(anna)
    remove = anna.page.locator("[data-accounts] button")
    await remove.click()
    await expect(boris.page.locator(".person-name")).to_have_text("Boris")
    await remove.click()
    await expect(boris.page.locator("[data-closed]")).to_be_visible()
    await expect(seated).to_have_text(["Anna"])
    await anna.page.keyboard.press("Escape")
    back = await follow(invited, await table_link(anna))
    await back.to_talk()
    await expect(back.page.locator("#name")).to_be_visible()


async def test_an_invitation_is_accepted_only_by_a_press(invited: House) -> None:
    """A person who follows a friend's link sees the invitation; only a press accepts it.

    The link does not change the account of a tab.
    """
    anna = await seated_host(invited)
    vera = await follow(invited, await table_link(anna))
    await vera.sit_down("Vera")
    await anna.page.locator("#tab-me").click()
    await anna.say("/challenge anyone")
    link = await copied(anna, "[data-panel=me] [data-message]")
    token = link.rpartition("=")[2]
    await vera.page.evaluate("(link) => { location.hash = link; }", link.partition("#")[2])
    await expect(vera.answer.locator('button[data-data*="/accept"]')).to_be_visible()
    await vera.page.wait_for_url(f"{vera.address}#room=me")
    await vera.page.reload()
    await expect(vera.page.locator(".person-name")).to_have_text("Vera")

    boris = await follow(invited, link)
    accept = boris.page.locator("[data-invitation] .primary")
    await expect(boris.page.locator("[data-invitation] h1")).to_have_text("Anna invites you to a game")
    await expect(accept).to_be_visible()
    for player in (anna, boris):
        await expect(player.page.locator(".board")).to_have_count(0)
    assert not any(token in address for address in await addresses(boris))
    assert token not in invited.server.log()

    await accept.click()
    await expect(anna.page.locator("[data-panel]:not([hidden]) .board img").last).to_be_visible()
    await expect(boris.page.locator("[data-table] .strip.above .strip-name")).to_have_text("Anna")


async def test_a_removed_hosts_link_is_replaced_in_the_terminal(invited: House) -> None:
    """The link of a removed host stops working, and the terminal shows the next one."""
    anna = await seated_host(invited)
    old = invited.server.host_link
    boris = await follow(invited, old)
    await boris.sit_down("Boris")
    await accounts(anna)
    remove = anna.page.locator("[data-accounts] button")
    await remove.click()
    await remove.click()
    await expect(boris.page.locator("[data-closed]")).to_be_visible()
    await invited.server.read_host_link()
    assert invited.server.host_link != old

    again = await follow(invited, old)
    await expect(again.page.locator("[data-closed]")).to_be_visible()
    clara = await follow(invited, invited.server.host_link)
    await clara.sit_down("Clara")
    await clara.page.locator("[data-person] > summary").click()
    await expect(clara.page.locator("[data-accounts]")).to_be_visible()
    await expect(anna.page.locator("[data-accounts]")).to_be_visible()


async def test_an_uninvited_page_waits_for_a_link(invited: House) -> None:
    """An uninvited page says so and does not reconnect until a link is opened in the tab."""
    anna = await seated_host(invited)
    link = await table_link(anna)
    page = (await invited.apart()).page
    opened: list[str] = []
    page.on("websocket", lambda socket: opened.append(socket.url))
    await page.clock.install()
    async with page.expect_websocket() as coming:
        await page.goto(invited.server.address)
    socket = await coming.value
    await expect(page.locator("[data-closed]")).to_contain_text("by invitation")
    if not socket.is_closed():
        await socket.wait_for_event("close")
    await page.clock.run_for(120_000)
    await page.evaluate("() => dispatchEvent(new Event('online'))")
    await expect(page.locator("[data-offline]")).to_be_hidden()
    await expect(page.locator("[data-to-talk]")).to_be_hidden()
    assert len(opened) == 1
    await page.evaluate("(link) => { location.href = link; }", link)
    await page.locator("[data-to-talk]").click()
    await expect(page.locator("#name")).to_be_visible()
    await expect(page.locator("[data-closed]")).to_be_hidden()
