"""A browser, the bot that the tests of a process share, and pages on it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import Browser, BrowserContext, Page, StorageState, async_playwright

from tests.browser.player import NARROW, Player, new_context
from tests.databases import create_database
from tests.process import Server, serving

CHROMIUM = Path("/usr/bin/chromium")
"""Debian's browser, the only one that these tests support."""

_SWITCHES = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
_FIRST_LETTERS = {"en": "a", "ru": "а"}


@asynccontextmanager
async def open_browser() -> AsyncIterator[Browser]:
    """Open a headless browser."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=list(_SWITCHES))
        try:
            yield browser
        finally:
            await browser.close()


class House:
    """A bot, and pages of many people on it.

    Pages share a context and its cache, and each has another account there.
    """

    def __init__(self, browser: Browser, server: Server) -> None:
        self.browser = browser
        self.server = server
        self._contexts: dict[tuple[str, bool], BrowserContext] = {}
        """By language and by touch: True for fingers, False for a mouse."""
        self._people = 0
        self._kept: list[Page] = []
        self._apart: list[BrowserContext] = []
        self._unchanged: set[Page] = set()
        """Pages that the next test may reuse, at half the CPU time of a new page."""
        self._idle: dict[BrowserContext, list[Page]] = {}

    async def blank(
        self, language: str = "en", size: tuple[int, int] = NARROW, *, touch: bool | None = None
    ) -> Player:
        """Return a person whose page is not loaded yet; see `open_page`."""
        page = await (await self._context(language, size, touch)).new_page()
        return await self._prepared(page, language, size)

    async def page(
        self, language: str = "en", size: tuple[int, int] = NARROW, *, touch: bool | None = None
    ) -> Player:
        """Return a person who has just opened the page; see `open_page`."""
        context = await self._context(language, size, touch)
        page = self._idle[context].pop() if self._idle[context] else await context.new_page()
        self._unchanged.add(page)
        player = await self._prepared(page, language, size)
        await page.goto(player.address)
        return player

    async def seated(
        self, name: str, language: str = "en", size: tuple[int, int] = NARROW, *, touch: bool | None = None
    ) -> Player:
        """Return a person who has entered a name, to which two letters are added to make it unique."""
        player = await self.page(language, size, touch=touch)
        first = ord(_FIRST_LETTERS[language])
        await player.sit_down(name + "".join(chr(first + number) for number in divmod(self._people, 20)))
        return player

    async def apart(
        self,
        language: str = "en",
        size: tuple[int, int] = NARROW,
        *,
        zone: str | None = None,
        touch: bool | None = None,
        storage: StorageState | None = None,
    ) -> Player:
        """Return a person with an unloaded page in a context that is closed after the test.

        It takes five times the CPU time of `page`: for a test that changes the context, such as its clock.
        """
        context = await new_context(
            self.browser,
            language,
            size,
            zone=zone,
            touch=touch,
            storage=storage,
            address=self._next_address(),
        )
        self._apart.append(context)
        return Player(await context.new_page(), language, self.server.address)

    def keep(self, *players: Player) -> None:
        """Keep these pages open between tests."""
        self._kept += [player.page for player in players]
        self._unchanged.difference_update(self._kept)

    async def close_pages(self, *, kept: bool = False) -> None:
        """Close all pages but the kept ones, and those too if `kept`."""
        if kept:
            self._kept.clear()
        while self._apart:
            await self._apart.pop().close()
        for context in self._contexts.values():
            for page in context.pages:
                if page in self._unchanged and not kept:
                    self._unchanged.remove(page)
                    self._idle[context].append(page)
                    await page.unroute_all()
                elif page not in (*self._kept, *self._idle[context]):
                    await page.close()

    async def _context(self, language: str, size: tuple[int, int], touch: bool | None) -> BrowserContext:
        kind = language, size == NARROW if touch is None else touch
        if kind not in self._contexts:
            self._contexts[kind] = await new_context(self.browser, language, touch=kind[1])
            self._idle[self._contexts[kind]] = []
        return self._contexts[kind]

    async def _prepared(self, page: Page, language: str, size: tuple[int, int]) -> Player:
        await page.set_viewport_size({"width": size[0], "height": size[1]})
        await page.emulate_media(color_scheme="null")
        await page.set_extra_http_headers({"X-Forwarded-For": self._next_address()})
        return Player(page, language, f"{self.server.address}?seat={self._people}")

    def _next_address(self) -> str:
        """Return a new address each time, because the table limits new accounts by address."""
        self._people += 1
        return f"10.0.0.{self._people}"


@asynccontextmanager
async def serving_house(browser: Browser, folder: Path) -> AsyncIterator[House]:
    """Serve a bot that trusts a proxy header, so that people come from different addresses."""
    create_database(folder / "nardy.db")
    async with serving(folder, NARDY_PROXIES="127.0.0.1", NARDY_TABLE="open") as server:
        yield House(browser, server)
