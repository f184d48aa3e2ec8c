"""The page below a path of its host, behind a proxy that takes the path off."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
import pytest
from aiohttp import web
from playwright.async_api import Browser, expect

from tests.browser.player import NARROW, new_context
from tests.process import Server

pytestmark = pytest.mark.asyncio(loop_scope="session")

_PATH = "/nardy"
_HOP = {"connection", "transfer-encoding", "content-length", "content-encoding"}
"""Headers that are about a connection or the encoding that the proxy has undone."""
_DRAWN = "() => [...document.querySelectorAll('[data-panel=me] .board img')].at(-1)?.naturalWidth > 0"


class PathProxy:
    """A reverse proxy that serves a bot below a path, and nothing beside it.

    Args:
        target: the bot's address.
    """

    def __init__(self, target: str) -> None:
        self._target = target.rstrip("/")
        self.outside: list[str] = []
        """The paths that were requested outside the bot's."""

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[str]:
        """Serve; yield the address of the bot's page."""
        app = web.Application()
        app.router.add_get(_PATH + "{path:/.*}", self._pass_on)
        app.router.add_get("/{path:.*}", self._refuse)
        runner = web.AppRunner(app, shutdown_timeout=0)
        async with aiohttp.ClientSession() as self._web:
            await runner.setup()
            try:
                await web.TCPSite(runner, "127.0.0.1", 0).start()
                yield f"http://127.0.0.1:{runner.addresses[0][1]}{_PATH}/"
            finally:
                await runner.cleanup()

    async def _refuse(self, request: web.Request) -> web.Response:
        self.outside.append(request.path)
        raise web.HTTPNotFound

    async def _pass_on(self, request: web.Request) -> web.StreamResponse:
        address = self._target + request.raw_path.removeprefix(_PATH)
        headers = {name: value for name, value in request.headers.items() if name.lower() not in _HOP}
        if "Upgrade" in request.headers:
            kept = {name: headers[name] for name in ("Host", "Origin")}
            async with self._web.ws_connect(address, headers=kept) as bot:
                page = web.WebSocketResponse()
                await page.prepare(request)
                await asyncio.wait(
                    [asyncio.ensure_future(_copied(page, bot)), asyncio.ensure_future(_copied(bot, page))],
                    return_when=asyncio.FIRST_COMPLETED,
                )
                await page.close()
            return page
        async with self._web.get(address, headers=headers, allow_redirects=False) as answer:
            kept = {name: value for name, value in answer.headers.items() if name.lower() not in _HOP}
            return web.Response(body=await answer.read(), status=answer.status, headers=kept)


async def _copied(
    source: web.WebSocketResponse | aiohttp.ClientWebSocketResponse,
    target: web.WebSocketResponse | aiohttp.ClientWebSocketResponse,
) -> None:
    async for message in source:
        await target.send_str(message.data)


async def test_the_page_works_below_a_path(browser: Browser, server: Server) -> None:
    """A game is begun, played and opened again below a path, and nothing outside it is asked for."""
    proxy = PathProxy(server.address)
    async with proxy.serving() as address:
        context = await new_context(browser, "en", NARROW)
        page = await context.new_page()
        broken: list[str] = []
        page.on("response", lambda answer: broken.append(answer.url) if answer.status >= 400 else None)
        await page.goto(address)
        await page.locator("[data-begin-computer]").click()
        checkers = page.locator("[data-table]:not(.empty) .checker")
        await expect(checkers.first).to_be_visible()
        assert page.url.startswith(f"{address}#room=me&game=")
        await page.reload()
        await expect(checkers.first).to_be_visible()
        await page.goto(f"{address}?lang=ru#room=me")
        await expect(page.locator("html")).to_have_attribute("lang", "ru")
        await page.wait_for_function(_DRAWN)
        manifest = await (await context.new_cdp_session(page)).send("Page.getAppManifest")
        assert (manifest["url"], manifest["errors"]) == (f"{address}page/nardy.webmanifest", [])
        assert '"start_url": "../"' in manifest["data"]
        await page.close()
        await context.close()
    assert (proxy.outside, broken) == ([], [])
