"""The board is whole from its first frame and stays where it is."""

from __future__ import annotations

import base64
from io import BytesIO
from typing import Any

import pytest
from PIL import Image
from playwright.async_api import Page

from tests.browser.games import SharedGame
from tests.browser.house import House

pytestmark = pytest.mark.asyncio(loop_scope="session")

_SLOW = {"offline": False, "latency": 150, "downloadThroughput": 60_000, "uploadThroughput": 30_000}
_SPOTS = """() => {
  const middle = ({ left, top, width, height }) => [left + width / 2, top + height / 2];
  const board = document.querySelector("[data-table] .table-board").getBoundingClientRect();
  return {
    frame: [board.left + 3, board.top + board.height / 2],
    checkers: [...document.querySelectorAll("[data-table] .checker:not(.counted)")]
      .map((each) => middle(each.getBoundingClientRect())),
  };
}"""
_WATCHED = """async () => {
  const { makeWatch } = await import("/page/table_watch.js");
  const { makeTurn } = await import("/page/table_turn.js");
  const stacks = (places) =>
    Array.from({ length: 26 }, (_, place) => places.filter((each) => each === place).length);
  const view = (version, turn, black, roll, last) => ({
    game: "k7f", version, turn, moment: null, seated: true, above: { side: "b" }, below: { side: "w" },
    white: stacks([1]), black: stacks(black), dice: [], used: [], mover: "b", graph: [], made: [], last,
    log: Array.from({ length: turn }, (_, at) => ({ side: at % 2 ? "b" : "w", roll, text: "" })),
  });
  const before = view(1, 1, [12, 12], "2-1", []);
  const after = view(2, 2, [6, 7], "6-5", [[12, 6], [12, 7]]);
  const further = view(3, 4, [3, 6], "4-3", [[7, 3]]);
  const film = (isStill, script) => {
    const seen = [], timers = [];
    let now = 0;
    const time = { now: () => now, later: (then, wait) => timers.push({ at: now + wait, then }) };
    let shown = { view: before, turn: makeTurn(before) };
    const adopt = (next) => {
      shown = { view: next, turn: makeTurn(next) };
      seen.push(`${now} board ${next.version}`);
    };
    const receive = (next) => watch.take(shown.view, shown.turn, next) || adopt(next);
    const places = ({ black }) => black.flatMap((count, place) => Array(count).fill(place)).join(" ");
    const draw = () => {
      const { view } = watch.scene();
      seen.push(`${now} ${view.dice.join("-")}: ${places(view)}`);
    };
    const play = (what) => seen.push(`${now} ${what}`);
    const watch = makeWatch({ adopt, receive, draw, play, isStill: () => isStill }, time);
    const pass = (until) => {
      while (timers.length && timers[0].at <= until) {
        const { at, then } = timers.shift();
        now = at;
        then();
      }
      now = until;
    };
    receive(after);
    pass(100);
    script(receive, watch);
    pass(9000);
    return seen;
  };
  return {
    whole: film(false, () => {}),
    pressed: film(false, (receive, watch) => watch.finish()),
    queued: film(false, (receive) => receive(further)),
    still: film(true, () => {}),
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
    await page.locator("[data-table]:not(.empty) .checker").first.wait_for()
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


async def test_the_other_sides_turn_is_shown_step_by_step(house: House) -> None:
    """The roll is shown for 0.7 s, then each checker slides for 0.3 s, faster if another turn waits.

    A press shows the new board at once, and reduced motion shows nothing else.
    """
    films: dict[str, list[str]] = await (await house.page()).page.evaluate(_WATCHED)
    roll, slides = ["0 dice", "0 6-5: 12 12"], ["checker", "6-5: 6 12", "checker", "6-5: 6 7"]
    assert films["whole"] == [
        *roll,
        *(f"{at} {slide}" for at, slide in zip((700, 700, 1000, 1000), slides, strict=True)),
        "1300 board 2",
    ]
    assert films["pressed"] == [*roll, "100 board 2"]
    assert films["queued"] == [
        *roll,
        *(f"{at} {slide}" for at, slide in zip((700, 700, 820, 820), slides, strict=True)),
        "940 board 2",
        "940 dice",
        "940 4-3: 6 7",
        "1640 checker",
        "1640 4-3: 3 6",
        "1940 board 3",
    ]
    assert films["still"] == ["0 board 2"]
