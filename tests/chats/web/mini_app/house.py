"""A table with a Mini App, and the app's side of the wire."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager

from bot.chats.web.client_address import parse_network
from bot.chats.web.mini_app.session import MiniApp
from tests.chats.web.house import NOW, Reached, Served, Tab, serving
from tests.chats.web.mini_app.signing import TOKEN, account, init_data

PUBLIC = "https://nardy.example.org"


class QuietWatch:
    """A watch that tells of a change when a test says so."""

    def __init__(self) -> None:
        self.looked_at: dict[str, asyncio.Event] = {}

    @contextmanager
    def watching(self, game_id: str, changed: asyncio.Event) -> Iterator[None]:
        """Remember who looks at a game, until left."""
        self.looked_at[game_id] = changed
        try:
            yield
        finally:
            del self.looked_at[game_id]


class NoGroups:
    """A bot on Telegram in whose groups nobody is, and whose app has no name."""

    board_link = ""

    async def has_member(self, chat: str, account: str) -> bool:  # noqa: ARG002 (the same for all)
        """Nobody is in any group."""
        return False


@asynccontextmanager
async def serving_app(watch: QuietWatch | None = None) -> AsyncIterator[Served]:
    """Serve a table with a Mini App, which is reached at an address of its own."""
    async with serving(
        mini_app=MiniApp(TOKEN, watch or QuietWatch(), NoGroups()),
        public_url=PUBLIC,
        proxies=(parse_network("127.0.0.1"),),
    ) as served:
        yield served


@asynccontextmanager
async def knocking(
    served: Reached, data: str, language: str = "en", headers: Mapping[str, str] | None = None
) -> AsyncIterator[Tab]:
    """Open the app's socket with some data, whatever comes of it."""
    async with served.socket(headers, path="/app/socket") as socket:
        tab = Tab(socket)
        await tab.put(do="open app", data=data, language=language, zone="")
        yield tab


@asynccontextmanager
async def opened(
    served: Reached,
    user: dict[str, object] | None = None,
    headers: Mapping[str, str] | None = None,
    **more: str,
) -> AsyncIterator[Tab]:
    """Open the app as somebody, and be welcomed."""
    async with knocking(served, init_data(NOW, user or account(), **more), headers=headers) as tab:
        tab.named = await tab.get("words")
        tab.welcome = await tab.get("welcome")
        yield tab
