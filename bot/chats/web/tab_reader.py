"""Tab reader: the frames that one tab sends, one after another, each paid for."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Protocol

from aiohttp import WSMessage, WSMsgType, web

from bot.chats.web.errors import BadFrame
from bot.chats.web.from_page import FromPage, read_frame
from bot.sessions import RateLimit

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
        """Return whether it is a PING or a PONG. Either is paid for as a frame is; a PING is answered."""
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
