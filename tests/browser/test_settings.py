"""Settings, themes and notifications of the page, as real browsers have them."""

from __future__ import annotations

import pytest
from playwright.async_api import Locator, Page, expect

from tests.browser.house import House
from tests.browser.player import WIDE, Player
from tests.browser.test_table import CUT, SIZES
from tests.browser.touches import TouchedTable

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


async def test_a_switch_is_turned_by_the_keyboard(house: House) -> None:
    """The command opens switches instead of lines; Space turns one, it says so, and it is so.

    What is refused stays as it was, in words beside the field; a guest cannot turn what is everybody's.
    """
    anna = await house.seated("Anna", size=WIDE)
    dialog = await opened(anna)
    theirs = dialog.get_by_role("group", name="The old board after a turn")
    await expect(theirs.get_by_role("radio", name="stays")).to_be_checked()
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
    assert await kept(anna, "confirm") == "End complete turns automatically: on."


async def test_the_settings_fit_every_window(house: House) -> None:
    """The dialog stands within windows of every size, and nothing in it is cut, in Russian words too."""
    anna = await house.seated("Анна", "ru", WIDE)
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


async def test_the_page_is_dressed_as_the_board(house: House) -> None:
    """A dark board makes the page dark at once, in every tab; one of contrast makes it white by day.

    Without a choice the page follows the system. A page whose modules have not come yet is dark already.
    """
    anna = await house.page(size=WIDE)
    for scheme, paper in (("dark", NIGHT), ("light", DAY)):
        await anna.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        assert await anna.page.evaluate(_PAPER) == paper
    await anna.sit("Dorothea")
    other = await anna.tab()
    dialog = await opened(anna)
    theme = dialog.locator('[data-setting="theme"]').first
    for name, paper in (("high contrast", WHITE), ("wood", DAY), ("dark", NIGHT)):
        await theme.get_by_role("radio", name=name, exact=True).check()
        for each in (anna, other):
            await each.page.wait_for_function(f"(paper) => {_PAPER} === paper", arg=paper)
    await anna.page.route("**/start.js", lambda route: route.abort())
    await anna.page.reload()
    assert await anna.page.evaluate(_PAPER) == NIGHT


async def test_the_language_is_another_at_once_and_the_place_the_same(house: House) -> None:
    """A language chosen in the settings is theirs at once, still open, and then the page's, to stay.

    Another tab takes it too: an open board stays open, and what is typed there is waited for.
    """
    vera = await house.seated("Vera", size=WIDE)
    await vera.say("/play long first me")
    await vera.to_act()
    other = await vera.tab("me")
    await TouchedTable(vera).open()
    await expect(vera.page.locator(".says")).to_have_text("Your turn")
    dialog = await opened(other)
    await dialog.locator('[data-setting="language"]').first.get_by_role("radio", name="Русский").check()
    dialog = other.page.get_by_role("dialog", name="Настройки")
    await expect(dialog.get_by_role("switch", name="Бросать зары автоматически")).to_be_visible()
    await expect(vera.page.locator(".says")).to_have_text("Ваш ход")
    await expect(vera.page.locator("[data-table]")).to_be_visible()
    await other.page.keyboard.press("Escape")
    room = other.page.locator("#tab-me")
    await expect(room).to_have_text("Моя комната")
    await expect(room).to_have_attribute("aria-selected", "true")
    await other.page.goto(f"{other.address}&room=me")
    await expect(room).to_have_text("Моя комната")

    await vera.page.go_back()
    await vera.page.fill("#line", "/wh")
    await other.say("/settings language en")
    await expect(room).to_have_text("My room")
    await expect(vera.page.locator("#line")).to_have_value("/wh")
    await vera.page.fill("#line", "")
    await expect(vera.page.locator("#tab-me")).to_have_text("My room")


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


async def test_the_turn_is_notified_of_once(house: House) -> None:
    """With permission, asked by the switch alone, two unseen tabs of a person show one notification.

    None comes while one of them is looked at, and what is looked at takes it away.
    """
    anna = await house.apart(size=WIDE)
    await anna.page.context.grant_permissions(["notifications"], origin=house.server.address.rstrip("/"))
    await anna.page.add_init_script(
        """window.asked = 0;
        const ask = Notification.requestPermission.bind(Notification);
        Notification.requestPermission = () => { window.asked++; return ask(); };"""
    )
    await anna.page.goto(anna.address)
    await anna.sit("Anna of the bell")
    boris = await house.seated("Boris", size=WIDE)
    dialog = await opened(anna)
    registrations = "async () => (await navigator.serviceWorker.getRegistrations()).length"
    assert await anna.page.evaluate(registrations) == await anna.page.evaluate("window.asked") == 0
    switch = dialog.get_by_role("switch", name="Notify me when it is my turn")
    await switch.set_checked(False)
    await switch.set_checked(True)
    await expect(switch).to_be_checked()
    await anna.page.keyboard.press("Escape")
    await anna.page.wait_for_function("() => navigator.serviceWorker.getRegistration('/page/')")
    other = await anna.tab()
    await hide(anna.page, hidden=True)

    await boris.say(f"/challenge {anna.name}")
    await other.on_invitation("/accept").wait_for()
    assert await notifications(anna.page) == []
    await boris.button("/cancel").click()
    await expect(other.on_invitation("/accept")).to_have_count(0)

    await hide(other.page, hidden=True)
    await boris.say(f"/challenge {anna.name}")
    await other.on_invitation("/accept").wait_for()
    await anna.page.wait_for_function(f"async () => (await ({_NOTIFICATIONS})()).length > 0")
    for tab in (anna, other):
        await tab.page.evaluate("() => navigator.locks.request('nardy-ring-1', () => {})")
    (shown,) = await notifications(anna.page)
    assert "Anna" in shown["body"] or "Boris" in shown["body"]
    await hide(other.page, hidden=False)
    await anna.page.wait_for_function(f"async () => (await ({_NOTIFICATIONS})()).length === 0")
