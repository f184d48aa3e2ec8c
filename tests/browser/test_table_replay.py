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

TURNS = 6
_HIDDEN = """() => [...document.querySelectorAll(".table-board, .replay button")]
  .map((each) => each.getBoundingClientRect())
  .filter(({ width }) => width > 0)
  .filter((box) => box.left < 0 || box.top < 0 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
  .length"""


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
        re.compile("game=[a-z0-9]+$|share=[a-z0-9-]+$" if moment is None else f"&turn={moment}$")
    )


async def test_a_finished_game_is_stepped_through_and_its_mistakes_are_shown(house: House) -> None:
    """Keys step through the game, the analysis marks mistakes, and a button goes to the next one.

    Both boards show the result until it is closed, and a reload keeps the position.
    """
    phone, desk = await resigned_game(house)
    page = desk.page
    for table in (phone, desk):
        plate = table.page.locator(".result")
        await expect(plate).to_contain_text(table.player.name)
        await plate.locator(".close").click()
        await expect(plate).to_be_hidden()
    await step(page, "Home", 0)
    await step(page, "ArrowRight", 1)
    await step(page, "ArrowRight", 2)
    await step(page, "ArrowLeft", 1)
    await step(page, "End", None)
    await expect(page.locator(".result")).to_be_hidden()
    await expect(page.locator(".log-mark")).to_have_count(0)
    await expect(page.locator(".next-mistake")).to_be_hidden()

    await page.locator(".acts [data-data*='/analyse']").click()
    await expect(page.locator(".log-mark").first).to_be_visible(timeout=ANALYSIS_TIMEOUT)
    marks = await page.locator(".log-mark").all_inner_texts()
    assert set(marks) <= {"?!", "?", "??"}
    assert all(re.search(r"−0,\d{3}$", loss) for loss in await page.locator(".log-judged").all_inner_texts())
    line = page.locator(".log-line[aria-current]")
    for number in range(len(marks) + 1):
        said = await page.locator(".says").inner_text()
        await page.locator(".next-mistake").click()
        if number == 0 or len(marks) > 1:
            await expect(page.locator(".says")).not_to_have_text(said)
        await expect(line.locator(".log-mark")).to_have_text(marks[number % len(marks)])
        await expect(page.locator(".arcs .better.arc").first).to_be_attached()
        await expect(page.locator(".says")).to_contain_text("Лучше")
    address, places = page.url, await desk.place_labels()
    assert "&turn=" in address
    await page.reload()
    await desk.shown()
    await expect(page.locator(".says")).to_contain_text("Лучше")
    assert (page.url, await desk.place_labels()) == (address, places)

    # The other player's phone shows the mistakes, too, after a reload.
    await phone.page.reload()
    await phone.shown()
    await expect(phone.page.locator(".next-mistake")).to_contain_text(str(len(marks)))
    await phone.page.locator(".next-mistake").click()
    await expect(phone.page.locator(".says")).to_contain_text("Better")
    for width, height in SIZES:
        await phone.page.set_viewport_size({"width": width, "height": height})
        await expect(phone.page.locator(".replay .log-step").first).to_be_visible()
        await phone.page.wait_for_function(f"() => ({_HIDDEN})() === 0")


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
    await carl.wait_for_url("**&turn=0")
    await carl.reload()
    await expect(carl.locator(".checker").first).to_be_attached()
    assert carl.url.endswith("&turn=0")
    await carl.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    await expect(carl.locator(".replay .log-step").first).to_be_visible()

    storage = await desk.page.context.storage_state()
    page = (await house.apart("ru", DESKTOP, storage=storage)).page
    await page.emulate_media(reduced_motion="no-preference")
    await page.clock.install()
    await page.goto(desk.page.url)
    await expect(page.locator(".log-line")).to_have_count(lines)
    play = page.locator(".replay .play")
    await play.click()
    await page.wait_for_url("**&turn=0")
    await page.clock.run_for(1_300)
    await page.wait_for_url("**&turn=1")
    await play.click()
    await page.clock.run_for(5_000)
    assert page.url.endswith("&turn=1")
    await play.click()
    for moment in range(2, lines):
        await page.clock.run_for(1_300)
        await page.wait_for_url(f"**&turn={moment}")
    await page.clock.run_for(1_300)
    await expect(page).to_have_url(re.compile(r"game=[a-z0-9]+$"))
    await expect(play).to_have_attribute("aria-label", desk.player.words.words("web-table-play"))
