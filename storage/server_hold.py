"""Server hold: processes that serve a database on a server side by side, or one that is alone with it.

It is an advisory lock of the server's, which goes with its connection: shared by those who serve, exclusive
for whoever brings the database up to date, copies it, or is copied to.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from time import monotonic
from typing import Any

import asyncpg

from storage.errors import DatabaseInUse, UnusableDatabase
from storage.places import Server
from storage.server_faults import UNREACHABLE

Connect = Callable[[dict[str, str]], "Awaitable[asyncpg.Connection[Any]]"]

logger = logging.getLogger(__name__)

TRY_AGAIN_SECONDS = 1.0
UPGRADING_SECONDS = 10.0
"""How long one waits to be alone, to bring a database up to date; others that start then do the same."""
_UPGRADING_AGAIN = 0.1
_SERVING = 0x6E61726479_02
"""The key of the lock, of one database: "nardy", and which of its locks."""
_TRY = {
    True: "SELECT pg_try_advisory_lock($1)",
    False: "SELECT pg_try_advisory_lock_shared($1)",
}
"""By whether one is to be alone."""


class ServerHold:
    """What keeps those apart who must be alone with a database, and those who serve it.

    Args:
        place: its address.
        connect: makes a connection with some of the server's settings; what it raises is an OSError, or the
            driver's own.
    """

    def __init__(self, place: Server, connect: Connect) -> None:
        self._place = place
        self._connect = connect

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[None]:
        """Be the only process that has anything to do with it, until left.

        Raises:
            DatabaseInUse: there is another.
        """
        connection = await self._try(alone=True)
        if connection is None:
            raise DatabaseInUse(self._place, None)
        async with self._kept(connection, alone=True):
            yield

    @asynccontextmanager
    async def beside_others(
        self, is_up_to_date: Callable[[], Awaitable[bool]], upgrade: Callable[[], Awaitable[None]]
    ) -> AsyncIterator[None]:
        """Serve it until left, as others may; if it is not up to date, bring it so before, alone.

        Raises:
            DatabaseInUse: it is not up to date, and others serve it; or somebody is alone with it.
        """
        until = monotonic() + UPGRADING_SECONDS
        while (connection := await self._begin(is_up_to_date, upgrade)) is None:
            if monotonic() > until:
                raise DatabaseInUse(self._place, None)
            await asyncio.sleep(_UPGRADING_AGAIN)
        async with self._kept(connection, alone=False):
            yield

    async def _begin(
        self, is_up_to_date: Callable[[], Awaitable[bool]], upgrade: Callable[[], Awaitable[None]]
    ) -> asyncpg.Connection[Any] | None:
        """Return a connection that has the lock as others may, on a database that is up to date."""
        # Looked at under the lock, so that nobody changes it afterwards.
        connection = await self._try(alone=False)
        if connection is None:
            return None
        try:
            if await is_up_to_date():
                return connection
            if not await connection.fetchval("SELECT pg_advisory_unlock_shared($1)", _SERVING):
                return None
            if not await connection.fetchval(_TRY[True], _SERVING):
                connection.terminate()
                return None
            await upgrade()
            # The same connection may have both; so nobody comes between.
            await connection.fetchval("SELECT pg_advisory_lock_shared($1)", _SERVING)
            await connection.fetchval("SELECT pg_advisory_unlock($1)", _SERVING)
        except BaseException:
            connection.terminate()
            raise
        return connection

    @asynccontextmanager
    async def _kept(self, connection: asyncpg.Connection[Any], *, alone: bool) -> AsyncIterator[None]:
        """Have the lock until left. One that is lost with its connection is taken again."""
        held = [connection]
        keeping = asyncio.create_task(self._keep(held, alone=alone))
        try:
            yield
        finally:
            keeping.cancel()
            with suppress(asyncio.CancelledError):
                await keeping
            with suppress(*UNREACHABLE):
                await held[-1].execute("SELECT pg_advisory_unlock_all()")
            held[-1].terminate()

    async def _keep(self, held: list[asyncpg.Connection[Any]], *, alone: bool) -> None:
        """Have the lock until cancelled: the last of the connections has it."""
        while True:
            lost = asyncio.Event()
            held[-1].add_termination_listener(lambda _connection, lost=lost: lost.set())
            if not held[-1].is_closed():
                await lost.wait()
            logger.warning("the lock on %s was lost with its connection", self._place)
            held.append(await self._again(alone=alone))

    async def _again(self, *, alone: bool) -> asyncpg.Connection[Any]:
        """Return a connection that has the lock, as soon as there can be one."""
        while True:
            with suppress(UnusableDatabase):
                if (found := await self._try(alone=alone)) is not None:
                    return found
                logger.error("another process is alone with %s, which this one serves", self._place)
            await asyncio.sleep(TRY_AGAIN_SECONDS)

    async def _try(self, *, alone: bool) -> asyncpg.Connection[Any] | None:
        """Return a connection that has the lock, unless another keeps it from that.

        Raises:
            UnusableDatabase: there is no way to the server.
        """
        connection = await self._connect({"application_name": "nardy: the process that serves"})
        try:
            if await connection.fetchval(_TRY[alone], _SERVING):
                return connection
        except BaseException:
            connection.terminate()
            raise
        await connection.close()
        return None
