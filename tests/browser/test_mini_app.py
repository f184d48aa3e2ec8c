"""The Mini App in a real browser, with a stand-in for Telegram and for its script."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from bot.talk.catalog import words_in
from tests.browser.games import to_a_choice
from tests.browser.mini_app import DARK, LIGHT, PUBLIC, SIZE, Phone, drag_turn, phone
from tests.browser.touches import TouchedTable
from tests.chats.web.mini_app.signing import OTHER_TOKEN
from tests.telegram_standin.standin import TelegramStandIn
from tests.telegram_standin.world import Chat, Message
from tests.telegram_wire.playing import begun, bot_on, plays

pytestmark = pytest.mark.asyncio(loop_scope="session")

MOST_TURNS = 400
SIZES = [(SIZE["width"], SIZE["height"]), (320, 568), (390, 844), (844, 390), (1280, 800)]
REFUSED = words_in("en").words("web-app-refused")

_OVERFLOW = """() => [document.documentElement,
    ...document.querySelectorAll(".table .strip, .table .aside, .field-area")]
  .map((each) => Math.max(each.scrollWidth - each.clientWidth, each.scrollHeight - each.clientHeight))"""
_OUTSIDE = """() => [...document.querySelectorAll(".table-board, .acts button, .strip, .die")]
  .map((each) => each.getBoundingClientRect())
  .filter((box) => box.left < 0 || box.top < 0 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
  .length"""
_CONTRASTS = """() => {
  const part = (value) => (value /= 255) <= .04045 ? value / 12.92 : ((value + .055) / 1.055) ** 2.4;
  const light = (text) => {
    const [red, green, blue] = text.match(/[\\d.]+/g).map(Number).map(part);
    return .2126 * red + .7152 * green + .0722 * blue;
  };
  const ground = (element) => {
    const own = getComputedStyle(element).backgroundColor;
    return own === "rgba(0, 0, 0, 0)" ? ground(element.parentElement) : own;
  };
  const texts = ".acts button:not(:disabled), .strip-name, .figure b, .figure small, .says";
  return [...document.querySelectorAll(texts)]
    .filter((each) => each.getBoundingClientRect().width && each.textContent)
    .map((each) => [light(getComputedStyle(each).color), light(ground(each))])
    .map((pair) => [Math.min(...pair), Math.max(...pair)])
    .map(([dark, bright]) => (bright + .05) / (dark + .05));
}"""


@dataclass
class Hall:
    """Two people with a group at the stand-in, and the bot."""

    telegram: TelegramStandIn
    anna: Phone
    boris: Phone
    games: Chat

    async def begin(self) -> Message:
        """Begin a game in the group; return its board."""
        return await begun(self.anna.who, self.boris.who, self.games)


@pytest_asyncio.fixture(loop_scope="session")
async def hall(tmp_path: Path, browser: Browser) -> AsyncIterator[Hall]:
    """A bot that is on Telegram and has a Mini App."""
    async with TelegramStandIn() as telegram:
        settings = {"NARDY_PUBLIC_URL": PUBLIC, "NARDY_TELEGRAM_APP": "board"}
        async with bot_on(telegram, tmp_path, **settings) as server:
            anna, boris, games = telegram.user("Anna"), telegram.user("Boris"), telegram.supergroup("games")
            yield Hall(
                telegram,
                await phone(browser, server, telegram.token, anna),
                await phone(browser, server, telegram.token, boris, "ru"),
                games,
            )


async def both(hall: Hall) -> tuple[TouchedTable, TouchedTable]:
    """Return the boards of two people who have begun a game and opened it, the one to move first."""
    board = await hall.begin()
    tables = await hall.anna.press(board), await hall.boris.press(board)
    return tables if await tables[0].next(-1) == "mine" else tables[::-1]


async def asked(page: Page) -> list[str]:
    """Return what Telegram was asked by the page."""
    found: list[str] = await page.evaluate("window.askedOfTelegram")
    return found


@pytest.mark.long
async def test_a_whole_game_by_dragging(hall: Hall) -> None:
    """Two people play a game to its end by dragging on phones; one closes the app in mid-turn."""
    mover, other = await both(hall)
    closed = False
    for _ in range(MOST_TURNS):
        turn = await mover.turn
        if not closed and turn > 5:
            mover, closed = await _closed_and_opened(hall, mover), True
        await drag_turn(mover)
        whose = await mover.next(turn)
        if whose == "over":
            assert await other.next(turn) == "over"
            assert closed
            await hall.anna.who.sees(hall.games, "Rematch")
            return
        if whose == "theirs":
            mover, other = other, mover
            await mover.next(turn)
    pytest.fail("the game never ended")


async def _closed_and_opened(hall: Hall, mover: TouchedTable) -> TouchedTable:
    """Make one move, close the app, and open it again from the lobby; the move stands."""
    owner = hall.anna if mover.page.context == hall.anna.context else hall.boris
    if await mover.movable.count():
        await mover.tap((await mover.movable_places())[0])
        await mover.undo.wait_for()
    places, half_made = await mover.places(), await mover.undo.count()
    await mover.page.close()
    page = await owner.open()
    await page.locator(".lobby-game.waits").first.click()
    again = await owner.table(page)
    # The last move may come to the bot after the new page.
    await expect(again.undo).to_have_count(half_made)
    assert await again.places() == places
    return again


async def test_what_is_done_in_the_app_is_done_in_the_game(hall: Hall) -> None:
    """A turn that is dragged in the app is told in the group and in no private chat; the other app has it."""
    mover, other = await to_a_choice(*await both(hall))
    turn = await mover.turn
    called = [len(person.notifications) for person in (hall.anna.who, hall.boris.who)]
    await drag_turn(mover)
    # Whoever has no move passes at once: then it is the mover's turn again.
    passed = await mover.next(turn) == "mine"
    assert await other.next(turn) == ("theirs" if passed else "mine")
    to_act = mover if passed else other
    name = await to_act.page.locator(".strip.below .strip-name").text_content()
    await hall.anna.who.sees(hall.games, lambda seen: f"{name}, your turn" in seen.text)
    for person in (hall.anna.who, hall.boris.who):
        assert not person.messages(person.private)
    # Both look on, so that neither is called.
    assert [len(person.notifications) for person in (hall.anna.who, hall.boris.who)] == called


async def test_it_is_closed_in_the_middle_of_a_turn_and_opened_again(hall: Hall) -> None:
    """A move that was made stands there when the app is opened anew, and can be taken back."""
    mover, _ = await to_a_choice(*await both(hall))
    before = await mover.places()
    again = await _closed_and_opened(hall, mover)
    assert await again.places() != before
    await again.undo.click()
    await expect(again.page.locator(".acts .undo:disabled")).to_be_visible()
    assert await again.places() == before


async def test_a_turn_begun_in_the_app_is_no_trap_in_the_group(hall: Hall) -> None:
    """After the app is closed in mid-turn, the first press in the group says and shows what was dragged."""
    mover, _ = await to_a_choice(*await both(hall))
    who = (hall.anna if mover.page.context == hall.anna.context else hall.boris).who
    # The group's board follows the app's in the background. Its buttons carry their turn.
    turn = await mover.turn
    board = await who.sees(
        hall.games, lambda seen: any((each.data or "").startswith(f"{turn}:/move") for each in seen.buttons)
    )
    move = next(label for label in board.labels if "→" in label)
    # An app that is opened again shows what was stored, so the press cannot overtake the drag.
    again = await _closed_and_opened(hall, mover)
    await again.page.close()
    told = await (await who.press(board, move)).answered()
    assert told.text.startswith("You have already played ")
    shown = await who.sees(hall.games, "↶ Take back")
    await who.press(shown, "↶ Take back")
    await who.sees(hall.games, lambda seen: plays(seen) and "↶ Take back" not in seen.labels)


async def test_closing_is_asked_about_while_a_turn_is_half_made(hall: Hall) -> None:
    """Telegram asks before it closes the app from the first move of a turn until it is taken back."""
    mover, _ = await to_a_choice(*await both(hall))

    async def closing() -> list[str]:
        return [each for each in await asked(mover.page) if each.startswith("closing")][-1:]

    await mover.tap((await mover.movable_places())[0])
    await expect(mover.page.locator(".acts .undo:enabled")).to_be_visible()
    assert await closing() == ["closing confirmed"]
    await mover.undo.click()
    await expect(mover.page.locator(".acts .undo:disabled")).to_be_visible()
    assert await closing() == ["closing free"]


async def test_one_browser_serves_two_accounts(hall: Hall) -> None:
    """Two people's apps side by side in one browser are each its own person's; nothing is kept there."""
    board = await hall.begin()
    mine = await hall.anna.press(board)
    his = await hall.boris.table(await hall.anna.open(data=hall.boris.data(start_param=board_id(board))))
    names = [await each.page.locator(".strip.below .strip-name").text_content() for each in (mine, his)]
    assert names == ["Anna", "Boris"]
    assert await his.page.locator("html").get_attribute("lang") == "ru"
    assert await hall.anna.context.cookies() == []
    for table in (mine, his):
        own = await table.page.evaluate("Object.keys(localStorage).concat(Object.keys(sessionStorage))")
        assert set(own) <= {"__telegram__initParams"}  # Telegram's own script keeps that


def board_id(board: Message) -> str:
    """Return the id of the game that a board's button opens."""
    return next(each.url for each in board.buttons if each.url and "startapp=" in each.url).partition(
        "startapp="
    )[2]


@pytest.mark.parametrize("kind", ["forged", "stale", "another bot's", "none"])
async def test_data_that_does_not_count_is_refused_in_words(hall: Hall, kind: str) -> None:
    """Forged, stale or another bot's data shows what to do instead of any game; so does a page elsewhere."""
    data = {
        "forged": hall.anna.data().replace("Anna", "Boris"),
        "stale": hall.anna.data(time.time() - 24 * 3600 - 60),
        "another bot's": hall.anna.data(),
        "none": "",
    }[kind]
    if kind == "another bot's":
        data = type(hall.anna)(hall.anna.who, OTHER_TOKEN, hall.anna.server, hall.anna.context).data()
    page = await hall.anna.open(data=data)
    words = words_in("en").words("web-app-elsewhere") if kind == "none" else REFUSED
    await expect(page.locator("[data-note]")).to_have_text(words)
    assert await page.locator(".checker").count() == 0


async def test_a_member_of_the_group_looks_on(hall: Hall, browser: Browser) -> None:
    """Who is there as Telegram says sees its game live and read-only; whoever is not reads whom to ask."""
    board = await hall.begin()
    carl, dora = hall.telegram.user("Carl"), hall.telegram.user("Dora")
    hall.games.members.pop(dora.id)
    token, server = hall.telegram.token, hall.anna.server
    inside, outside = await phone(browser, server, token, carl), await phone(browser, server, token, dora)
    start = board_id(board)
    page = await outside.open(data=outside.data(start_param=start))
    await expect(page.locator(".says")).to_have_text(words_in("en").words("web-app-not-open"))
    assert await page.locator(".checker").count() == 0
    seen = await inside.table(await inside.open(data=inside.data(start_param=start)))
    mover = await hall.anna.press(board)
    if await mover.next(-1) == "theirs":
        mover = await hall.boris.press(board)
    turn = await mover.turn
    await drag_turn(mover)
    await seen.page.wait_for_function(
        "(turn) => parseInt(document.querySelector('[data-table]').dataset.turn) > turn", arg=turn
    )
    assert await seen.movable.count() == 0
    assert await seen.page.locator(".aside .acts button:visible").count() == 0
    # Who was heard in the group finds its games in his lobby, too, as long as he is there.
    await carl.say(hall.games, "/games")
    await carl.sees(hall.games, lambda told: told.reply_to is not None)
    lobby = await inside.open()
    await expect(lobby.locator(".others .players")).to_contain_text(["Anna"])


async def test_an_invitation_is_accepted_in_the_lobby(hall: Hall) -> None:
    """The one whom it names has its two buttons, its maker one; the game opens, and is told in the group."""
    anna, boris = hall.anna.who, hall.boris.who
    for person in (anna, boris):
        await person.say(hall.games, "/games")
    await boris.sees(hall.games, lambda told: told.reply_to is not None)
    await anna.say(hall.games, "/challenge Boris to 3")
    await boris.sees(hall.games, "Accept")
    hers, his = await hall.anna.open(), await hall.boris.open()
    await expect(hers.locator(".invitations .button")).to_have_text(["Withdraw"])
    await expect(his.locator(".invitations .button")).to_have_text(["Принять", "Отклонить"])
    await his.locator(".invitations .button").first.click()
    await hall.boris.table(his)
    await anna.sees(hall.games, lambda told: "to 3" in told.text and bool(told.buttons) and "⚪" in told.text)
    assert not boris.messages(boris.private)


async def test_the_way_to_the_next_game(hall: Hall) -> None:
    """While another game waits, its board is one press away, or one key; else nothing offers it."""
    board = await hall.begin()
    mover = await hall.anna.press(board)
    who = hall.anna
    if await mover.next(-1) == "theirs":
        who, mover = hall.boris, await hall.boris.press(board)
    first = mover.page.url
    await expect(mover.page.locator(".next-game")).to_be_hidden()
    await who.who.say(who.who.private, "/play novice")
    following = mover.page.locator(".next-game")
    await expect(following).to_be_visible(timeout=20_000)
    await following.click()
    await mover.page.wait_for_function("(first) => location.href !== first", arg=first)
    await mover.shown()
    await expect(following).to_be_visible(timeout=20_000)
    await mover.page.keyboard.press("n")
    await mover.page.wait_for_function("(first) => location.href === first", arg=first)


async def test_a_shared_board_is_shown_to_whoever_has_its_token(hall: Hall, browser: Browser) -> None:
    """Opened with the token of a shared board the app shows that live to anybody, and nothing to press."""
    board = await hall.begin()
    anna = hall.anna.who
    await anna.say(anna.private, f"/share {board_id(board)}")
    told = await anna.sees(anna.private, lambda seen: "/board " in seen.text)
    token = told.text.partition("/board ")[2].split()[0].rstrip(".")
    carl = await phone(browser, hall.anna.server, hall.telegram.token, hall.telegram.user("Carl"))
    seen = await carl.table(await carl.open(data=carl.data(start_param=token)))
    mover = await hall.anna.press(board)
    if await mover.next(-1) == "theirs":
        mover = await hall.boris.press(board)
    turn = await mover.turn
    await drag_turn(mover)
    await mover.next(turn)
    await seen.page.wait_for_function(
        "(turn) => parseInt(document.querySelector('[data-table]').dataset.turn) > turn", arg=turn
    )
    assert await seen.movable.count() == 0
    assert await seen.page.locator(".aside .acts button:visible").count() == 0


async def test_telegram_is_asked_for_what_the_app_needs(hall: Hall) -> None:
    """It takes the height, is not closed by a swipe, has the way back, and is felt when a checker lands."""
    mover, _ = await to_a_choice(*await both(hall))
    page = mover.page
    assert {"ready", "expand", "disableVerticalSwipes", "back shown"} <= set(await asked(page))
    await mover.tap((await mover.movable_places())[0])
    await mover.undo.wait_for()
    assert "impact light" in await asked(page)
    await page.evaluate("window.pressBack()")
    await expect(page.locator("[data-table]")).to_be_hidden()
    assert (await asked(page))[-1] == "back hidden"
    await page.locator(".lobby-game.waits").click()
    await mover.shown()
    assert (await asked(page))[-1] == "back shown"


async def test_a_refusal_is_felt(hall: Hall) -> None:
    """A checker that is drawn to where it cannot go is answered at the point, and by the phone."""
    mover, _ = await to_a_choice(*await both(hall))
    start = (await mover.movable_places())[0]
    await mover.drag(start, start % 24 + 1)
    await expect(mover.bubble).to_be_visible()
    assert "notification error" in await asked(mover.page)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
async def test_it_wears_telegrams_colours_and_can_be_read(hall: Hall, theme: dict[str, str]) -> None:
    """In both of Telegram's usual themes every text of the table has a contrast of 4.5 at least."""
    board = await hall.begin()
    for each in (hall.anna, hall.boris):
        page = await each.open(data=each.data(start_param=board_id(board)), theme=theme)
        await (await each.table(page)).next(-1)
        assert min(await page.evaluate(_CONTRASTS)) >= 4.5
        surface = await page.evaluate("getComputedStyle(document.querySelector('.strip')).backgroundColor")
        assert (
            surface
            == {LIGHT["bg_color"]: "rgb(255, 255, 255)", DARK["bg_color"]: "rgb(23, 33, 43)"}[
                theme["bg_color"]
            ]
        )


async def test_nothing_scrolls_and_nothing_is_covered(hall: Hall) -> None:
    """Board, dice and buttons are in sight at every size, also below what Telegram lays over the page."""
    mover, other = await to_a_choice(*await both(hall))
    for table in (mover, other):
        for width, height in SIZES:
            await table.page.set_viewport_size({"width": width, "height": height})
            await table.page.wait_for_function(f"() => ({_OVERFLOW})().every((each) => each === 0)")
            assert await table.page.evaluate(_OUTSIDE) == 0, (width, height)
    await mover.page.evaluate(
        """() => {
          document.documentElement.style.setProperty("--tg-safe-area-inset-top", "20px");
          document.documentElement.style.setProperty("--tg-content-safe-area-inset-top", "46px");
          document.documentElement.style.setProperty("--tg-safe-area-inset-bottom", "34px");
        }"""
    )
    strip = await mover.page.locator(".strip.above").bounding_box()
    done = await mover.page.locator(".aside .acts").bounding_box()
    assert strip
    assert done
    assert strip["y"] >= 66
    assert done["y"] + done["height"] <= SIZES[-1][1] - 34


async def test_how_to_play_is_learned_from_the_lobby(hall: Hall) -> None:
    """The lobby leads to the six steps; Telegram's way back leads out of them, and a reload stays in one."""
    page = await hall.anna.open()
    await page.locator("[data-learn]").click()
    await expect(page.locator(".learning .lesson-rule")).to_contain_text("1 of 6.")
    assert "back shown" in await page.evaluate("askedOfTelegram")
    await page.locator(".learning .acts [data-data]").click()
    await expect(page.locator(".learning .lesson-rule")).to_contain_text("2 of 6.")
    await page.reload()
    await expect(page.locator(".learning .lesson-rule")).to_contain_text("2 of 6.")
    await page.locator(".learning .place[data-place='18']").press("Enter")
    await expect(page.locator(".learning .lesson-task")).to_contain_text("Right:")
    await page.evaluate("pressBack()")
    await expect(page.locator(".learning")).to_be_hidden()
    await expect(page.locator("[data-lobby]")).to_be_visible()
    await page.locator("[data-learn]").click()
    await expect(page.locator(".learning .lesson-rule")).to_contain_text("1 of 6.")
    await page.evaluate("location.hash = 'learn=6'")
    await expect(page.locator(".learning .lesson-rule")).to_contain_text("6 of 6.")
    await page.locator(".learning .place[data-place='5']").press("Enter")
    await page.locator(".learning .acts [data-data=':/play']").click()
    await expect(page.locator("[data-table] .checker")).to_have_count(30)


async def test_settings_are_switched_over_the_board(hall: Hall) -> None:
    """The menu's button opens the settings, which fit the phone; a switch turns, and it goes."""
    mover, _ = await both(hall)
    page = mover.page
    await page.locator(".acts [data-data*='/menu']").click()
    await page.locator(".talk-lines [data-data=':/settings']").click()
    dialog = page.locator("dialog[data-settings]")
    setting = dialog.locator('[data-setting="confirm"]')
    switch = setting.get_by_role("switch")
    await expect(switch).not_to_be_checked()
    await switch.click()
    await expect(setting.get_by_role("status")).not_to_be_empty()
    await expect(switch).to_be_checked()
    box = await dialog.bounding_box()
    assert box is not None
    assert min(box["x"], box["y"]) >= 0
    assert box["x"] + box["width"] <= SIZE["width"]
    assert box["y"] + box["height"] <= SIZE["height"]
    await dialog.locator(".close").click()
    await expect(dialog).to_be_hidden()
    await expect(page.locator("[data-table]")).to_be_visible()
