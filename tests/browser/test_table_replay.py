"""A finished game replayed on the board of the page, with its mistakes."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Page, expect

from tests.browser.games import DESKTOP, PHONE, begin_game, resign
from tests.browser.house import House
from tests.browser.table_board import TableBoard
from tests.browser.test_replays import ANALYSIS_TIMEOUT
from tests.browser.test_table import SIZES

pytestmark = pytest.mark.asyncio(loop_scope="session")

TURNS = 12
_HIDDEN = """() => [".table-board", ".chart", ".result button", ".replay button", ".analysis-acts button"]
  .flatMap((each) => [...document.querySelectorAll(each)])
  .map((each) => each.getBoundingClientRect())
  .filter(({ width }) => width > 0)
  .filter((box) => box.left < 0 || box.top < 0 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
  .length"""


_LONG_RESULT = """async () => {
  const { makeResult } = await import("/page/table_result.js");
  const nothing = () => {};
  const actions = { press: nothing, analyse: nothing, replay: nothing, share: nothing, isKnown: () => true };
  const result = makeResult(actions);
  const [table, aside] = ["table", "aside panelled"].map((name) => {
    const element = document.createElement("div");
    element.className = name;
    return element;
  });
  result.element.classList.add("zone-panel");
  aside.append(result.element);
  table.append(aside);
  document.body.append(table);
  const won = "You lost a gammon with the cube at 4, 8 points: 0–15.";
  const standing = "Alexandra Serebryakova wins the match 8–0.";
  const onward = { label: "Rematch", data: "", style: "primary" };
  result.show({ result: { won, standing, onward, asked: "" } });
  const text = table.querySelector(".result-text");
  const box = text.getBoundingClientRect();
  const lines = [...text.children].map((each) => each.getBoundingClientRect());
  const hidden = lines.filter(({ top, bottom }) => top < box.top - 1 || bottom > box.bottom + 1).length;
  table.remove();
  return hidden;
}"""


async def resigned_game(house: House) -> tuple[TableBoard, TableBoard]:
    """Play some turns and resign; return the boards of the phone and the desktop."""
    mover, other = await begin_game(house)
    for _ in range(TURNS):
        turn = await mover.turn
        await mover.play_turn()
        if await mover.next_turn(turn) == "theirs":
            mover, other = other, mover
            await mover.next_turn(turn)
    await resign(mover, other)
    return (mover, other) if mover.touch else (other, mover)


async def step(page: Page, key: str, moment: int | None) -> None:
    """Press a key and wait for the address of that turn, or of the end if None."""
    await page.keyboard.press(key)
    await page.wait_for_url(
        re.compile("(game|share)=[a-z0-9-]+(&show=replay)?$" if moment is None else f"[&#]turn={moment}(&|$)")
    )


@pytest.mark.parametrize("size", [(390, 844), (820, 1180)])
async def test_a_long_result_is_wholly_visible(house: House, size: tuple[int, int]) -> None:
    """The result of a match with the cube and a long name fits into the zone of fixed height."""
    page = (await house.page(size=size)).page
    assert await page.evaluate(_LONG_RESULT) == 0


async def test_a_finished_game_is_stepped_through_and_analysed(house: House) -> None:
    """The result stands beside the board, and the analysis takes its place and leads to each mistake.

    The list and the chart lead to turns, too, and the address keeps what is shown.
    """
    phone, desk = await resigned_game(house)
    page = desk.page
    for table in (phone, desk):
        board = await table.page.locator("[data-table] .table-board").bounding_box()
        result = await table.page.locator(".result").bounding_box()
        assert board
        assert result
        assert result["y"] >= board["y"] + board["height"] or result["x"] >= board["x"] + board["width"]
    await step(page, "Home", 0)
    await step(page, "ArrowRight", 1)
    await step(page, "ArrowRight", 2)
    await step(page, "ArrowLeft", 1)
    await step(page, "End", None)
    await page.keyboard.press("Escape")

    await page.locator(".to-analysis").click()
    analysis = page.locator(".analysis")
    rows = analysis.locator(".analysis-row")
    current = analysis.locator(".analysis-row[aria-current] .at")
    await expect(rows.first).to_be_visible(timeout=ANALYSIS_TIMEOUT)
    mistakes = await rows.locator(".at").all_inner_texts()
    assert mistakes
    places: list[str] = []
    for number in (*mistakes, mistakes[0]):
        await analysis.locator(".next-mistake").click()
        await expect(current).to_have_text(number)
        await expect(analysis.locator(".analysis-told")).to_contain_text("лучше")
        await expect(page.locator(".arcs .better.arc").first).to_be_attached()
        # The arcs of an earlier mistake stay until the board comes, so only the first one's board is read.
        places = places or await desk.place_labels()
    address = page.url
    assert address.endswith("&show=analysis")
    await page.reload()
    await desk.shown()
    await expect(current).to_have_text(mistakes[0])
    await expect(page.locator(".arcs .better.arc").first).to_be_attached()
    assert (page.url, await desk.place_labels()) == (address, places)
    await page.keyboard.press("Escape")
    await expect(page.locator(".result .onward")).to_be_visible()

    # The other player, on a phone, sees their own side of the same analysis.
    phone_page = phone.page
    await phone_page.locator(".to-analysis").click()
    await expect(phone_page.locator(".chart-line")).to_be_attached(timeout=ANALYSIS_TIMEOUT)
    chart = await phone_page.locator(".chart").bounding_box()
    assert chart
    await phone_page.touchscreen.tap(chart["x"] + chart["width"] - 14, chart["y"] + 20)
    await phone_page.wait_for_url("**&turn=*")
    await phone_page.locator(".to-list").click()
    await phone_page.locator(".analysis-tab").last.click()
    await phone_page.locator(".analysis-row").nth(1).click()
    await phone_page.wait_for_url("**&turn=2&show=analysis")
    await expect(phone_page.locator(".analysis-told")).to_contain_text("Turn 2")
    for width, height in SIZES:
        await phone_page.set_viewport_size({"width": width, "height": height})
        await phone_page.wait_for_function(f"() => ({_HIDDEN})() === 0")


@pytest.mark.long
async def test_a_replay_plays_by_itself_unless_motion_is_reduced(house: House) -> None:
    """A button plays the replay to its end; with reduced motion there is no such button.

    A shared finished game has the same buttons and keys, and its address keeps the position.
    """
    phone, desk = await resigned_game(house)
    await expect(phone.page.locator(".replay .play")).to_be_hidden()
    await desk.page.locator(".talk-form input").fill("/share")
    await desk.page.keyboard.press("Enter")
    address = await desk.page.locator(".talk-lines a.address").get_attribute("href")
    assert address is not None
    lines = await desk.page.locator(".log-line").count()
    carl = (await house.blank(size=DESKTOP)).page
    await carl.goto(address)
    await expect(carl.locator(".log-line")).to_have_count(lines)
    await step(carl, "ArrowLeft", lines - 1)
    await carl.locator(".replay .log-step").first.click()
    await carl.wait_for_url("**#turn=0&show=replay")
    await carl.reload()
    await expect(carl.locator(".checker").first).to_be_attached()
    assert carl.url.endswith("#turn=0&show=replay")
    await carl.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    await expect(carl.locator(".replay .log-step").first).to_be_visible()

    storage = await desk.page.context.storage_state()
    page = (await house.apart("ru", DESKTOP, storage=storage)).page
    await page.emulate_media(reduced_motion="no-preference")
    await page.clock.install()
    await page.goto(desk.page.url)
    await expect(page.locator(".log-line")).to_have_count(lines)
    play = page.locator(".replay .play")
    await page.locator(".to-replay").click()
    await page.wait_for_url("**&turn=0&*")
    await page.clock.run_for(1_300)
    await page.wait_for_url("**&turn=1&*")
    await play.click()
    await page.clock.run_for(5_000)
    assert page.url.endswith("&turn=1&show=replay")
    await play.click()
    for moment in range(2, lines):
        await page.clock.run_for(1_300)
        await page.wait_for_url(f"**&turn={moment}&*")
    await page.clock.run_for(1_300)
    await expect(page).to_have_url(re.compile(r"game=[a-z0-9]+&show=replay$"))
    await expect(play).to_have_attribute("aria-label", desk.player.words.words("web-table-play"))
