"""One Telegram account that opens the Mini App from many addresses, as often as it can."""

from __future__ import annotations

import asyncio
import time
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import aiohttp
import pytest

from tests.chats.web.house import HASTY, Tab
from tests.chats.web.mini_app.signing import account, init_data
from tests.pace import slowness
from tests.telegram_standin.standin import TelegramStandIn
from tests.telegram_wire.playing import bot_on

pytestmark = pytest.mark.long

ATTACKERS = 40
ROUNDS = 3
WITHIN = 2.0
"""Seconds in which a person is to be there, on a quiet machine."""
LIKE_A_PAGE = 0.4
"""Seconds after which a page comes again."""


class Door:
    """The ways into the bot, from any address.

    Args:
        address: the address of the page.
        token: the token with which Telegram signs.
        web: makes the requests.
    """

    def __init__(self, address: str, token: str, web: aiohttp.ClientSession) -> None:
        self._address = address.rstrip("/")
        self._token = token
        self._web = web

    async def socket(self, stack: AsyncExitStack, path: str, client: str) -> Tab:
        """Open a socket that a trusted proxy forwards for a client."""
        opening = self._web.ws_connect(
            self._address + path,
            headers={"Origin": self._address, "X-Forwarded-For": client},
            timeout=aiohttp.ClientWSTimeout(ws_close=HASTY),
        )
        return Tab(await stack.enter_async_context(opening))

    async def app(self, stack: AsyncExitStack, client: str, user: int) -> Tab:
        """Open the Mini App of an account."""
        tab = await self.socket(stack, "/app/socket", client)
        data = init_data(time.time(), account(user), self._token)
        await tab.put(do="open app", data=data, language="en", zone="")
        return tab

    async def keep_opening(self, number: int) -> None:
        """Open the Mini App of one account again and again, from one of five addresses of a network."""
        while True:
            with suppress(aiohttp.ClientError, OSError):
                async with AsyncExitStack() as stack:
                    tab = await self.app(stack, f"2001:db8:0:{number % 5:x}::{number:x}", 777)
                    await tab.closed()
            await asyncio.sleep(LIKE_A_PAGE)

    async def sit(self, name: str, client: str) -> str:
        """Open the page for the first time and take a seat; return the secret of the browser."""
        async with AsyncExitStack() as stack:
            headers = {"X-Forwarded-For": client}
            async with self._web.get(self._address, headers=headers) as page:
                assert page.status == 200
            tab = await self.socket(stack, "/socket", client)
            await tab.put(do="hello", secret="", language="en")
            tab.welcome = await tab.get("welcome")
            await tab.put(do="name", id=f"name-{name}", name=name)
            await tab.get("named")
            return tab.secret

    async def come_back(self, secret: str, client: str) -> None:
        """Open the page in a browser that has a seat."""
        async with AsyncExitStack() as stack:
            tab = await self.socket(stack, "/socket", client)
            await tab.put(do="hello", secret=secret, language="en")
            assert (await tab.get("welcome"))["account"] is not None

    async def open_first(self, user: int, client: str) -> None:
        """Open the Mini App of another account."""
        async with AsyncExitStack() as stack:
            await (await self.app(stack, client, user)).get("welcome")


async def test_one_account_keeps_nobody_out(tmp_path: Path) -> None:
    """A seated person comes back, and new people get their first page, within two seconds all the while."""
    settings = {"NARDY_PUBLIC_URL": "https://nardy.example.org", "NARDY_PROXIES": "127.0.0.1"}
    connector = aiohttp.TCPConnector(limit=0, force_close=True)
    async with (
        TelegramStandIn() as telegram,
        bot_on(telegram, tmp_path, NARDY_TABLE="open", **settings) as server,
        aiohttp.ClientSession(connector=connector) as web,
    ):
        door = Door(server.address, telegram.token, web)
        secret = await door.sit("Anna", "198.51.100.1")
        attack = [asyncio.create_task(door.keep_opening(number)) for number in range(ATTACKERS)]
        took: list[float] = []
        try:
            for number in range(ROUNDS):
                for came in (
                    door.come_back(secret, "198.51.100.1"),
                    door.sit(f"Guest{number}", f"203.0.113.{number}"),
                    door.open_first(1000 + number, f"192.0.2.{number}"),
                ):
                    began = time.monotonic()
                    await came
                    took.append(time.monotonic() - began)
        finally:
            for task in attack:
                task.cancel()
            await asyncio.gather(*attack, return_exceptions=True)
    assert max(took) < WITHIN * slowness()
