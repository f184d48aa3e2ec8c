"""Start: waits for a database server that is away, and reports any other obstacle in one sentence."""

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
"""Seconds before the second attempt to reach the server; the wait doubles after each."""
LONGEST_WAIT = 30.0
"""The most seconds between two attempts."""


class Start:
    """A start of the bot, with retries until the database server answers.

    Args:
        sleep: sleeps for a number of seconds.
    """

    def __init__(self, dialect: Dialect, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        self._dialect = dialect
        self._sleep = sleep
        self.is_reached = False
        """True once the server has answered: from then on the bot must shut down in order."""
        self.is_ready = False

    async def run(self, serve: Callable[[], Awaitable[None]], wait: Callable[[], Awaitable[None]]) -> None:
        """Serve until cancelled; retry while the database server is away and the bot was never ready.

        After a reboot the server may need a minute, and systemd gives up on a failing service sooner.

        Args:
            serve: serves, once the database is held.
            wait: called before each wait.

        Raises:
            OSError: the bot cannot start, or has lost its database; the text says why.
        """
        seconds = FIRST_WAIT
        while True:
            try:
                async with self._dialect.serve():
                    self.is_reached = True
                    await serve()
            except Exception as error:  # noqa: BLE001 (re-raised unless the server is away)
                self.is_reached = False
                fault = fault_of(error, self._dialect)
                if self.is_ready or not isinstance(fault, UnreachableDatabase):
                    self._end(error, fault)
                if seconds == FIRST_WAIT:
                    logger.warning("waiting for the database server", extra={"reason": fault})
            else:
                return
            await wait()
            await self._sleep(seconds)
            seconds = min(2 * seconds, LONGEST_WAIT)

    def _end(self, error: Exception, fault: Exception | None) -> NoReturn:
        """Raise `fault`, whose text tells the host why, or else `error`.

        Once the bot was ready, only a lost database counts as such a fault.
        """
        if fault is None or (self.is_ready and not isinstance(fault, LostDatabase)):
            raise error
        logger.debug("the bot stops after an error", exc_info=error)
        raise fault from error


def fault_of(error: BaseException, dialect: Dialect) -> Exception | None:
    """Return an error whose text explains to a host what is wrong, or None if it is a bug in the code.

    Args:
        error: the error that ended the program. In a group, the first one counts.
    """
    if isinstance(error, BaseExceptionGroup):
        faults = [fault_of(each, dialect) for each in error.exceptions]
        return None if None in faults else faults[0]
    if (fault := dialect.fault(error)) is not None:
        return fault
    return error if isinstance(error, OSError | BadToken) else None
