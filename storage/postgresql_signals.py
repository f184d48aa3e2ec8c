"""PostgreSQL signals: NOTIFY and LISTEN, on a connection of their own."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, TypeAlias

import asyncpg

from storage.postgresql_locks import UNREACHABLE
from storage.signals import Signals

Connection: TypeAlias = "asyncpg.Connection[Any]"

logger = logging.getLogger(__name__)

CHANNEL = "nardy"
PING_SECONDS = 2.0
"""Between two signs of life, of the connection and of the server."""
_ANSWER_SECONDS = 5.0
_SILENT_SECONDS = 60
"""After so long without a sign of life the server ends the connection, and keeps no more for it."""
_AGAIN_SECONDS = 1.0
_MOST_BYTES = 7_000
"""The server takes less than 8000 at once."""


class ServerSignals(Signals):
    """The signals of a database on a server.

    Args:
        connect: makes a connection with some of the server's settings.
    """

    def __init__(self, connect: Callable[[dict[str, str]], Awaitable[Connection]]) -> None:
        super().__init__()
        self._connect = connect
        self._own = secrets.token_hex(8)
        """By which this process knows what it has sent itself."""
        self._is_away = False
        """True if the last connection was lost, or could not be made."""
        self._waiting: dict[tuple[str, ...], None] = {}
        self._has_some = asyncio.Event()

    def send(self, kind: str, *words: str) -> None:
        """Send a signal to all other processes, soon."""
        self._waiting[kind, *words] = None
        self._has_some.set()

    async def run(self) -> None:
        """Send and hear until cancelled, on one connection after another."""
        while True:
            try:
                await self._serve()
            except UNREACHABLE as error:
                # Once for each outage: it may last for hours, and is tried again every second.
                if not self._is_away:
                    logger.warning("signals to others wait for a connection: %s", type(error).__name__)
            except Exception:
                logger.exception("signals to others could not be sent or heard")
            self._is_away = True
            await asyncio.sleep(_AGAIN_SECONDS)

    async def _serve(self) -> None:
        """Send and hear on one connection, until it ends."""
        connection = await self._connect(
            {"application_name": "nardy: signals", "idle_session_timeout": f"{_SILENT_SECONDS}s"}
        )
        try:
            await connection.add_listener(CHANNEL, self._take)
            if self._is_away:
                self._missed()
                self.send("gap")
            self._is_away = False
            while True:
                async with asyncio.timeout(_ANSWER_SECONDS):
                    await self._send_all(connection)
                with suppress(TimeoutError):
                    async with asyncio.timeout(PING_SECONDS):
                        await self._has_some.wait()
        finally:
            connection.terminate()

    async def _send_all(self, connection: Connection) -> None:
        """Send what waits; if nothing does, give a sign of life."""
        self._has_some.clear()
        # Taken out before: what comes meanwhile is told once more. What is lost with its connection is a gap.
        waiting = list(self._waiting)
        self._waiting.clear()
        if not waiting:
            await connection.execute("SELECT 1")
        while waiting:
            some = _first_of(waiting)
            await connection.execute(
                "SELECT pg_notify($1, $2)", CHANNEL, json.dumps([self._own, *waiting[:some]])
            )
            del waiting[:some]

    def _take(self, _connection: object, _pid: int, _channel: str, payload: object) -> None:
        """Hear what a process has sent."""
        sender, *signals = json.loads(str(payload))
        if sender == self._own:
            return
        for kind, *words in signals:
            if kind == "gap":  # what that process has sent meanwhile may be lost
                self._missed()
            else:
                self._follow(kind, words)


def _first_of(waiting: list[tuple[str, ...]]) -> int:
    """Return how many of the first signals go at once: at least one."""
    size = 0
    for number, each in enumerate(waiting):
        size += len(json.dumps(each)) + 2
        if size > _MOST_BYTES:
            return max(1, number)
    return len(waiting)
