"""Games of two people on boards that fill the page, among them a game that many tests play on."""

from __future__ import annotations

from playwright.async_api import expect

from bot.rules import Side
from bot.sessions import SessionManager
from tests.browser.house import House
from tests.browser.player import Player
from tests.browser.table_board import TableBoard
from tests.databases import opened
from tests.process import Server
from tests.upgrade.playing import Autoplayer

PHONE, DESKTOP = (390, 480), (1280, 800)
_CLOSE = """() => {
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
  for (const close of document.querySelectorAll("[data-answer] .close")) close.click();
  document.querySelector("#line").value = "";
  location.hash = "room=table";
}"""
LATE_PIPS = 90
"""Pips left some ten turns before the end of a game."""
_LATE = 16
"""Turns after which the shared game is replaced: until then both heads have checkers."""


async def begin_game(house: House, terms: str = "") -> tuple[TableBoard, TableBoard]:
    """Begin a game of two people; return their boards, the one to move first."""
    anna = await house.seated("Anna", "en", PHONE, touch=True)
    boris = await house.seated("Борис", "ru", DESKTOP, touch=False)
    await anna.say(f"/challenge {boris.name} {terms}")
    await boris.invitation_button("/accept").click()
    board = await anna.ready()
    await boris.ready(board.turn - 1)
    tables = TableBoard(anna, touch=True), TableBoard(boris)
    for table in tables:
        await table.open()
    return await in_order(*tables)


async def play_to_a_choice(mover: TableBoard, other: TableBoard) -> tuple[TableBoard, TableBoard]:
    """Play until the mover has two different dice and a choice; return mover and opponent."""
    # Equal dice have no mark for the die that a tap plays next.
    while (
        await mover.page.locator("[data-table] .die.next").count() != 1
        or len(await mover.movable_places()) < 2
    ):
        turn = await mover.turn
        await mover.play_turn()
        if await mover.next_turn(turn) == "theirs":
            mover, other = other, mover
            await mover.next_turn(turn)
    return mover, other


async def play_on(server: Server, table: TableBoard, pips: int) -> None:
    """Play the game of a board until one side has few pips left, while the bot is stopped."""
    async with opened(server.folder / "nardy.db") as database:
        manager = SessionManager(database)
        player, game = Autoplayer(manager, "middle"), await manager.game(table.page.url.rpartition("=")[2])
        while min(game.live.state.position.pips(side) for side in Side) > pips:
            game = await player.on(game, 1)


async def resign(mover: TableBoard, other: TableBoard) -> None:
    """Resign at the highest value by the menu; wait until both boards show the end of the game."""
    turn = await mover.turn
    await mover.choose("resign")
    await mover.offer.locator("input").last.check()
    await mover.offer.locator(".danger").click()
    for table in (mover, other):
        assert await table.next_turn(turn) == "over"


async def in_order(one: TableBoard, other: TableBoard) -> tuple[TableBoard, TableBoard]:
    """Return two players' boards, the one to move first."""
    return (one, other) if await one.next_turn(-1) == "mine" else (other, one)


class SharedGame:
    """A game that the tests of a process play on in turn, on pages that stay open.

    A page that a test would change for good is opened with `apart`.
    """

    tables: tuple[TableBoard, TableBoard]
    """The boards of both players, the one to move first."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._apart: list[TableBoard] = []
        self._place = ""

    async def open(self) -> None:
        """Open the game on both pages, with no half-made turn."""
        if not self._place:
            self.tables = await begin_game(self.house, "3d")
            self.house.keep(*(table.player for table in self.tables))
            self._place = self.tables[0].page.url.partition("#")[2]
            return
        for table in self.tables:
            await self.show(table)
        mover, other = self.tables = await in_order(*self.tables)
        if await mover.undo.count():
            turn = await mover.turn
            await mover.play_turn()
            await mover.next_turn(turn)
            self.tables = await in_order(mover, other)
        if await mover.turn > _LATE:
            await self.give_up()
            await self.open()

    async def apart(self, table: TableBoard) -> TableBoard:
        """Open a player's page in another context, which the test may change freely."""
        opened = await self.house.apart(
            table.player.language,
            PHONE if table.touch else DESKTOP,
            touch=table.touch,
            storage=await table.page.context.storage_state(),
        )
        opened.address = table.player.address
        apart = TableBoard(opened, touch=table.touch)
        self._apart.append(apart)
        return apart

    async def tab(self, table: TableBoard) -> TableBoard:
        """Return another tab of a player, still empty."""
        page = await table.page.context.new_page()
        return TableBoard(Player(page, table.player.language, table.player.address), touch=table.touch)

    async def load(self, table: TableBoard) -> None:
        """Load the game in an empty tab."""
        await table.page.goto(f"{table.player.address}#{self._place}")
        await table.shown()

    async def show(self, table: TableBoard) -> None:
        """Open the game on a page as if the page had just been loaded."""
        await self.show_room(table)
        await table.page.evaluate("(place) => { location.hash = place; }", self._place)
        await table.shown()

    async def show_room(self, table: TableBoard) -> None:
        """Close the board and all dialogs and answers on a page."""
        width, height = PHONE if table.touch else DESKTOP
        await table.page.set_viewport_size({"width": width, "height": height})
        await table.page.evaluate(_CLOSE)
        await expect(table.page.locator("[data-table]")).to_be_hidden()

    async def leave(self) -> None:
        """Wait until no board waits for a turn's end, so that the next test does not see it."""
        for table in (*self._apart, *self.tables):
            await expect(table.page.locator("[data-table].waits")).to_have_count(0)
        self._apart.clear()

    async def give_up(self) -> None:
        """Give the game up for a new one."""
        self._place = ""
        self._apart.clear()
        await self.house.close_pages(kept=True)
