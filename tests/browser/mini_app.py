"""A person's Telegram, which opens the Mini App in a real browser with data that it signs."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, urlsplit

from playwright.async_api import Browser, BrowserContext, Page

from bot.talk.catalog import words_in
from tests.browser.player import TIMEOUT_MS, Player
from tests.browser.table_board import TableBoard
from tests.chats.web.mini_app.signing import account, init_data
from tests.process import Server
from tests.telegram_standin.people import Person
from tests.telegram_standin.world import Message

PUBLIC = "https://nardy.example.org"
SCRIPT = "https://telegram.org/js/telegram-web-app.js"
STUB = Path(__file__).with_name("telegram_stub.js")
SIZE = {"width": 390, "height": 480}

LIGHT = {
    "bg_color": "#ffffff",
    "text_color": "#000000",
    "hint_color": "#999999",
    "link_color": "#2481cc",
    "button_color": "#5288c1",
    "button_text_color": "#ffffff",
    "secondary_bg_color": "#f1f1f1",
}
DARK = {
    "bg_color": "#17212b",
    "text_color": "#f5f5f5",
    "hint_color": "#708499",
    "link_color": "#6ab3f3",
    "button_color": "#5288c1",
    "button_text_color": "#ffffff",
    "secondary_bg_color": "#232e3c",
}


@dataclass(frozen=True)
class Phone:
    """The Telegram of one person.

    Args:
        person: the person at the Telegram stand-in.
        token: the bot's token, with which Telegram signs.
        server: the bot.
        context: the browser, which others may share.
        language: the language of this Telegram.
    """

    person: Person
    token: str
    server: Server
    context: BrowserContext
    language: str = "en"

    def data(self, at: float | None = None, **more: str) -> str:
        """Return the data that Telegram signs when the app is opened at a time, or now."""
        user = account(self.person.id, self.person.name, language_code=self.language)
        return init_data(time.time() if at is None else at, user, self.token, **more)

    async def open(
        self, path: str = "/app", data: str | None = None, theme: dict[str, str] | None = None
    ) -> Page:
        """Open the app as Telegram does, with the signed data behind the `#` of the address."""
        page = await self.context.new_page()
        page.set_default_timeout(TIMEOUT_MS)
        await page.route(SCRIPT, lambda route: route.fulfill(path=STUB, content_type="text/javascript"))
        await page.add_init_script(f"window.name = {json.dumps(json.dumps(theme or LIGHT))}")
        signed = quote(self.data() if data is None else data, safe="")
        address = self.server.address.rstrip("/")
        await page.goto(f"{address}{path}#tgWebAppData={signed}&tgWebAppVersion=9.1")
        return page

    async def press(self, board: Message, theme: dict[str, str] | None = None) -> TableBoard:
        """Press *Open the board* below a board; return the board that opens."""
        label = words_in("en").words("telegram-open-board")
        button = next(each for each in board.buttons if each.label == label)
        if button.app is not None:
            assert button.app.startswith(f"{PUBLIC}/app?")
            parts = urlsplit(button.app)
            page = await self.open(f"{parts.path}?{parts.query}", theme=theme)
        else:
            start = (button.url or "").partition("startapp=")[2]
            page = await self.open(data=self.data(start_param=start), theme=theme)
        return await self.table(page)

    async def table(self, page: Page) -> TableBoard:
        """Return the board that a page shows."""
        table = TableBoard(Player(page, self.language))
        await table.shown()
        return table


async def open_phones(browser: Browser) -> BrowserContext:
    """Return one browser context for all phones, since the app stores nothing about a person there."""
    return await browser.new_context(
        viewport={"width": SIZE["width"], "height": SIZE["height"]},
        reduced_motion="reduce",
        has_touch=True,
        is_mobile=True,
    )
