"""Socket session: what every WebSocket of a browser shares: reading, its rate limit, how it ends."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Protocol

from aiohttp import WSCloseCode, WSMessage, WSMsgType, web

from bot.chats.web.errors import BadFrame
from bot.chats.web.from_page import FromPage, read_frame
from bot.chats.web.outgoing import Outgoing
from bot.chats.web.services import TableServices
from bot.chats.web.tab_limits import HELLO_COSTS, SHORTEST_PAUSE
from bot.chats.web.tab_places import TabPlaces
from bot.sessions import RateLimit

logger = logging.getLogger(__name__)


class Session:
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
        self._services = services
        self._socket = socket
        self._client = client
        self._outgoing = Outgoing(socket, drop)
        self.rate_limit = services.frames.of(f"client:{client}")
        """How much may be sent: by the address until the person is known."""

    def drop(self) -> None:
        """Cut the connection. The page reconnects at once."""
        self._outgoing.drop()

    async def close(self) -> None:
        """Close the connection because the table stops."""
        await self._socket.close(code=WSCloseCode.GOING_AWAY, message=b"closing")

    async def pause(self) -> None:
        """Wait until the browser may send again."""
        await self._services.sleep(max(SHORTEST_PAUSE, self.rate_limit.wait()))

    async def _pays_hello(self, rate_limit: RateLimit) -> bool:
        """Take what a hello costs; if that is too much now, close the connection and return False."""
        if rate_limit.take(HELLO_COSTS):
            return True
        await self._services.sleep(max(SHORTEST_PAUSE, rate_limit.wait()))
        await self._socket.close(code=WSCloseCode.TRY_AGAIN_LATER, message=b"too many hellos")
        return False


@asynccontextmanager
async def connected(
    tab: object,
    socket: web.WebSocketResponse,
    outgoing: Outgoing,
    places: TabPlaces,
    client: str,
    *works: Coroutine[None, None, None],
) -> AsyncIterator[None]:
    """Send what is handed to a tab, and do what else goes on beside it, while it is served.

    Args:
        tab: who is served.
        socket: the WebSocket, which is closed if the tab sends what the page never sends.
        outgoing: what is sent.
        places: the places for tabs, in which this one arrives, and which it leaves at the end.
        client: from where the tab comes: what is counted together.
        works: what else goes on until the tab has gone.
    """
    tasks = [asyncio.create_task(_kept_up(work, tab, outgoing)) for work in (outgoing.run(), *works)]
    places.arrive(tab, client, outgoing.drop)
    try:
        yield
    except BadFrame as error:
        logger.info("%s sent what the page never sends: %s.", type(tab).__name__, error)
        await socket.close(code=WSCloseCode.POLICY_VIOLATION, message=b"bad frame")
    except ConnectionError:
        logger.debug("%s went while it was being answered.", type(tab).__name__)
    finally:
        for task in tasks:
            task.cancel()
        places.leave(tab)


async def _kept_up(work: Coroutine[None, None, None], tab: object, outgoing: Outgoing) -> None:
    """Do what goes on beside a tab; if it fails, cut the tab off, so that it comes back and sees all anew."""
    try:
        await work
    except Exception:
        logger.exception("%s could not be shown any more.", type(tab).__name__)
        outgoing.drop()


_FIRST_WITHIN = 10.0
_GONE = (WSMsgType.CLOSE, WSMsgType.CLOSING, WSMsgType.CLOSED, WSMsgType.ERROR)


class Paying(Protocol):
    """Who sends the frames, and what may be sent."""

    rate_limit: RateLimit

    async def pause(self) -> None:
        """Wait until something may be sent again."""


class TabReader:
    """Reads what one tab sends.

    Args:
        socket: the WebSocket, ready.
        paying: who sends it.
    """

    def __init__(self, socket: web.WebSocketResponse, paying: Paying) -> None:
        self._socket = socket
        self._paying = paying

    async def first(self) -> FromPage | None:
        """Return what the tab sends first, control frames apart; nothing, if it has gone.

        Raises:
            BadFrame: nothing came in time, or what the page never sends.
        """
        try:
            async with asyncio.timeout(_FIRST_WITHIN):
                while await self._is_control(first := await self._socket.receive()):
                    continue
        except TimeoutError:
            raise BadFrame("no hello") from None
        return None if first.type in _GONE else _read(first)

    async def frames(self) -> AsyncIterator[FromPage]:
        """Yield what the tab sends until it goes.

        Raises:
            BadFrame: what the page never sends.
        """
        async for message in self._socket:
            if not await self._is_control(message):
                yield _read(message)

    async def _is_control(self, message: WSMessage) -> bool:
        """Return True if it is a PING or a PONG. Either is paid for as a frame is; a PING is answered."""
        if message.type not in (WSMsgType.PING, WSMsgType.PONG):
            return False
        while not self._paying.rate_limit.take():
            await self._paying.pause()
        if message.type is WSMsgType.PING:
            await self._socket.pong(message.data)
        return True


def _read(message: WSMessage) -> FromPage:
    if message.type is not WSMsgType.TEXT:
        raise BadFrame("not text")
    return read_frame(message.data)
