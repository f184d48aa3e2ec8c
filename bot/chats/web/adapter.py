"""Adapter: the local table as the rest of the program knows it, one more chat platform."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager
from datetime import timedelta
from functools import partial
from urllib.parse import urlencode

from aiohttp import web

from bot.chats.base import Handler, KeyValues, Painter, Request
from bot.chats.errors import MessageGone
from bot.chats.web.client_address import Network, client_address, client_group
from bot.chats.web.connection_limits import CappedSite, Limits, RateByAddress, carries_tab
from bot.chats.web.from_page import LARGEST
from bot.chats.web.invitation_keys import Access
from bot.chats.web.lessons import LESSONS, serve_lesson
from bot.chats.web.message_log import LoggedMessage
from bot.chats.web.mini_app.session import AppSession, MiniApp
from bot.chats.web.origin_check import APP, WATCH, OriginCheck, forbid
from bot.chats.web.other_devices import code_fragment
from bot.chats.web.other_processes import Elsewhere
from bot.chats.web.pictures import Pictures, as_json
from bot.chats.web.rooms import TABLE, Rooms, own_room
from bot.chats.web.services import ROOM, TableServices
from bot.chats.web.socket_session import Session
from bot.chats.web.sprites import serve_sprite
from bot.chats.web.static_pages import Site
from bot.chats.web.tab import Tab
from bot.chats.web.tab_limits import frame_limit, new_account_limit, wrong_code_limit
from bot.chats.web.tab_places import TabFigures, TabPlaces
from bot.chats.web.to_page import AnswerProgress
from bot.chats.web.views import message_view, reply_view
from bot.chats.web.watcher import Watcher
from bot.chats.web.web_accounts import GUEST_KEY, HOST_KEY, OtherAccounts, WebAccounts
from bot.sessions import NONCES_KEPT, RateLimits, Signer
from bot.sessions.workers import GameWatch
from bot.talk.addresses import BotAddress
from bot.talk.reply import OldBoardPolicy, Reply, RetiredContent

MakeSession = Callable[[web.WebSocketResponse, str, Callable[[], None]], Session]
"""Makes what serves a WebSocket: of that, from where it comes, and what cuts it."""

_HEARTBEAT = 20.0
_REFUSED_AFTER = 3.0
"""Seconds after which an address is refused that opens tabs too fast."""
_FAREWELL = 0.5
"""Seconds that closing tabs, and then whatever else is being answered, may take."""


class LocalTable:
    """A chat room as a page on this machine.

    Its chats are the room that all see, `table`, and for each account a room of its own, `me:<account>`.

    Args:
        handler: who handles what people do here.
        key_values: where rooms, accounts and names are kept.
        painter: who draws the boards.
        words: the page's texts by their ids, in a language; placeholders stand in them as `{name}`.
        watch: tells that something has happened in a game.
        signer: what this installation signs with.
        host: where to listen.
        port: the port to listen on; 0 for any that is free.
        origins: further origins that the page is reached by, such as `https://nardy.example.org`.
        invited: True if a new account needs the key of a link.
        proxies: whose `X-Forwarded-For` says from where somebody comes.
        limits: what may be open at once.
        mini_app: what the Mini App of Telegram needs; without it there is none.
        public_url: the address by which anybody reaches the Mini App and shared boards, and nothing but that.
        broadcast: tells other processes what has changed at the table; what they tell, `elsewhere` takes.
        lock: what lets one at a time of all processes change accounts.
        other_accounts: the other accounts, on whatever platform, of who has an account here.
        clock: seconds since 1970.
        monotonic: seconds since some moment, by which it is counted what is sent.
        sleep: waits for some of them.
    """

    name = "web"
    nonce_memory = NONCES_KEPT - timedelta(days=1)
    """Shorter than nonces are kept, so that none is relied upon while it is being forgotten."""

    def __init__(  # noqa: PLR0913 - everything it needs is handed in
        self,
        handler: Handler,
        key_values: KeyValues,
        painter: Painter,
        words: Callable[[str], Mapping[str, str]],
        *,
        watch: GameWatch,
        signer: Signer,
        host: str,
        port: int,
        origins: tuple[str, ...] = (),
        invited: bool = False,
        proxies: tuple[Network, ...] = (),
        limits: Limits | None = None,
        mini_app: MiniApp | None = None,
        public_url: str = "",
        broadcast: Callable[..., None] = lambda *_words: None,
        lock: Callable[[], AbstractAsyncContextManager[object]] | None = None,
        other_accounts: OtherAccounts | None = None,
        clock: Callable[[], float] = time.time,
        monotonic: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._accounts = WebAccounts(key_values, signer, lock, other_accounts)
        self._pictures = Pictures(signer, key_values, painter, monotonic)
        self._rooms = Rooms(
            key_values, self._accounts, partial(message_view, self._pictures), partial(broadcast, ROOM)
        )
        self._access = Access(signer, invited)
        self._limits = limits or Limits()
        self._services = TableServices(
            handler=handler,
            words=words,
            accounts=self._accounts,
            rooms=self._rooms,
            pictures=self._pictures,
            access=self._access,
            places=TabPlaces(self._limits),
            clock=clock,
            frames=RateLimits(lambda _: frame_limit(monotonic)),
            new_accounts=new_account_limit(monotonic),
            wrong_codes=RateLimits(lambda _: wrong_code_limit(monotonic)),
            sleep=sleep,
            watch=watch,
            broadcast=broadcast,
        )
        self.elsewhere = Elsewhere(self._services)
        """Shows here what other processes tell."""
        self._new_tabs = RateByAddress(self._limits.new_at_once, self._limits.new_per_second, monotonic)
        self._proxies = proxies
        self._origins = OriginCheck(host, origins, public_url)
        self._public_url = public_url
        self._site = Site(words, partial(signer.sign, "installation"))
        self._clock = clock
        self._listen = (host, port)
        self._mini_app = mini_app
        self._tabs: set[Session] = set()
        self._port = port
        self._open = asyncio.Event()
        self.has_been_online = False

    async def sign_in_fragment(self, account: str, platform: str, key: str) -> str | None:
        """Return what opens an account's seat in one more browser, behind the table's address.

        It does so once, for ten minutes, and for as long as who asks is the same person; nothing is returned
        if nobody has such a seat.

        Args:
            account: whose seat.
            platform: from which platform that is asked for.
            key: the account there of the person who asks.
        """
        if await self._accounts.name_of(account) is None:
            return None
        voucher = self._accounts.voucher(platform, key)
        return f"#{code_fragment(await self._accounts.new_code(account, self._clock(), voucher))}"

    async def private_chat(self, account: str) -> str | None:
        """Return the key of the room that is a person's own."""
        return own_room(account)

    @property
    def host_fragment(self) -> str:
        """What stands behind the `#` of the link by which the host comes."""
        return f"host={self._access.host_key}"

    async def host_fragment_changed(self) -> None:
        """Wait until the host's link is another, because a host was removed since the last such wait."""
        await self._services.host_key_changed.wait()
        self._services.host_key_changed.clear()

    @property
    def address(self) -> BotAddress | None:
        """How guests come to the table, if that is open at the public address: perhaps only from a member."""
        if not self._origins.has_public_table:
            return None
        begins, access = f"{self._public_url}/#", self._access
        if not access.invited:
            return BotAddress(self.name, link=f"{begins}start=")
        return BotAddress(self.name, members_link=f"{begins}{urlencode({'table': access.table_key})}&start=")

    @property
    def tab_figures(self) -> TabFigures:
        """How many tabs there are now."""
        return self._services.places.figures

    @property
    def is_open(self) -> bool:
        """True if the page can be reached."""
        return self._open.is_set()

    async def bound(self) -> int:
        """Wait until the page can be reached and return its port."""
        await self._open.wait()
        return self._port

    async def run(self) -> None:
        """Serve until cancelled.

        Raises:
            OSError: the address cannot be listened on.
        """
        runner = web.AppRunner(
            self._app(),
            access_log=None,
            shutdown_timeout=_FAREWELL,
            keepalive_timeout=self._limits.head_within,
        )
        self._access.key_number = await self._accounts.key_number(GUEST_KEY)
        self._access.host_key_number = await self._accounts.key_number(HOST_KEY)
        await runner.setup()
        try:
            host, port = self._listen
            # Run again, it listens where the pages look for it.
            port = self._port or port
            site = CappedSite(runner, host or None, port, limits=self._limits, proxies=self._proxies)
            await site.start()
            self._port = runner.addresses[0][1]
            self.has_been_online = True
            self._open.set()
            await asyncio.Event().wait()
        finally:
            self._open.clear()
            await asyncio.gather(*(tab.close() for tab in self._tabs), return_exceptions=True)
            await runner.cleanup()

    async def ready(self, chat: str) -> bool:  # noqa: ARG002 (the same for all chats)
        """Say that no chat needs to be waited for: a room takes messages as fast as they come."""
        return False

    def delay(self, chat: str, request: Request, message: str | None) -> float:  # noqa: ARG002 (the same for all)
        """Put nothing off."""
        return 0.0

    def is_last(self, chat: str, message: str) -> bool:
        """Return True if nothing stands below a message in a room of one person, as far as that is known."""
        return message.isdecimal() and self._rooms.is_last(chat, int(message))

    async def send(self, chat: str, reply: Reply, nonce: str) -> str:
        """Send a new message and return its id; the first's, if the nonce was sent before.

        Raises:
            ChatGone: there is no such room.
        """
        return str(await self._rooms.post(chat, LoggedMessage.of(reply, self._clock(), nonce)))

    async def edit(self, chat: str, message: str, reply: Reply) -> None:
        """Replace a message by another, without notifying anybody.

        Raises:
            MessageGone: there is no such message.
            ChatGone: there is no such room.
        """
        await self._rooms.amend(
            chat, _number(message), lambda old: LoggedMessage.of(reply, old.time, old.nonce)
        )

    async def retire(self, chat: str, message: str, retired_content: RetiredContent) -> None:
        """Make a message what remains of it. One that is gone is no error.

        Raises:
            ChatGone: there is no such room.
        """
        try:
            if retired_content.policy is OldBoardPolicy.DELETE:
                await self._rooms.remove(chat, _number(message))
            elif retired_content.policy is OldBoardPolicy.SHRINK:
                await self._rooms.amend(chat, _number(message), lambda old: old.shrunk(retired_content.text))
            else:
                await self._rooms.amend(chat, _number(message), lambda old: old.retired(retired_content.text))
        except MessageGone:
            return

    async def forget_old(self) -> None:
        """Forget names that nobody bears, codes that open nothing, and nonces that nobody will use again."""
        await self._accounts.forget_old_names()
        await self._accounts.forget_old_codes(self._clock())
        before = self._clock() - NONCES_KEPT.total_seconds()
        await self._rooms.forget_nonces(TABLE, before)
        async for account in self._accounts.accounts():
            await self._rooms.forget_nonces(own_room(account), before)

    def _app(self) -> web.Application:
        app = web.Application(middlewares=[self._origins.guard], client_max_size=LARGEST)
        app.on_response_prepare.append(forbid)
        app.add_routes(
            [
                web.get("/", self._site.page),
                self._socket("/socket", partial(Tab, self._services)),
                self._socket(WATCH, partial(Watcher, self._services)),
                web.get(r"/page/{file:[a-z_]+\.[a-z]+}", self._site.file),
                web.get(r"/sprites/{theme:[a-z]{1,20}}/{file:[a-z_]+[1-6]?\.[a-z]+}", serve_sprite),
                web.get(LESSONS + "{page:[1-9]}.json", serve_lesson),
                web.get(r"/board/{seal:[0-9a-f]{32}}.png", self._pictures.serve_expiring),
                web.get(r"/answer/{seal:[0-9a-f]{32}}.json", self._serve_answer),
                web.get(r"/download/{seal:[0-9a-f]{32}}", self._pictures.downloads.serve, allow_head=False),
                web.get(r"/animation/{seal:[0-9a-f]{32}}.gif", self._pictures.serve_animation),
                web.get(r"/animation/{seal:[0-9a-f]{32}}.json", self._pictures.serve_progress),
                web.get(
                    r"/board/{room:[a-z0-9:]{1,40}}/{message:\d{1,15}}/{seal:[0-9a-f]{32}}.png",
                    self._pictures.serve,
                ),
            ]
        )
        if self._mini_app is not None:
            app.router.add_get(APP, self._site.app)
            make = partial(AppSession, self._mini_app, self._services)
            app.add_routes([self._socket(f"{APP}/socket", make)])
        return app

    async def _serve_answer(self, request: web.Request) -> web.Response:
        """Answer how far an answer is that is still being worked on."""
        try:
            reply = self._pictures.unfinished.now(request.match_info["seal"])
        except KeyError:
            raise web.HTTPNotFound from None
        return as_json(AnswerProgress(None if reply is None else reply_view(self._pictures, reply)))

    def _socket(self, path: str, make: MakeSession) -> web.RouteDef:
        """Return the route of a WebSocket."""
        return web.get(path, partial(self._serve_socket, make), allow_head=False)

    async def _serve_socket(self, make: MakeSession, request: web.Request) -> web.StreamResponse:
        if not self._origins.is_own(request.headers.get("Origin"), request.host):
            raise web.HTTPForbidden(text="Only the page itself may connect.")
        group = client_group(self._address(request))
        if not self._new_tabs.take(group):
            # Later, so that a program that tries again at once costs little.
            await self._services.sleep(_REFUSED_AFTER)
            raise web.HTTPTooManyRequests
        try:
            # Without `autoping` the session reads PINGs and PONGs, so that they cost what any frame costs.
            socket = web.WebSocketResponse(
                heartbeat=_HEARTBEAT, timeout=_FAREWELL, max_msg_size=LARGEST, compress=False, autoping=False
            )
            await socket.prepare(request)
            transport = request.transport
            if transport is not None:
                carries_tab(transport)
            session = make(socket, group, transport.abort if transport else lambda: None)
            self._tabs.add(session)
            try:
                await session.serve()
            finally:
                self._tabs.discard(session)
        except ConnectionError:
            # A page that left before it was opened needs no answer.
            return web.Response()
        return socket

    def _address(self, request: web.Request) -> str:
        forwarded = request.headers.getall("X-Forwarded-For", [])
        return client_address(request.remote or "", forwarded, self._proxies)


def _number(message: str) -> int:
    if not message.isascii() or not message.isdigit():
        raise MessageGone
    return int(message)
