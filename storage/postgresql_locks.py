"""PostgreSQL locks: advisory locks of the server, which the server releases when their connection ends."""

from __future__ import annotations

import asyncio
import logging
import ssl
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from time import monotonic
from typing import Any, TypeAlias
from zlib import crc32

import asyncpg

from storage.errors import DatabaseInUse, UnusableDatabase
from storage.locks import Key, Lock, Locks
from storage.places import Place, Server

UNREACHABLE = (
    OSError,
    TimeoutError,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    # The driver raises this one if the connection ends at the moment of a query.
    asyncpg.InternalClientError,
)

_TEMPORARY = (
    asyncpg.CannotConnectNowError,  # "the database system is starting up"
    asyncpg.TooManyConnectionsError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.PostgresConnectionError,  # the connection ended before the server answered
)
_REFUSALS = ("rejected SSL upgrade", "error response during SSL exchange")
"""Texts of errors by which a server refuses TLS, so that a retry is useless.

The driver raises the same class for a lost connection.
"""


def is_temporary(error: BaseException) -> bool:
    """Return True if a retry may succeed: the server is not found, does not answer, starts, stops or is full.

    Return False for a fault that only the host can mend: a wrong password, user, database or certificate.
    """
    if isinstance(error, OSError):
        is_refused = any(words in str(error) for words in _REFUSALS)
        return not is_refused and not isinstance(error, ssl.SSLError | PermissionError)
    return isinstance(error, _TEMPORARY)


Connection: TypeAlias = "asyncpg.Connection[Any]"

logger = logging.getLogger(__name__)

PING_SECONDS = 2.0
"""Interval of pings on the connection that holds the locks."""
SURE_SECONDS = 6.0
"""The locks are certainly held for this time after the last statement that the server answered was sent."""
SILENT_SECONDS = 8.0
"""The server closes a connection without statements after this time; its locks are then free for others."""
RETRY_SECONDS = 1.0
"""Interval of retries for a lock that another process holds."""

# `objsubid = 2` marks locks with two 32-bit keys: the name's checksum and the number.
_OF_NAME = """
SELECT objid::bigint FROM pg_locks
WHERE locktype = 'advisory' AND granted AND objsubid = 2 AND classid::bigint = $1
AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""
_HALF = 1 << 31


class ServerLocks(Locks):
    """The locks of a database that several processes serve.

    Args:
        connect: opens a connection with additional server settings.
        clock: a monotonic clock in seconds that also counts while the machine sleeps.
    """

    are_shared = True

    def __init__(
        self,
        place: Place,
        connect: Callable[[dict[str, str]], Awaitable[Connection]],
        clock: Callable[[], float] | None = None,
    ) -> None:
        super().__init__()
        self._place = place
        self._connect = connect
        self._clock = clock or _clock
        self._session: _Session | None = None
        self._opening: asyncio.Task[_Session] | None = None
        self._giving_back: set[asyncio.Task[None]] = set()

    async def held(self, name: str) -> frozenset[int]:
        """Return the numbers of all locks of a name that any process holds."""
        rows = await (await self._live_session()).ask(_OF_NAME, crc32(name.encode()))
        return frozenset(row[0] for row in rows)

    async def close(self) -> None:
        """Count all locks as lost, and close the connection."""
        if self._opening is not None:
            await asyncio.gather(self._opening, return_exceptions=True)
        await asyncio.gather(*self._giving_back, return_exceptions=True)
        if self._session is not None:
            await self._session.close()

    async def _take(self, key: Key) -> Lock | None:
        try:
            session = await self._live_session()
        except UnusableDatabase:
            return None
        asking = asyncio.create_task(session.ask("SELECT pg_try_advisory_lock($1, $2)", *_numbers(key)))
        try:
            rows = await asyncio.shield(asking)
        except asyncio.CancelledError:
            # The server may still grant the lock after the cancellation, so release it later.
            self._in_background(self._give_back_after(asking, session, key))
            raise
        except UnusableDatabase:
            return None
        if not rows[0][0]:
            return None
        lock = Lock(key, lambda: session.is_sure)
        session.locks.append(lock)
        return lock

    async def _give_back(self, key: Key) -> None:
        if (session := self._session) is not None:
            await asyncio.shield(self._in_background(self._unlock(session, key)))

    async def _give_back_after(
        self, asking: asyncio.Task[list[asyncpg.Record]], session: _Session, key: Key
    ) -> None:
        with suppress(UnusableDatabase):
            if (await asking)[0][0]:
                await self._unlock(session, key)

    async def _unlock(self, session: _Session, key: Key) -> None:
        session.locks = [lock for lock in session.locks if lock.key != key]
        with suppress(UnusableDatabase):  # the connection has ended, and the lock with it
            await session.ask("SELECT pg_advisory_unlock($1, $2)", *_numbers(key))

    async def _pause(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(RETRY_SECONDS):
                await self._given_back.wait()

    async def _live_session(self) -> _Session:
        """Return the connection, reconnecting if the last one ended.

        Raises:
            UnusableDatabase: no connection can be opened.
        """
        if self._session is not None and self._session.is_sure:
            return self._session
        if self._opening is None or self._opening.done():
            self._opening = asyncio.create_task(self._open())
        # Shielded: a cancelled caller would leave a half-open connection behind.
        return await asyncio.shield(self._opening)

    async def _open(self) -> _Session:
        if self._session is not None:
            await self._session.close()
            self._session = None
        began = self._clock()
        options = {
            "application_name": "nardy: locks",
            "idle_session_timeout": f"{1000 * SILENT_SECONDS:.0f}ms",
        }
        try:
            connection = await self._connect(options)
        except UNREACHABLE as error:
            raise UnusableDatabase(self._place, f"cannot be reached: {type(error).__name__}") from error
        self._session = _Session(self._place, connection, self._clock, began)
        return self._session

    def _in_background(self, work: Any) -> asyncio.Task[None]:  # noqa: ANN401 (a coroutine)
        task: asyncio.Task[None] = asyncio.create_task(work)
        self._giving_back.add(task)
        task.add_done_callback(self._giving_back.discard)
        return task


class _Session:
    """A connection that is pinged every 2 seconds, and the locks that it holds.

    Without an answer for `SURE_SECONDS` it is closed, and its locks count as lost.

    Args:
        clock: a monotonic clock in seconds.
        began: when opening the connection began.
    """

    def __init__(
        self, place: Place, connection: Connection, clock: Callable[[], float], began: float
    ) -> None:
        self._place = place
        self._connection = connection
        self._clock = clock
        self._answered = began
        """When the last answered statement was sent."""
        self._one_at_a_time = asyncio.Lock()
        self._has_ended = False
        self._asking: set[asyncio.Task[list[asyncpg.Record]]] = set()
        self.locks: list[Lock] = []
        connection.add_termination_listener(lambda _: self._end())
        self._pinging = asyncio.create_task(self._ping())

    @property
    def is_sure(self) -> bool:
        """True while the server cannot have closed the connection; after that, end it and lose its locks."""
        if not self._has_ended and self._clock() - self._answered >= SURE_SECONDS:
            self._end()
        return not self._has_ended

    async def ask(self, statement: str, *given: object) -> list[asyncpg.Record]:
        """Run a statement, which also counts as a ping, and return its rows.

        It runs to its end even if the caller is cancelled.

        Raises:
            UnusableDatabase: the server did not answer, and the connection is closed.
        """
        asking = asyncio.create_task(self._ask(statement, given))
        self._asking.add(asking)
        asking.add_done_callback(self._asking.discard)
        return await asyncio.shield(asking)

    async def _ask(self, statement: str, given: tuple[object, ...]) -> list[asyncpg.Record]:
        async with self._one_at_a_time:
            began = self._clock()
            try:
                if not self.is_sure:
                    raise asyncpg.InterfaceError("the connection has ended")
                async with asyncio.timeout(SURE_SECONDS - (began - self._answered)):
                    rows: list[asyncpg.Record] = await self._connection.fetch(statement, *given)
                # An answer after the time limit does not count: a lock that was lost must never be held
                # again.
                if not self.is_sure:
                    raise asyncpg.InterfaceError("the answer came too late")
            except UNREACHABLE as error:
                self._end()
                raise UnusableDatabase(self._place, f"has not answered: {type(error).__name__}") from error
            self._answered = began
            return rows

    async def close(self) -> None:
        """Close the connection and count its locks as lost."""
        self._end()
        self._pinging.cancel()
        with suppress(asyncio.CancelledError):
            await self._pinging

    async def _ping(self) -> None:
        """Ping until the connection ends; end it if the server does not answer in time."""
        with suppress(UnusableDatabase):
            while self.is_sure:
                await asyncio.sleep(PING_SECONDS)
                await self.ask("SELECT 1")

    def _end(self) -> None:
        if self._has_ended:
            return
        self._has_ended = True
        self._connection.terminate()
        lost, self.locks = self.locks, []
        if lost:
            logger.warning(
                "lost database locks with their connection",
                extra={"database": self._place, "count": len(lost)},
            )
        for lock in lost:
            lock.lose()


def _numbers(key: Key) -> tuple[int, int]:
    """Return the two signed 32-bit numbers that identify a lock on the server."""
    name, number = key
    # `crc32` gives the same number in every process; `hash` does not.
    return (crc32(name.encode()) + _HALF) % (2 * _HALF) - _HALF, number


def _clock() -> float:
    """Return a monotonic time in seconds, including time asleep if the system can tell."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


Connect = Callable[[dict[str, str]], "Awaitable[asyncpg.Connection[Any]]"]

HOLD_RETRY_SECONDS = 1.0
UPGRADING_SECONDS = 10.0
"""The longest wait for the exclusive lock of a migration; other starting processes wait meanwhile."""
_UPGRADE_RETRY_SECONDS = 0.1
_DATABASE = 0x6E61726479_02
"""Key of the advisory lock on a whole database: "nardy" in ASCII and the number of the lock."""
_TRY_TO_HOLD = {
    True: "SELECT pg_try_advisory_lock($1)",
    False: "SELECT pg_try_advisory_lock_shared($1)",
}
"""Statements that try to take the lock on the whole database: exclusive (True) or shared (False)."""


class ServerHold:
    """A lock on a whole database: exclusive to migrate or copy it, shared to serve it.

    It is an advisory lock of the server and ends with its connection.

    Args:
        connect: opens a connection with additional server settings; raises OSError or a driver error.
    """

    def __init__(self, place: Server, connect: Connect) -> None:
        self._place = place
        self._connect = connect

    @asynccontextmanager
    async def exclusive(self) -> AsyncIterator[None]:
        """Use the database exclusively until the context is left.

        Raises:
            DatabaseInUse: another process uses it.
        """
        connection = await self._try(exclusive=True)
        if connection is None:
            raise DatabaseInUse(self._place, None)
        async with self._kept(connection, exclusive=True):
            yield

    @asynccontextmanager
    async def shared(
        self, is_up_to_date: Callable[[], Awaitable[bool]], upgrade: Callable[[], Awaitable[None]]
    ) -> AsyncIterator[None]:
        """Migrate the database if necessary, then serve it, as others may, until the context is left.

        Wait up to `UPGRADING_SECONDS` while another process uses it exclusively, or while others serve it and
        it must be migrated.

        Raises:
            DatabaseInUse: after that wait the database must be migrated but others still serve it, or another
                process still uses it exclusively.
        """
        until = monotonic() + UPGRADING_SECONDS
        while (connection := await self._begin(is_up_to_date, upgrade)) is None:
            if monotonic() > until:
                raise DatabaseInUse(self._place, None)
            await asyncio.sleep(_UPGRADE_RETRY_SECONDS)
        async with self._kept(connection, exclusive=False):
            yield

    async def _begin(
        self, is_up_to_date: Callable[[], Awaitable[bool]], upgrade: Callable[[], Awaitable[None]]
    ) -> asyncpg.Connection[Any] | None:
        """Return a connection that holds the shared lock on an up-to-date database.

        Migrate the database first if necessary and no other process uses it. Return None if a retry is
        needed, because another process is in the way.
        """
        # Checked under the lock, so that no other process changes the database afterwards.
        connection = await self._try(exclusive=False)
        if connection is None:
            return None
        try:
            if await is_up_to_date():
                return connection
            if not await connection.fetchval("SELECT pg_advisory_unlock_shared($1)", _DATABASE):
                return None
            if not await connection.fetchval(_TRY_TO_HOLD[True], _DATABASE):
                connection.terminate()
                return None
            await upgrade()
            # One connection may hold both locks, so no other process can get in between.
            await connection.fetchval("SELECT pg_advisory_lock_shared($1)", _DATABASE)
            await connection.fetchval("SELECT pg_advisory_unlock($1)", _DATABASE)
        except BaseException:
            connection.terminate()
            raise
        return connection

    @asynccontextmanager
    async def _kept(self, connection: asyncpg.Connection[Any], *, exclusive: bool) -> AsyncIterator[None]:
        """Hold a connection's lock until the context is left; take it again if the connection is lost."""
        held = [connection]
        keeping = asyncio.create_task(self._keep(held, exclusive=exclusive))
        try:
            yield
        finally:
            keeping.cancel()
            with suppress(asyncio.CancelledError):
                await keeping
            with suppress(*UNREACHABLE):
                await held[-1].execute("SELECT pg_advisory_unlock_all()")
            held[-1].terminate()

    async def _keep(self, held: list[asyncpg.Connection[Any]], *, exclusive: bool) -> None:
        """Watch the lock until cancelled; after a loss take it again.

        Args:
            held: connections; the last one holds the lock. A new one is appended.
        """
        while True:
            lost = asyncio.Event()
            held[-1].add_termination_listener(lambda _connection, lost=lost: lost.set())
            if not held[-1].is_closed():
                await lost.wait()
            logger.warning(
                "lost the lock on the database with its connection, retrying", extra={"database": self._place}
            )
            held.append(await self._retake(exclusive=exclusive))

    async def _retake(self, *, exclusive: bool) -> asyncpg.Connection[Any]:
        """Retry until the lock is taken again; return the connection that holds it."""
        while True:
            with suppress(UnusableDatabase):
                if (found := await self._try(exclusive=exclusive)) is not None:
                    return found
                logger.error(
                    "another process uses the served database exclusively, retrying",
                    extra={"database": self._place},
                )
            await asyncio.sleep(HOLD_RETRY_SECONDS)

    async def _try(self, *, exclusive: bool) -> asyncpg.Connection[Any] | None:
        """Return a connection that holds the lock, or None if another process holds it.

        Raises:
            UnusableDatabase: the server cannot be reached.
        """
        connection = await self._connect({"application_name": "nardy: the process that serves"})
        try:
            if await connection.fetchval(_TRY_TO_HOLD[exclusive], _DATABASE):
                return connection
        except BaseException:
            connection.terminate()
            raise
        await connection.close()
        return None
