from __future__ import annotations

import json

import pytest
from playwright.async_api import Route, WebSocketRoute, expect

from bot.talk.catalog import words_in
from tests.browser.house import House

pytestmark = pytest.mark.asyncio(loop_scope="session")

# The positions of the two pip counts in the last board's heading, from the top and from the left.
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

_KEPT = """async () => {
  const { makeBody } = await import("/page/body.js");
  const button = (data, label = data) => ({ data, label, style: "plain", source: null, target: null });
  const pressed = [];
  const body = makeBody({ account: "1", areas: {}, key: "" }, ({ data }) => pressed.push(data));
  const show = (...buttons) => body.show({ board: null, buttons, invites: [] });
  const elements = () => [...body.element.querySelectorAll("button")];
  show([button("/roll"), button("/menu")], [button("/undo")]);
  const [, menu] = elements(), removed = [];
  const watch = new MutationObserver(() => {});
  watch.observe(body.element, { childList: true, subtree: true });
  show([button("/undo", "Undo all")], [button("/done"), button("/menu")]);
  for (const { removedNodes } of watch.takeRecords()) removed.push(...removedNodes);
  const isKept = !removed.some((each) => each.contains(menu));
  elements().forEach((each) => each.click());
  return [isKept, elements().map((each) => each.textContent), pressed];
}"""


async def test_a_right_to_left_name_does_not_swap_the_pip_counts(house: House) -> None:
    """White's pip count is left of Black's, also if White's name is written from right to left."""
    player = await house.page()
    await player.sit_down("محمد")
    await player.say("/play long first me")
    await player.to_act()
    white, black = await player.page.evaluate(_PIPS)
    assert white < black


async def test_a_new_game_is_scrolled_into_view(house: House) -> None:
    """The board of a new game is scrolled into view, and not that of an earlier game."""
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
    """The browser accepts the manifest and would install the page."""
    anna = await house.page()
    developer = await anna.page.context.new_cdp_session(anna.page)
    manifest = await developer.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert manifest["url"] == f"{house.server.address}page/nardy.webmanifest"
    found = await developer.send("Page.getInstallabilityErrors")
    # A headless browser is always incognito, which is no fault of the page.
    assert {error["errorId"] for error in found["installabilityErrors"]} <= {"in-incognito"}


async def test_modules_that_fail_to_load_are_loaded_again(house: House) -> None:
    """A page whose modules fail to load once is complete a moment later."""
    player = await house.blank()
    failed: list[str] = []

    async def fail_once(route: Route) -> None:
        failed.append(route.request.url)
        await (route.abort("internetdisconnected") if len(failed) == 1 else route.continue_())

    await player.page.route("**/page.js", fail_once)
    await player.page.goto(f"{player.address}#room=table")
    await expect(player.page.locator("#name")).to_be_visible()
    assert len(failed) == 2


@pytest.mark.long
async def test_a_tab_that_gives_way_does_not_reconnect(house: House) -> None:
    """The oldest of nine tabs of one person is disconnected, says why, and does not reconnect."""
    anna = await house.apart()
    oldest = anna.page
    await oldest.goto(anna.address)
    await anna.sit_down("Anna of the tabs")
    await oldest.clock.install()
    for _ in range(8):
        page = await oldest.context.new_page()
        await page.goto(f"{anna.address}#room=table")
        await expect(page.locator("[data-composer]")).to_be_visible()
    said = oldest.locator("[data-offline]")
    await expect(said).to_contain_text(words_in("en").words("web-gave-way"))
    for page in oldest.context.pages[1:]:
        await expect(page.locator("[data-offline]")).to_be_hidden()
    # All tabs share the clock, so the others see a minute without an answer as a dead connection.
    await oldest.clock.run_for(60_000)
    await oldest.evaluate("dispatchEvent(new Event('online'))")
    await expect(said).to_contain_text(words_in("en").words("web-gave-way"))


async def test_a_page_left_open_over_an_upgrade_reloads_once(house: House) -> None:
    """The page reloads once, keeps its room and typed line, and gets the answer that was pending."""
    player = await house.blank()
    page = player.page
    welcomed: list[str] = []
    new_types = ""
    holds = False

    def answer_socket(socket: WebSocketRoute) -> None:
        def pass_on(message: str | bytes) -> None:
            frame = json.loads(message)
            if holds and frame.get("id"):
                return
            if frame["is"] == "welcome":
                welcomed.append(frame["types"])
                frame["types"] = new_types or frame["types"]
            socket.send(json.dumps(frame))

        socket.connect_to_server().on_message(pass_on)

    await page.route_web_socket("**/socket", answer_socket)
    await page.goto(player.address)
    await player.sit_down("Nadja")
    await page.locator("#tab-me").click()
    holds = True
    await player.say("/games")
    await page.fill("#line", "/play lo")
    new_types = "f" * 16
    async with page.expect_navigation():
        holds = False
        await page.evaluate("dispatchEvent(new Event('online'))")
    await expect(page.locator("#panel-me")).to_be_visible()
    await expect(page.locator("#line")).to_have_value("/play lo")
    await player.answer.wait_for()
    # The first connection, the one with other frame types, and the one after the reload.
    assert len(welcomed) == 3


async def test_a_button_that_stays_is_the_same_element(house: House) -> None:
    """A button of a message is kept if the message changes, so that a press which has begun goes on."""
    is_kept, labels, pressed = await (await house.page()).page.evaluate(_KEPT)
    assert is_kept
    assert labels == ["Undo all", "/done", "/menu"]
    assert pressed == ["/undo", "/done", "/menu"]
