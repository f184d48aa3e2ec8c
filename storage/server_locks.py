"""Server locks: PostgreSQL's advisory locks, of one connection, which the server ends when it falls silent.

A process that is killed loses its connection at once. One that is frozen, or cut off, is not heard of any
more, and the server ends its connection after `SILENT_SECONDS`. Before that its holder's own clock has told
him, if he can look at it again, that he cannot be sure any more.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, TypeAlias
from zlib import crc32

import asyncpg

from storage.errors import UnusableDatabase
from storage.locks import Key, Lock, Locks
from storage.places import Place
from storage.server_faults import UNREACHABLE

Connection: TypeAlias = "asyncpg.Connection[Any]"

logger = logging.getLogger(__name__)

PING_SECONDS = 2.0
"""Between two signs of life."""
SURE_SECONDS = 6.0
"""So long after the last sign of life that the server has answered, a lock is held for certain."""
SILENT_SECONDS = 8.0
"""After so long without a sign of life the server ends a connection, and others have what it held."""
RETRY_SECONDS = 1.0
"""Between two attempts at a lock that another process has."""

_OF_NAME = """
SELECT objid::bigint FROM pg_locks
WHERE locktype = 'advisory' AND granted AND objsubid = 2 AND classid::bigint = $1
AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""
_HALF = 1 << 31


class ServerLocks(Locks):
    """The locks of a database that several processes serve.

    Args:
        place: where it is.
        connect: makes a connection with some of the server's settings.
        clock: seconds since some moment, those in which the machine slept included.
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
        """Return the numbers of those locks of a name that anybody has."""
        rows = await (await self._alive()).ask(_OF_NAME, crc32(name.encode()))
        return frozenset(row[0] for row in rows)

    async def close(self) -> None:
        """Lose all of them."""
        if self._opening is not None:
            await asyncio.gather(self._opening, return_exceptions=True)
        await asyncio.gather(*self._giving_back, return_exceptions=True)
        if self._session is not None:
            await self._session.close()

    async def _take(self, key: Key) -> Lock | None:
        try:
            session = await self._alive()
        except UnusableDatabase:
            return None
        asking = asyncio.create_task(session.ask("SELECT pg_try_advisory_lock($1, $2)", *_numbers(key)))
        try:
            rows = await asyncio.shield(asking)
        except asyncio.CancelledError:
            # The server may give it all the same.
            self._later(self._give_back_after(asking, session, key))
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
            await asyncio.shield(self._later(self._unlock(session, key)))

    async def _give_back_after(
        self, asking: asyncio.Task[list[asyncpg.Record]], session: _Session, key: Key
    ) -> None:
        with suppress(UnusableDatabase):
            if (await asking)[0][0]:
                await self._unlock(session, key)

    async def _unlock(self, session: _Session, key: Key) -> None:
        session.locks = [lock for lock in session.locks if lock.key != key]
        with suppress(UnusableDatabase):  # whose connection has ended, and the lock with it
            await session.ask("SELECT pg_advisory_unlock($1, $2)", *_numbers(key))

    async def _pause(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(RETRY_SECONDS):
                await self._given_back.wait()

    async def _alive(self) -> _Session:
        """Return the connection, made anew if the last one has ended.

        Raises:
            UnusableDatabase: none can be made.
        """
        if self._session is not None and self._session.is_sure:
            return self._session
        if self._opening is None or self._opening.done():
            self._opening = asyncio.create_task(self._open())
        # To the end, even if whoever wants it goes: a connection that is half made would be left lying.
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

    def _later(self, work: Any) -> asyncio.Task[None]:  # noqa: ANN401 (a coroutine)
        task: asyncio.Task[None] = asyncio.create_task(work)
        self._giving_back.add(task)
        task.add_done_callback(self._giving_back.discard)
        return task


class _Session:
    """A connection that gives signs of life, and the locks that it has.

    Args:
        place: where the database is.
        connection: the connection.
        clock: seconds since some moment.
        began: when it was asked for.
    """

    def __init__(
        self, place: Place, connection: Connection, clock: Callable[[], float], began: float
    ) -> None:
        self._place = place
        self._connection = connection
        self._clock = clock
        self._answered = began
        """When the last statement that was answered was sent."""
        self._one_at_a_time = asyncio.Lock()
        self._has_ended = False
        self._asking: set[asyncio.Task[list[asyncpg.Record]]] = set()
        self.locks: list[Lock] = []
        connection.add_termination_listener(lambda _: self._end())
        self._keeping = asyncio.create_task(self._keep())

    @property
    def is_sure(self) -> bool:
        """Whether the server cannot have ended it."""
        if not self._has_ended and self._clock() - self._answered >= SURE_SECONDS:
            self._end()
        return not self._has_ended

    async def ask(self, statement: str, *given: object) -> list[asyncpg.Record]:
        """Return what the server answers, which is a sign of life. It is asked to the end in any case.

        Raises:
            UnusableDatabase: it has not answered, and the connection is at its end.
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
                # What was answered too late counts no more: a lock that was lost is never held again.
                if not self.is_sure:
                    raise asyncpg.InterfaceError("the answer came too late")
            except UNREACHABLE as error:
                self._end()
                raise UnusableDatabase(self._place, f"has not answered: {type(error).__name__}") from error
            self._answered = began
            return rows

    async def close(self) -> None:
        """End it."""
        self._end()
        self._keeping.cancel()
        with suppress(asyncio.CancelledError):
            await self._keeping

    async def _keep(self) -> None:
        """Give signs of life until it has ended, and notice when it should have."""
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
            logger.warning("the connection that held %d locks on the database has ended", len(lost))
        for lock in lost:
            lock.lose()


def _numbers(key: Key) -> tuple[int, int]:
    """Return the two signed numbers by which the server knows a lock."""
    name, number = key
    return (crc32(name.encode()) + _HALF) % (2 * _HALF) - _HALF, number


def _clock() -> float:
    """Seconds since some moment; those in which the machine slept count, where the system tells them."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))
