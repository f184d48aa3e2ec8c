"""Settings, themes and notifications of the page, as real browsers have them."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from tests.browser.player import NARROW, WIDE, Player, open_page
from tests.browser.test_table import CUT, SIZES
from tests.process import Server

pytestmark = pytest.mark.asyncio(loop_scope="session")

_PAPER = "getComputedStyle(document.body).backgroundColor"
NIGHT, DAY, WHITE = "rgb(25, 20, 17)", "rgb(245, 238, 226)", "rgb(255, 255, 255)"


async def opened(player: Player) -> Locator:
    """Open the settings as they are typed for; return the dialog."""
    await player.say("/settings")
    dialog = player.page.get_by_role("dialog", name=player.words.words("web-settings"))
    await expect(dialog.locator(".setting").first).to_be_visible()
    return dialog


async def kept(player: Player, option: str) -> str:
    """Return what the answer to a typed command says that an option is set to."""
    await player.page.locator("#tab-me").click()
    await player.say(f"/settings {option}")
    await expect(player.answer).not_to_have_class("waiting")
    answer = player.answer.locator(".replies .text").first
    await expect(answer).not_to_be_empty()
    return (await answer.inner_text()).split("\n")[0]


async def test_a_switch_is_turned_by_the_keyboard(server: Server, browser: Browser) -> None:
    """The command opens switches instead of lines; Space turns one, it says so, and it is so."""
    anna = await open_page(browser, server, size=WIDE)
    await anna.sit("Anna")
    dialog = await opened(anna)
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
    assert await kept(anna, "confirm") == "End complete turns automatically: on."


async def test_what_is_refused_stays_as_it_was(server: Server, browser: Browser) -> None:
    """Quiet hours without a time zone are refused in words beside the field, and nothing is set."""
    anna = await open_page(browser, server, size=WIDE)
    await anna.sit("Anna")
    dialog = await opened(anna)
    quiet = dialog.locator('[data-setting="quiet"]')
    await quiet.get_by_role("textbox").fill("22-8")
    await anna.page.keyboard.press("Enter")
    await expect(quiet.get_by_role("status")).to_contain_text("/settings zone Europe/Berlin")
    await expect(quiet.get_by_role("textbox")).to_have_value("")


@pytest.mark.parametrize("language", ["en", "ru"])
async def test_the_settings_fit_every_window(server: Server, browser: Browser, language: str) -> None:
    """The dialog stands within windows of every size, nothing in it is cut, and it scrolls one way alone."""
    anna = await open_page(browser, server, language, size=WIDE)
    await anna.sit("Anna")
    dialog = await opened(anna)
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


async def test_a_guest_cannot_turn_what_is_everybodys(server: Server, browser: Browser) -> None:
    """Who does not administer the common table sees its settings, and cannot change them."""
    anna = await open_page(browser, server, size=WIDE)
    await anna.sit("Anna")
    dialog = await opened(anna)
    theirs = dialog.get_by_role("group", name="The old board after a turn")
    await expect(theirs.get_by_role("radio", name="stays")).to_be_checked()
    await expect(theirs.get_by_role("radio", name="is deleted")).to_be_disabled()


async def test_the_page_is_dressed_as_the_board(server: Server, browser: Browser) -> None:
    """A dark board makes the page dark at once, in every tab; one of contrast makes it white by day."""
    anna = await open_page(browser, server, size=WIDE)
    await anna.sit("Anna")
    other = Player(await anna.page.context.new_page())
    await other.page.goto(server.address)
    assert await anna.page.evaluate(_PAPER) == DAY
    dialog = await opened(anna)
    theme = dialog.locator('[data-setting="theme"]').first
    for name, paper in (("dark", NIGHT), ("high contrast", WHITE), ("wood", DAY)):
        await theme.get_by_role("radio", name=name, exact=True).check()
        for each in (anna, other):
            await each.page.wait_for_function(f"(paper) => {_PAPER} === paper", arg=paper)


async def test_a_dark_page_is_dark_before_anything_is_drawn(server: Server, browser: Browser) -> None:
    """A page whose modules have not come yet has the night already, so that nothing flashes."""
    anna = await open_page(browser, server, size=WIDE)
    await anna.sit("Anna")
    dialog = await opened(anna)
    await dialog.locator('[data-setting="theme"]').first.get_by_role("radio", name="dark", exact=True).check()
    await anna.page.wait_for_function(f"(paper) => {_PAPER} === paper", arg=NIGHT)
    await anna.page.route("**/start.js", lambda route: route.abort())
    await anna.page.reload()
    assert await anna.page.evaluate(_PAPER) == NIGHT


async def test_without_a_choice_the_page_follows_the_system(server: Server, browser: Browser) -> None:
    """Wood is by night what the browser asks for by night."""
    anna = await open_page(browser, server, size=WIDE)
    await anna.page.emulate_media(color_scheme="dark")
    assert await anna.page.evaluate(_PAPER) == NIGHT


async def test_the_language_is_another_at_once_and_the_place_the_same(
    server: Server, browser: Browser
) -> None:
    """Who chooses a language in the settings has them in it, still open, and then the page."""
    player = await open_page(browser, server, size=NARROW)
    await player.sit("Vera")
    dialog = await opened(player)
    await dialog.locator('[data-setting="language"]').first.get_by_role("radio", name="Русский").check()
    dialog = player.page.get_by_role("dialog", name="Настройки")
    await expect(dialog.get_by_role("switch", name="Бросать зары автоматически")).to_be_visible()
    await player.page.keyboard.press("Escape")
    await expect(player.page.locator("#tab-me")).to_have_text("Моя комната")


async def test_the_language_is_another_at_an_open_board(server: Server, browser: Browser) -> None:
    """A language that is chosen in another tab is that of an open board, too, which stays open."""
    player = await open_page(browser, server, size=WIDE)
    await player.sit("Vera")
    await player.say("/play long first me")
    await player.to_act()
    other = Player(await player.page.context.new_page())
    await other.page.goto(f"{server.address}?room=me")
    await player.page.locator(".open-table:visible").last.click()
    await expect(player.page.locator(".says")).to_have_text("Your turn")
    await other.say("/settings language ru")
    await expect(player.page.locator(".says")).to_have_text("Ваш ход")
    await expect(player.page.locator("[data-table]")).to_be_visible()


async def hide(page: Page, *, hidden: bool) -> None:
    """Have a page believe that it is looked at, or not: a browser without windows shows all of them."""
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
    """Return the notifications that stand in the browser."""
    found: list[dict[str, str]] = await page.evaluate(_NOTIFICATIONS)
    return found


async def test_the_turn_is_notified_of_once(server: Server, browser: Browser) -> None:
    """With permission, asked by the switch alone, two unseen tabs of a person show one notification.

    None comes while one of them is looked at, and what is looked at takes it away.
    """
    anna = await open_page(browser, server, size=WIDE)
    await anna.page.context.grant_permissions(["notifications"], origin=server.address.rstrip("/"))
    await anna.sit("Anna")
    boris = await open_page(browser, server, size=WIDE)
    await boris.sit("Boris")
    dialog = await opened(anna)
    switch = dialog.get_by_role("switch", name="Notify me when it is my turn")
    await switch.set_checked(False)
    await switch.set_checked(True)
    await expect(switch).to_be_checked()
    await anna.page.keyboard.press("Escape")
    await anna.page.wait_for_function("() => navigator.serviceWorker.getRegistration('/page/')")
    other = Player(await anna.page.context.new_page())
    await other.page.goto(server.address)
    await expect(other.page.locator("#line")).to_be_visible()
    await hide(anna.page, hidden=True)

    await boris.say("/challenge Anna")
    await other.button("/accept").wait_for()
    assert await notifications(anna.page) == []
    await boris.button("/cancel").click()
    await expect(other.button("/accept")).to_have_count(0)

    await hide(other.page, hidden=True)
    await boris.say("/challenge Anna")
    await other.button("/accept").wait_for()
    await anna.page.wait_for_function(f"async () => (await ({_NOTIFICATIONS})()).length > 0")
    for tab in (anna, other):
        await tab.page.evaluate("() => navigator.locks.request('nardy-ring-1', () => {})")
    (shown,) = await notifications(anna.page)
    assert "Anna" in shown["body"] or "Boris" in shown["body"]
    await hide(other.page, hidden=False)
    await anna.page.wait_for_function(f"async () => (await ({_NOTIFICATIONS})()).length === 0")


async def test_without_the_switch_nothing_is_asked(server: Server, browser: Browser) -> None:
    """No page asks for permission by itself, and no worker is registered for nothing."""
    anna = await open_page(browser, server, size=WIDE)
    await anna.page.evaluate(
        "() => { Notification.requestPermission = () => { throw new Error('asked'); }; }"
    )
    faults: list[str] = []
    anna.page.on("pageerror", lambda error: faults.append(str(error)))
    await anna.sit("Anna")
    await opened(anna)
    assert (
        await anna.page.evaluate("async () => (await navigator.serviceWorker.getRegistrations()).length") == 0
    )
    assert faults == []
