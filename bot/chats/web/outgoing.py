"""Outgoing: the queue of frames for one browser connection."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from aiohttp import web

from bot.chats.web.tab_places import GAVE_WAY
from bot.chats.web.to_page import ToPage, to_json

_FAREWELL = 1.0
"""Seconds that a browser has to acknowledge the close frame before the connection is aborted."""
_MOST_WAITING: Final = 256
"""The most queued frames; a browser that is slower is disconnected, then reconnects and loads everything."""


class Outgoing:
    """A queue that sends frames to one browser connection in order, while `run` runs.

    Args:
        socket: the open WebSocket.
        drop: aborts the connection.
    """

    def __init__(self, socket: web.WebSocketResponse, drop: Callable[[], None]) -> None:
        self.drop = drop
        self._socket = socket
        self._farewell: asyncio.Task[None] | None = None
        self._waiting: asyncio.Queue[ToPage] = asyncio.Queue(_MOST_WAITING)

    def send(self, frame: ToPage) -> None:
        """Queue a frame without waiting; abort the connection if the queue is full."""
        # The caller serves other tabs, too, so it must not wait for a slow browser.
        try:
            self._waiting.put_nowait(frame)
        except asyncio.QueueFull:
            self.drop()

    async def send_now(self, frame: ToPage) -> None:
        """Send a frame ahead of the queue, and wait until it is sent."""
        await self._socket.send_str(to_json(frame))

    def give_way(self) -> None:
        """Close the connection, without waiting, because the account opened newer tabs."""
        self._farewell = asyncio.create_task(self._close(GAVE_WAY, b"newer tabs"))

    async def _close(self, code: int, reason: bytes) -> None:
        try:
            async with asyncio.timeout(_FAREWELL):
                await self._socket.close(code=code, message=reason)
        except (TimeoutError, ConnectionError):
            self.drop()

    async def run(self) -> None:
        """Send queued frames until cancelled or disconnected."""
        with suppress(ConnectionError):
            while True:
                await self.send_now(await self._waiting.get())
