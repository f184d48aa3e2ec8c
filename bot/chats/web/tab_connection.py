"""Tab connection: what every session of a browser shares: its socket, its rate limit, how it ends."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager

from aiohttp import WSCloseCode, web

from bot.chats.web.errors import BadFrame
from bot.chats.web.outgoing import Outgoing
from bot.chats.web.services import TableServices
from bot.chats.web.tab_limits import HELLO_COSTS, SHORTEST_PAUSE
from bot.chats.web.tab_places import TabPlaces
from bot.sessions import RateLimit

_log = logging.getLogger(__name__)


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
        _log.info("%s sent what the page never sends: %s.", type(tab).__name__, error)
        await socket.close(code=WSCloseCode.POLICY_VIOLATION, message=b"bad frame")
    except ConnectionError:
        _log.debug("%s went while it was being answered.", type(tab).__name__)
    finally:
        for task in tasks:
            task.cancel()
        places.leave(tab)


async def _kept_up(work: Coroutine[None, None, None], tab: object, outgoing: Outgoing) -> None:
    """Do what goes on beside a tab; if it fails, cut the tab off, so that it comes back and sees all anew."""
    try:
        await work
    except Exception:  # noqa: BLE001 - whatever went wrong, nobody is left in front of a page that stands still
        _log.exception("%s could not be shown any more.", type(tab).__name__)
        outgoing.drop()
