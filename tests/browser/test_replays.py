from __future__ import annotations

import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from tests.browser.player import WIDE, Player, open_page
from tests.databases import lay_out
from tests.process import serving

pytestmark = pytest.mark.asyncio(loop_scope="session")

RECORD = """[Rules "long"]
[White "Anna"]
[Black "Boris"]

1. 65 24/13; 31 12/8
2. 44 24/16 13/5; resign oyn
"""

_PASTE = """([selector, text]) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text", text);
  const input = document.querySelector(selector);
  input.focus();
  input.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
}"""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def sitting(tmp_path_factory: pytest.TempPathFactory, opened: Browser) -> AsyncIterator[Player]:
    """Anna, who sits at the table through all tests."""
    folder = tmp_path_factory.mktemp("house")
    lay_out(folder / "nardy.db")
    async with serving(folder) as server:
        anna = await open_page(opened, server, size=WIDE)
        await anna.sit("Anna")
        yield anna
        await anna.page.context.close()


@pytest_asyncio.fixture(loop_scope="session")
async def anna(sitting: Player) -> Player:
    """Anna, who has just come back to the table and has nothing in her line."""
    await sitting.page.reload()
    await expect(sitting.page.locator("#line")).to_be_visible()
    return sitting


async def paste(player: Player, text: str) -> None:
    """Paste a text into the line to type in."""
    await player.page.evaluate(_PASTE, ["#line", text])


async def test_a_pasted_record_becomes_an_animation(anna: Player) -> None:
    """A record that is pasted goes along with /import, and comes back as a moving picture with arrows."""
    await paste(anna, RECORD)
    await expect(anna.page.locator("#line")).to_have_value("/import")
    await expect(anna.page.locator("[data-answering]")).to_contain_text("6 lines go along")
    await anna.page.press("#line", "Enter")
    animation = anna.answer.locator(".animation img")
    await expect(animation).to_have_attribute("src", re.compile(r"^/animation/[0-9a-f]{32}\.gif$"))
    await expect(animation).to_have_attribute("alt", re.compile("Anna and Boris as an animation, 3 turns"))
    assert await animation.evaluate("(image) => [image.naturalWidth, image.naturalHeight]") == [1200, 800]


async def test_the_arrows_change_the_answer_where_it_stands(anna: Player) -> None:
    """The animation gives way to a board, the board to another, and at last the animation comes back."""
    await paste(anna, RECORD)
    await anna.page.press("#line", "Enter")
    answers = anna.page.locator("[data-panel]:not([hidden]) [data-answer]")
    await expect(anna.answer.locator(".animation img")).to_be_visible()
    count = await answers.count()
    for pressed, shown in (("▶", "1 of 4"), ("▶", "2 of 4"), ("⏭\ufe0e", "4 of 4"), ("◀", "3 of 4")):
        await anna.answer.get_by_role("button", name=pressed, exact=True).click()
        await expect(anna.answer).to_contain_text(shown)
        await expect(anna.answer.locator(".board:not(.animation) img")).to_be_visible()
        await expect(anna.answer.locator(".animation")).to_have_count(0)
    await anna.answer.get_by_role("button", name="Animation").click()
    await expect(anna.answer.locator(".animation img")).to_be_visible()
    await expect(answers).to_have_count(count)


async def test_a_text_that_is_no_record_is_typed_as_it_is(anna: Player) -> None:
    """What is pasted without /import, and is no record, is left to the browser."""
    await paste(anna, "one\ntwo")
    await expect(anna.page.locator("#line")).not_to_have_value("/import")
    await expect(anna.page.locator("[data-answering]")).to_be_hidden()
