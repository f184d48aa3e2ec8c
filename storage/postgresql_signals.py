"""PostgreSQL signals: NOTIFY and LISTEN on a separate connection."""

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
"""Interval of pings, which keep the connection alive and check the server."""
_ANSWER_SECONDS = 5.0
_SILENT_SECONDS = 60
"""After these seconds without a statement the server closes the connection and drops its queued signals."""
_RETRY_SECONDS = 1.0
_LARGEST_PAYLOAD = 7_000
"""The server rejects payloads of 8000 bytes or more."""


class ServerSignals(Signals):
    """Signals of a database on a PostgreSQL server.

    Args:
        connect: opens a connection with additional server settings.
    """

    def __init__(self, connect: Callable[[dict[str, str]], Awaitable[Connection]]) -> None:
        super().__init__()
        self._connect = connect
        self._sender = secrets.token_hex(8)
        """Identifies this process as the sender of a signal."""
        self._was_lost = False
        """True if the last connection was lost or could not be opened."""
        self._pending: dict[tuple[str, ...], None] = {}
        self._has_pending = asyncio.Event()
        self._are_sent = asyncio.Event()
        """Set while no signal is queued or being sent."""
        self._are_sent.set()

    def send(self, kind: str, *words: str) -> None:
        """Queue a signal to all other processes, for `run` to send; equal queued ones are sent once."""
        self._pending[kind, *words] = None
        self._are_sent.clear()
        self._has_pending.set()

    async def flush(self) -> None:
        """Wait until `run` has sent all queued signals."""
        await self._are_sent.wait()

    async def run(self) -> None:
        """Send and receive signals until cancelled; reconnect, a second later, when the connection ends."""
        while True:
            try:
                await self._serve()
            except UNREACHABLE as error:
                # Logged once for each outage, which may last for hours while a retry follows every second.
                if not self._was_lost:
                    logger.warning(
                        "signals between processes wait for a connection",
                        extra={"error": type(error).__name__},
                    )
            except Exception as error:
                logger.exception(
                    "signals between processes failed, reconnecting", extra={"error": type(error).__name__}
                )
            self._was_lost = True
            await asyncio.sleep(_RETRY_SECONDS)

    async def _serve(self) -> None:
        """Send and receive signals on one connection until it ends.

        After a lost connection, report first a gap to the listeners of this process and of all others.
        """
        connection = await self._connect(
            {"application_name": "nardy: signals", "idle_session_timeout": f"{_SILENT_SECONDS}s"}
        )
        try:
            await connection.add_listener(CHANNEL, self._receive)
            if self._was_lost:
                # Other processes may have missed signals of this one, too.
                self._report_gap()
                self.send("gap")
            self._was_lost = False
            while True:
                async with asyncio.timeout(_ANSWER_SECONDS):
                    await self._send_all(connection)
                with suppress(TimeoutError):
                    async with asyncio.timeout(PING_SECONDS):
                        await self._has_pending.wait()
        finally:
            connection.terminate()

    async def _send_all(self, connection: Connection) -> None:
        """Send the pending signals; if there are none, ping."""
        self._has_pending.clear()
        # Cleared first, so that signals queued meanwhile are sent next time. Signals lost with the connection
        # count as a gap.
        waiting = list(self._pending)
        self._pending.clear()
        if not waiting:
            await connection.execute("SELECT 1")
        while waiting:
            some = _fitting(waiting)
            await connection.execute(
                "SELECT pg_notify($1, $2)", CHANNEL, json.dumps([self._sender, *waiting[:some]])
            )
            del waiting[:some]
        if not self._pending:
            self._are_sent.set()

    def _receive(self, _connection: object, _pid: int, _channel: str, payload: object) -> None:
        """Call the listeners of each signal in a server's notification, unless this process sent it."""
        sender, *signals = json.loads(str(payload))
        if sender == self._sender:
            return
        for kind, *words in signals:
            if kind == "gap":  # the sender lost its connection, and perhaps some signals
                self._report_gap()
            else:
                self._dispatch(kind, words)


def _fitting(waiting: list[tuple[str, ...]]) -> int:
    """Return how many of the first signals fit into one notification, at least one."""
    size = 0
    for number, each in enumerate(waiting):
        size += len(json.dumps(each)) + 2
        if size > _LARGEST_PAYLOAD:
            return max(1, number)
    return len(waiting)
