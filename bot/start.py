"""Start: waits for a database server that is away; a sentence tells whatever else keeps the bot from it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import NoReturn

from bot.chats.errors import BadToken
from storage.dialects import Dialect
from storage.errors import LostDatabase, UnreachableDatabase

logger = logging.getLogger(__name__)

FIRST_WAIT = 1.0
LONGEST_WAIT = 30.0
"""Seconds between two attempts to reach the server."""


class Start:
    """A start, until the bot is ready.

    Args:
        sleep: waits for some seconds.
    """

    def __init__(self, dialect: Dialect, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        self._dialect = dialect
        self._sleep = sleep
        self.is_reached = False
        """True from when the server answered: from then on there is something to end in order."""
        self.is_ready = False

    async def run(self, serve: Callable[[], Awaitable[None]], wait: Callable[[], Awaitable[None]]) -> None:
        """Serve until cancelled; try again while the database server is away and the bot was never ready.

        Without this, a machine whose server needs a minute after a reboot would stay without the bot: systemd
        gives up after some attempts.

        Args:
            serve: serves, once the database is held.
            wait: called before each wait.

        Raises:
            OSError: the bot cannot start, or has lost its database; the text tells why.
        """
        seconds = FIRST_WAIT
        while True:
            try:
                async with self._dialect.serve():
                    self.is_reached = True
                    await serve()
            except Exception as error:  # noqa: BLE001 (it is raised again, unless it is waited for)
                self.is_reached = False
                fault = fault_of(error, self._dialect)
                if self.is_ready or not isinstance(fault, UnreachableDatabase):
                    self._end(error, fault)
                if seconds == FIRST_WAIT:
                    logger.warning("the bot waits for the database server: %s", fault)
            else:
                return
            await wait()
            await self._sleep(seconds)
            seconds = min(2 * seconds, LONGEST_WAIT)

    def _end(self, error: Exception, fault: Exception | None) -> NoReturn:
        """Raise what ends the program: a fault that a sentence tells, or the error with its traceback."""
        if fault is None or (self.is_ready and not isinstance(fault, LostDatabase)):
            raise error
        logger.debug("the bot cannot go on", exc_info=error)
        raise fault from error


def fault_of(error: BaseException, dialect: Dialect) -> Exception | None:
    """Return an error whose text tells a host in a sentence what is wrong; None if it is a fault of the code.

    Args:
        error: what ended the program; perhaps a group, in which the first that failed tells it.
    """
    if isinstance(error, BaseExceptionGroup):
        faults = [fault_of(each, dialect) for each in error.exceptions]
        return None if None in faults else faults[0]
    if (fault := dialect.fault(error)) is not None:
        return fault
    return error if isinstance(error, OSError | BadToken) else None
