"""Budget: what one person may ask for in a time, over all chats, weighed by what it costs."""

from __future__ import annotations

from asyncio import Lock
from collections import OrderedDict
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from bot.sessions.rate_limits import TokenBuckets
from bot.talk.heard import Line
from bot.talk.parsing import Asked, read_line, read_press
from bot.talk.tidy import tidy_text

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime, timedelta

    from bot.talk.heard import Heard

    Who = tuple[str, str]

AT_ONCE, PER_SECOND = 120.0, 6.0
"""Nobody plays faster than that by hand. A picture costs 3: see the table of commands."""
FILM, ANALYSIS = 7.0, 27.0
"""What making a film, or an analysis, costs beyond the command that asks for it."""
_COMPLETION = 0.5
_MOST_TOLD = 1_000
_OF_BYTES = 1_600
"""Bytes of a text that comes along and costs 1: as many as are read in the time that an action takes."""


class Budget:
    """Gives every person the same, whatever tabs and chats he asks in. It is looked at before anything else.

    Args:
        clock: what time it is.
        at_once: how much somebody who was quiet may ask for at once.
        per_second: how much comes back every second.
    """

    def __init__(
        self, clock: Callable[[], datetime], at_once: float = AT_ONCE, per_second: float = PER_SECOND
    ) -> None:
        self._left: TokenBuckets[Who] = TokenBuckets(at_once, per_second, clock)
        self._told: OrderedDict[Who, None] = OrderedDict()
        self._turns: WeakValueDictionary[Who, Lock] = WeakValueDictionary()

    def turn(self, heard: Heard) -> Lock:
        """Return what is held while something is done for a person: for each one thing at a time.

        Who asks for many things at once has them done one after another, and others come in between.
        """
        return self._turns.setdefault(_who(heard), Lock())

    def take(self, heard: Heard) -> timedelta | None:
        """Take what something costs; if that is not there, return how long to wait for it."""
        wait = self._left.take(_who(heard), cost_of(heard))
        if wait is None:
            self._told.pop(_who(heard), None)
        return wait

    def take_more(self, heard: Heard, cost: float) -> timedelta | None:
        """Take what something costs beyond its command, once that is known; as `take`."""
        return self._left.take(_who(heard), cost)

    def is_told_again(self, heard: Heard) -> bool:
        """Note that a person is told to wait; say whether he was told so before, and has gone on since."""
        again = _who(heard) in self._told
        self._told[_who(heard)] = None
        while len(self._told) > _MOST_TOLD:
            self._told.popitem(last=False)
        return again

    def is_spent(self, heard: Heard) -> bool:
        """Whether what something costs is not there. Nothing is taken."""
        return self._left.wait(_who(heard), cost_of(heard)) is not None

    def take_completion(self, heard: Heard) -> bool:
        """Take what it costs to complete a line; say whether that was there."""
        return self._left.take(_who(heard), _COMPLETION) is None


def cost_of(heard: Heard) -> float:
    """Return what something costs, as far as can be told without knowing what is played."""
    asked = (
        read_line(tidy_text(heard.what.text))
        if isinstance(heard.what, Line)
        else read_press(tidy_text(heard.what.data))
    )
    cost = float(asked.command.cost) if isinstance(asked, Asked) else 1.0
    return cost + (heard.attached.size / _OF_BYTES if heard.attached is not None else 0.0)


def _who(heard: Heard) -> Who:
    return heard.person.platform, heard.person.key
