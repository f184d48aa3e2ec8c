"""Settings, themes and notifications of the page in a real browser."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Locator, Page, expect

from tests.browser.house import House
from tests.browser.player import WIDE, Player
from tests.browser.table_board import TableBoard
from tests.browser.test_table import CUT, SIZES

pytestmark = pytest.mark.asyncio(loop_scope="session")

_PAPER = "getComputedStyle(document.body).backgroundColor"
NIGHT, DAY, WHITE = "rgb(25, 20, 17)", "rgb(245, 238, 226)", "rgb(255, 255, 255)"


async def open_settings(player: Player) -> Locator:
    """Open the settings by their command; return the dialog."""
    await player.say("/settings")
    dialog = player.page.get_by_role("dialog", name=player.words.words("web-settings"))
    await expect(dialog.locator(".setting").first).to_be_visible()
    return dialog


async def stored_setting(player: Player, option: str) -> str:
    """Return the first line of the answer to a typed `/settings` command."""
    await player.page.locator("#tab-me").click()
    await player.say(f"/settings {option}")
    await expect(player.answer).not_to_have_class("waiting")
    answer = player.answer.locator(".replies .text").first
    await expect(answer).not_to_be_empty()
    return (await answer.inner_text()).split("\n")[0]


async def test_a_switch_is_turned_by_the_keyboard(house: House) -> None:
    """Space turns a switch, which confirms it in words; the setting is stored.

    A refused value is undone with a reason beside the field; a guest cannot change the table's settings.
    """
    anna = await house.seated("Anna", size=WIDE)
    dialog = await open_settings(anna)
    theirs = dialog.get_by_role("group", name="The old board after a turn")
    await expect(theirs.get_by_role("radio", name="as usual here")).to_be_checked()
    await expect(theirs.get_by_role("radio", name="is deleted")).to_be_disabled()

    quiet = dialog.locator('[data-setting="quiet"]')
    await quiet.get_by_role("textbox").fill("22-8")
    await anna.page.keyboard.press("Enter")
    await expect(quiet.get_by_role("status")).to_contain_text("/settings zone Europe/Berlin")
    await expect(quiet.get_by_role("textbox")).to_have_value("")

    switch = dialog.get_by_role("switch", name="End complete turns automatically")
    await expect(switch).not_to_be_checked()
    await switch.focus()
    await anna.page.keyboard.press("Space")
    setting = dialog.locator('[data-setting="confirm"]')
    await expect(setting.get_by_role("status")).to_have_text("End complete turns automatically: on.")
    await expect(switch).to_be_checked()
    await expect(switch).to_be_focused()
    await anna.page.keyboard.press("Escape")
    await expect(dialog).to_be_hidden()
    assert await stored_setting(anna, "confirm") == "End complete turns automatically: on."


async def test_the_settings_fit_every_window(house: House) -> None:
    """The dialog fits windows of every size, and nothing in it is cut, also in Russian."""
    anna = await house.seated("Анна", "ru", WIDE)
    dialog = await open_settings(anna)
    for width, height in SIZES:
        await anna.page.set_viewport_size({"width": width, "height": height})
        box = await dialog.bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= height
        labels = "dialog :is(button, label, legend, p, .settings-body)"
        assert await anna.page.evaluate(CUT, labels) == [], (width, height)


async def test_the_page_follows_the_boards_theme(house: House) -> None:
    """The page takes the colours of the chosen theme at once in every tab.

    Without a choice it follows the system. A reloaded page is dark before its modules are loaded.
    """
    anna = await house.page(size=WIDE)
    for scheme, paper in (("dark", NIGHT), ("light", DAY)):
        await anna.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        assert await anna.page.evaluate(_PAPER) == paper
    await anna.sit_down("Dorothea")
    other = await anna.tab()
    dialog = await open_settings(anna)
    theme = dialog.locator('[data-setting="theme"]').first
    for name, paper in (("high contrast", WHITE), ("wood", DAY), ("dark", NIGHT)):
        await theme.get_by_role("radio", name=name, exact=True).check()
        for each in (anna, other):
            await each.page.wait_for_function(f"(paper) => {_PAPER} === paper", arg=paper)
    await anna.page.route("**/start.js", lambda route: route.abort())
    await anna.page.reload()
    assert await anna.page.evaluate(_PAPER) == NIGHT


async def test_a_chosen_language_applies_at_once(house: House) -> None:
    """A chosen language applies at once to the dialog and then to the page, for good.

    Another tab follows as well, without closing its open board or losing its typed line.
    """
    vera = await house.seated("Vera", size=WIDE)
    await vera.say("/play long first me")
    await vera.to_act()
    other = await vera.tab("me")
    await TableBoard(vera).open()
    await expect(vera.page.locator(".says")).to_have_text("Your turn")
    dialog = await open_settings(other)
    await dialog.locator('[data-setting="language"]').first.get_by_role("radio", name="Русский").check()
    dialog = other.page.get_by_role("dialog", name="Настройки")
    await expect(dialog.get_by_role("switch", name="Бросать зары автоматически")).to_be_visible()
    await expect(vera.page.locator(".says")).to_have_text("Ваш ход")
    await expect(vera.page.locator("[data-table]")).to_be_visible()
    await other.page.keyboard.press("Escape")
    room = other.page.locator("#tab-me")
    await expect(room).to_have_text("Личный чат")
    await expect(room).to_have_attribute("aria-selected", "true")
    await other.page.goto(f"{other.address}#room=me")
    await expect(room).to_have_text("Личный чат")

    await vera.page.go_back()
    # Leaving the board lets the page reload in Russian, which takes no typed line along.
    await expect(vera.page.locator("#line")).to_have_attribute("placeholder", re.compile("Слова"))
    await vera.page.fill("#line", "/wh")
    await other.say("/settings language en")
    await expect(room).to_have_text("Private chat")
    await expect(vera.page.locator("#line")).to_have_value("/wh")
    await vera.page.fill("#line", "")
    await expect(vera.page.locator("#tab-me")).to_have_text("Private chat")


async def set_hidden(page: Page, *, hidden: bool) -> None:
    """Make a page believe that it is hidden or visible: in a headless browser all pages are visible."""
    await page.evaluate(
        """(hidden) => {
          Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
          document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )


_NOTIFICATIONS = """async () => {
  const registration = await navigator.serviceWorker.getRegistration("/page/");
  const shown = registration ? await registration.getNotifications() : [];
  return shown.map(({ body, data }) => ({ body, address: data.address }));
}"""


async def notifications(page: Page) -> list[dict[str, str]]:
    """Return the notifications that the browser shows."""
    found: list[dict[str, str]] = await page.evaluate(_NOTIFICATIONS)
    return found


async def test_one_notification_for_two_hidden_tabs(house: House) -> None:
    """Two hidden tabs of a person show one notification; only the switch asks for permission.

    A visible tab suppresses it, and a tab that becomes visible removes it.
    """
    anna = await house.apart(size=WIDE)
    await anna.page.context.grant_permissions(["notifications"], origin=house.server.address.rstrip("/"))
    await anna.page.add_init_script(
        """window.asked = 0;
        const ask = Notification.requestPermission.bind(Notification);
        Notification.requestPermission = () => { window.asked++; return ask(); };"""
    )
    await anna.page.goto(anna.address)
    await anna.sit_down("Anna of the bell")
    boris = await house.seated("Boris", size=WIDE)
    dialog = await open_settings(anna)
    registrations = "async () => (await navigator.serviceWorker.getRegistrations()).length"
    assert await anna.page.evaluate(registrations) == await anna.page.evaluate("window.asked") == 0
    switch = dialog.get_by_role("switch", name="Notify me when it is my turn")
    await switch.set_checked(False)
    await switch.set_checked(True)
    await expect(switch).to_be_checked()
    await anna.page.keyboard.press("Escape")
    await anna.page.wait_for_function("() => navigator.serviceWorker.getRegistration('/page/')")
    other = await anna.tab()
    await set_hidden(anna.page, hidden=True)

    await boris.say(f"/challenge {anna.name}")
    await other.invitation_button("/accept").wait_for()
    assert await notifications(anna.page) == []
    await boris.button("/cancel").click()
    await expect(other.invitation_button("/accept")).to_have_count(0)

    await set_hidden(other.page, hidden=True)
    await boris.say(f"/challenge {anna.name}")
    await other.invitation_button("/accept").wait_for()
    await anna.page.wait_for_function(f"async () => (await ({_NOTIFICATIONS})()).length > 0")
    for tab in (anna, other):
        await tab.page.evaluate("() => navigator.locks.request('nardy-ring-1', () => {})")
    (shown,) = await notifications(anna.page)
    assert "Anna" in shown["body"] or "Boris" in shown["body"]
    await set_hidden(other.page, hidden=False)
    await anna.page.wait_for_function(f"async () => (await ({_NOTIFICATIONS})()).length === 0")
