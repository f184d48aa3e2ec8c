"""Game records pasted into the input line, stepped through and analysed."""

from __future__ import annotations

import re

import pytest
import pytest_asyncio
from playwright.async_api import expect

from renderers.comparison import COMPARISON
from tests.browser.house import House
from tests.browser.player import WIDE, Player
from tests.talk.test_replays import random_record

pytestmark = pytest.mark.asyncio(loop_scope="session")

ANALYSIS_TIMEOUT = 120_000.0
"""Milliseconds within which a first analysis is done on a busy machine."""
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


@pytest_asyncio.fixture(loop_scope="session")
async def anna(house: House) -> Player:
    """Anna, seated at the table."""
    return await house.seated("Anna", size=WIDE)


async def paste(player: Player, text: str) -> None:
    """Paste a text into the input line."""
    await player.page.evaluate(_PASTE, ["#line", text])


async def test_a_pasted_record_becomes_an_animation(anna: Player) -> None:
    """A pasted record is attached to /import and comes back as an animation with arrows.

    The arrows replace it by single boards, and a button brings it back. The browser handles other text.
    """
    await paste(anna, "one\ntwo")
    await expect(anna.page.locator("#line")).not_to_have_value("/import")
    await expect(anna.page.locator("[data-answering]")).to_be_hidden()
    await paste(anna, RECORD)
    await expect(anna.page.locator("#line")).to_have_value("/import")
    await expect(anna.page.locator("[data-answering]")).to_contain_text("6 lines go along")
    await anna.page.fill("#line", "/import long")
    await paste(anna, RECORD)
    await expect(anna.page.locator("#line")).to_have_value("/import long")
    await expect(anna.page.locator("[data-answering]")).to_contain_text("6 lines go along")
    await anna.page.press("#line", "Enter")
    animation = anna.answer.locator(".animation img")
    await expect(animation).to_have_attribute("src", re.compile(r"/animation/[0-9a-f]{32}\.gif$"))
    await expect(animation).to_have_attribute("alt", re.compile("Anna and Boris as an animation, 3 turns"))
    assert await animation.evaluate(
        "(image) => image.decode().then(() => [image.naturalWidth, image.naturalHeight])"
    ) == [1200, 800]

    answers = anna.page.locator("[data-panel]:not([hidden]) [data-answer]")
    count = await answers.count()
    for pressed, shown in (("▶", "1 of 4"), ("▶", "2 of 4"), ("⏭\ufe0e", "4 of 4"), ("◀", "3 of 4")):
        await anna.answer.get_by_role("button", name=pressed, exact=True).click()
        await expect(anna.answer).to_contain_text(shown)
        await expect(anna.answer.locator(".board:not(.animation) img")).to_be_visible()
        await expect(anna.answer.locator(".animation")).to_have_count(0)
    await anna.answer.get_by_role("button", name="Animation").click()
    await expect(anna.answer.locator(".animation img")).to_be_visible()
    await expect(answers).to_have_count(count)


async def test_an_analysis_appears_and_leads_to_the_worst_turn(anna: Player) -> None:
    """A finished analysis shows its chart; buttons show a turn's two boards and the chart again."""
    await paste(anna, random_record("long", most=6).write())
    await anna.page.press("#line", "Enter")
    await anna.answer.get_by_role("button", name="Analyse").click()
    picture = anna.answer.locator(".board img")
    await expect(picture).to_have_attribute(
        "alt", re.compile("White’s chances to win"), timeout=ANALYSIS_TIMEOUT
    )
    await expect(anna.answer).to_contain_text("Points are equity")
    assert await picture.evaluate("(image) => image.decode().then(() => image.naturalHeight)") == 600
    await anna.answer.get_by_role("button", name="1", exact=True).click()
    await expect(anna.answer).to_contain_text("Above: what was played")
    await expect(picture).to_have_attribute("alt", re.compile("Two boards"))
    assert (
        await picture.evaluate("(image) => image.decode().then(() => image.naturalHeight)") == COMPARISON[1]
    )
    shown = await picture.bounding_box()
    assert shown is not None
    assert shown["width"] / shown["height"] == pytest.approx(COMPARISON[0] / COMPARISON[1], rel=0.02)
    await anna.answer.get_by_role("button", name="Chart").click()
    await expect(picture).to_have_attribute("alt", re.compile("White’s chances to win"))
