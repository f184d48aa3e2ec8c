"""The surroundings of the board that fills the page: strips, clocks, keys, sound."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import WebSocketRoute, expect

from tests.browser.games import DESKTOP, SharedGame, begin_game, play_to_a_choice
from tests.browser.house import House
from tests.browser.table_board import TableBoard
from tests.browser.test_table import CUT, OUTSIDE, OVERFLOW, SIZES

pytestmark = pytest.mark.asyncio(loop_scope="session")

_LISTEN = """() => {
  window.tones = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (at) { window.tones++; return start.call(this, at); };
}"""
_DOUBLE_TAPS = """async () => {
  const { makeMoves } = await import("/page/table_moves.js");
  const { makeTurn } = await import("/page/table_turn.js");
  const step = (start, stop, die, after) =>
    ({ start, stop, die, hit: false, text: `${start}/${stop || "off"}`, after });
  const node = (...moves) => ({ moves, complete: false, open: false });
  const played = (graph, ...taps) => {
    const stacks = Array.from({ length: 26 }, (_, place) => ([4, 6].includes(place) ? 2 : 0));
    const view = { game: "k7f", below: { side: "w" }, white: stacks, black: Array(26).fill(0),
      numbers: [], dice: [6, 5], used: [false, false], made: [], turn: 9, graph };
    const state = { view, turn: makeTurn(view), isEnding: false };
    const sent = [];
    const send = (line) => sent.push(line);
    const moves = makeMoves(state, { send, why() {}, hush() {}, moved() {}, draw() {} });
    for (const tap of taps) moves[tap[0]](tap[1]);
    return sent;
  };
  const off = [node(step(4, 0, 6, 1)), node(step(4, 3, 5, 2)), node()];
  const within = [node(step(6, 1, 6, 1), step(6, 0, 5, 1)), node()];
  return [
    played(off, ["tap", 4], ["tapAgain", 4]),
    played(within, ["tap", 6], ["tapAgain", 6]),
    played(off, ["tap", 4], ["tap", 4]),
  ];
}"""
_CUT_IN_STRIP = """(strip) => [...strip.querySelectorAll(".figure, .button")]
  .filter((each) => each.offsetWidth && (each.scrollWidth > each.clientWidth + 1
    || each.getBoundingClientRect().right > strip.getBoundingClientRect().right
    || each.getBoundingClientRect().left < strip.getBoundingClientRect().left))
  .map((each) => each.className + each.textContent)"""
_TWO_MINUTES = re.compile(r'("left":)\d+(\.\d+)?')


async def test_a_clock_ignores_the_devices_time(game: SharedGame) -> None:
    """A clock counts down by seconds, also if the device's time is changed."""
    mover, other = game.tables
    idle = mover.page.locator(".strip.above .time")
    await expect(mover.page.locator(".strip.below .time")).to_have_text(re.compile("2d 23h|2 д 23 ч"))
    await expect(idle.locator("[role=timer]")).to_have_attribute("aria-live", "off")
    assert await other.page.locator(".strip.above.acts .time").count() == 1

    def shortened(socket: WebSocketRoute) -> None:
        there = socket.connect_to_server()
        there.on_message(lambda message: socket.send(_TWO_MINUTES.sub(r"\g<1>125", str(message))))
        socket.on_message(there.send)

    mover = await game.apart(mover)
    page = mover.page
    await page.route_web_socket("**/socket", shortened)
    await page.clock.install()
    await game.load(mover)
    time = page.locator(".strip.below .time b")
    await expect(time).to_have_text(re.compile("^2:0[0-5]$"))
    before = await time.inner_text()
    await page.clock.set_system_time("2040-01-01")
    await page.clock.run_for(3_000)
    assert 2 <= _seconds(before) - _seconds(await time.inner_text()) <= 5


async def test_the_cube_is_offered_and_taken_at_the_board(house: House) -> None:
    """A double is offered and answered on sheets over the board; a taken cube is in its owner's strip.

    A sheet that was moved aside leaves the answer in the news, and a hasty press answers nothing.
    """
    mover, other = await begin_game(house, "short 5 cube 3d")
    turn = await mover.turn
    await mover.play_turn()
    await other.next_turn(turn)
    for table in (mover, other):
        await expect(table.page.locator(".strip .score").first).to_be_visible()
    await _assert_fits(other)
    await other.choose("double")
    await other.offer.locator("[data-data*='/double']").click()
    await mover.page.locator(".sheet.offer").wait_for()
    await expect(mover.page.locator(".sheet.offer h2")).to_be_focused()
    await _assert_fits(mover)
    for table, strip in ((mover, "below"), (other, "above")):
        await expect(table.page.locator("[data-table] .cube")).to_have_text("2")
        await expect(table.page.locator(f".strip.{strip} .owned-cube b")).to_have_text("2")
    await mover.page.keyboard.press("Escape")
    await expect(mover.page.locator(".sheet.offer")).to_have_count(0)
    await mover.page.locator(".told .to-answer").click()
    # Pressed by script, because a click waits until the button is stable.
    await mover.page.locator(".sheet.offer [data-data*='/take']").evaluate("(take) => take.click()")
    await mover.offer.locator("[data-data*='/take']").click()
    await expect(mover.page.locator(".sheet.offer")).to_have_count(0)
    await expect(mover.page.locator(".strip.below .owned-cube b")).to_have_text("2")
    await expect(other.page.locator(".strip.above .owned-cube b")).to_have_text("2")
    await expect(mover.page.locator(".to-answer")).to_be_hidden()


async def test_an_own_offer_outlives_a_turn_and_is_withdrawn(house: House) -> None:
    """The sheet stays while the opponent plays; what it then offers can be withdrawn in the news."""
    mover, other = await begin_game(house)
    await other.choose("draw")
    await other.offer.wait_for()
    turn = await other.turn
    await mover.play_turn()
    await other.shows_turn_after(turn)
    await other.offer.locator("[data-data*='/draw']").click()
    await expect(mover.page.locator(".sheet.offer")).to_have_count(1)
    withdraw = other.page.locator(".told .withdraw")
    await _assert_fits(other)
    await withdraw.click()
    await expect(mover.page.locator(".sheet.offer")).to_have_count(0)
    await expect(withdraw).to_be_hidden()
    await other.page.locator(".acts .more").click()
    await expect(other.page.locator("[data-entry='draw']")).to_have_attribute("aria-disabled", "true")


async def test_a_turn_by_the_keyboard_alone(game: SharedGame) -> None:
    """Numbers pick points, Enter plays, U takes back, and Enter ends the turn."""
    mover, _ = await play_to_a_choice(*game.tables)
    page, keys = mover.page, mover.page.keyboard
    turn, before = await mover.turn, await mover.place_labels()
    start = (await mover.movable_places())[0]
    await keys.type(str(start))
    focused = page.locator(f"[data-table] .place[data-place='{start}']")
    await expect(focused).to_be_focused()
    assert await focused.evaluate("each => getComputedStyle(each).outlineStyle") == "solid"
    await keys.press("Enter")
    await expect(mover.undo).to_be_visible()
    await keys.press("u")
    await expect(page.locator(".acts .undo:disabled")).to_be_visible()
    assert await mover.place_labels() == before

    swapped = page.locator("[data-table] .die.next")
    first = await swapped.get_attribute("style")
    await keys.press("s")
    assert await swapped.get_attribute("style") != first
    while not await mover.done.count():
        await expect(mover.movable.or_(mover.done).first).to_be_attached()
        if places := await mover.movable_places():
            # Without this the digits would be appended to the last number.
            await keys.press("ArrowLeft")
            await keys.type(str(places[0]))
            await keys.press("Enter")
    await keys.press("Backspace")
    await expect(mover.done).to_have_count(0)
    await keys.type(str((await mover.movable_places())[0]))
    await keys.press("Enter")
    await mover.done.wait_for()
    await keys.press("Enter")
    await mover.shows_turn_after(turn)


async def test_a_question_mark_lists_the_keys(game: SharedGame) -> None:
    """A question mark shows the list of keys, and Escape closes only that."""
    mover, _ = game.tables
    keys = mover.page.locator(".keys-list")
    await mover.page.keyboard.press("?")
    await expect(keys).to_be_visible()
    for key in ("undo", "next"):
        await expect(keys).to_contain_text(mover.player.words.words(f"web-key-{key}"))
    await mover.page.keyboard.press("Escape")
    await expect(keys).to_be_hidden()
    await expect(mover.page.locator("[data-table]")).to_be_visible()


async def test_the_next_game_button_cuts_no_other_button(house: House) -> None:
    """With another game waiting, no button beside the board is cut at any size, also in Russian."""
    anna = await house.seated("Анна", "ru", DESKTOP)
    await anna.page.locator("#tab-me").click()
    for rules in ("long", "short"):
        await anna.say(f"/play {rules} first me")
        await expect(anna.page.locator("[data-waiting]")).to_have_text(str(1 + (rules == "short")))
    await anna.page.locator(".open-table:visible").last.click()
    table = TableBoard(anna)
    await table.shown()
    await expect(anna.page.locator(".next-game")).to_be_visible()
    await expect(table.movable.or_(table.done).first).to_be_attached()
    for width, height in SIZES:
        await anna.page.set_viewport_size({"width": width, "height": height})
        assert await anna.page.evaluate(CUT, ".acts button") == [], (width, height)
    await _assert_fits(table)


async def test_the_menu_is_used_by_keys_and_by_touch(game: SharedGame) -> None:
    """The menu lies over the board and never over its own row, at any size; arrows and letters move in it."""
    mover, _ = game.tables
    page, keys = mover.page, mover.page.keyboard
    menu, more = page.locator(".table-menu"), page.locator(".acts .more")
    for width, height in ((390, 844), (844, 390), (1280, 800)):
        await page.set_viewport_size({"width": width, "height": height})
        await more.click()
        list_box = await menu.bounding_box()
        row = await page.locator("[data-table] .aside > .acts").bounding_box()
        assert list_box
        assert row
        assert list_box["y"] >= 0
        assert list_box["y"] + list_box["height"] <= height
        apart = (
            list_box["y"] + list_box["height"] <= row["y"],
            list_box["y"] >= row["y"] + row["height"] - 8,
            list_box["x"] + list_box["width"] <= row["x"],
        )
        assert any(apart), (width, height)
        await keys.press("Escape")
        await expect(menu).to_be_hidden()
        await expect(more).to_be_focused()
    await keys.press("Enter")
    items = page.locator("[role^=menuitem]:visible")
    await expect(items.first).to_be_focused()
    await keys.press("ArrowUp")
    await expect(items.last).to_be_focused()
    await keys.press("Home")
    await expect(items.first).to_be_focused()
    await keys.press("End")
    label = await items.nth(3).locator("span").first.inner_text()
    # The keyboard of Playwright has no Cyrillic keys.
    await items.last.dispatch_event("keydown", {"key": label[0], "bubbles": True})
    focused = await page.evaluate("document.activeElement.querySelector('span').textContent")
    assert focused[0] == label[0]
    await keys.press("Escape")
    await expect(page.locator("[data-table]")).to_be_visible()


async def test_sound_is_off_until_it_is_turned_on(game: SharedGame) -> None:
    """Sound is off at first; turned on it plays, and stays on in this browser.

    Without AudioContext there is no switch, and moves work as usual.
    """
    mover, _ = await play_to_a_choice(*game.tables)
    mover = await game.apart(mover)
    page = mover.page
    await page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    await game.load(mover)
    await page.evaluate(_LISTEN)
    place = (await mover.movable_places())[0]
    await mover.tap(place)
    await mover.undo.click()
    await expect(page.locator(".acts .undo:disabled")).to_be_visible()
    assert await page.evaluate("tones") == 0
    switch = page.locator("[data-entry='sound']")
    await expect(switch).to_have_attribute("aria-checked", "false")
    await mover.choose("sound")
    await expect(switch).to_have_attribute("aria-checked", "true")
    played = await page.evaluate("tones")
    assert played > 0
    await mover.tap(place)
    await page.wait_for_function("played => tones > played", arg=played)
    await page.reload()
    await mover.shown()
    await expect(switch).to_have_attribute("aria-checked", "true")
    await mover.undo.click()
    await expect(page.locator(".acts .undo:disabled")).to_be_visible()

    await page.add_init_script("delete window.AudioContext")
    await page.reload()
    await mover.shown()
    await expect(page.locator("[data-entry='keys']")).to_be_attached()
    await expect(switch).to_have_count(0)
    await mover.tap(place)
    await expect(mover.undo).to_be_visible()


async def test_a_tap_on_the_dice_swaps_them_and_then_ends_the_turn(game: SharedGame) -> None:
    """A tap on the dice swaps them; in a complete turn it ends the turn."""
    mover, _ = await play_to_a_choice(*game.tables)
    page = mover.page
    turn = await mover.turn
    marked = page.locator("[data-table] .die.next")
    first = await marked.get_attribute("style")
    await _tap_dice(mover)
    assert await marked.get_attribute("style") != first
    last = None
    while not await mover.done.count():
        await expect(mover.movable.or_(mover.done).first).to_be_attached()
        if places := [place for place in await mover.movable_places() if place != last] or [last or 0]:
            await mover.tap(places[0])
            last = places[0]
    await _tap_dice(mover)
    await mover.shows_turn_after(turn)


async def _assert_fits(table: TableBoard) -> None:
    """Check that no full strip is cut or overlaps anything."""
    for width, height in ((320, 568), (360, 480), (844, 390), DESKTOP):
        await table.page.set_viewport_size({"width": width, "height": height})
        await table.page.wait_for_function(f"() => ({OVERFLOW})().every((each) => each === 0)")
        assert await table.page.evaluate(OUTSIDE) == 0, (width, height)
        for strip in ("above", "below"):
            name = table.page.locator(f".strip.{strip} .strip-name")
            assert await name.evaluate("each => each.clientWidth") >= 50, (width, height)
            assert await table.page.locator(f".strip.{strip}").evaluate(_CUT_IN_STRIP) == [], (width, height)


async def _tap_dice(table: TableBoard) -> None:
    die = table.page.locator("[data-table] .die").first
    while (box := await die.bounding_box()) is None:  # the dice are being redrawn
        await die.wait_for()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    await (table.page.touchscreen.tap(x, y) if table.touch else table.page.mouse.click(x, y))


def _seconds(shown: str) -> int:
    minutes, seconds = shown.split(":")
    return 60 * int(minutes) + int(seconds)


async def test_a_double_tap_bears_off_one_checker(game: SharedGame) -> None:
    """A double tap bears off one checker, though a single tap would move it; two taps play two moves."""
    sent: list[list[str]] = await game.tables[0].page.evaluate(_DOUBLE_TAPS)
    assert sent == [
        ["/move k7f 4/off"],
        ["/move k7f 6/1", "/undo k7f", "/move k7f 6/off"],
        ["/move k7f 4/off", "/move k7f 4/3"],
    ]
