"""Supervisor: runs one platform and restarts it after a failure, while the other platforms go on."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path
from traceback import extract_tb

from bot.chats.base import Platform
from bot.chats.errors import BadToken, PlatformDown, Unreachable

logger = logging.getLogger(__name__)

FIRST_WAIT = timedelta(seconds=5)
LONGEST_WAIT = timedelta(hours=1)
"""The longest wait between two attempts. A platform that ran for that long counts as recovered."""
LONGEST_WAIT_FOR_NETWORK = timedelta(minutes=5)


class Supervisor:
    """Runs a platform and restarts it after failures with exponential back-off.

    It logs the reason once, and again only if the reason changes or the platform had recovered.

    Args:
        sleep: waits for that many seconds.
        clock: a monotonic clock, in seconds.
    """

    def __init__(
        self,
        platform: Platform,
        *,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._platform = platform
        self._sleep = sleep
        self._clock = clock
        self._wait = FIRST_WAIT
        self._logged = ""

    async def run(self) -> None:
        """Run the platform until cancelled.

        Raises:
            BadToken: in the first attempt, the platform does not know the bot's token.
            OSError: in the first attempt, the bot cannot listen on its port.
        """
        is_start = True
        while True:
            began = self._clock()
            failure: Exception
            try:
                await self._platform.run()
                failure = Unreachable("its connection has ended")
            except (BadToken, OSError) as error:
                # At the very start the operator is watching and must correct a wrong token or a port in use,
                # so the bot exits with the reason. Later the other platforms must go on.
                if is_start and not self._platform.has_been_online:
                    raise
                failure = error
            except Exception as error:  # noqa: BLE001 (whatever it is, the other platforms go on)
                failure = error
            is_start = False
            if self._clock() - began >= LONGEST_WAIT.total_seconds():
                self._wait, self._logged = FIRST_WAIT, ""
            # A network usually recovers within minutes. A refusal needs a person, and frequent retries may
            # get the bot blocked.
            longest = LONGEST_WAIT_FOR_NETWORK if isinstance(failure, Unreachable) else LONGEST_WAIT
            wait = min(self._wait, longest)
            self._log(failure, wait)
            await self._sleep(wait.total_seconds())
            self._wait = min(2 * wait, LONGEST_WAIT)

    def _log(self, failure: Exception, wait: timedelta) -> None:
        reason = _reason(failure)
        if reason == self._logged:
            return
        self._logged = reason
        is_known = isinstance(failure, BadToken | PlatformDown)
        logger.log(
            logging.WARNING if isinstance(failure, Unreachable) else logging.ERROR,
            "platform down; will retry",
            extra={"platform": self._platform.name, "reason": reason, "seconds": wait.total_seconds()},
            exc_info=None if is_known else failure,
        )


def _reason(failure: BaseException) -> str:
    """Return why a platform failed: a known error's message, or an unexpected error's type and place."""
    while isinstance(failure, BaseExceptionGroup):
        failure = failure.exceptions[0]
    if isinstance(failure, BadToken | PlatformDown):
        return str(failure)
    # The message of an unexpected error may quote a person. Its type and place suffice to find the cause.
    frames = extract_tb(failure.__traceback__)
    place = f" in {Path(frames[-1].filename).name}, line {frames[-1].lineno}" if frames else ""
    return f"{type(failure).__name__}{place}"
