"""Games: two people at the board that fills the page, a game that many tests play on, and its end."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path

from playwright.async_api import Browser, Page, expect

from tests.browser.player import LOCALES, Player, open_page
from tests.browser.touches import TouchedTable
from tests.databases import lay_out
from tests.process import Server, serving

PHONE, DESKTOP = (390, 480), (1280, 800)
_LATE = 16
"""Turns after which a shared game is given up for a new one: checkers still stand on both heads."""


async def begun(
    browser: Browser, server: Server, challenge: str = "/challenge Борис"
) -> tuple[TouchedTable, TouchedTable]:
    """Return the boards of two people who have begun a game, the one to move first."""
    anna = await open_page(browser, server, "en", PHONE, touch=True)
    await anna.sit("Anna")
    boris = await open_page(browser, server, "ru", DESKTOP, touch=False)
    await boris.sit("Борис")
    await anna.say(challenge)
    await boris.button("/accept").click()
    board = await anna.ready()
    await boris.ready(board.turn - 1)
    tables = TouchedTable(anna, touch=True), TouchedTable(boris)
    for table in tables:
        await table.open()
    return await _in_order(*tables)


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


async def _in_order(one: TouchedTable, other: TouchedTable) -> tuple[TouchedTable, TouchedTable]:
    """Return the boards of two players, the one to move first."""
    return (one, other) if await one.next(-1) == "mine" else (other, one)


async def _settled(page: Page) -> None:
    """Wait until the turn that was ended on a page is over: the next test would else see it end."""
    await expect(page.locator("[data-table].waits")).to_have_count(0)


class SharedGame:
    """A game that the tests of a process play on, one after the other, on pages that are loaded for each.

    A test leaves both where they are; a page that it would change for good is opened with `apart`.

    Args:
        browser: the browser.
        new_folder: makes an empty folder for the database of a program.
    """

    server: Server
    tables: tuple[TouchedTable, TouchedTable]
    """The boards of both players, the one to move first."""

    def __init__(self, browser: Browser, new_folder: Callable[[], Path]) -> None:
        self._browser = browser
        self._new_folder = new_folder
        self._house = AsyncExitStack()
        self._apart = AsyncExitStack()
        self._address = ""

    async def open(self) -> None:
        """Load both pages at the game, in which no turn is half made then."""
        if not self._address:
            await self._begin()
            return
        for table in self.tables:
            width, height = PHONE if table.touch else DESKTOP
            await table.page.set_viewport_size({"width": width, "height": height})
            await self.show(table)
        mover, other = self.tables = await _in_order(*self.tables)
        if await mover.undo.count():
            turn = await mover.turn
            await mover.play_turn()
            await mover.next(turn)
            self.tables = await _in_order(mover, other)
        if await mover.turn > _LATE:
            await self.close()
            await self._begin()

    async def apart(self, table: TouchedTable) -> TouchedTable:
        """Open a player's page in another browser, where the test may do to it whatever it wants."""
        player = table.player
        context = await self._browser.new_context(
            viewport=table.page.viewport_size,
            storage_state=await table.page.context.storage_state(),
            locale=LOCALES[player.language],
            reduced_motion="reduce",
            has_touch=table.touch,
            is_mobile=table.touch,
        )
        self._apart.push_async_callback(context.close)
        await table.page.goto("about:blank")
        page = await context.new_page()
        self._apart.push_async_callback(_settled, page)
        return TouchedTable(Player(page, player.language), touch=table.touch)

    async def show(self, table: TouchedTable) -> None:
        """Load the game on a page, perhaps one that was opened apart."""
        await table.page.goto(self._address)
        await table.shown()

    async def leave(self) -> None:
        """Let both pages rest until the next test."""
        await self._apart.aclose()
        for table in self.tables:
            await _settled(table.page)
            await table.page.goto("about:blank")

    async def close(self) -> None:
        """Close the pages and stop the program."""
        await self._house.aclose()
        self._address = ""

    async def _begin(self) -> None:
        folder = self._new_folder()
        lay_out(folder / "nardy.db")
        self.server = await self._house.enter_async_context(serving(folder))
        self.tables = await begun(self._browser, self.server)
        for table in self.tables:
            self._house.push_async_callback(table.page.context.close)
        self._address = self.tables[0].page.url
