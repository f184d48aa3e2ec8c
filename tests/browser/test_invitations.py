"""Links with something behind their `#`: the host's, the table's, and a friend's invitation."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from tests.browser.player import WIDE, Player, open_page
from tests.databases import lay_out
from tests.process import Server, serving

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest_asyncio.fixture(loop_scope="session")
async def invited(tmp_path: Path) -> AsyncIterator[Server]:
    """The program with a table that is by invitation."""
    lay_out(tmp_path / "nardy.db")
    async with serving(tmp_path, NARDY_TABLE="invited") as server:
        yield server


async def hosting(browser: Browser, server: Server) -> Player:
    """Anna, who came by the link that the program printed and has said a name."""
    anna = await open_page(browser, server, size=WIDE, link=server.host_link)
    await anna.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await anna.sit("Anna")
    return anna


async def copied(player: Player, within: str) -> str:
    """Press the button of a link somewhere on the page and return what is in the clipboard then."""
    invite = player.page.locator(f"{within} .invite")
    await invite.locator("button").click()
    await expect(invite.locator("button")).to_have_text(player.words.words("web-copied"))
    return str(await player.page.evaluate("() => navigator.clipboard.readText()"))


async def table_link(host: Player) -> str:
    """The link to the table that the page gives its host, for a friend."""
    await host.page.locator("[data-person] > summary").click()
    link = await copied(host, "[data-person]")
    await host.page.keyboard.press("Escape")
    return link


async def addresses(player: Player) -> list[str]:
    """The address of the page, and what the browser has in its history of it."""
    entries = "() => [location.href, ...performance.getEntriesByType('resource').map(({ name }) => name)]"
    return list(await player.page.evaluate(entries))


async def test_the_hosts_link_makes_a_host(invited: Server, browser: Browser) -> None:
    """The host's key is out of the address at once, outlives a reload, and makes a host of who sits down."""
    anna = await open_page(browser, invited, size=WIDE, link=invited.host_link)
    key = invited.host_link.partition("#host=")[2]
    await expect(anna.page.locator("#name")).to_be_visible()
    await anna.page.reload()
    await anna.sit("Anna")
    assert not any(key in address for address in await addresses(anna))
    assert key not in invited.log()
    await anna.page.locator("[data-person] > summary").click()
    await expect(anna.page.locator("[data-accounts]")).to_be_visible()


async def test_the_tables_link_opens_it_and_signs_nobody_in(invited: Server, browser: Browser) -> None:
    """Without the table's key nobody is let in; with it one may say a name, which makes an account."""
    anna = await hosting(browser, invited)
    stranger = await open_page(browser, invited)
    await expect(stranger.page.locator("[data-closed]")).to_be_visible()
    await expect(stranger.page.locator("#name")).to_be_hidden()

    link = await table_link(anna)
    boris = await open_page(browser, invited, link=link)
    await expect(boris.page.locator("#name")).to_be_visible()
    assert boris.page.url == invited.address
    await anna.page.locator("[data-person] > summary").click()
    await anna.page.locator("[data-accounts] > summary").click()
    await expect(anna.page.locator("[data-accounts] li")).to_have_text(["Anna"])
    await boris.sit("Boris")
    await expect(boris.page.locator("[data-accounts]")).to_be_hidden()


async def test_a_link_to_an_invitation_accepts_nothing(invited: Server, browser: Browser) -> None:
    """Who follows a friend's link and sits down sees the invitation; a press, and nothing else, accepts."""
    anna = await hosting(browser, invited)
    await anna.page.locator("#tab-me").click()
    await anna.say("/challenge")
    link = await copied(anna, "[data-panel=me] [data-message]")
    token = link.rpartition("=")[2]

    boris = await open_page(browser, invited, link=link)
    assert boris.page.url == invited.address
    boris.name = "Boris"
    await boris.page.fill("#name", "Boris")
    await boris.page.press("#name", "Enter")
    accept = boris.answer.locator('button[data-data*="/accept"]')
    await expect(accept).to_be_visible()
    await expect(boris.answer).to_contain_text("Anna")
    for player in (anna, boris):
        await expect(player.page.locator(".board")).to_have_count(0)
    assert not any(token in address for address in await addresses(boris))
    assert token not in invited.log()

    await accept.click()
    for player in (anna, boris):
        await expect(player.page.locator("[data-panel]:not([hidden]) .board img").last).to_be_visible()


async def test_a_link_followed_by_who_sits_already_accepts_nothing(invited: Server, browser: Browser) -> None:
    """Opened in a tab that has an account a link shows the invitation, and leaves it as it is."""
    anna = await hosting(browser, invited)
    boris = await open_page(browser, invited, link=await table_link(anna))
    await boris.sit("Boris")
    await anna.page.locator("#tab-me").click()
    await anna.say("/challenge")
    link = await copied(anna, "[data-panel=me] [data-message]")
    await boris.page.evaluate("(link) => { location.href = link; }", link)
    accept = boris.answer.locator('button[data-data*="/accept"]')
    await expect(accept).to_be_visible()
    await boris.page.wait_for_url(invited.address)
    await expect(anna.page.locator(".board")).to_have_count(0)
    await boris.page.reload()
    await expect(boris.page.locator(".person-name")).to_have_text("Boris")
    await expect(anna.page.locator(".board")).to_have_count(0)


async def test_the_host_removes_a_line_and_an_account(invited: Server, browser: Browser) -> None:
    """The host's page, and no other, has buttons for it; who was removed is out until there is a new link."""
    anna = await hosting(browser, invited)
    boris = await open_page(browser, invited, link=await table_link(anna))
    await boris.sit("Boris")
    await boris.say("Something rude")
    said = anna.page.locator("[data-message].said", has_text="Something rude")
    await said.locator(".host summary").click()
    await expect(boris.page.get_by_text("Something rude")).to_be_visible()
    await expect(boris.page.locator(".host")).to_have_count(0)
    await said.get_by_role("button", name=anna.words.words("web-remove-line")).click()
    for player in (anna, boris):
        await expect(player.page.get_by_text("Something rude")).to_have_count(0)

    await anna.page.locator("[data-person] > summary").click()
    await anna.page.locator("[data-accounts] > summary").click()
    remove = anna.page.locator("[data-accounts] button")
    await remove.click()
    await expect(boris.page.locator(".person-name")).to_have_text("Boris")
    await remove.click()
    await expect(boris.page.locator("[data-closed]")).to_be_visible()
    await expect(anna.page.locator("[data-accounts] li")).to_have_text(["Anna"])
    await anna.page.keyboard.press("Escape")
    back = await open_page(browser, invited, link=await table_link(anna))
    await expect(back.page.locator("#name")).to_be_visible()


async def test_a_removed_hosts_link_is_replaced_in_the_terminal(invited: Server, browser: Browser) -> None:
    """Who holds the link of a removed host is let in no more; who sits at the terminal reads the next one."""
    anna = await hosting(browser, invited)
    old = invited.host_link
    boris = await open_page(browser, invited, link=old)
    await boris.sit("Boris")
    await anna.page.locator("[data-person] > summary").click()
    await anna.page.locator("[data-accounts] > summary").click()
    remove = anna.page.locator("[data-accounts] button")
    await remove.click()
    await remove.click()
    await expect(boris.page.locator("[data-closed]")).to_be_visible()
    await invited.read_host_link()
    assert invited.host_link != old

    again = await open_page(browser, invited, link=old)
    await expect(again.page.locator("[data-closed]")).to_be_visible()
    clara = await open_page(browser, invited, link=invited.host_link)
    await clara.sit("Clara")
    await clara.page.locator("[data-person] > summary").click()
    await expect(clara.page.locator("[data-accounts]")).to_be_visible()
    await expect(anna.page.locator("[data-accounts]")).to_be_visible()


async def test_a_page_that_is_not_let_in_waits_for_a_link(invited: Server, browser: Browser) -> None:
    """Who has no invitation reads so and is not tried again for, until a link is opened in the same tab."""
    anna = await hosting(browser, invited)
    link = await table_link(anna)
    context = await browser.new_context()
    page = await context.new_page()
    opened: list[str] = []
    page.on("websocket", lambda socket: opened.append(socket.url))
    await page.clock.install()
    async with page.expect_websocket() as coming:
        await page.goto(invited.address)
    socket = await coming.value
    await expect(page.locator("[data-closed]")).to_contain_text("by invitation")
    if not socket.is_closed():
        await socket.wait_for_event("close")
    await page.clock.run_for(120_000)
    await page.evaluate("() => dispatchEvent(new Event('online'))")
    await expect(page.locator("[data-offline]")).to_be_hidden()
    await expect(page.locator("[data-enter]")).to_be_hidden()
    assert len(opened) == 1
    await page.evaluate("(link) => { location.href = link; }", link)
    await expect(page.locator("#name")).to_be_visible()
    await expect(page.locator("[data-closed]")).to_be_hidden()


async def test_the_host_has_no_means_in_his_own_room(invited: Server, browser: Browser) -> None:
    """Beside what the host says in his own room, which nobody else sees, no button does nothing."""
    anna = await hosting(browser, invited)
    await anna.say("At the table")
    await expect(anna.page.locator("[data-panel=table] .said .host")).to_have_count(1)
    await anna.page.locator("#tab-me").click()
    await anna.say("In my own room")
    await expect(anna.page.locator("[data-panel=me] .said", has_text="In my own room")).to_be_visible()
    await expect(anna.page.locator("[data-panel=me] .host")).to_have_count(0)
