"""A local table with a Mini App, and the app's side of its WebSocket."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

from bot.chats.web.client_address import parse_network
from bot.chats.web.mini_app.session import MiniApp
from tests.chats.web.house import NOW, ManualWatch, Served, Tab, TableServer, serving
from tests.chats.web.mini_app.signing import TOKEN, account, init_data

PUBLIC = "https://nardy.example.org"


async def is_no_member(_chat: str, _account: str) -> bool:
    """Answer that the account is in no group."""
    return False


APP = MiniApp(TOKEN, lambda: "", is_no_member)
"""A Mini App that has no link."""


@asynccontextmanager
async def serving_app(watch: ManualWatch | None = None) -> AsyncIterator[Served]:
    """Serve a table whose Mini App is reached at a separate public address."""
    async with serving(
        mini_app=APP,
        watch=watch,
        public_url=PUBLIC,
        proxies=(parse_network("127.0.0.1"),),
    ) as served:
        yield served


@asynccontextmanager
async def app_socket(
    served: TableServer, data: str, language: str = "en", headers: Mapping[str, str] | None = None
) -> AsyncIterator[Tab]:
    """Open the app's socket and send some data, valid or not."""
    async with served.socket(headers, path="/app/socket") as socket:
        tab = Tab(socket)
        await tab.put(do="open app", data=data, language=language, zone="")
        yield tab


@asynccontextmanager
async def opened(
    served: TableServer,
    user: dict[str, object] | None = None,
    headers: Mapping[str, str] | None = None,
    **more: str,
) -> AsyncIterator[Tab]:
    """Open the app as a Telegram account and read the welcome."""
    async with app_socket(served, init_data(NOW, user or account(), **more), headers=headers) as tab:
        tab.named = await tab.get("words")
        tab.welcome = await tab.get("welcome")
        yield tab
