"""Socket session: the base of all WebSocket sessions: frames, their rate limit, the open board, closing."""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import ExitStack, asynccontextmanager
from typing import TypeVar

from aiohttp import WSCloseCode, WSMessage, WSMsgType, web

from bot.chats.web.errors import BadFrame
from bot.chats.web.from_page import (
    Analyse,
    BecomeGuest,
    DrawQrCode,
    FromPage,
    Hello,
    LookAt,
    MakeSignInCode,
    OpenApp,
    PressButton,
    RemoveAccount,
    RemoveLine,
    Say,
    TakeName,
    UseSignInCode,
    read_frame,
)
from bot.chats.web.outgoing import Outgoing
from bot.chats.web.qr_codes import qr_path
from bot.chats.web.services import TableServices
from bot.chats.web.tab_limits import HELLO_COSTS, SHORTEST_PAUSE, cost_of
from bot.chats.web.to_page import Done, QrCode, ReplyView, TableFrame, ToPage
from bot.chats.web.views import reply_view
from bot.sessions import TokenBucket
from bot.talk.reply import Reply
from bot.talk.views.analysis_page import AnalysisPage
from bot.talk.views.table import Table

FAREWELL = 3.0
"""Seconds for which a page stays connected after its account's data was deleted."""

_FIRST_WITHIN = 10.0
_GONE = (WSMsgType.CLOSE, WSMsgType.CLOSING, WSMsgType.CLOSED, WSMsgType.ERROR)

First = TypeVar("First", Hello, OpenApp)

logger = logging.getLogger(__name__)


class Session(ABC):
    """The base of the sessions that serve a browser's WebSocket: a tab, a Mini App or a shared board.

    Args:
        services: the services that all sessions share.
        socket: the open WebSocket.
        client: the client's address group, for its rate limits.
        drop: aborts the connection.
    """

    def __init__(
        self, services: TableServices, socket: web.WebSocketResponse, client: str, drop: Callable[[], None]
    ) -> None:
        self.services = services
        self.client = client
        self.language = ""
        """The language of the page."""
        self.open_board: LookAt | None = None
        """The request that opened the live board which the page shows; None if it shows none."""
        self.rate_limit = services.frames.of(f"client:{client}")
        """The rate limit of frames: the address's until the person is known, then the account's."""
        self.board_changed = asyncio.Event()
        """Set when the game of the open board may have changed since that board was last sent."""
        self.watched = ExitStack()
        """The subscription to changes of the open board's game; closing it ends the subscription."""
        self._analysing: asyncio.Task[None] | None = None
        self._socket = socket
        self._outgoing = Outgoing(socket, drop)

    async def serve(self) -> None:
        """Greet the browser, then carry out its frames and update its open board until it disconnects."""
        async with self._connected(self._keep_board_updated()):
            if await self._greet():
                await self._carry_out_all()

    def drop(self) -> None:
        """Abort the connection; the page reconnects at once."""
        self._outgoing.drop()

    async def close(self) -> None:
        """Close the connection because the server stops."""
        await self.refuse(WSCloseCode.GOING_AWAY, b"closing")

    async def refuse(self, code: int, reason: bytes) -> bool:
        """Close the connection with a close code and reason; return False."""
        await self._socket.close(code=code, message=reason)
        return False

    def forget(self) -> None:
        """Sign out a person whose data was deleted; disconnect `FAREWELL` seconds later.

        By then the page has shown the answer to `/forget`.
        """
        self.drop_account()
        asyncio.get_running_loop().call_later(FAREWELL, self.drop)

    def drop_account(self) -> None:
        """Stop sending the open board, but stay connected; subclasses drop what they know of the person."""
        self.open_board = None
        self.watched.close()
        self._drop_analysis()

    async def pause(self) -> None:
        """Wait until the rate limit allows another frame, at least `SHORTEST_PAUSE`, reading nothing."""
        # Nothing is read meanwhile, so that a flood of frames costs the server little.
        await self.services.sleep(max(SHORTEST_PAUSE, self.rate_limit.wait()))

    @property
    def log_fields(self) -> dict[str, str]:
        """The ids of this session for log lines."""
        game = {} if self.open_board is None else {"game": self.open_board.game}
        return {"platform": "web", "kind": type(self).__name__} | game

    # Sending frames.

    def send(self, frame: ToPage) -> None:
        """Queue a frame without waiting; abort the connection if the queue is full."""
        self._outgoing.send(frame)

    async def send_now(self, frame: ToPage) -> None:
        """Send a frame ahead of the queue, and wait until it is sent."""
        await self._outgoing.send_now(frame)

    def send_done(self, action: str, *replies: ReplyView) -> None:
        """Queue one frame that says that an action is done and carries its private answers."""
        self.send(Done(action, replies))

    def send_qr_code(self, asked: DrawQrCode) -> None:
        """Queue the QR code that the page asks for."""
        self.send(QrCode(asked.id, *qr_path(asked.text)))

    def notification(self, word: str) -> ReplyView:
        """Return one of the page's texts, by its id, as an answer."""
        return ReplyView((self.text(word),))

    def text(self, word: str) -> str:
        """Return one of the page's texts, by its id, in the page's language; the id itself if unknown."""
        return self.services.words(self.language).get(word, word)

    async def answer(self, action: str, handled: Awaitable[tuple[Reply, ...]]) -> tuple[Reply, ...] | None:
        """Await the replies to an action, send first the open board's present state, then them; return them.

        If the action fails, log that, send an apology instead and return None.
        """
        try:
            replies = await handled
        except Exception:
            logger.exception("action failed", extra=self.log_fields)
            self.send_done(action, self.notification("web-trouble"))
            return None
        if self.open_board is not None:
            # Sent before the answer, so that the page already shows the result when the answer arrives.
            await self._send_board(self.open_board)
        self.send_done(action, *(reply_view(self.services.pictures, reply) for reply in replies))
        return replies

    # Showing the open board.

    async def look_at(self, asked: LookAt) -> None:
        """Open a game's live board, which is sent again after each change of the game.

        A request without a game closes the open board. A request for an earlier moment is answered once, and
        leaves the open board open.
        """
        if asked.game and asked.moment is not None:
            # An earlier moment is sent once; an open board stays open and goes on following the live game.
            await self._send_board(asked)
            return
        self.watched.close()
        self.open_board = asked if asked.game else None
        if self.open_board is not None:
            await self._send_board(asked)
            self.watched.enter_context(self.services.watch.watching(asked.game, self.board_changed))

    async def _keep_board_updated(self) -> None:
        while True:
            await self.board_changed.wait()
            self.board_changed.clear()
            if self.open_board is not None:
                await self._send_board(self.open_board)

    async def _send_board(self, asked: LookAt) -> None:
        self.send(TableFrame(asked.room, asked.game, await self._table(asked)))

    @abstractmethod
    async def _table(self, asked: LookAt) -> Table | None:
        """Return a game's board as the person sees it, or None if they may not see it."""

    # Showing an analysis.

    def show_analysis(self, asked: Analyse) -> None:
        """Send a game's analysis; while it is computed, its progress. The one asked for before is dropped."""
        self._drop_analysis()
        self._analysing = asyncio.create_task(self._supervised(self._send_analysis(asked)))

    async def _send_analysis(self, asked: Analyse) -> None:
        async for page in self._analysis(asked):
            self.send(page)

    def _drop_analysis(self) -> None:
        if self._analysing is not None:
            self._analysing.cancel()

    @abstractmethod
    def _analysis(self, asked: Analyse) -> AsyncIterator[AnalysisPage]:
        """Yield a game's analysis as the person sees it, or its progress; nothing if they may not see it."""

    # Receiving frames.

    @abstractmethod
    async def _greet(self) -> bool:
        """Read and answer the browser's first frame; return False if the session ends instead."""

    @abstractmethod
    async def _carry_out(self, asked: FromPage) -> None:
        """Carry out a frame.

        Raises:
            BadFrame: the page never sends such a frame in this session.
        """

    async def _carry_out_all(self) -> None:
        """Carry out the browser's frames until it disconnects; drop each beyond the rate limit, and pause."""
        # One by one in order: a move that is typed after a press must not overtake it.
        async for message in self._socket:
            if await self._is_control(message):
                continue
            asked = _read(message)
            if self.rate_limit.take(cost_of(asked)):
                await self._carry_out(asked)
                continue
            # The page waits for an answer to these frames. All others are dropped without one: they are
            # worthless later, or the page sends them again.
            if isinstance(
                asked,
                TakeName
                | BecomeGuest
                | Say
                | PressButton
                | RemoveLine
                | RemoveAccount
                | MakeSignInCode
                | UseSignInCode,
            ):
                self.send_done(asked.id, self.notification("web-too-fast"))
            await self.pause()

    async def _first(self, kind: type[First]) -> First | None:
        """Return the browser's first frame, control frames aside; None if it disconnected.

        Raises:
            BadFrame: no frame came in time, or one of another kind.
        """
        try:
            async with asyncio.timeout(_FIRST_WITHIN):
                while await self._is_control(message := await self._socket.receive()):
                    continue
        except TimeoutError:
            raise BadFrame("nothing came") from None
        if message.type in _GONE:
            return None
        first = _read(message)
        if not isinstance(first, kind):
            raise BadFrame(f"no {kind.__name__} at first")
        return first

    async def _pays_hello(self, rate_limit: TokenBucket) -> bool:
        """Charge a hello to a rate limit. If that is exceeded, wait, close the connection, return False."""
        if rate_limit.take(HELLO_COSTS):
            return True
        await self.services.sleep(max(SHORTEST_PAUSE, rate_limit.wait()))
        return await self.refuse(WSCloseCode.TRY_AGAIN_LATER, b"too many hellos")

    async def _is_control(self, message: WSMessage) -> bool:
        """Return True for a PING or PONG, after answering a PING.

        Both count in the rate limit like a frame; if that is exceeded, wait until it allows one.
        """
        if message.type not in (WSMsgType.PING, WSMsgType.PONG):
            return False
        while not self.rate_limit.take():
            await self.pause()
        if message.type is WSMsgType.PING:
            await self._socket.pong(message.data)
        return True

    @asynccontextmanager
    async def _connected(self, *works: Coroutine[None, None, None]) -> AsyncIterator[None]:
        """While entered, count the session as a tab, send queued frames and run background work.

        On a bad frame, log it and close the connection. On exit, end the work and free the tab's place.
        """
        tasks = [asyncio.create_task(self._supervised(work)) for work in (self._outgoing.run(), *works)]
        self.services.places.arrive(self, self.client, self.drop)
        try:
            yield
        except BadFrame as error:
            # A `BadFrame` never quotes what the browser sent.
            logger.info("connection closed after a bad frame", extra=self.log_fields | {"reason": str(error)})
            await self.refuse(WSCloseCode.POLICY_VIOLATION, b"bad frame")
        except ConnectionError:
            logger.debug("browser disconnected during an answer", extra=self.log_fields)
        finally:
            for task in tasks:
                task.cancel()
            self._drop_analysis()
            self.services.places.leave(self)
            self.watched.close()

    async def _supervised(self, work: Coroutine[None, None, None]) -> None:
        """Run background work. If it fails, abort the connection: the page reconnects and reloads all."""
        try:
            await work
        except Exception:
            logger.exception("background work of a session failed, connection aborted", extra=self.log_fields)
            self.drop()


def _read(message: WSMessage) -> FromPage:
    if message.type is not WSMsgType.TEXT:
        raise BadFrame("not text")
    return read_frame(message.data)
