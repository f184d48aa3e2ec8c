"""An account on another device, opened by the link or QR code of the menu."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from tests.browser.house import House
from tests.browser.player import WIDE, open_page
from tests.process import Server

pytestmark = pytest.mark.asyncio(loop_scope="session")

SCANNER = shutil.which("zbarimg")
"""The QR code scanner of the ZBar library."""


async def test_a_game_is_continued_on_a_phone(server: Server, browser: Browser) -> None:
    """Anna's link signs in a phone once, where she plays on; a second use of the link is refused."""
    anna = await open_page(browser, server, size=WIDE)
    await anna.sit_down("Anna")
    await anna.say("/play")
    await anna.to_act()
    await anna.page.locator("[data-person] > summary").click()
    await anna.page.locator("[data-device] > summary").click()
    field = anna.page.locator("[data-device-code] input")
    link = await field.input_value()
    assert "/#seat=" in link
    picture = anna.page.locator("[data-device-code] svg.qr")
    await expect(picture).to_be_visible()
    menu = await anna.page.locator(".menu").bounding_box()
    assert menu is not None
    assert menu["y"] + menu["height"] <= WIDE[1]
    box = await picture.bounding_box()
    assert box is not None
    assert box["width"] == pytest.approx(box["height"], abs=1)
    assert box["width"] > 180

    phone = await open_page(browser, server, link=link)
    sit = phone.page.locator("[data-sit]")
    await expect(sit.locator("p").first).to_have_text(phone.words.words("web-seat-sit", name="Anna"))
    assert "seat=" not in await phone.page.evaluate("() => location.href")
    await sit.locator("button.primary").click()
    await expect(phone.page.locator(".person-name")).to_have_text("Anna")
    await expect(sit).to_be_hidden()
    await phone.to_talk()
    board = await phone.to_act()
    while not board.buttons_for("/done"):
        board = await phone.press((board.buttons_for("/move") or board.buttons_for("/roll"))[0])
    await phone.page.reload()
    await expect(phone.page.locator(".person-name")).to_have_text("Anna")

    late = await open_page(browser, server, link=link)
    await expect(late.page.locator("[data-sit] p").first).to_have_text(late.words.words("web-seat-gone"))
    await expect(late.page.locator(".person-name")).to_be_empty()
    await expect(anna.page.locator(".person-name")).to_have_text("Anna")
    assert link.partition("#seat=")[2] not in server.log()


@pytest.mark.skipif(SCANNER is None, reason="zbarimg (ZBar) is not installed")
async def test_the_qr_code_holds_the_link(house: House, tmp_path: Path) -> None:
    """The QR code holds the link shown above it, in light and dark colours."""
    anna = await house.seated("Anna", size=WIDE)
    await anna.page.locator("[data-person] > summary").click()
    await anna.page.locator("[data-device] > summary").click()
    link = await anna.page.locator("[data-device-code] input").input_value()
    for look in ("light", "dark"):
        await anna.page.emulate_media(color_scheme=look)
        await anna.page.locator("[data-device-code]").screenshot(path=tmp_path / f"{look}.png")
        scan = await asyncio.create_subprocess_exec(
            str(SCANNER), "--raw", "--quiet", tmp_path / f"{look}.png", stdout=asyncio.subprocess.PIPE
        )
        assert (await scan.communicate())[0].decode().split() == [link]
