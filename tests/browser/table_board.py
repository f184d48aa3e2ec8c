"""The board that fills a person's page, as they see and touch it."""

from __future__ import annotations

from playwright.async_api import Locator, Page, expect

from bot.rules import OFF
from tests.browser.player import Player

DOUBLE_TAP = 320
"""Milliseconds after which a second tap no longer makes a double tap."""

_NEXT = """(turn) => {
  const table = document.querySelector("[data-table]");
  const acts = (selector) => document.querySelector(selector) !== null;
  const isOver = acts("[data-table] .onward[data-data*='/rematch']");
  if (parseInt(table.dataset.turn) <= turn && !isOver) return null;
  if (isOver) return "over";
  return acts(".strip.below.acts") ? "mine" : acts(".strip.above.acts") ? "theirs" : null;
}"""
# The button of the end is disabled until the end is answered.
_ENDED = f"""(turn) => ({_NEXT})(turn)
  ?? (document.querySelector("[data-table] .acts .done:not(:disabled)") ? "refused" : null)"""


class TableBoard:
    """The board that fills a person's page.

    Args:
        touch: True if the person uses a finger, False for a mouse.
        root: the selector of the board on the page.
    """

    def __init__(self, player: Player, *, touch: bool = False, root: str = "[data-table]") -> None:
        self.player = player
        self.root = root
        self.page: Page = player.page
        self.touch = touch

    async def open(self) -> None:
        """Open the board of this person's last game in the room."""
        await self.player.board.locator(".open-table").click()
        await self.shown()

    async def shown(self) -> None:
        """Wait until the checkers are there."""
        await self.page.locator(f"{self.root}:not(.empty) .checker").first.wait_for(state="attached")

    @property
    def movable(self) -> Locator:
        """The checkers that can move."""
        return self.page.locator(f"{self.root} .checker.can")

    @property
    def bubble(self) -> Locator:
        """The sentence at a point."""
        return self.page.locator(f"{self.root} .bubble")

    @property
    def done(self) -> Locator:
        """The button that ends the turn, if it can be ended."""
        return self.page.locator("[data-table] .acts .done:not(:disabled)")

    @property
    def undo(self) -> Locator:
        """The button that takes a move back, if there is one to take back."""
        return self.page.locator("[data-table] .acts .undo:not(:disabled)")

    async def choose(self, entry: str) -> None:
        """Open the menu and choose an entry, by the name of its sign."""
        await self.page.locator(f"{self.root} .acts .more").click()
        await self.page.locator(f"{self.root} [data-entry='{entry}']").click()

    @property
    def offer(self) -> Locator:
        """The sheet of an offer over the board, once it takes presses."""
        return self.page.locator(f"{self.root} .sheet.offer[data-ready]")

    @property
    async def turn(self) -> int:
        """The number of turns played."""
        return int(await self.page.locator("[data-table]").get_attribute("data-turn") or 0)

    async def next_turn(self, after: int) -> str:
        """Wait for a turn later than the present one; return `mine` or `theirs` for its mover, or `over`."""
        found = await self.page.wait_for_function(_NEXT, arg=after)
        return str(await found.json_value())

    async def shows_turn_after(self, turn: int) -> None:
        """Wait until the board shows a later turn, of either player."""
        await self.page.wait_for_function(
            "turn => Number(document.querySelector('[data-table]').dataset.turn) > turn", arg=turn
        )

    async def place_labels(self) -> list[str]:
        """Return the label of every place: its checkers, and what can be done there."""
        places = self.page.locator(f"{self.root} .place")
        labels: list[str] = await places.evaluate_all(
            "all => all.map((each) => each.getAttribute('aria-label'))"
        )
        return labels

    async def centre_of(self, place: int) -> tuple[float, float]:
        """Return the centre of a place on the page, away from the dice."""
        box = await self.page.locator(f"{self.root} .place[data-place='{place}']").bounding_box()
        assert box
        board = await self.page.locator(f"{self.root} .table-board").bounding_box()
        assert board
        above = box["y"] < board["y"] + board["height"] / 3
        return box["x"] + box["width"] / 2, box["y"] + box["height"] * (0.25 if above else 0.75)

    async def movable_places(self) -> list[int]:
        """Return the places whose checkers can move."""
        places = self.page.locator(f"{self.root} .place")
        word = self.player.words.words("web-table-movable")
        return [
            int(place)
            for place in await places.evaluate_all(
                "(all, word) => all.filter((each) => each.getAttribute('aria-label').includes(word))"
                ".map((each) => each.dataset.place)",
                word,
            )
        ]

    async def tap(self, place: int) -> None:
        """Tap a place."""
        x, y = await self.centre_of(place)
        await (self.page.touchscreen.tap(x, y) if self.touch else self.page.mouse.click(x, y))

    async def drag(self, start: int, stop: int) -> None:
        """Drag a checker from one place to another."""
        await self.page.mouse.move(*await self.centre_of(start))
        await self.page.mouse.down()
        await self.page.mouse.move(*await self.centre_of(stop), steps=4)
        await self.page.mouse.up()

    async def play_turn(self) -> int:
        """Tap movable checkers until the turn is complete, and end it; return the number of touches."""
        touches, last = 0, None
        while not await self.done.count():
            await expect(self.movable.or_(self.done).first).to_be_attached()
            places = await self.movable_places()
            if places:
                if places[0] == last:
                    # Avoid a double tap.
                    await self.page.wait_for_timeout(DOUBLE_TAP)
                await self.tap(places[0])
                last = places[0]
                touches += 1
        await self.done.click()
        return touches + 1


async def drag_turn(table: TableBoard) -> int:
    """Drag checkers until the turn is complete, and tap Done; return the number of touches.

    A refused end of the turn is repeated, because the test plays faster than a person could.
    """
    turn, touches = await table.turn, 0
    while True:
        touches += await _drag_remaining(table)
        await table.done.click()
        touches += 1
        ended = await table.page.wait_for_function(_ENDED, arg=turn)
        if await ended.json_value() != "refused":
            return touches


async def _drag_remaining(table: TableBoard) -> int:
    touches = 0
    while not await table.done.count():
        await table.movable.or_(table.done).first.wait_for(state="attached")
        places = await table.movable_places()
        if not places:
            continue
        x, y = await table.centre_of(places[0])
        await table.page.mouse.move(x, y)
        await table.page.mouse.down()
        await table.page.mouse.move(x + 12, y + 12, steps=2)
        landing = table.page.locator(f"{table.root} .landing")
        # Chromium delivers moves of the mouse with the next frame.
        await landing.first.wait_for()
        landings: list[str] = await landing.evaluate_all("all => all.map((each) => each.dataset.place)")
        await table.page.mouse.move(*await _drop_point(table, int(landings[-1])), steps=3)
        await table.page.mouse.up()
        touches += 1
    return touches


async def _drop_point(table: TableBoard, place: int) -> tuple[float, float]:
    """Return where to drop a checker so that it lands on a place; to bear off, below the board."""
    if place != OFF:
        return await table.centre_of(place)
    board = await table.page.locator(f"{table.root} .table-board").bounding_box()
    assert board
    return board["x"] + board["width"] / 2, board["y"] + board["height"] + 12
