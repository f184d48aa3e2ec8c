"""Games: two people at the board that fills the page, a game that many tests play on, and its end."""

from __future__ import annotations

from playwright.async_api import expect

from tests.browser.house import House
from tests.browser.player import Player
from tests.browser.touches import TouchedTable

PHONE, DESKTOP = (390, 480), (1280, 800)
_CLOSE = """() => {
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
  for (const close of document.querySelectorAll("[data-answer] .close")) close.click();
  document.querySelector("#line").value = "";
  location.hash = "";
}"""
_LATE = 16
"""Turns after which a shared game is given up for a new one: checkers still stand on both heads."""


async def begun(house: House, terms: str = "") -> tuple[TouchedTable, TouchedTable]:
    """Return the boards of two people who have begun a game, the one to move first."""
    anna = await house.seated("Anna", "en", PHONE, touch=True)
    boris = await house.seated("Борис", "ru", DESKTOP, touch=False)
    await anna.say(f"/challenge {boris.name} {terms}")
    await boris.on_invitation("/accept").click()
    board = await anna.ready()
    await boris.ready(board.turn - 1)
    tables = TouchedTable(anna, touch=True), TouchedTable(boris)
    for table in tables:
        await table.open()
    return await in_order(*tables)


async def to_a_choice(mover: TouchedTable, other: TouchedTable) -> tuple[TouchedTable, TouchedTable]:
    """Play on until the mover has two different dice and a choice; return the mover and the opponent."""
    # Equal dice have none that a tap plays next.
    while await mover.page.locator(".die.next").count() != 1 or len(await mover.movable_places()) < 2:
        turn = await mover.turn
        await mover.play_turn()
        if await mover.next(turn) == "theirs":
            mover, other = other, mover
            await mover.next(turn)
    return mover, other


async def give_up(mover: TouchedTable, other: TouchedTable) -> None:
    """Resign by the menu beside the board; wait until both boards show that the game is over."""
    turn = await mover.turn
    await mover.page.locator(".acts [data-data*='/menu']").click()
    answer = mover.page.locator(".talk-lines .answer")
    await answer.locator("[data-data*='/resign']").click()
    await answer.locator(".button.danger:not([data-data*='/resign'])").first.click()
    for table in (mover, other):
        assert await table.next(turn) == "over"


async def in_order(one: TouchedTable, other: TouchedTable) -> tuple[TouchedTable, TouchedTable]:
    """Return the boards of two players, the one to move first."""
    return (one, other) if await one.next(-1) == "mine" else (other, one)


class SharedGame:
    """A game that the tests of a process play on, one after the other, on pages that stay open.

    A page that a test would change for good is opened with `apart`.

    Args:
        house: where it is played.
    """

    tables: tuple[TouchedTable, TouchedTable]
    """The boards of both players, the one to move first."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._apart: list[TouchedTable] = []
        self._place = ""

    async def open(self) -> None:
        """Open the game on both pages; no turn is half made then."""
        if not self._place:
            self.tables = await begun(self.house, "3d")
            self.house.keep(*(table.player for table in self.tables))
            self._place = self.tables[0].page.url.partition("#")[2]
            return
        for table in self.tables:
            await self.show(table)
        mover, other = self.tables = await in_order(*self.tables)
        if await mover.undo.count():
            turn = await mover.turn
            await mover.play_turn()
            await mover.next(turn)
            self.tables = await in_order(mover, other)
        if await mover.turn > _LATE:
            await self.give_up()
            await self.open()

    async def apart(self, table: TouchedTable) -> TouchedTable:
        """Open a player's page in another context, where the test may do to it whatever it wants."""
        opened = await self.house.apart(
            table.player.language,
            PHONE if table.touch else DESKTOP,
            touch=table.touch,
            storage=await table.page.context.storage_state(),
        )
        opened.address = table.player.address
        apart = TouchedTable(opened, touch=table.touch)
        self._apart.append(apart)
        return apart

    async def tab(self, table: TouchedTable) -> TouchedTable:
        """Return another tab of a player, which is empty yet."""
        page = await table.page.context.new_page()
        return TouchedTable(Player(page, table.player.language, table.player.address), touch=table.touch)

    async def load(self, table: TouchedTable) -> None:
        """Load the game on a page that is empty yet."""
        await table.page.goto(f"{table.player.address}#{self._place}")
        await table.shown()

    async def show(self, table: TouchedTable) -> None:
        """Open the game on a page as if that had just been loaded."""
        await self.show_room(table)
        await table.page.evaluate("(place) => { location.hash = place; }", self._place)
        await table.shown()

    async def show_room(self, table: TouchedTable) -> None:
        """Close the board, and whatever else is open on a page."""
        width, height = PHONE if table.touch else DESKTOP
        await table.page.set_viewport_size({"width": width, "height": height})
        await table.page.evaluate(_CLOSE)
        await expect(table.page.locator("[data-table]")).to_be_hidden()

    async def leave(self) -> None:
        """Leave both pages to the next test, which would else see the end of a turn that was ended."""
        for table in (*self._apart, *self.tables):
            await expect(table.page.locator("[data-table].waits")).to_have_count(0)
        self._apart.clear()

    async def give_up(self) -> None:
        """Give the game up for a new one."""
        self._place = ""
        self._apart.clear()
        await self.house.close_pages(kept=True)
