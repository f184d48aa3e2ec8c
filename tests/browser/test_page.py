from __future__ import annotations

import json

import pytest
from playwright.async_api import Route, WebSocketRoute, expect

from bot.talk.catalog import words_in
from tests.browser.house import House

pytestmark = pytest.mark.asyncio(loop_scope="session")

# Where the two pip counts of the last board's heading stand, from the top and from the left.
_PIPS = """() => {
  const boards = document.querySelectorAll("li[data-message]:has(.buttons button)");
  const text = [...boards].at(-1).querySelector(".text");
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  const places = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!/^[0-9]+$/.test(node.data)) continue;
    const range = document.createRange();
    range.selectNode(node);
    const { left, top } = range.getBoundingClientRect();
    places.push([top, left]);
  }
  return places.slice(0, 2);
}"""


async def test_a_name_from_right_to_left_leaves_the_pips_where_they_are(house: House) -> None:
    """White's count is read before Black's, whatever the script of White's name."""
    player = await house.page()
    await player.sit("محمد")
    await player.say("/play long first me")
    await player.to_act()
    white, black = await player.page.evaluate(_PIPS)
    assert white < black


async def test_a_new_game_is_seen_though_another_waits(house: House) -> None:
    """What comes of a typed line is in sight, and not the board of another game further up."""
    player = await house.seated("Anna")
    await player.say("/play long first me")
    first = await player.to_act()
    for line in ("/help", "/help play"):
        await player.say(line)
        await expect(
            player.page.locator("[data-panel]:not([hidden]) [data-answer]:not(.waiting)").last
        ).to_be_visible()
    await player.say("/play sport")
    last = player.board
    await expect(last).not_to_have_attribute("data-message", first.message)
    await expect(last.locator(".buttons").first).to_be_in_viewport()
    await expect(player.page.locator(f'li[data-message="{first.message}"]')).not_to_be_in_viewport()


async def test_the_page_can_be_installed(house: House) -> None:
    """The browser finds no fault in the manifest, and nothing that keeps the page from being installed."""
    anna = await house.page()
    developer = await anna.page.context.new_cdp_session(anna.page)
    manifest = await developer.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert manifest["url"] == f"{house.server.address}page/nardy.webmanifest"
    found = await developer.send("Page.getInstallabilityErrors")
    # A browser without a window keeps nothing, and says so; that is no fault of the page.
    assert {error["errorId"] for error in found["installabilityErrors"]} <= {"in-incognito"}


async def test_a_page_of_which_a_part_does_not_arrive_is_loaded_again(house: House) -> None:
    """Where the network changes while the page is loading, the page is whole a moment later."""
    player = await house.blank()
    failed: list[str] = []

    async def fail_once(route: Route) -> None:
        failed.append(route.request.url)
        await (route.abort("internetdisconnected") if len(failed) == 1 else route.continue_())

    await player.page.route("**/page/room.js", fail_once)
    await player.page.goto(player.address)
    await expect(player.page.locator("#name")).to_be_visible()
    assert len(failed) == 2


@pytest.mark.long
async def test_a_tab_that_gives_way_says_so_and_stays_away(house: House) -> None:
    """Of nine tabs of one person the oldest stops, tells why, and does not come back by itself."""
    anna = await house.apart()
    oldest = anna.page
    await oldest.goto(anna.address)
    await anna.sit("Anna of the tabs")
    await oldest.clock.install()
    for _ in range(8):
        page = await oldest.context.new_page()
        await page.goto(anna.address)
        await expect(page.locator("[data-composer]")).to_be_visible()
    said = oldest.locator("[data-offline]")
    await expect(said).to_contain_text(words_in("en").words("web-gave-way"))
    for page in oldest.context.pages[1:]:
        await expect(page.locator("[data-offline]")).to_be_hidden()
    # The clock is that of all tabs: the others take a minute without an answer for a dead connection.
    await oldest.clock.run_for(60_000)
    await oldest.evaluate("dispatchEvent(new Event('online'))")
    await expect(said).to_contain_text(words_in("en").words("web-gave-way"))


async def test_a_page_left_open_over_an_upgrade_loads_once_more_with_what_is_typed(house: House) -> None:
    """It reloads once, in its room, with its line; what was not answered before is answered then."""
    player = await house.blank()
    page = player.page
    welcomed: list[str] = []
    told = ""
    holds = False

    def answer_socket(socket: WebSocketRoute) -> None:
        def pass_on(message: str | bytes) -> None:
            frame = json.loads(message)
            if holds and frame.get("id"):
                return
            if frame["is"] == "welcome":
                welcomed.append(frame["types"])
                frame["types"] = told or frame["types"]
            socket.send(json.dumps(frame))

        socket.connect_to_server().on_message(pass_on)

    await page.route_web_socket("**/socket", answer_socket)
    await page.goto(player.address)
    await player.sit("Nadja")
    await page.locator("#tab-me").click()
    holds = True
    await player.say("/games")
    await page.fill("#line", "/play lo")
    told = "f" * 16
    async with page.expect_navigation():
        holds = False
        await page.evaluate("dispatchEvent(new Event('online'))")
    await expect(page.locator("#panel-me")).to_be_visible()
    await expect(page.locator("#line")).to_have_value("/play lo")
    await player.answer.wait_for()
    # One on the first connection, one on that which names other frames, and one after the reload.
    assert len(welcomed) == 3
