"""Adapter: the local table's implementation of a chat platform, and its web server."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager
from datetime import timedelta
from functools import partial
from random import Random, SystemRandom
from urllib.parse import urlencode

from aiohttp import web

from bot.chats.base import Handler, KeyValues, Painter, Request
from bot.chats.errors import MessageGone
from bot.chats.web.board_pages import ROUTE, BoardPages
from bot.chats.web.client_address import Network, client_address, client_group
from bot.chats.web.connection_limits import CappedSite, Limits, RateByAddress, note_tab
from bot.chats.web.from_page import MOST_FRAME_BYTES, is_language
from bot.chats.web.invitation_keys import Access
from bot.chats.web.lessons import LESSONS, serve_lesson
from bot.chats.web.message_log import LoggedMessage
from bot.chats.web.mini_app.session import AppSession, MiniApp
from bot.chats.web.origin_check import APP, WATCH, OriginCheck, add_security_headers
from bot.chats.web.other_devices import code_fragment
from bot.chats.web.other_processes import ChangeFeed
from bot.chats.web.own_address import OwnAddress
from bot.chats.web.page_files import page_files
from bot.chats.web.pictures import Pictures, as_json
from bot.chats.web.puzzles import PUZZLE, serve_puzzle
from bot.chats.web.rooms import PLATFORM, TABLE, Rooms, own_room, place
from bot.chats.web.services import ROOM, TableServices
from bot.chats.web.socket_session import Session
from bot.chats.web.sprites import serve_sprite
from bot.chats.web.static_pages import StaticPages
from bot.chats.web.tab import Tab
from bot.chats.web.tab_limits import (
    frame_limit,
    new_account_limit,
    preview_limit,
    step_limit,
    wrong_code_limit,
)
from bot.chats.web.tab_places import TabFigures, TabPlaces
from bot.chats.web.to_page import AnswerProgress
from bot.chats.web.views import message_view, reply_view
from bot.chats.web.watcher import Watcher
from bot.chats.web.web_accounts import GUEST_KEY, HOST_KEY, OtherAccounts, WebAccounts
from bot.sessions import NONCES_KEPT, KeyedLimits, Signer
from bot.sessions.workers import GameWatch
from bot.talk.addresses import BotAddress
from bot.talk.reply import OldBoardPolicy, Reply, RetiredContent

MakeSession = Callable[[web.WebSocketResponse, str, Callable[[], None]], Session]
"""Makes a WebSocket's session from the socket, the client's address group and a function that aborts it."""

StepHandler = Callable[[web.Request], Awaitable[web.Response]]
"""Answers the request for a step of a lesson or puzzle."""

_FILE = r"{file:[a-z_]+\.[a-z]+}"
_SPRITE = r"{theme:[a-z]{1,20}}/{file:[a-z_]+[1-6]?\.[a-z]+}"
_VERSION = "{version:[0-9a-f]{12}}"
_HEARTBEAT = 20.0
_REFUSED_AFTER = 3.0
"""Seconds to wait before refusing an address that opens tabs too fast."""
_FAREWELL = 0.5
"""Seconds at shutdown that closing the WebSockets, and after that the other open requests, may take."""


class LocalTable:
    """The chat page that the bot serves itself: a common room, the table, and one private room per account.

    The common room's chat key is `table`; the private room of an account is `me:<account>`.

    Args:
        handler: handles what people type and press.
        key_values: the store of messages, accounts and names.
        painter: draws the boards.
        words: returns the page's texts in a language, by their ids; placeholders have the form `{name}`.
        watch: tells sessions when a game changes.
        signer: signs with this installation's secret.
        hosts: the addresses to listen on.
        port: the port to listen on; 0 for any free one.
        origins: further origins that serve the page, such as `https://nardy.example.org`.
        invited: True if a new account needs the key of an invitation link.
        proxies: the reverse proxies whose `X-Forwarded-For` header is trusted.
        limits: the limits on connections and tabs.
        mini_app: what the Mini App of Telegram needs; None serves no Mini App.
        public_url: the public address of the Mini App and of shared boards; empty if there is none.
        for_others: the page's URL for other machines, with which copied links begin if the page was opened at
            an address of this machine alone; empty if it is not known.
        broadcast: sends a change at the table to other processes; `changes` receives theirs.
        lock: a lock around account changes that all processes share; None locks this process alone.
        other_accounts: returns the accounts on other platforms of the player who has an account here.
        clock: seconds since 1970.
        monotonic: a monotonic clock in seconds, for the rate limits.
        random: chooses the names of guests; None uses the system's randomness.
        sleep: waits for a number of seconds.
    """

    name = PLATFORM
    nonce_memory = NONCES_KEPT - timedelta(days=1)
    """How long a message that is posted again with the same nonce is surely recognised.

    It is a day less than nonces are stored, for a safe margin.
    """

    def __init__(  # noqa: PLR0913 - everything it needs is handed in
        self,
        handler: Handler,
        key_values: KeyValues,
        painter: Painter,
        words: Callable[[str], Mapping[str, str]],
        *,
        watch: GameWatch,
        signer: Signer,
        hosts: tuple[str, ...],
        port: int,
        origins: tuple[str, ...] = (),
        invited: bool = False,
        proxies: tuple[Network, ...] = (),
        limits: Limits | None = None,
        mini_app: MiniApp | None = None,
        public_url: str = "",
        for_others: str = "",
        broadcast: Callable[..., None] = lambda *_words: None,
        lock: Callable[[], AbstractAsyncContextManager[object]] | None = None,
        other_accounts: OtherAccounts | None = None,
        clock: Callable[[], float] = time.time,
        monotonic: Callable[[], float] = time.monotonic,
        random: Random | None = None,
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
            frames=KeyedLimits(lambda _: frame_limit(monotonic)),
            new_accounts=new_account_limit(monotonic),
            wrong_codes=KeyedLimits(lambda _: wrong_code_limit(monotonic)),
            sleep=sleep,
            watch=watch,
            random=random or SystemRandom(),
            broadcast=broadcast,
        )
        self.changes = ChangeFeed(self._services)
        """Applies the changes that any process announces to the tabs of this process."""
        self._steps = step_limit(monotonic)
        self._new_tabs = RateByAddress(self._limits.new_at_once, self._limits.new_per_second, monotonic)
        self._proxies = proxies
        self._origins = OriginCheck(hosts, origins, public_url)
        self._public_url = public_url
        own_address = OwnAddress(public_url, origins, proxies, for_others)
        self._site = StaticPages(words, partial(signer.sign, "installation"), own_address)
        previews = preview_limit(monotonic)
        self._boards = BoardPages(
            self._site,
            handler,
            painter,
            own_address,
            lambda request: previews.take(client_group(self._address(request))),
        )
        self._clock = clock
        self._listen = (hosts, port)
        self._mini_app = mini_app
        self._tabs: set[Session] = set()
        self._port = port
        self._open = asyncio.Event()
        self.has_been_online = False

    async def sign_in_fragment(self, account: str, platform: str, key: str) -> str | None:
        """Make a sign-in code; return the URL fragment that signs one more browser in to a web account.

        Return None if there is no such web account. The link works once, within ten minutes, and only while
        the web account and the account that asks belong to the same player.

        Args:
            account: the web account to sign in to.
            platform: the platform of the account that asks for the link.
            key: the key of that account.
        """
        if await self._accounts.name_of(account) is None:
            return None
        voucher = self._accounts.voucher(platform, key)
        return f"#{code_fragment(await self._accounts.new_code(account, self._clock(), voucher))}"

    async def private_chat(self, account: str) -> str | None:
        """Return the chat key of an account's private room."""
        return own_room(account)

    @property
    def host_fragment(self) -> str:
        """The fragment of the host's link, without `#`; accounts that open the link administer the table."""
        return f"host={self._access.host_key}"

    async def host_fragment_changed(self) -> None:
        """Wait until the host's link changes, which happens when an account that is host is removed.

        A change since the last call ends the wait at once.
        """
        await self._services.host_key_changed.wait()
        self._services.host_key_changed.clear()

    @property
    def address(self) -> BotAddress | None:
        """The link by which people reach the table; None if the public address does not serve the table.

        If new accounts need an invitation, the link contains the invitation key and is for members only.
        """
        if not self._origins.has_public_table:
            return None
        begins, access = f"{self._public_url}/#", self._access
        if not access.invited:
            return BotAddress(self.name, link=f"{begins}start=")
        return BotAddress(self.name, members_link=f"{begins}{urlencode({'table': access.table_key})}&start=")

    @property
    def tab_figures(self) -> TabFigures:
        """The numbers of open, refused and closed tabs, and their limit."""
        return self._services.places.figures

    @property
    def is_open(self) -> bool:
        """True if the server is listening."""
        return self._open.is_set()

    async def bound(self) -> int:
        """Wait until the server is listening, and return the port, which may differ from a given 0."""
        await self._open.wait()
        return self._port

    async def run(self) -> None:
        """Serve until cancelled.

        Raises:
            OSError: the address is in use or does not exist.
        """
        runner = web.AppRunner(
            self._app(),
            access_log=None,
            shutdown_timeout=_FAREWELL,
            keepalive_timeout=self._limits.head_within,
        )
        # Links contain how often their key was replaced, and the first request may check a link.
        self._access.key_number = await self._accounts.key_number(GUEST_KEY)
        self._access.host_key_number = await self._accounts.key_number(HOST_KEY)
        await asyncio.to_thread(page_files)
        await runner.setup()
        try:
            hosts, port = self._listen
            # After a restart of `run`, listen on the same port, where open pages reconnect.
            port = self._port or port
            site = CappedSite(runner, hosts, port, limits=self._limits, proxies=self._proxies)
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
        """Return False: no room needs a warm-up, because rooms take messages as fast as they come."""
        return False

    def delay(self, chat: str, request: Request, message: str | None) -> float:  # noqa: ARG002 (the same for all)
        """Return 0: a room has no rate limit."""
        return 0.0

    def is_last(self, chat: str, message: str) -> bool:
        """Return True if a message is known to be the last one in a room; False if not, or if unknown."""
        return message.isdecimal() and self._rooms.is_last(chat, int(message))

    async def send(self, chat: str, reply: Reply, nonce: str) -> str:
        """Post a new message and return its id. If the nonce was posted before, return that message's id.

        Raises:
            ChatGone: there is no such room.
        """
        return str(await self._rooms.post(chat, LoggedMessage.of(reply, self._clock(), nonce)))

    async def edit(self, chat: str, message: str, reply: Reply) -> None:
        """Replace a message of the bot without notifying people; its time stays.

        At the common table the page moves a board that has changed to the end. Elsewhere its place stays.

        Raises:
            MessageGone: there is no such message, or a person posted it.
            ChatGone: there is no such room.
        """

        def change(old: LoggedMessage) -> LoggedMessage:
            changed = LoggedMessage.of(reply, old.time, old.nonce)
            return changed.replacing(old, self._clock()) if chat == TABLE else changed

        await self._rooms.amend(chat, _number(message), change)

    async def retire(self, chat: str, message: str, retired_content: RetiredContent) -> None:
        """Delete, shrink or keep a message of the bot, as its policy says; without buttons if it stays.

        Nothing happens if the message is gone already.

        Raises:
            ChatGone: there is no such room.
        """
        try:
            if retired_content.policy is OldBoardPolicy.DELETE:
                await self._rooms.remove(chat, _number(message))
            elif retired_content.policy is OldBoardPolicy.SHRINK:
                line, translations = retired_content.text, retired_content.translations
                await self._rooms.amend(chat, _number(message), lambda old: old.shrunk(line, translations))
            else:
                await self._rooms.amend(chat, _number(message), lambda old: old.retired(retired_content.text))
        except MessageGone:
            return

    async def forget_old(self) -> None:
        """Delete names that no account has, expired sign-in codes, and nonces of old messages.

        Messages so old are not posted again, so their nonces need not be recognised.
        """
        await self._accounts.forget_old_names()
        await self._accounts.forget_old_codes(self._clock())
        before = self._clock() - NONCES_KEPT.total_seconds()
        await self._rooms.forget_nonces(TABLE, before)
        async for account in self._accounts.accounts():
            await self._rooms.forget_nonces(own_room(account), before)

    def _app(self) -> web.Application:
        app = web.Application(middlewares=[self._origins.guard], client_max_size=MOST_FRAME_BYTES)
        app.on_response_prepare.append(add_security_headers)
        app.add_routes(
            [
                web.get("/", self._site.page),
                web.get(ROUTE, self._boards.page),
                web.get(f"{ROUTE}.png", self._boards.picture),
                self._socket("/socket", partial(Tab, self._services)),
                self._socket(WATCH, partial(Watcher, self._services)),
                web.get(rf"/page/{_FILE}", self._site.file),
                web.get(rf"/page/{_VERSION}/{_FILE}", self._site.file),
                web.get(rf"/sprites/{_SPRITE}", serve_sprite),
                web.get(rf"/sprites/{_VERSION}/{_SPRITE}", serve_sprite),
                web.get(LESSONS + "{page:[1-9]}.json", partial(self._serve_step, serve_lesson)),
                web.get("/landing.json", partial(self._serve_step, self._serve_landing)),
                web.get(PUZZLE, partial(self._serve_step, partial(serve_puzzle, self._clock))),
                web.get(r"/board/{seal:[0-9a-f]{32}}.png", self._pictures.serve_expiring),
                web.get(r"/answer/{seal:[0-9a-f]{32}}.json", self._serve_answer),
                web.get(r"/download/{seal:[0-9a-f]{32}}", self._pictures.downloads.serve, allow_head=False),
                web.get(r"/animation/{seal:[0-9a-f]{32}}.gif", self._pictures.serve_animation),
                web.get(r"/animation/{seal:[0-9a-f]{32}}.json", self._pictures.serve_progress),
                web.get(
                    r"/board/{room:[a-z0-9:]{1,40}}/{message:\d{1,15}}/{seal:[0-9a-f]{32}}/{digest:[0-9a-f]{12}}.png",
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
        """Serve the present state of an answer that takes a while: a progress report, or the final answer.

        Respond with status 404 if no answer has this address, or no longer.
        """
        try:
            reply = self._pictures.pending.now(request.match_info["seal"])
        except KeyError:
            raise web.HTTPNotFound from None
        return as_json(AnswerProgress(None if reply is None else reply_view(self._pictures, reply)))

    async def _serve_step(self, serve: StepHandler, request: web.Request) -> web.Response:
        """Serve a step of a lesson or puzzle, or refuse with status 429 beyond the address's rate limit.

        Anyone may try moves without an account, and each takes the server milliseconds of computation.
        """
        if not self._steps.take(client_group(self._address(request))):
            raise web.HTTPTooManyRequests
        return await serve(request)

    async def _serve_landing(self, request: web.Request) -> web.Response:
        """Serve what the page offers a visitor without a link's key, also where no WebSocket is served."""
        tag, handler = request.query.get("lang", ""), self._services.handler
        language = tag if is_language(tag) else ""
        has_table = self._origins.has_table_at(request.host)
        if has_table and not self._access.invited:
            return as_json(await handler.landing(place(TABLE), language))
        return as_json(handler.closed_landing(self.name, language, has_table=has_table))

    def _socket(self, path: str, make: MakeSession) -> web.RouteDef:
        """Return the route of a WebSocket whose sessions `make` creates."""
        return web.get(path, partial(self._serve_socket, make), allow_head=False)

    async def _serve_socket(self, make: MakeSession, request: web.Request) -> web.StreamResponse:
        if not self._origins.is_own(request.headers.get("Origin"), request.host):
            raise web.HTTPForbidden(text="Only the page itself may connect.")
        group = client_group(self._address(request))
        if not self._new_tabs.take(group):
            # Answer late, because a client that is refused may retry at once.
            await self._services.sleep(_REFUSED_AFTER)
            raise web.HTTPTooManyRequests
        try:
            # With `autoping` off the session reads PINGs and PONGs itself and counts them in the rate limit.
            socket = web.WebSocketResponse(
                heartbeat=_HEARTBEAT,
                timeout=_FAREWELL,
                max_msg_size=MOST_FRAME_BYTES,
                compress=False,
                autoping=False,
            )
            await socket.prepare(request)
            transport = request.transport
            if transport is not None:
                note_tab(transport)
            session = make(socket, group, transport.abort if transport else lambda: None)
            self._tabs.add(session)
            try:
                await session.serve()
            finally:
                self._tabs.discard(session)
        except ConnectionError:
            # The page left before the socket was open.
            return web.Response()
        return socket

    def _address(self, request: web.Request) -> str:
        forwarded = request.headers.getall("X-Forwarded-For", [])
        return client_address(request.remote or "", forwarded, self._proxies)


def _number(message: str) -> int:
    if not message.isascii() or not message.isdigit():
        raise MessageGone
    return int(message)
