"""Socket session: what every WebSocket of a browser shares: frames, rate limit, open board, how it ends."""

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
    FromPage,
    Hello,
    LookAt,
    MakeSignInCode,
    OpenApp,
    PressButton,
    RemoveAccount,
    RemoveLine,
    Say,
    SitDown,
    TakeName,
    read_frame,
)
from bot.chats.web.outgoing import Outgoing
from bot.chats.web.services import TableServices
from bot.chats.web.tab_limits import HELLO_COSTS, SHORTEST_PAUSE, cost_of
from bot.chats.web.to_page import Done, ReplyView, TableFrame, ToPage
from bot.chats.web.views import reply_view
from bot.sessions import RateLimit
from bot.talk.reply import Reply
from bot.talk.views.table import Table

FAREWELL = 3.0
"""Seconds for which the page of a person who was forgotten stays connected."""

_FIRST_WITHIN = 10.0
_GONE = (WSMsgType.CLOSE, WSMsgType.CLOSING, WSMsgType.CLOSED, WSMsgType.ERROR)

First = TypeVar("First", Hello, OpenApp)

logger = logging.getLogger(__name__)


class Session(ABC):
    """One WebSocket of a browser, whatever it shows.

    Args:
        services: what all tabs of the table share.
        socket: the WebSocket, ready.
        client: the address group from which it comes, for its rate limit.
        drop: cuts the connection without a farewell.
    """

    def __init__(
        self, services: TableServices, socket: web.WebSocketResponse, client: str, drop: Callable[[], None]
    ) -> None:
        self.services = services
        self.client = client
        self.language = ""
        """The language of the page."""
        self.looks_at: LookAt | None = None
        """The game whose own board the page shows."""
        self.rate_limit = services.frames.of(f"client:{client}")
        """How much may be sent: by the address until the person is known."""
        self.table_changed = asyncio.Event()
        """Set when that game may stand otherwise than was shown last."""
        self.watched = ExitStack()
        """What tells so, until it is closed."""
        self._socket = socket
        self._outgoing = Outgoing(socket, drop)

    async def serve(self) -> None:
        """Greet the browser, then do what it asks for until it goes."""
        async with self._connected(self._keep_showing()):
            if await self._greet():
                await self._carry_out_all()

    def drop(self) -> None:
        """Cut the connection. The page reconnects at once."""
        self._outgoing.drop()

    async def close(self) -> None:
        """Close the connection because the table stops."""
        await self.refuse(WSCloseCode.GOING_AWAY, b"closing")

    async def refuse(self, code: int, reason: bytes) -> bool:
        """Close the connection for a reason; return False."""
        await self._socket.close(code=code, message=reason)
        return False

    def forget(self) -> None:
        """Do nothing more for a person who was forgotten. The page stays open until it shows the answer."""
        self.lose_account()
        asyncio.get_running_loop().call_later(FAREWELL, self.drop)

    def lose_account(self) -> None:
        """Lose the account and the open board, and stay connected."""
        self.looks_at = None
        self.watched.close()

    async def pause(self) -> None:
        """Wait until the browser may send again."""
        # Nothing is read meanwhile, because a refusal must not cost the table what it refuses.
        await self.services.sleep(max(SHORTEST_PAUSE, self.rate_limit.wait()))

    # What is sent.

    def send(self, frame: ToPage) -> None:
        """Hand over a frame; never waits."""
        self._outgoing.send(frame)

    async def send_now(self, frame: ToPage) -> None:
        """Send a frame ahead of all others, and wait until it is sent."""
        await self._outgoing.send_now(frame)

    def send_done(self, action: str, *replies: ReplyView) -> None:
        """Say that an action is done, with its answers."""
        self.send(Done(action, replies))

    def notification(self, word: str) -> ReplyView:
        """Return one of the page's texts as an answer."""
        return ReplyView((self.text(word),))

    def text(self, word: str) -> str:
        """Return one of the page's texts in the language of the page."""
        return self.services.words(self.language).get(word, word)

    async def answer(self, action: str, handled: Awaitable[tuple[Reply, ...]]) -> tuple[Reply, ...] | None:
        """Send what an action comes to; return its replies, or None if it failed."""
        try:
            replies = await handled
        except Exception:
            logger.exception("What a person did could not be carried out.")
            self.send_done(action, self.notification("web-trouble"))
            return None
        if self.looks_at is not None:
            # Sent before the answer, so that the page already shows the result when the answer arrives.
            await self._show_table(self.looks_at)
        self.send_done(action, *(reply_view(self.services.pictures, reply) for reply in replies))
        return replies

    # The board that is open.

    async def look_at(self, asked: LookAt) -> None:
        """Show a game on its own board now and after each change."""
        if asked.game and asked.moment is not None:
            # A look back at what was; it goes on to be shown how the game stands.
            await self._show_table(asked)
            return
        self.watched.close()
        self.looks_at = asked if asked.game else None
        if self.looks_at is not None:
            await self._show_table(asked)
            self.watched.enter_context(self.services.watch.watching(asked.game, self.table_changed))

    async def _keep_showing(self) -> None:
        while True:
            await self.table_changed.wait()
            self.table_changed.clear()
            if self.looks_at is not None:
                await self._show_table(self.looks_at)

    async def _show_table(self, asked: LookAt) -> None:
        self.send(TableFrame(asked.room, asked.game, await self._table(asked)))

    @abstractmethod
    async def _table(self, asked: LookAt) -> Table | None:
        """Return a game as the person sees it, or None if they do not see it."""

    # What is read.

    @abstractmethod
    async def _greet(self) -> bool:
        """Answer what the browser sends first; return True if it may go on."""

    @abstractmethod
    async def _carry_out(self, asked: FromPage) -> None:
        """Do what a frame asks for.

        Raises:
            BadFrame: the page never sends such a frame here.
        """

    async def _carry_out_all(self) -> None:
        """Do what the browser asks for until it goes."""
        # One after another, in the order of asking: a move that follows a press must not overtake it.
        async for message in self._socket:
            if await self._is_control(message):
                continue
            asked = _read(message)
            if self.rate_limit.take(cost_of(asked)):
                await self._carry_out(asked)
                continue
            # What the page waits for is refused in words; the rest it asks for again by itself.
            if isinstance(
                asked, TakeName | Say | PressButton | RemoveLine | RemoveAccount | MakeSignInCode | SitDown
            ):
                self.send_done(asked.id, self.notification("web-too-fast"))
            await self.pause()

    async def _first(self, kind: type[First]) -> First | None:
        """Return what the browser sends first, control frames apart; None if it has gone.

        Raises:
            BadFrame: nothing came in time, or another frame.
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

    async def _pays_hello(self, rate_limit: RateLimit) -> bool:
        """Take what a hello costs; if that is too much now, close the connection and return False."""
        if rate_limit.take(HELLO_COSTS):
            return True
        await self.services.sleep(max(SHORTEST_PAUSE, rate_limit.wait()))
        return await self.refuse(WSCloseCode.TRY_AGAIN_LATER, b"too many hellos")

    async def _is_control(self, message: WSMessage) -> bool:
        """Return True if it is a PING or a PONG. Either is paid for as a frame is; a PING is answered."""
        if message.type not in (WSMsgType.PING, WSMsgType.PONG):
            return False
        while not self.rate_limit.take():
            await self.pause()
        if message.type is WSMsgType.PING:
            await self._socket.pong(message.data)
        return True

    @asynccontextmanager
    async def _connected(self, *works: Coroutine[None, None, None]) -> AsyncIterator[None]:
        """Send what is handed over, and do what else goes on meanwhile, until left."""
        tasks = [asyncio.create_task(self._kept_up(work)) for work in (self._outgoing.run(), *works)]
        self.services.places.arrive(self, self.client, self.drop)
        try:
            yield
        except BadFrame as error:
            logger.info("%s sent what the page never sends: %s.", type(self).__name__, error)
            await self.refuse(WSCloseCode.POLICY_VIOLATION, b"bad frame")
        except ConnectionError:
            logger.debug("%s went while it was being answered.", type(self).__name__)
        finally:
            for task in tasks:
                task.cancel()
            self.services.places.leave(self)
            self.watched.close()

    async def _kept_up(self, work: Coroutine[None, None, None]) -> None:
        """Do what goes on beside. If it fails, cut the connection: the page comes back and sees all."""
        try:
            await work
        except Exception:
            logger.exception("%s could not be shown any more.", type(self).__name__)
            self.drop()


def _read(message: WSMessage) -> FromPage:
    if message.type is not WSMsgType.TEXT:
        raise BadFrame("not text")
    return read_frame(message.data)
