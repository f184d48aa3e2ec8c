"""The lessons on the board that can be touched."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Locator, expect

from bot.rules import Family
from bot.talk.lessons import LESSONS
from tests.browser.games import PHONE
from tests.browser.house import House
from tests.browser.player import WIDE, Player
from tests.browser.table_board import TableBoard

pytestmark = pytest.mark.asyncio(loop_scope="session")

SIZES = [(320, 568), (360, 640), PHONE, (390, 844), (844, 390), (768, 1024), (1280, 800)]
STEPS = len(LESSONS[Family.PARALLEL])
WRONG = {1: (18, 21), 2: (24, 19), 3: (14, 8), 4: (14, 9), 5: (9, 6), 6: (4, 1)}
RIGHT = {1: (18, 15), 2: (18, 13), 3: (16, 10), 4: (14, 5), 5: (8, 5)}
ASKED = {1: 23, 2: 24, 3: 8, 4: 9, 5: 6, 6: 4}
"""Points that give a reason when chosen alone: no own checker can reach or leave them."""
TAPPED = {1: 24, 2: 15, 3: 14, 4: 14, 5: 20, 6: 5}

_OVERFLOW = """() => [...document.querySelectorAll(".learning :is(.strip.above, .aside, .field-area)")]
  .concat(document.documentElement)
  .map((each) => Math.max(each.scrollWidth - each.clientWidth, each.scrollHeight - each.clientHeight))"""
_OUTSIDE = """() => [...document.querySelectorAll(".learning :is(.table-board, .acts button, .die)")]
  .map((each) => each.getBoundingClientRect())
  .filter((box) => box.left < 0 || box.top < 0 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
  .length"""


def learning(player: Player, *, touch: bool = False) -> TableBoard:
    """Return the board of the lessons."""
    return TableBoard(player, touch=touch, root=".learning")


def rule(player: Player) -> Locator:
    """Return the rule of the step."""
    return player.page.locator(".learning .lesson-rule")


def task(player: Player) -> Locator:
    """Return the task of the step, or the praise when it is done."""
    return player.page.locator(".learning .lesson-task")


async def at_step(player: Player, step: int) -> None:
    """Wait until a step and its address are shown."""
    await expect(rule(player)).to_have_text(re.compile(f"^{step} "))
    assert player.page.url.endswith(f"#learn={step}")


async def test_six_steps_by_touch(house: House) -> None:
    """A newcomer on a phone does all steps, has each mistake explained, and then plays as a guest."""
    player = await house.page(size=PHONE, touch=True)
    await player.page.evaluate("location.hash = 'learn=1'")
    board = learning(player, touch=True)
    for step in range(1, STEPS + 1):
        await at_step(player, step)
        await board.shown()
        await board.drag(*WRONG[step])
        await expect(board.bubble).to_contain_text("The rule")
        assert max(await player.page.evaluate(_OVERFLOW)) <= 1
        if step in RIGHT:
            await board.drag(*RIGHT[step])
        else:
            await board.tap(TAPPED[step])
        await expect(task(player)).to_contain_text("Right:")
        if step < STEPS:
            await player.page.locator(".learning .acts .primary[data-data]").tap()
    await player.page.locator(".learning .acts [data-data=':/play']").tap()
    await expect(player.page.locator(".learning")).to_be_hidden()
    await TableBoard(player, touch=True).shown()


async def test_six_steps_by_keyboard(house: House) -> None:
    """Every step can be done with Tab and Enter; the last one begins a game."""
    player = await house.seated("Анна", "ru", WIDE)
    await player.page.evaluate("location.hash = 'learn=1'")
    board = learning(player)
    keyboard = player.page.keyboard
    for step in range(1, STEPS + 1):
        await at_step(player, step)
        await board.shown()
        await _tab_to(player, f".place[data-place='{ASKED[step]}']")
        await keyboard.press("Enter")
        await expect(board.bubble).to_contain_text("Правило")
        await _tab_to(player, f".place[data-place='{TAPPED[step]}']", backwards=TAPPED[step] > ASKED[step])
        await keyboard.press("Enter")
        await expect(task(player)).to_contain_text("Верно:")
        await expect(player.page.locator(":focus")).to_have_class("button primary")
        await keyboard.press("Enter")
    await expect(player.page.locator(".learning")).to_be_hidden()
    await TableBoard(player).shown()


async def test_the_address_names_the_step(house: House) -> None:
    """A link opens the step, a reload keeps it, and the way back leads out.

    A move over a dead connection is taken back with a reason at the point, and works later.
    """
    player = await house.seated("Anna")
    page = player.page
    await page.locator("#tab-me").click()
    await page.evaluate("location.hash = 'learn=3'")
    await at_step(player, 3)
    await page.locator(".learning .acts [data-data]").first.click()
    await at_step(player, 2)
    await page.reload()
    await at_step(player, 2)
    await page.locator(".learning .table-back").click()
    await expect(page.locator(".learning")).to_be_hidden()
    await page.locator("[data-learn]").click()
    await at_step(player, 1)
    await page.locator(".learning .acts [data-data]").click()
    await at_step(player, 2)
    await page.go_back()
    await expect(page.locator(".learning")).to_be_hidden()
    await page.evaluate("location.hash = 'learn=9'")
    await at_step(player, STEPS)

    await page.evaluate("location.hash = 'learn=4'")
    await at_step(player, 4)
    board = learning(player)
    await board.shown()
    await page.context.set_offline(offline=True)
    await board.tap(14)
    await expect(board.bubble).to_contain_text("could not be done just now")
    await expect(board.movable).to_have_count(1)
    await page.context.set_offline(offline=False)
    await at_step(player, 4)
    await board.tap(14)
    await expect(task(player)).to_contain_text("Right:")


async def test_a_step_fits_every_window(house: House) -> None:
    """Board, task and buttons are visible without scrolling in every window, also in Russian."""
    player = await house.page("ru", WIDE)
    for step in range(1, STEPS + 1):
        await player.page.evaluate(f"location.hash = 'learn={step}'")
        await at_step(player, step)
        await learning(player).shown()
        for size in SIZES:
            await player.page.set_viewport_size({"width": size[0], "height": size[1]})
            await player.page.wait_for_function(f"() => Math.max(...({_OVERFLOW})()) <= 1")
            assert await player.page.evaluate(_OUTSIDE) == 0, (size, step)
            await expect(player.page.locator(".learning .replay")).to_be_hidden()


async def _tab_to(player: Player, wanted: str, *, backwards: bool = False) -> None:
    """Press Tab until an element has the focus."""
    for _ in range(40):
        if await player.page.locator(f".learning :focus:is({wanted})").count():
            return
        await player.page.keyboard.press("Shift+Tab" if backwards else "Tab")
    raise AssertionError(f"No way by Tab to {wanted}.")
