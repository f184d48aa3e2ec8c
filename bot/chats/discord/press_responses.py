"""Press responses: the presses whose answers may show what became of the messages that were pressed.

A change of a message that goes by the answer to a press is the answer and the change in one, and does not
count against the few requests that Discord takes for a channel. Where there is no carrier, or Discord does
not take it, the change goes by the message's id.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from cachetools import LRUCache

from bot.chats.discord.responses import Response

LIFE = 14 * 60.0
"""Seconds for which a press is lent: for fifteen minutes Discord takes what replaces the answer to one."""
MOST = 1000
"""In how many messages presses are lent at once; those unused for longest are forgotten."""
_MOST_OF_ONE = 4


class Carriers:
    """The last presses of the messages that were pressed lately.

    Args:
        clock: what time it is, in seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lent: LRUCache[tuple[str, str], list[tuple[float, Response]]] = LRUCache(MOST)

    def lend(self, chat: str, message: str, response: Response) -> None:
        """Let what becomes of a message that was pressed be shown by the answer to the press."""
        presses = self._lent.setdefault((chat, message), [])
        presses.append((self._clock() + LIFE, response))
        del presses[:-_MOST_OF_ONE]

    def of(self, chat: str, message: str) -> Response | None:
        """Return the press by whose answer a message can be changed now, if there is one.

        That is the one that has waited longest for an answer; where none waits, the last.
        """
        now = self._clock()
        presses = self._lent.get((chat, message), [])
        presses[:] = [(until, press) for until, press in presses if until > now and press.can_carry]
        if not presses:
            self._lent.pop((chat, message), None)
            return None
        return next((press for _, press in presses if not press.is_given), presses[-1][1])

    def clear(self) -> None:
        """Forget all of them: the connection by which they could be answered is closed."""
        self._lent.clear()
