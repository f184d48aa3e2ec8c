"""Touches: a person at the board that fills the page, who sees and touches it."""

from __future__ import annotations

from contextlib import suppress

from playwright.async_api import Locator, Page, TimeoutError as NotInTime, expect

from bot.rules import OFF
from tests.browser.player import Player

DOUBLE_TAP = 320
"""Milliseconds after which a tap is one of its own."""
A_MOMENT = 5000.0
"""Milliseconds within which a turn that was ended is shown as ended, unless the end was refused."""

_NEXT = """(turn) => {
  const table = document.querySelector("[data-table]");
  const acts = (selector) => document.querySelector(selector) !== null;
  if (parseInt(table.dataset.turn) <= turn && !acts(".acts [data-data*='/rematch']")) return null;
  if (acts(".acts [data-data*='/rematch']")) return "over";
  return acts(".strip.below.acts") ? "mine" : acts(".strip.above.acts") ? "theirs" : null;
}"""


class TouchedTable:
    """The board of a person's page.

    Args:
        player: the person.
        touch: whether it is touched with a finger, and not a mouse.
        root: where on the page the board is.
    """

    def __init__(self, player: Player, *, touch: bool = False, root: str = "[data-table]") -> None:
        self.player = player
        self.root = root
        self.page: Page = player.page
        self.touch = touch

    async def open(self) -> None:
        """Open the board of the last game of this person that the room shows."""
        await self.player.board.locator(".open-table").click()
        await self.shown()

    async def shown(self) -> None:
        """Wait until the pieces are there."""
        await self.page.locator(f"{self.root}:not(.empty) .checker").first.wait_for(state="attached")

    @property
    def movable(self) -> Locator:
        """The checkers that can move."""
        return self.page.locator(f"{self.root} .checker.can")

    @property
    def bubble(self) -> Locator:
        """The sentence that stands at a point."""
        return self.page.locator(f"{self.root} .bubble")

    @property
    def done(self) -> Locator:
        """The button that ends the turn, when it can be ended."""
        return self.page.locator("[data-table] .acts .done:not(:disabled)")

    @property
    def undo(self) -> Locator:
        """The button that takes back, when there is something to take back."""
        return self.page.locator("[data-table] .acts .undo:not(:disabled)")

    @property
    async def turn(self) -> int:
        """How many turns were played."""
        return int(await self.page.locator("[data-table]").get_attribute("data-turn") or 0)

    async def next(self, after: int, within: float | None = None) -> str:
        """Wait for the turn after one; return whose it is, `mine` or `theirs`, or `over`.

        Args:
            after: the turn.
            within: for how many milliseconds it is waited for; as usual, if not given.
        """
        found = await self.page.wait_for_function(_NEXT, arg=after, timeout=within)
        return str(await found.json_value())

    async def shows_turn_after(self, turn: int) -> None:
        """Wait until the board shows a later turn, of either player."""
        await self.page.wait_for_function(
            "turn => Number(document.querySelector('[data-table]').dataset.turn) > turn", arg=turn
        )

    async def places(self) -> list[str]:
        """Return what every place says that stands on it, and what can be done there."""
        places = self.page.locator(f"{self.root} .place")
        told: list[str] = await places.evaluate_all(
            "all => all.map((each) => each.getAttribute('aria-label'))"
        )
        return told

    async def middle(self, place: int) -> tuple[float, float]:
        """Return the middle of a place on the page, away from the dice."""
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
        """Touch a place once."""
        x, y = await self.middle(place)
        await (self.page.touchscreen.tap(x, y) if self.touch else self.page.mouse.click(x, y))

    async def drag(self, start: int, stop: int) -> None:
        """Draw a checker from a place to another."""
        await self.page.mouse.move(*await self.middle(start))
        await self.page.mouse.down()
        await self.page.mouse.move(*await self.middle(stop), steps=4)
        await self.page.mouse.up()

    async def play_turn(self) -> int:
        """Touch what can move until the turn is complete, and end it; return how many touches that took."""
        touches, last = 0, None
        while not await self.done.count():
            await expect(self.movable.or_(self.done).first).to_be_attached()
            places = await self.movable_places()
            if places:
                if places[0] == last:
                    # Two taps, and no double tap.
                    await self.page.wait_for_timeout(DOUBLE_TAP)
                await self.tap(places[0])
                last = places[0]
                touches += 1
        await self.done.click()
        return touches + 1


async def drag_turn(table: TouchedTable) -> int:
    """Draw checkers until the turn is complete, and tap Done; return how many touches that took.

    Nobody plays as fast: what is refused for that is done once more, as it says, in a moment.
    """
    turn, touches = await table.turn, 0
    while True:
        touches += await _drag_what_is_left(table)
        await table.done.click()
        touches += 1
        with suppress(NotInTime):
            await table.next(turn, within=A_MOMENT)
            return touches


async def _drag_what_is_left(table: TouchedTable) -> int:
    touches = 0
    while not await table.done.count():
        await table.movable.or_(table.done).first.wait_for(state="attached")
        places = await table.movable_places()
        if not places:
            continue
        x, y = await table.middle(places[0])
        await table.page.mouse.move(x, y)
        await table.page.mouse.down()
        await table.page.mouse.move(x + 12, y + 12, steps=2)
        landings: list[str] = await table.page.locator(".landing").evaluate_all(
            "all => all.map((each) => each.dataset.place)"
        )
        await table.page.mouse.move(*await _drop(table, int(landings[-1])), steps=3)
        await table.page.mouse.up()
        touches += 1
    return touches


async def _drop(table: TouchedTable, place: int) -> tuple[float, float]:
    """Return where a checker is dropped to land on a place: to be borne off, below the board."""
    if place != OFF:
        return await table.middle(place)
    board = await table.page.locator(".table-board").bounding_box()
    assert board
    return board["x"] + board["width"] / 2, board["y"] + board["height"] + 12
