"""The board is whole from its first frame and stays where it is."""

from __future__ import annotations

import base64
from io import BytesIO
from itertools import count
from typing import Any

import pytest
from PIL import Image
from playwright.async_api import Browser, Page, async_playwright, expect

from tests.browser.games import LATE_PIPS, SharedGame, begin_game, in_order, play_on
from tests.browser.house import CHROMIUM, House
from tests.browser.player import open_page
from tests.browser.table_board import TableBoard
from tests.browser.test_replays import ANALYSIS_TIMEOUT
from tests.process import Server

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
  const log = [
    { side: "w", roll: "2-1", legs: [] },
    { side: "b", roll: "6-5", legs: [[12, 6], [12, 7]] },
    { side: "w", roll: "6-6", legs: [] },
    { side: "b", roll: "4-3", legs: [[7, 3]] },
  ];
  const view = (version, turn, black) => ({
    game: "k7f", version, turn, moment: null, seated: true, above: { side: "b" }, below: { side: "w" },
    white: stacks([1]), black: stacks(black), dice: [], used: [], mover: "b", graph: [], made: [], last: [],
    log: log.slice(0, turn),
  });
  const before = view(1, 1, [12, 12]);
  const after = view(2, 2, [6, 7]);
  const further = view(3, 4, [3, 6]);
  const painted = (isStill, script, first = after) => {
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
    receive(first);
    pass(100);
    script(receive, watch);
    pass(9000);
    return seen;
  };
  return {
    whole: painted(false, () => {}),
    pressed: painted(false, (receive, watch) => watch.finish()),
    queued: painted(false, (receive) => receive(further)),
    several: painted(false, () => {}, further),
    still: painted(true, () => {}),
  };
}"""
_APPEARS = """() => {
  const table = document.querySelector("[data-table]");
  const size = () => JSON.stringify(table.querySelector(".table-board").getBoundingClientRect());
  window.sizes = new Promise((done) => {
    new MutationObserver((_, observer) => {
      if (table.hidden || table.classList.contains("empty")) return;
      observer.disconnect();
      const first = size();
      requestAnimationFrame(() => requestAnimationFrame(() => done([first, size()])));
    }).observe(table, { attributeFilter: ["class"] });
  });
}"""

_INSIDE = """([width, height]) => ["table-board", "undo", "done"].every((name) => {
  const box = document.querySelector(`[data-table] .${name}`).getBoundingClientRect();
  return box.width && box.left >= 0 && box.right <= width + 1 && box.bottom <= height + 1;
})"""
_STACKED = """() => {
  const [board, strip, acts] = [".table-board", ".strip.below", ".aside"].map((name) =>
    document.querySelector(`[data-table] ${name}`).getBoundingClientRect());
  return board.width >= 300 && board.left >= 0 && board.right <= innerWidth
    && document.body.scrollWidth <= innerWidth && strip.top >= board.bottom && acts.top >= strip.bottom;
}"""
_SHIFTS = """() => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      window.shifts.push([value, sources.map(({ node }) => node?.className ?? "")]);
    }
  }).observe({ type: "layout-shift" });
}"""
_PLAYED_FIRST = 6
"""Turns before the middle of a game is played without a browser."""
MOST_SHIFT = 0.02
"""The most that everything on the page may move, as a share of the window and of its height."""
_NEAR = 40
"""The greatest difference of a colour's parts between two pictures of the same thing."""


class PaintedFrames:
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
    painted = PaintedFrames()
    await painted.record(page)
    await game.load(table)
    await page.locator("[data-table]:not(.empty) .checker").first.wait_for()
    await page.wait_for_load_state("networkidle")
    last = Image.open(BytesIO(await page.screenshot())).convert("RGB")
    spots = await page.evaluate(_SPOTS)
    shown = [
        frame
        for frame in painted.frames
        if _is_near(_colour(frame, last.size, spots["frame"]), _colour(last, last.size, spots["frame"]))
    ]
    assert shown
    for number, frame in enumerate(shown):
        for spot in spots["checkers"]:
            assert _is_near(_colour(frame, last.size, spot), _colour(last, last.size, spot)), (number, spot)


async def test_a_board_appears_at_its_final_size(game: SharedGame) -> None:
    """A board that takes presses lies where it will be in the next frame, also in a wide window."""
    desktop = next(table for table in game.tables if not table.touch)
    await game.show_room(desktop)
    await desktop.page.evaluate(_APPEARS)
    await game.show(desktop)
    first, last = await desktop.page.evaluate("sizes")
    assert first == last


async def test_the_other_sides_turn_is_shown_step_by_step(house: House) -> None:
    """The roll is shown for 0.7 s, then each checker slides for 0.3 s, faster if another turn waits.

    Turns that arrive together are shown one after another. A press shows the new board at once, and reduced
    motion shows nothing else.
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
        "940 6-6: 6 7",
        "1220 dice",
        "1220 4-3: 6 7",
        "1920 checker",
        "1920 4-3: 3 6",
        "2220 board 3",
    ]
    assert films["several"] == [
        *roll,
        *(f"{at} {slide}" for at, slide in zip((280, 280, 400, 400), slides, strict=True)),
        "520 dice",
        "520 6-6: 6 7",
        "800 dice",
        "800 4-3: 6 7",
        "1500 checker",
        "1500 4-3: 3 6",
        "1800 board 3",
    ]
    assert films["still"] == ["0 board 2"]


async def test_two_fingers_enlarge_and_shrink_the_board(house: House) -> None:
    """Two fingers on the board enlarge the page, move it and shrink it again."""
    anna = await house.seated("Anna", touch=True)
    await anna.say("/play long first me")
    await anna.to_act()
    await TableBoard(anna, touch=True).open()
    session = await anna.page.context.new_cdp_session(anna.page)

    async def touch(*path: tuple[tuple[int, int], tuple[int, int]]) -> list[float]:
        for number, points in enumerate(path):
            await session.send(
                "Input.dispatchTouchEvent",
                {
                    "type": "touchMove" if number else "touchStart",
                    "touchPoints": [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(points)],
                },
            )
        await session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        found: list[float] = await anna.page.evaluate(
            "[visualViewport.scale, visualViewport.offsetLeft, visualViewport.offsetTop]"
        )
        return found

    large = await touch(*(((180 - reach, 300), (180 + reach, 300)) for reach in range(30, 100, 6)))
    assert large[0] > 1
    assert await touch(*(((150, 400 - down), (210, 400 - down)) for down in range(0, 150, 10))) != large
    small = await touch(*(((180 - reach, 400), (180 + reach, 400)) for reach in range(120, 40, -7)))
    assert small[0] < large[0]


async def test_large_letters_leave_the_board_whole(server: Server) -> None:
    """At letters of 32 px, twice the usual size, the board and its buttons lie inside a phone's window."""
    async with async_playwright() as playwright:
        switches = ["--no-sandbox", "--disable-gpu", "--blink-settings=defaultFontSize=32"]
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=switches)
        vera = await open_page(browser, server, size=(360, 740))
        await vera.sit_down("Vera")
        await vera.say("/play long first me")
        await vera.to_act()
        await vera.board.locator(".open-table").evaluate("button => button.click()")
        await TableBoard(vera).shown()
        await vera.page.locator("[data-table] .acts .done").wait_for()
        for width, height in ((360, 740), (390, 844), (1100, 900)):
            await vera.page.set_viewport_size({"width": width, "height": height})
            await vera.page.wait_for_function(_INSIDE, arg=[width, height])
        await browser.close()


async def test_a_board_enlarged_to_400_percent_scrolls(game: SharedGame) -> None:
    """In a window of 320 by 200 px the board has the whole width, its strip and buttons are below it."""
    desktop = next(table for table in game.tables if not table.touch)
    await desktop.page.set_viewport_size({"width": 320, "height": 200})
    await desktop.page.wait_for_function(_STACKED)
    more = desktop.page.locator("[data-table] .acts .more")
    await more.scroll_into_view_if_needed()
    await expect(more).to_be_in_viewport(ratio=1)


@pytest.mark.long
@pytest.mark.parametrize("size", [(390, 844), (820, 1180)])
async def test_nothing_moves_in_a_whole_game(server: Server, browser: Browser, size: tuple[int, int]) -> None:
    """A whole game, the menu, a hint, an offer, the result and the analysis move nothing on the page.

    One player has a phone or a tablet, the other a desktop. The bot is stopped after six turns, and the
    middle of the game is played without a browser.
    """
    mover, other = tables = await begin_game(House(browser, server), "hints")
    for table in tables:
        if table.touch:
            await table.page.set_viewport_size({"width": size[0], "height": size[1]})
        await table.page.emulate_media(reduced_motion="no-preference")
        await _painted(table.page)
        await table.page.evaluate(_SHIFTS)
    for number in count():
        if number == _PLAYED_FIRST:
            turn = await mover.turn
            await server.stop()
            await play_on(server, mover, LATE_PIPS)
            await server.start()
            for table in tables:
                await table.shows_turn_after(turn + 1)
            mover, other = await in_order(*tables)
        turn = await mover.turn
        if number < len(tables):
            await _ask_and_think_better(mover)
        await mover.play_turn()
        next_mover = await mover.next_turn(turn)
        if next_mover == "over":
            break
        if next_mover == "theirs":
            mover, other = other, mover
            await mover.next_turn(turn)
    for table in tables:
        await table.page.locator("[data-table] .to-analysis").click()
        await table.page.locator("[data-table] .analysis .next-mistake").wait_for(timeout=ANALYSIS_TIMEOUT)
        await _painted(table.page)
        shifts: list[tuple[float, list[str]]] = await table.page.evaluate("shifts")
        assert sum(value for value, _ in shifts) <= MOST_SHIFT, (table.touch, shifts)


async def _ask_and_think_better(mover: TableBoard) -> None:
    """Look at a hint and at the sheet of a resignation, and close both."""
    await mover.movable.or_(mover.done).first.wait_for(state="attached")
    await mover.choose("hint")
    await mover.page.locator("[data-table] .hint-panel").wait_for()
    await mover.page.keyboard.press("Escape")
    await mover.choose("resign")
    await mover.offer.wait_for()
    await mover.page.keyboard.press("Escape")
    await expect(mover.offer).to_have_count(0)


async def _painted(page: Page) -> None:
    """Wait until a page has painted what it shows now."""
    await page.evaluate(
        "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
    )
