"""The Mini App in a real browser, with stand-ins for Telegram and its script."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from bot.talk.catalog import words_in
from tests.browser.games import in_order, play_to_a_choice, resign
from tests.browser.mini_app import DARK, PUBLIC, SIZE, Phone, open_phones
from tests.browser.table_board import TableBoard, drag_turn
from tests.browser.test_table import OUTSIDE, OVERFLOW
from tests.telegram_standin.standin import TelegramStandIn
from tests.telegram_standin.world import Chat, Message
from tests.telegram_wire.playing import begin_game, bot_on, is_playable

pytestmark = pytest.mark.asyncio(loop_scope="session")

SIZES = [(SIZE["width"], SIZE["height"]), (320, 568), (390, 844), (844, 390), (1280, 800)]

_SURFACE = "getComputedStyle(document.querySelector('.strip')).backgroundColor"
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
    """Two people in a Telegram group, and the bot."""

    telegram: TelegramStandIn
    anna: Phone
    boris: Phone
    games: Chat

    def phone(self, name: str) -> Phone:
        """Return another person's phone."""
        return replace(self.anna, person=self.telegram.user(name))

    async def begin(self) -> Message:
        """Begin a game in the group; return its board."""
        return await begin_game(self.anna.person, self.boris.person, self.games)

    async def open_game(self, *, theme: dict[str, str] | None = None) -> tuple[TableBoard, TableBoard]:
        """Begin a game and open it on both phones, on Boris's in a theme; the mover's board is first."""
        board = await self.begin()
        return await in_order(await self.anna.press(board), await self.boris.press(board, theme))

    def owner(self, table: TableBoard) -> Phone:
        """Return the phone that shows a board."""
        return self.anna if table.player.language == self.anna.language else self.boris


@pytest_asyncio.fixture(loop_scope="session")
async def hall(tmp_path: Path, browser: Browser) -> AsyncIterator[Hall]:
    """A bot on Telegram with a Mini App."""
    async with TelegramStandIn() as telegram:
        settings = {"NARDY_PUBLIC_URL": PUBLIC, "NARDY_TELEGRAM_APP": "board"}
        async with bot_on(telegram, tmp_path, **settings) as server:
            anna = Phone(telegram.user("Anna"), telegram.token, server, await open_phones(browser))
            boris = replace(anna, person=telegram.user("Boris"), language="ru")
            yield Hall(telegram, anna, boris, telegram.supergroup("games"))


def board_id(board: Message) -> str:
    """Return the id of the game that a board's button opens."""
    return next(each.url for each in board.buttons if each.url and "startapp=" in each.url).partition(
        "startapp="
    )[2]


async def calls_of_telegram(page: Page, about: str = "") -> list[str]:
    """Return the page's calls of Telegram's script that begin with some words."""
    found: list[str] = await page.evaluate("window.askedOfTelegram")
    return [each for each in found if each.startswith(about)]


async def _reopen(hall: Hall, mover: TableBoard) -> TableBoard:
    """Make one move, close the app and open it again from the lobby; the move is still made."""
    owner = hall.owner(mover)
    if await mover.movable.count():
        await mover.tap((await mover.movable_places())[0])
        await mover.undo.wait_for()
    places, half_made = await mover.place_labels(), await mover.undo.count()
    await mover.page.close()
    page = await owner.open()
    await page.locator(".lobby-game.waits").first.click()
    again = await owner.table(page)
    # The move may reach the bot after the new page.
    await expect(again.undo).to_have_count(half_made)
    assert await again.place_labels() == places
    return again


async def test_the_app_plays_the_groups_game(hall: Hall) -> None:
    """The group and the other app show a turn dragged in the app; no private chat does.

    The page expands, turns off closing by swipes, vibrates for a landing or a refusal, and asks before it
    closes
    during a turn. A half-made turn is still there when the app opens again.
    """
    mover, other = await play_to_a_choice(*await hall.open_game())
    page = mover.page
    assert {"ready", "expand", "disableVerticalSwipes", "back shown"} <= set(await calls_of_telegram(page))
    before = await mover.place_labels()
    start = (await mover.movable_places())[0]
    await mover.drag(start, start % 24 + 1)
    await expect(mover.bubble).to_be_visible()
    assert "notification error" in await calls_of_telegram(page)
    await mover.tap(start)
    await expect(page.locator(".acts .undo:enabled")).to_be_visible()
    assert "impact light" in await calls_of_telegram(page)
    assert (await calls_of_telegram(page, "closing"))[-1] == "closing confirmed"
    await mover.undo.click()
    await expect(page.locator(".acts .undo:disabled")).to_be_visible()
    assert (await calls_of_telegram(page, "closing"))[-1] == "closing free"
    await page.evaluate("window.pressBack()")
    await expect(page.locator("[data-table]")).to_be_hidden()
    assert (await calls_of_telegram(page))[-1] == "back hidden"
    await page.locator(".lobby-game.waits").click()
    await mover.shown()
    assert (await calls_of_telegram(page, "back"))[-1] == "back shown"
    await expect(page.locator(".acts .undo:disabled")).to_be_visible()

    mover = await _reopen(hall, mover)
    assert await mover.place_labels() != before
    await mover.undo.click()
    await expect(mover.page.locator(".acts .undo:disabled")).to_be_visible()
    assert await mover.place_labels() == before

    turn = await mover.turn
    notified = [len(person.notifications) for person in (hall.anna.person, hall.boris.person)]
    await drag_turn(mover)
    # A player without a legal move passes at once, and then the mover is to act again.
    passed = await mover.next_turn(turn) == "mine"
    assert await other.next_turn(turn) == ("theirs" if passed else "mine")
    to_act = mover if passed else other
    name = await to_act.page.locator(".strip.below .strip-name").text_content()
    await hall.anna.person.sees(hall.games, lambda seen: f"{name}, your turn" in seen.text)
    for person in (hall.anna.person, hall.boris.person):
        assert not person.messages(person.private)
    # Both have the board open, so that neither is notified.
    assert [len(person.notifications) for person in (hall.anna.person, hall.boris.person)] == notified
    await resign(to_act, other if passed else mover)
    await hall.anna.person.sees(hall.games, "Rematch")


async def test_a_turn_begun_in_the_app_continues_in_the_group(hall: Hall) -> None:
    """The first press in the group after the app was closed in mid-turn shows the moves made there."""
    mover, _ = await play_to_a_choice(*await hall.open_game())
    person = hall.owner(mover).person
    # The group's board is updated in the background; its buttons carry their turn.
    turn = await mover.turn
    board = await person.sees(
        hall.games, lambda seen: any((each.data or "").startswith(f"{turn}:/move") for each in seen.buttons)
    )
    move = next(label for label in board.labels if "→" in label)
    # The reopened app shows stored moves, so the press cannot overtake the drag.
    again = await _reopen(hall, mover)
    await again.page.close()
    message = await (await person.press(board, move)).answered()
    assert message.text.startswith("You have already played ")
    shown = await person.sees(hall.games, "↶ Take back")
    await person.press(shown, "↶ Take back")
    await person.sees(hall.games, lambda seen: is_playable(seen) and "↶ Take back" not in seen.labels)


async def test_one_browser_serves_two_accounts(hall: Hall) -> None:
    """Two people's apps in one browser each act for their own person and store nothing there.

    The lobby has two buttons for the invited person and one for the inviter; the group's board shows the
    game.
    """
    anna, boris = hall.anna.person, hall.boris.person
    for person in (anna, boris):
        await person.say(hall.games, "/games")
    await boris.sees(hall.games, lambda message: message.reply_to is not None)
    await anna.say(hall.games, "/challenge Boris to 3")
    await boris.sees(hall.games, "Accept")
    app_of_anna, app_of_boris = await hall.anna.open(), await hall.boris.open()
    await expect(app_of_anna.locator(".invitations .button")).to_have_text(["Withdraw"])
    await expect(app_of_boris.locator(".invitations .button")).to_have_text(["Принять", "Отклонить"])
    assert await app_of_boris.locator("html").get_attribute("lang") == "ru"
    await app_of_boris.locator(".invitations .button").first.click()
    table = await hall.boris.table(app_of_boris)
    assert await table.page.locator(".strip.below .strip-name").text_content() == "Boris"
    await anna.sees(
        hall.games, lambda message: "to 3" in message.text and bool(message.buttons) and "⚪" in message.text
    )
    assert not boris.messages(boris.private)
    assert await hall.anna.context.cookies() == []
    for page in (app_of_anna, app_of_boris):
        own = await page.evaluate("Object.keys(localStorage).concat(Object.keys(sessionStorage))")
        assert set(own) <= {"__telegram__initParams"}  # stored by Telegram's own script


async def test_bad_init_data_is_refused_in_words(hall: Hall) -> None:
    """Forged data, or a page that Telegram did not open, shows what to do instead of a game."""
    forged = hall.anna.data().replace("Anna", "Boris")
    for data, words in ((forged, "web-app-refused"), ("", "web-app-elsewhere")):
        page = await hall.anna.open(data=data)
        await expect(page.locator("[data-note]")).to_have_text(words_in("en").words(words))
        assert await page.locator(".checker").count() == 0


async def test_group_members_and_people_with_a_link_can_watch(hall: Hall) -> None:
    """Group members and people with a link can watch a game; others read whom to ask."""
    board = await hall.begin()
    carl, dora, erik = hall.phone("Carl"), hall.phone("Dora"), hall.phone("Erik")
    for outside in (dora, erik):
        hall.games.members.pop(outside.person.id)
    page = await dora.open(data=dora.data(start_param=board_id(board)))
    await expect(page.locator(".says")).to_have_text(words_in("en").words("web-app-not-open"))
    assert await page.locator(".checker").count() == 0
    anna = hall.anna.person
    await anna.say(anna.private, f"/share {board_id(board)}")
    message = await anna.sees(anna.private, lambda seen: "/board " in seen.text)
    token = message.text.partition("/board ")[2].split()[0].rstrip(".")
    seen = [
        await each.table(await each.open(data=each.data(start_param=start)))
        for each, start in ((carl, board_id(board)), (erik, token))
    ]
    mover = await hall.anna.press(board)
    if await mover.next_turn(-1) == "theirs":
        mover = await hall.boris.press(board)
    turn = await mover.turn
    await drag_turn(mover)
    for table in seen:
        await table.shows_turn_after(turn)
        assert await table.movable.count() == 0
        assert await table.page.locator(".aside .acts button:visible:not(.more)").count() == 0
    # A member who has written in the group finds its games in the lobby, too.
    await carl.person.say(hall.games, "/games")
    await carl.person.sees(hall.games, lambda message: message.reply_to is not None)
    lobby = await carl.open()
    await expect(lobby.locator(".others .players")).to_contain_text(["Anna"])


async def test_the_app_has_telegrams_colours_and_fits_the_phone(hall: Hall) -> None:
    """Every text of the table has a contrast of at least 4.5 in Telegram's light and dark theme.

    Board, dice and buttons are visible at every size, clear of Telegram's own controls. The settings open
    over
    the board, and the next waiting game is one press or key away.
    """
    tables = await hall.open_game(theme=DARK)
    for table in tables:
        assert min(await table.page.evaluate(_CONTRASTS)) >= 4.5
        surface = await table.page.evaluate(_SURFACE)
        is_light = hall.owner(table) is hall.anna
        assert surface == ("rgb(255, 255, 255)" if is_light else "rgb(23, 33, 43)")
        for width, height in SIZES:
            await table.page.set_viewport_size({"width": width, "height": height})
            await table.page.wait_for_function(f"() => ({OVERFLOW})().every((each) => each === 0)")
            assert await table.page.evaluate(OUTSIDE) == 0, (width, height)
    mover = tables[0]
    page = mover.page
    await page.evaluate(
        """() => {
          document.documentElement.style.setProperty("--tg-safe-area-inset-top", "20px");
          document.documentElement.style.setProperty("--tg-content-safe-area-inset-top", "46px");
          document.documentElement.style.setProperty("--tg-safe-area-inset-bottom", "34px");
        }"""
    )
    strip = await page.locator(".strip.above").bounding_box()
    done = await page.locator(".aside .acts").bounding_box()
    assert strip
    assert done
    assert strip["y"] >= 66
    assert done["y"] + done["height"] <= SIZES[-1][1] - 34

    await page.set_viewport_size({"width": SIZE["width"], "height": SIZE["height"]})
    await mover.choose("settings")
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

    first = page.url
    following = page.locator(".next-game")
    await expect(following).to_be_hidden()
    person = hall.owner(mover).person
    await person.say(person.private, "/play novice")
    await expect(following).to_be_visible()
    await following.click()
    await page.wait_for_function("(first) => location.href !== first", arg=first)
    await mover.shown()
    await expect(following).to_be_visible()
    await page.keyboard.press("n")
    await page.wait_for_function("(first) => location.href === first", arg=first)


async def test_the_lobby_leads_to_the_lessons(hall: Hall) -> None:
    """The lobby leads to the six lessons, Telegram's back button leads out, and a reload keeps the step."""
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
