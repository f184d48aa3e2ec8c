"""The board that fills the page, touched in a real browser."""

from __future__ import annotations

import re
import signal

import pytest
from playwright.async_api import Browser, WebSocketRoute, expect

from tests.browser.games import (
    DESKTOP,
    LATE_PIPS,
    PHONE,
    SharedGame,
    begin_game,
    in_order,
    play_on,
    play_to_a_choice,
)
from tests.browser.house import House
from tests.browser.table_board import TableBoard, drag_turn
from tests.process import Server

pytestmark = pytest.mark.asyncio(loop_scope="session")

SIZES = [
    (320, 568),
    (360, 640),
    PHONE,
    (390, 844),
    (844, 390),
    (768, 1024),
    (640, 400),
    DESKTOP,
    (1920, 1080),
]
MOST_TURNS = 400

OVERFLOW = """() => {
  const inner = document.querySelectorAll(".table .strip, .table .aside, .field-area");
  return [document.documentElement, ...inner].map((each) =>
    Math.max(each.scrollWidth - each.clientWidth, each.scrollHeight - each.clientHeight));
}"""
OUTSIDE = """() => [...document.querySelectorAll(".table-board, .acts button, .strip, .die")]
  .map((each) => each.getBoundingClientRect())
  .filter((box) => box.left < 0 || box.top < 0 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
  .length"""
CUT = """(within) => [...document.querySelectorAll(within)]
  .filter((each) => each.checkVisibility() && each.scrollWidth > each.clientWidth + 1)
  .map((each) => each.textContent)"""
_SMALL = """() => [...document.querySelectorAll(".table button")]
  .filter((each) => !["0", "25"].includes(each.dataset.place))
  .map((each) => each.getBoundingClientRect())
  .filter(({ width, height }) => width > 0 && (width < 24 || height < 24)).length"""


class FragileLink:
    """A connection to the table that a test can make drop all frames silently."""

    def __init__(self) -> None:
        self.is_dead = False

    def pass_on(self, socket: WebSocketRoute) -> None:
        """Pass frames on unless the link is dead."""
        there = socket.connect_to_server()
        socket.on_message(lambda message: None if self.is_dead else there.send(message))
        there.on_message(lambda message: None if self.is_dead else socket.send(message))


@pytest.mark.long
async def test_a_whole_game_by_touches(server: Server, browser: Browser) -> None:
    """Two people play a whole game on a phone and a desktop, with at most three touches a turn.

    The phone is reloaded, its link dies during a turn, and the bot is killed. Before the restart the middle
    of the game is played without a browser; at the end the desktop drags its checkers.
    """
    mover, other = await begin_game(House(browser, server))
    phone, link = mover if mover.touch else other, FragileLink()
    await phone.page.route_web_socket("**/socket", link.pass_on)
    await phone.page.clock.install()
    for number in range(MOST_TURNS):
        if number == 12:
            turn = await mover.turn
            await server.stop(signal.SIGKILL)
            await play_on(server, mover, LATE_PIPS)
            await server.start()
            for table in (mover, other):
                await table.shows_turn_after(turn + 1)
            mover, other = await in_order(mover, other)
        turn, four = await mover.turn, await mover.page.locator("[data-table] .die").count() > 2
        if number in (4, 5):
            await mover.page.reload()
            await mover.shown()
        link.is_dead = mover is phone and number in (8, 9)
        touches = await (drag_turn(mover) if number > 12 and not mover.touch else mover.play_turn())
        assert four or touches <= 3, (number, mover is phone, link.is_dead)
        if link.is_dead:
            await phone.page.clock.run_for(5_000)
            await expect(phone.page.locator(".table-banner")).to_be_visible()
            link.is_dead = False
            await phone.page.clock.run_for(30_000)
        next_mover = await mover.next_turn(turn)
        if next_mover == "over":
            assert await other.next_turn(turn) == "over"
            assert (await server.run("check")).status == 0
            return
        if next_mover == "theirs":
            mover, other = other, mover
            await mover.next_turn(turn)
    pytest.fail("the game never ended")


async def test_a_move_survives_a_reload(game: SharedGame) -> None:
    """A move is still there after a reload, at the same address, and can be taken back."""
    mover, other = await play_to_a_choice(*game.tables)
    before = await mover.place_labels()
    await mover.tap((await mover.movable_places())[0])
    await mover.undo.wait_for()
    address = mover.page.url
    made = await mover.place_labels()
    assert made != before
    await mover.page.reload()
    await mover.shown()
    assert mover.page.url == address
    await expect(mover.undo).to_be_visible()
    assert await mover.place_labels() == made
    await mover.undo.click()
    await expect(mover.page.locator(".acts .undo:disabled")).to_be_visible()
    assert await mover.place_labels() == before
    assert await other.movable.count() == 0


async def test_dragging_plays_and_dragging_back_takes_back(game: SharedGame) -> None:
    """A checker dragged by both dice at once moves, and dragged back it is where it was."""
    mover, _ = await play_to_a_choice(*game.tables)
    before = await mover.place_labels()
    start = (await mover.movable_places())[0]
    await mover.page.mouse.move(*await mover.centre_of(start))
    await mover.page.mouse.down()
    x, y = await mover.centre_of(start)
    await mover.page.mouse.move(x + 12, y + 12, steps=2)
    landing = mover.page.locator("[data-table] .landing")
    # Chromium delivers moves of the mouse with the next frame.
    await landing.first.wait_for()
    landings = await landing.evaluate_all("all => all.map((each) => each.dataset.place)")
    await mover.page.mouse.move(*await mover.centre_of(int(landings[0])), steps=3)
    await mover.page.mouse.up()
    await expect(mover.undo).to_be_visible()
    await mover.drag(int(landings[0]), start)
    await expect(mover.page.locator(".acts .undo:disabled")).to_be_visible()
    assert await mover.place_labels() == before


async def test_a_refused_move_goes_back(game: SharedGame) -> None:
    """A move that the table refuses is undone, with the reason at the board."""
    mover, _ = await play_to_a_choice(*game.tables)

    def rewritten(socket: WebSocketRoute) -> None:
        there = socket.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            words = message if isinstance(message, str) else message.decode()
            head, found, _ = words.partition(":/move ")
            game = words.partition("/move ")[2][:3]
            there.send(f'{head}:/move {game} 1/24","message":null}}' if found else words)

        socket.on_message(pass_on)

    mover = await game.tab(mover)
    await mover.page.route_web_socket("**/socket", rewritten)
    await game.load(mover)
    before = await mover.place_labels()
    await mover.tap((await mover.movable_places())[0])
    await expect(mover.bubble).to_be_visible()
    await expect(mover.page.locator(".acts .undo:disabled")).to_be_visible()
    assert await mover.place_labels() == before


async def test_an_impossible_point_gives_a_reason(game: SharedGame) -> None:
    """A checker dragged to an impossible point goes back, and a sentence there gives the reason."""
    mover, _ = await play_to_a_choice(*game.tables)
    before = await mover.place_labels()
    start = (await mover.movable_places())[0]
    await mover.drag(start, start % 24 + 1)
    await expect(mover.bubble).to_contain_text(str(start))
    assert await mover.place_labels() == before


async def test_a_spectator_sees_the_game_live_and_moves_nothing(game: SharedGame, house: House) -> None:
    """A spectator's touches do nothing; the spectator can turn the board, which stays turned."""
    mover, _ = game.tables
    dora = await house.seated("Dora", "en", PHONE, touch=True)
    await dora.page.locator("#tab-table").click()
    seen = TableBoard(dora, touch=True)
    # A spectator has nothing to press on the message, and can open it.
    message = dora.page.locator("#panel-table li[data-message]", has_text=mover.player.name).last
    await message.locator(".open-table").click()
    await seen.shown()
    turn = await seen.turn
    assert await seen.movable.count() == 0
    assert await seen.page.locator(".aside .acts button:visible:not(.more)").count() == 0
    before = await seen.place_labels()
    await seen.tap(24)
    await seen.tap(12)
    assert await seen.place_labels() == before
    above, below = [dora.page.locator(f".strip.{place}") for place in ("above", "below")]
    names = [await strip.locator(".strip-name").inner_text() for strip in (above, below)]
    for strip in (above, below):
        await expect(strip.locator(".pips b")).to_have_text(re.compile(r"\d+"))
    await expect(dora.page.locator(".strip.acts")).to_have_count(1)
    middle = await seen.centre_of(1)
    # A phone has no keys, and so no list of them.
    await dora.page.locator(".acts .more").click()
    await expect(dora.page.locator("[data-entry='keys']")).to_be_hidden()
    await dora.page.locator("[data-entry='flip']").click()
    await expect(above.locator(".strip-name")).to_have_text(names[1])
    await expect(below.locator(".strip-name")).to_have_text(names[0])
    assert await seen.centre_of(1) != middle
    await mover.play_turn()
    await seen.shows_turn_after(turn)
    assert await seen.place_labels() != before
    await expect(above.locator(".strip-name")).to_have_text(names[1])
    await expect(mover.page.locator("[data-entry='flip']")).to_have_count(0)


async def test_an_unknown_game_is_reported_gone(game: SharedGame) -> None:
    """The address of a game that no room shows leads to a sentence and no board."""
    _, other = game.tables
    await game.show_room(other)
    await other.page.evaluate("location.hash = 'room=table&game=zzz'")
    await expect(other.page.locator(".says")).to_have_text(other.player.words.words("web-table-gone"))
    assert await other.page.locator(".table .checker:visible").count() == 0


async def test_back_and_forward_close_and_open_the_board(game: SharedGame) -> None:
    """The browser's back button closes the board, and its forward button opens it again."""
    mover, _ = game.tables
    await game.show_room(mover)
    await mover.open()
    await mover.page.go_back()
    await expect(mover.page.locator("[data-table]")).to_be_hidden()
    await expect(mover.page.locator("#line")).to_be_visible()
    await mover.page.go_forward()
    await mover.shown()
    await mover.page.locator(".table-back").click()
    await expect(mover.page.locator("[data-table]")).to_be_hidden()


async def test_nothing_scrolls_at_any_size(game: SharedGame) -> None:
    """Board, dice and buttons are visible at every size, nothing scrolls, and no target is small."""
    mover, other = await play_to_a_choice(*game.tables)
    for table in (mover, other):
        for width, height in SIZES:
            await table.page.set_viewport_size({"width": width, "height": height})
            # The board is redrawn after the resize.
            await table.page.wait_for_function(f"() => ({OVERFLOW})().every((each) => each === 0)")
            assert await table.page.evaluate(OUTSIDE) == 0, (width, height)
            assert await table.page.evaluate(_SMALL) == 0, (width, height)


async def test_the_record_shows_earlier_boards(game: SharedGame) -> None:
    """A line of the record shows the board after its turn and has an address; the last one is the present."""
    # A turn with equal dice has no arcs.
    mover, other = await play_to_a_choice(*game.tables)
    turn = await mover.turn
    await mover.play_turn()
    await mover.next_turn(turn)
    page = mover.page
    await page.set_viewport_size({"width": 1280, "height": 800})
    await expect(page.locator(".log-line[aria-current]")).to_have_count(1)
    # On the head the number of checkers is drawn over the last turn's arc.
    height = "each => Number(getComputedStyle(each).zIndex)"
    arcs, counted = [other.page.locator(f".table {each}") for each in (".arcs", ".checker.counted")]
    assert await counted.first.evaluate(height) > await arcs.evaluate(height)
    now = await mover.place_labels()
    await page.keyboard.press("PageUp")
    await page.locator(".log-step").first.click()
    await page.wait_for_url("**&turn=0")
    await expect(page.locator(".log-line[aria-current]")).to_have_count(0)
    head = page.locator("[data-table] .place[data-place='24']")
    await expect(head).to_have_attribute("aria-label", re.compile("15"))
    address = page.url
    await page.reload()
    await mover.shown()
    assert page.url == address
    await expect(head).to_have_attribute("aria-label", re.compile("15"))
    assert await mover.movable.count() == 0
    await page.locator(".log-step").last.click()
    await expect(head).not_to_have_attribute("aria-label", re.compile("15"))
    assert await mover.place_labels() == now


async def test_people_talk_beside_the_board(game: SharedGame) -> None:
    """A line said at the board appears at the opponent's; a phone has a mark until it is read."""
    mover, other = game.tables
    phone, desk = (mover, other) if mover.touch else (other, mover)
    await desk.page.locator(".talk-form input").fill("Good luck!")
    await desk.page.keyboard.press("Enter")
    await expect(desk.page.locator(".talk-line p")).to_have_text("Good luck!")
    more = phone.page.locator(".acts .more")
    await expect(more).to_have_attribute("data-news", "")
    await phone.choose("talk")
    await expect(phone.page.locator(".talk-line p")).to_have_text("Good luck!")
    await expect(more).not_to_have_attribute("data-news", "")


async def test_a_dead_link_shows_a_banner_and_moves_are_made_once(game: SharedGame) -> None:
    """A banner appears ten seconds after the link died, and a move made then is made once, later."""
    mover, _ = await play_to_a_choice(*game.tables)
    mover = await game.apart(mover)
    page, link = mover.page, FragileLink()
    banner = page.locator(".table-banner")
    await page.route_web_socket("**/socket", link.pass_on)
    await page.clock.install()
    await game.load(mover)
    before = await mover.place_labels()
    link.is_dead = True
    await page.clock.run_for(10_000)
    await expect(banner).to_be_visible()
    link.is_dead = False
    await page.clock.run_for(20_000)
    await expect(banner).to_be_hidden()

    link.is_dead = True
    await mover.tap((await mover.movable_places())[0])
    made = await mover.place_labels()
    assert made != before
    await page.clock.run_for(2_000)
    await expect(banner).to_contain_text(mover.player.words.words("web-waiting", count="1"))
    link.is_dead = False
    await page.clock.run_for(30_000)
    await expect(banner).to_be_hidden()
    assert await mover.place_labels() == made
    await mover.undo.click()
    await expect(page.locator(".acts .undo:disabled")).to_be_visible()
    assert await mover.place_labels() == before
