"""Outgoing: the frames that wait to be sent to one tab."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from aiohttp import web

from bot.chats.web.tab_places import GAVE_WAY
from bot.chats.web.to_page import ToPage, to_json

_FAREWELL = 1.0
"""Seconds that a browser has to take in why its connection is closed."""
_MOST_WAITING: Final = 256
"""Frames that may wait for a slow browser before it is cut off, to come back and be shown everything anew."""


class Outgoing:
    """Sends frames to one tab, in the order in which they were handed over.

    Args:
        socket: the WebSocket, ready.
        drop: cuts the connection without a farewell.
    """

    def __init__(self, socket: web.WebSocketResponse, drop: Callable[[], None]) -> None:
        self.drop = drop
        self._socket = socket
        self._farewell: asyncio.Task[None] | None = None
        self._waiting: asyncio.Queue[ToPage] = asyncio.Queue(_MOST_WAITING)

    def send(self, frame: ToPage) -> None:
        """Hand over a frame; never waits. A tab that takes nothing in is cut off."""
        # Whoever hands over serves others, too: nobody waits because one browser is slow.
        try:
            self._waiting.put_nowait(frame)
        except asyncio.QueueFull:
            self.drop()

    async def send_now(self, frame: ToPage) -> None:
        """Send a frame ahead of those that wait, and wait until it is sent."""
        await self._socket.send_str(to_json(frame))

    def give_way(self) -> None:
        """Close the connection because the account has opened newer tabs; never waits."""
        self._farewell = asyncio.create_task(self._close(GAVE_WAY, b"newer tabs"))

    async def _close(self, code: int, reason: bytes) -> None:
        try:
            async with asyncio.timeout(_FAREWELL):
                await self._socket.close(code=code, message=reason)
        except (TimeoutError, ConnectionError):
            self.drop()

    async def run(self) -> None:
        """Send what is handed over, until cancelled or the tab is gone."""
        with suppress(ConnectionError):
            while True:
                await self.send_now(await self._waiting.get())
