"""The board is whole from its first frame and stays where it is."""

from __future__ import annotations

import base64
from io import BytesIO
from typing import Any

import pytest
from PIL import Image
from playwright.async_api import Page

from tests.browser.games import SharedGame

pytestmark = pytest.mark.asyncio(loop_scope="session")

_SLOW = {"offline": False, "latency": 150, "downloadThroughput": 60_000, "uploadThroughput": 30_000}
_SPOTS = """() => {
  const middle = ({ left, top, width, height }) => [left + width / 2, top + height / 2];
  const board = document.querySelector(".table-board").getBoundingClientRect();
  return {
    frame: [board.left + 3, board.top + board.height / 2],
    checkers: [...document.querySelectorAll(".checker:not(.counted)")]
      .map((each) => middle(each.getBoundingClientRect())),
  };
}"""
_NEAR = 40
"""The greatest difference of a colour's parts between two pictures of the same thing."""


class Film:
    """The frames that a page paints."""

    def __init__(self) -> None:
        self.frames: list[Image.Image] = []

    async def record(self, page: Page) -> None:
        """Collect every frame from now on."""
        session = await page.context.new_cdp_session(page)

        async def take(event: dict[str, Any]) -> None:
            self.frames.append(Image.open(BytesIO(base64.b64decode(event["data"]))).convert("RGB"))
            await session.send("Page.screencastFrameAck", {"sessionId": event["sessionId"]})

        session.on("Page.screencastFrame", take)
        await session.send("Network.enable")
        await session.send("Network.emulateNetworkConditions", _SLOW)
        await session.send("Page.startScreencast", {"format": "png", "everyNthFrame": 1})


def _colour(frame: Image.Image, size: tuple[int, int], spot: list[float]) -> tuple[int, ...]:
    x, y = (round(at * side / whole) for at, side, whole in zip(spot, frame.size, size, strict=True))
    pixel = frame.getpixel((x, y))
    assert isinstance(pixel, tuple)
    return pixel


def _is_near(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return all(abs(a - b) <= _NEAR for a, b in zip(one, other, strict=True))


async def test_no_frame_shows_a_board_without_its_checkers(game: SharedGame) -> None:
    """On a slow connection every frame that shows the board shows all its checkers."""
    page = (table := await game.apart(game.tables[0])).page
    film = Film()
    await film.record(page)
    await game.load(table)
    await page.locator(".table:not(.empty) .checker").first.wait_for()
    await page.wait_for_load_state("networkidle")
    last = Image.open(BytesIO(await page.screenshot())).convert("RGB")
    spots = await page.evaluate(_SPOTS)
    shown = [
        frame
        for frame in film.frames
        if _is_near(_colour(frame, last.size, spots["frame"]), _colour(last, last.size, spots["frame"]))
    ]
    assert shown
    for number, frame in enumerate(shown):
        for spot in spots["checkers"]:
            assert _is_near(_colour(frame, last.size, spot), _colour(last, last.size, spot)), (number, spot)
