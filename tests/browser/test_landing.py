"""The landing of the page: the puzzle of the day, and games begun by touch."""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import Page, WebSocketRoute, expect

from tests.browser.games import PHONE
from tests.browser.house import House
from tests.browser.player import WIDE
from tests.browser.table_board import TableBoard

pytestmark = pytest.mark.asyncio(loop_scope="session")

_TYPING = "() => document.activeElement instanceof HTMLInputElement"


async def make_turn(page: Page) -> None:
    """Move checkers on the puzzle's board until the turn is complete."""
    answer = page.locator(".puzzle-acts").get_by_role("button", name="Answer")
    movable = page.locator(".puzzle .place[tabindex='0']")
    while not (await answer.is_visible() and await answer.is_enabled()):
        await movable.first.press("Enter")


async def test_a_new_visitor_plays_with_two_touches(house: House) -> None:
    """A visitor touches *Play the computer* and a checker, and has moved it, without a name typed."""
    anna = await house.page(size=PHONE, touch=True)
    page = anna.page
    await page.locator("[data-puzzle] .checker").first.wait_for()
    await page.locator("[data-begin-computer]").tap()
    board = TableBoard(anna, touch=True)
    await board.shown()
    assert not await page.evaluate(_TYPING)
    await board.movable.first.wait_for()
    await board.tap((await board.movable_places())[0])
    await expect(board.undo).to_be_enabled()
    await expect(page.locator(".person-name")).not_to_be_empty()


async def test_a_press_before_the_server_answers_keeps_the_account(house: House) -> None:
    """A visitor who presses *Play* before the server greets the page keeps the game over a reload."""
    anna = await house.apart(size=PHONE, touch=True)
    page = anna.page
    is_pressed = asyncio.Event()

    def hold_back(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        async def deliver(message: str | bytes) -> None:
            await is_pressed.wait()
            socket.send(message)

        server.on_message(deliver)

    await page.route_web_socket("**/socket", hold_back)
    await page.goto(anna.address)
    await page.locator("[data-begin-computer]").tap()
    is_pressed.set()
    await TableBoard(anna, touch=True).shown()
    name = page.locator(".person-name")
    given = await name.text_content()
    assert given
    await page.goto("about:blank")
    await page.goto(anna.address)
    await expect(name).to_have_text(given)


async def test_a_guest_chooses_a_name_in_their_own_strip(house: House) -> None:
    """A guest presses their name beside the board and chooses another, which is then no guest's."""
    anna = await house.page(size=PHONE, touch=True)
    page = anna.page
    await page.locator("[data-begin-computer]").tap()
    await TableBoard(anna, touch=True).shown()
    pencil = page.locator(".strip.below .strip-rename")
    await pencil.tap()
    await page.fill("#guest-name", "Anna of the strip")
    await page.press("#guest-name", "Enter")
    await expect(page.locator(".strip.below .strip-name")).to_have_text("Anna of the strip")
    await expect(pencil).to_be_hidden()


async def test_the_answer_to_the_puzzle_is_kept(house: House) -> None:
    """A visitor takes a move back, answers, and finds the answer after a reload; no player is created.

    The answer counts as soon as the visitor plays.
    """
    anna = await house.page(size=WIDE)
    page = anna.page
    puzzle = page.locator("[data-puzzle]")
    undo = puzzle.get_by_role("button", name="Undo")
    await expect(puzzle.locator(".checker")).to_have_count(30)
    await expect(undo).to_be_hidden()
    await puzzle.locator(".place[tabindex='0']").first.press("Enter")
    await undo.click()
    await expect(undo).to_be_hidden()
    await make_turn(page)
    await puzzle.get_by_role("button", name="Answer").click()
    says = puzzle.locator(".puzzle-says")
    await expect(says).to_contain_text("best")
    told = await says.inner_text()
    await page.reload()
    await expect(says).to_have_text(told)
    await expect(puzzle.get_by_role("button", name="Next puzzle")).to_be_visible()
    await expect(page.locator(".person-name")).to_be_empty()

    await page.locator("[data-begin-computer]").click()
    await TableBoard(anna).shown()
    await page.goto(f"{anna.address}#room=me")
    await anna.say("/profile")
    figure = page.get_by_role("dialog").locator(".profile-figures div", has_text="Puzzles of the day")
    await expect(figure).to_contain_text("of 1")


async def test_the_puzzle_opens_on_a_whole_board(house: House) -> None:
    """The puzzle of the day has an address and a whole board, where it is answered; Escape leads back."""
    anna = await house.page(size=PHONE, touch=True)
    page = anna.page
    await page.locator("[data-puzzle] .checker").first.wait_for()
    await page.locator("[data-begin-puzzle]").tap()
    board = TableBoard(anna, touch=True, root=".puzzling")
    await board.shown()
    done = page.locator(".puzzling button.done:not(:disabled)")
    while not await done.count():
        if places := await board.movable_places():
            await page.locator(f".puzzling .place[data-place='{places[0]}']").press("Enter")
    await done.tap()
    says = page.locator(".puzzling .says")
    await expect(says).to_contain_text("best")
    told = await says.inner_text()
    await page.reload()
    await expect(says).to_have_text(told)
    assert page.url.endswith("#puzzle=today")
    await page.keyboard.press("Escape")
    await expect(page.locator("[data-lobby]")).to_be_visible()
    await expect(page).to_have_url(anna.address)
