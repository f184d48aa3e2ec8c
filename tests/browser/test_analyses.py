from __future__ import annotations

import asyncio
import re

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from renderers.comparison import COMPARISON
from tests.browser.player import WIDE, Player, open_page
from tests.browser.test_process import FAREWELL
from tests.browser.test_replays import paste
from tests.process import Server
from tests.talk.test_replays import played

pytestmark = pytest.mark.asyncio(loop_scope="session")

TURNS = 24
"""So many are enough to be looked at for longer than the program takes to stop."""
PATIENCE = 120_000.0
"""Milliseconds in which a first analysis must be there, on a machine that does much else."""


@pytest_asyncio.fixture(loop_scope="session")
async def anna(server: Server, browser: Browser) -> Player:
    """Anna, who sits at the table."""
    anna = await open_page(browser, server, size=WIDE)
    await anna.sit("Anna")
    return anna


async def test_an_analysis_comes_by_itself_and_leads_to_the_worst_turn(anna: Player) -> None:
    """The answer becomes the chart when it is there; a press shows two boards, another the chart again."""
    await paste(anna, played("long", most=TURNS).write())
    await anna.page.press("#line", "Enter")
    await anna.answer.get_by_role("button", name="Analyse").click()
    picture = anna.answer.locator(".board img")
    await expect(picture).to_have_attribute("alt", re.compile("White’s chances to win"), timeout=PATIENCE)
    await expect(anna.answer).to_contain_text("Points are equity")
    assert await picture.evaluate("(image) => image.decode().then(() => image.naturalHeight)") == 600
    await anna.answer.get_by_role("button", name="1", exact=True).click()
    await expect(anna.answer).to_contain_text("Left: what was played")
    await expect(picture).to_have_attribute("alt", re.compile("Two boards"))
    assert (
        await picture.evaluate("(image) => image.decode().then(() => image.naturalHeight)") == COMPARISON[1]
    )
    shown = await picture.bounding_box()
    assert shown is not None
    assert shown["width"] / shown["height"] == pytest.approx(COMPARISON[0] / COMPARISON[1], rel=0.02)
    await anna.answer.get_by_role("button", name="Chart").click()
    await expect(picture).to_have_attribute("alt", re.compile("White’s chances to win"))


async def test_the_program_stops_soon_in_the_middle_of_an_analysis(server: Server, anna: Player) -> None:
    """SIGTERM ends the program within five seconds, without a fault, while all replies are looked at."""
    await paste(anna, played("long", most=TURNS).write())
    await anna.page.press("#line", "Enter")
    await anna.answer.get_by_role("button", name="Analyse").click()
    await anna.answer.get_by_role("button", name="Look deeper").click(timeout=PATIENCE)
    await expect(anna.answer.get_by_role("button", name="Stop")).to_be_visible(timeout=PATIENCE)
    async with asyncio.timeout(FAREWELL):
        status = await server.stop()
    assert status == 0
    assert "Traceback" not in server.log()
