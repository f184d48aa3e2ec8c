from __future__ import annotations

import json

import pytest
from playwright.async_api import Browser, Route, WebSocketRoute, expect

from bot.talk.catalog import words_in
from tests.browser.player import NARROW, WIDE, Player, open_page
from tests.process import Server

pytestmark = pytest.mark.asyncio(loop_scope="session")

# Where the two pip counts of the last board's heading stand, from the top and from the left.
_PIPS = """() => {
  const text = [...document.querySelectorAll("li[data-message].live")].at(-1).querySelector(".text");
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


async def test_a_name_from_right_to_left_leaves_the_pips_where_they_are(
    server: Server, browser: Browser
) -> None:
    """White's count is read before Black's, whatever the script of White's name."""
    player = await open_page(browser, server, size=NARROW)
    await player.sit("محمد")
    await player.say("/play long first me")
    await player.to_act()
    white, black = await player.page.evaluate(_PIPS)
    assert white < black


async def test_a_new_game_is_seen_though_another_waits(server: Server, browser: Browser) -> None:
    """What comes of a typed line is in sight, and not the board of another game further up."""
    player = await open_page(browser, server, size=NARROW)
    await player.sit("Anna")
    await player.say("/play long first me")
    first = await player.to_act()
    for line in ("/help", "/help play"):
        await player.say(line)
        await expect(
            player.page.locator("[data-panel]:not([hidden]) [data-answer]:not(.waiting)").last
        ).to_be_visible()
    await player.say("/play sport")
    last = player.page.locator("[data-panel]:not([hidden]) li[data-message].live").last
    await expect(last).not_to_have_attribute("data-message", first.message)
    await expect(last.locator(".buttons").first).to_be_in_viewport()
    await expect(player.page.locator(f'li[data-message="{first.message}"]')).not_to_be_in_viewport()


@pytest.mark.parametrize("where", ["button", "point"])
async def test_a_press_counts_though_the_board_comes_again_under_the_finger(
    server: Server, browser: Browser, where: str
) -> None:
    """The same board may be shown anew between the mouse's going down and up: the press is not lost."""
    player = await open_page(browser, server, size=WIDE)
    await player.sit("Anna")
    await player.say("/play long first me")
    board = await player.to_act()
    pressed = player.button("/move") if where == "button" else player.board.locator("[data-source]").first
    await pressed.hover()
    await player.page.mouse.down()
    shown_at = player.board.locator(".head time")
    await shown_at.evaluate("(time) => { time.dataset.old = ''; }")
    # Who comes back is shown all boards again.
    await player.page.evaluate("() => dispatchEvent(new Event('online'))")
    await expect(shown_at).not_to_have_attribute("data-old", "")
    await player.page.mouse.up()
    if where == "button":
        assert (await player.after(board)).has_draft
    else:
        # The one checker that may leave goes at once, or where it can land is marked.
        await expect(player.board.locator("[data-landing]").or_(player.button("/undo")).first).to_be_visible()


async def test_the_page_speaks_the_language_that_is_chosen(server: Server, browser: Browser) -> None:
    """Who chooses a language in his own room has the page in it too, then and after coming back."""
    player = await open_page(browser, server, size=NARROW)
    await player.sit("Vera")
    await player.page.locator("#tab-me").click()
    await player.say("/settings language русский")
    room = player.page.locator("#tab-me")
    await expect(room).to_have_text("Моя комната")
    await expect(room).to_have_attribute("aria-selected", "true")
    await player.page.goto(server.address)
    await expect(room).to_have_text("Моя комната")


async def test_the_page_waits_with_the_language_while_something_is_typed(
    server: Server, browser: Browser
) -> None:
    """What is typed in one tab stays when a language is chosen in another; once erased, both speak it."""
    player = await open_page(browser, server, size=NARROW)
    await player.sit("Nora")
    await player.page.locator("#tab-me").click()
    await player.page.fill("#line", "/wh")
    other = Player(await player.page.context.new_page())
    await other.page.goto(f"{server.address}?room=me")
    await expect(other.page.locator("#tab-me")).to_have_attribute("aria-selected", "true")
    await other.say("/settings language ru")
    await expect(other.page.locator("#tab-me")).to_have_text("Моя комната")
    await expect(player.page.locator("#line")).to_have_value("/wh")
    await player.page.fill("#line", "")
    await expect(player.page.locator("#tab-me")).to_have_text("Моя комната")


async def test_the_zone_of_the_browser_is_offered_and_set(server: Server, browser: Browser) -> None:
    """Who looks at his time zone finds that of his browser on a button, and a press sets it."""
    player = await open_page(browser, server, size=NARROW, zone="Asia/Tokyo")
    await player.sit("Vera")
    await player.page.locator("#tab-me").click()
    await player.say("/settings zone")
    answer = player.page.locator("[data-panel]:not([hidden]) [data-answer]:not(.waiting)").last
    await expect(answer).to_contain_text("Time zone: not set.")
    await answer.get_by_role("button", name="Asia/Tokyo").click()
    await expect(answer).to_contain_text("Time zone: Asia/Tokyo.")


async def test_the_page_can_be_installed(server: Server, browser: Browser) -> None:
    """The browser finds no fault in the manifest, and nothing that keeps the page from being installed."""
    anna = await open_page(browser, server)
    developer = await anna.page.context.new_cdp_session(anna.page)
    manifest = await developer.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert manifest["url"] == f"{server.address}page/nardy.webmanifest"
    found = await developer.send("Page.getInstallabilityErrors")
    # A browser without a window keeps nothing, and says so; that is no fault of the page.
    assert {error["errorId"] for error in found["installabilityErrors"]} <= {"in-incognito"}


async def test_a_page_of_which_a_part_does_not_arrive_is_loaded_anew(
    server: Server, browser: Browser
) -> None:
    """Where the network changes while the page is loading, the page is whole a moment later."""
    context = await browser.new_context()
    failed: list[str] = []

    async def fail_once(route: Route) -> None:
        failed.append(route.request.url)
        await (route.abort("internetdisconnected") if len(failed) == 1 else route.continue_())

    await context.route("**/page/room.js", fail_once)
    page = await context.new_page()
    await page.goto(server.address)
    await expect(page.locator("#name")).to_be_visible()
    assert len(failed) == 2


@pytest.mark.long
async def test_a_tab_that_gives_way_says_so_and_stays_away(server: Server, browser: Browser) -> None:
    """Of nine tabs of one person the oldest stops, tells why, and does not come back by itself."""
    anna = await open_page(browser, server)
    oldest = anna.page
    await anna.sit("Anna")
    await oldest.clock.install()
    for _ in range(8):
        page = await oldest.context.new_page()
        await page.goto(server.address)
        await expect(page.locator("[data-composer]")).to_be_visible()
    said = oldest.locator("[data-offline]")
    await expect(said).to_contain_text(words_in("en").words("web-gave-way"))
    for page in oldest.context.pages[1:]:
        await expect(page.locator("[data-offline]")).to_be_hidden()
    # The clock is that of all tabs: the others take a minute without an answer for a dead connection.
    await oldest.clock.run_for(60_000)
    await oldest.evaluate("dispatchEvent(new Event('online'))")
    await expect(said).to_contain_text(words_in("en").words("web-gave-way"))


async def test_a_page_left_open_over_an_upgrade_loads_once_more_with_what_is_typed(
    server: Server, browser: Browser
) -> None:
    """It reloads once, in its room, with its line; what was not answered before is answered then."""
    context = await browser.new_context()
    page = await context.new_page()
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
    await page.goto(server.address)
    player = Player(page)
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
