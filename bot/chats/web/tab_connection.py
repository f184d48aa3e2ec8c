"""Tab connection: what goes on beside a tab while it is served, and how a wrong frame ends it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager

from aiohttp import WSCloseCode, web

from bot.chats.web.errors import BadFrame
from bot.chats.web.outgoing import Outgoing
from bot.chats.web.tab_places import TabPlaces

_log = logging.getLogger(__name__)


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
