"""A local table with stand-ins behind it, and a browser's side of its WebSockets."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

import aiohttp

from bot.chats.web import LocalTable
from bot.chats.web.client_address import Network
from bot.chats.web.connection_limits import Limits
from bot.chats.web.mini_app.session import MiniApp
from bot.chats.web.to_page import TYPES
from bot.sessions import Signer
from bot.sessions.workers import GameWatch
from bot.talk.catalog import templates
from bot.talk.incoming import ChatKind, Incoming, Line, Person, Place, VisitorPreferences
from bot.talk.reply import Reply
from bot.talk.views.settings import Setting
from renderers.scene import Scene
from tests.chats import stand_ins
from tests.chats.stand_ins import MemoryKeyValues, PlainPainter

NOW = 1_700_000_000.0
TIMEOUT = 30.0
"""Seconds within which the table answers even on a slow machine."""
CLOSE_TIMEOUT = 0.2
"""Seconds for which a browser waits for the table to close a connection, too."""
HEAD = Scene(white=(0,) * 23 + (15,), black=(0,) * 11 + (15,) + (0,) * 12, mover="w", dice=(6, 5))

page_words = partial(templates, prefix="web-")
SIGNER = Signer(b"the key of a house of tests")


@dataclass
class ScriptedHandler(stand_ins.ScriptedHandler):
    """A handler that answers in the language and theme that a test sets, and blocks while a test holds it."""

    lines: tuple[str, ...] = ("/play easy", "/play hard")
    release: asyncio.Event | None = None
    """Answers wait until this is set; None if they do not wait."""

    language: str = ""
    theme: str = ""
    settings_shown: tuple[Setting, ...] = ()

    async def handle(self, incoming: Incoming) -> tuple[Reply, ...]:
        """Record the request and return the answers that a test has set, once they are released."""
        answers = await super().handle(incoming)
        if self.release is not None:
            await self.release.wait()
        return answers

    async def visit(self, person: Person, place: Place, *, creates: bool = False) -> VisitorPreferences:  # noqa: ARG002 (part of the interface)
        """Return the language that a test has set, or the person's own if it has set none."""
        return VisitorPreferences(self.language or person.language, self.theme)

    async def settings(self, incoming: Incoming) -> tuple[Setting, ...]:
        """Return the settings that a test has set, as those of the person; the common table has none."""
        return self.settings_shown if incoming.place.kind is ChatKind.PRIVATE else ()

    async def is_unaddressed(self, incoming: Incoming) -> bool:
        """Return True for a line that does not begin with a digit."""
        if self.fault is not None:
            raise self.fault
        return isinstance(incoming.what, Line) and not incoming.what.text[:1].isdigit()


class ManualWatch(GameWatch):
    """A game watch that reports a change only when a test sets the event."""

    def __init__(self) -> None:
        self.looked_at: dict[str, asyncio.Event] = {}

    @contextmanager
    def watching(self, game_id: str, changed: asyncio.Event) -> Iterator[None]:
        """Record the event of a game for as long as the game is watched."""
        self.looked_at[game_id] = changed
        try:
            yield
        finally:
            del self.looked_at[game_id]


@dataclass
class TableServer:
    """A table that is being served, as browsers reach it."""

    table: LocalTable
    web: aiohttp.ClientSession
    port: int
    task: asyncio.Task[None]

    @property
    def host_key(self) -> str:
        """The key of the host's link, which the program prints at start."""
        return self.table.host_fragment.removeprefix("host=")

    @property
    def origin(self) -> str:
        """The page's own origin."""
        return f"http://127.0.0.1:{self.port}"

    @asynccontextmanager
    async def socket(
        self, headers: Mapping[str, str] | None = None, *, autoping: bool = True, path: str = "/socket"
    ) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
        """Open a connection without a hello; closing it waits for no answer."""
        async with self.web.ws_connect(
            path,
            headers={"Origin": self.origin} | dict(headers or {}),
            timeout=aiohttp.ClientWSTimeout(ws_close=CLOSE_TIMEOUT),
            autoping=autoping,
        ) as socket:
            yield socket

    @asynccontextmanager
    async def greeted(
        self,
        secret: str = "",
        *,
        headers: Mapping[str, str] | None = None,
        path: str = "/socket",
        **hello: object,
    ) -> AsyncIterator[Tab]:
        """Open a tab, say hello and read the welcome, also one that refuses the visitor."""
        async with self.socket(headers, path=path) as socket:
            tab = Tab(socket)
            known = {"language": "en", "key": "", "zone": "", "types": TYPES}
            await tab.put(do="hello", secret=secret, **known | hello)
            tab.welcome = await tab.get("welcome")
            yield tab

    @asynccontextmanager
    async def tab(
        self, secret: str = "", language: str = "en", key: str = "", **headers: str
    ) -> AsyncIterator[Tab]:
        """Open a tab that says hello and is let in."""
        async with self.greeted(secret, headers=headers, language=language, key=key) as tab:
            # The room with the person's own boards may come second, since those are looked up first.
            first = await tab.get_any("room", "landing")
            second = await tab.get_any("room", "landing")
            for frame in (first, second):
                setattr(tab, frame.get("room", "landing"), frame)
            yield tab

    @asynccontextmanager
    async def watching(self, token: str, language: str = "en", **headers: str) -> AsyncIterator[Tab]:
        """Open a tab by the link of a shared board and say hello."""
        async with self.greeted(headers=headers, path="/watch", language=language, key=token) as tab:
            yield tab

    async def status(self, path: str, headers: Mapping[str, str] | None = None) -> int:
        """Return the HTTP status of the answer to a GET request."""
        async with self.web.get(path, headers=headers) as answer:
            return answer.status

    @asynccontextmanager
    async def signed_in(
        self, name: str, language: str = "en", key: str = "", **headers: str
    ) -> AsyncIterator[Tab]:
        """Open a tab and enter a name in it."""
        async with self.tab(language=language, key=key, **headers) as tab:
            await tab.put(do="name", id=f"name-{name}", name=name)
            tab.rights = await tab.get("rights")
            tab.me = await tab.get("room")
            tab.named = await tab.get("named")
            yield tab


@dataclass
class Served(TableServer):
    """A table that is being served, with the stand-ins behind it."""

    handler: ScriptedHandler
    key_values: MemoryKeyValues
    painter: PlainPainter


class Tab:
    """A browser's side of one WebSocket."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.welcome: dict[str, Any] = {}
        self.landing: dict[str, Any] = {}
        self.table: dict[str, Any] = {}
        self.me: dict[str, Any] = {}
        self.rights: dict[str, Any] = {}
        self.named: dict[str, Any] = {}
        self._done = 0

    @property
    def secret(self) -> str:
        """The secret that the table gave this browser."""
        return str(self.welcome["secret"])

    @property
    def account(self) -> str:
        """The account of the person who entered a name here."""
        return str(self.named["account"])

    async def put(self, **frame: object) -> None:
        """Send a frame."""
        await self.socket.send_str(json.dumps(frame))

    async def get(self, kind: str, **wanted: object) -> dict[str, Any]:
        """Return the next frame of a kind, skipping others."""
        async with asyncio.timeout(TIMEOUT):
            while True:
                frame: dict[str, Any] = await self.socket.receive_json()
                if frame["is"] == kind and wanted.items() <= frame.items():
                    return frame

    async def get_any(self, *kinds: str) -> dict[str, Any]:
        """Return the next frame of one of some kinds, skipping others."""
        async with asyncio.timeout(TIMEOUT):
            while (frame := await self.socket.receive_json())["is"] not in kinds:
                continue
            return dict(frame)

    async def all_until(self, kind: str, **wanted: object) -> list[dict[str, Any]]:
        """Return every frame up to the first one of a kind."""
        frames: list[dict[str, Any]] = []
        async with asyncio.timeout(TIMEOUT):
            while not frames or frames[-1]["is"] != kind or not wanted.items() <= frames[-1].items():
                frames.append(await self.socket.receive_json())
        return frames

    async def do(self, kind: str, **frame: object) -> list[dict[str, Any]]:
        """Send a frame and wait until it is done; return the answers."""
        self._done += 1
        key = f"tab-does-{self._done}"
        await self.put(do=kind, id=key, **frame)
        replies: list[dict[str, Any]] = (await self.get("done", id=key))["replies"]
        return replies

    async def accounts(self) -> list[str]:
        """Return the names of the accounts, as the host sees them."""
        await self.put(do="accounts")
        return [each["name"] for each in (await self.get("accounts"))["accounts"]]

    async def catch_up(self) -> list[str]:
        """Wait until everything sent before is answered; return the kinds of the frames that came."""
        await self.put(do="still there")
        return [frame["is"] for frame in await self.all_until("here")][:-1]

    async def say(self, text: str, key: str = "action-1", room: str = "table") -> dict[str, Any]:
        """Type a line and wait for the answer."""
        await self.put(do="say", id=key, room=room, text=text, message=None)
        return await self.get("done", id=key)

    async def closed(self) -> int:
        """Wait until the table closes the connection, and return the close code."""
        async with asyncio.timeout(TIMEOUT):
            while (await self.socket.receive()).type not in (
                aiohttp.WSMsgType.CLOSE,
                aiohttp.WSMsgType.CLOSING,
                aiohttp.WSMsgType.CLOSED,
            ):
                continue
        return self.socket.close_code or 0


@asynccontextmanager
async def serving_table(table: LocalTable) -> AsyncIterator[TableServer]:
    """Serve a given table."""
    task = asyncio.create_task(table.run())
    try:
        port = await table.bound()
        async with aiohttp.ClientSession(f"http://127.0.0.1:{port}") as web:
            yield TableServer(table, web, port, task)
            task.cancel()
            await asyncio.wait([task])
    finally:
        task.cancel()


@asynccontextmanager
async def serving(  # noqa: PLR0913 - all that a table can be configured with
    key_values: MemoryKeyValues | None = None,
    *,
    words: Callable[[str], Any] = page_words,
    origins: tuple[str, ...] = (),
    signer: Signer = SIGNER,
    invited: bool = False,
    proxies: tuple[Network, ...] = (),
    limits: Limits | None = None,
    mini_app: MiniApp | None = None,
    watch: GameWatch | None = None,
    public_url: str = "",
    monotonic: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    broadcast: Callable[..., None] = lambda *_words: None,
) -> AsyncIterator[Served]:
    """Serve a table on a free port of this machine."""
    handler, painter, key_values = ScriptedHandler(), PlainPainter(slow=True), key_values or MemoryKeyValues()
    table = LocalTable(
        handler,
        key_values,
        painter,
        words,
        watch=watch or ManualWatch(),
        signer=signer,
        hosts=("127.0.0.1",),
        port=0,
        origins=origins,
        clock=lambda: NOW,
        invited=invited,
        proxies=proxies,
        limits=limits,
        mini_app=mini_app,
        public_url=public_url,
        monotonic=monotonic,
        sleep=sleep,
        broadcast=broadcast,
    )
    async with serving_table(table) as server:
        yield Served(table, server.web, server.port, server.task, handler, key_values, painter)
