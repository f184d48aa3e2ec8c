"""Budget: what one person may ask for in a time, over all chats, weighed by what it costs."""

from __future__ import annotations

from asyncio import Lock
from collections import OrderedDict
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from bot.sessions.rate_limits import TokenBuckets
from bot.talk.incoming import Line
from bot.talk.input.parsing import ParsedCommand, read_line, read_press
from bot.talk.sanitize import sanitize_text

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime, timedelta

    from bot.talk.incoming import Incoming

    Who = tuple[str, str]

AT_ONCE, PER_SECOND = 120.0, 6.0
"""Nobody plays faster than that by hand. A picture costs 3: see the table of commands."""
FILM, ANALYSIS = 7.0, 27.0
"""What making a film, or an analysis, costs beyond the command that asks for it."""
_COMPLETION = 0.5
_MOST_REFUSED = 1_000
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

    def turn(self, incoming: Incoming) -> Lock:
        """Return what is held while something is done for a person: for each one thing at a time.

        Who asks for many things at once has them done one after another, and others come in between.
        """
        return self._turns.setdefault(_who(incoming), Lock())

    def take(self, incoming: Incoming) -> timedelta | None:
        """Take what something costs; if that is not there, return how long to wait for it."""
        wait = self._left.take(_who(incoming), cost_of(incoming))
        if wait is None:
            self._told.pop(_who(incoming), None)
        return wait

    def take_more(self, incoming: Incoming, cost: float) -> timedelta | None:
        """Take what something costs beyond its command, once that is known; as `take`."""
        return self._left.take(_who(incoming), cost)

    def repeats_refusal(self, incoming: Incoming) -> bool:
        """Note that a person is told to wait; say whether he was told so before, and has gone on since."""
        again = _who(incoming) in self._told
        self._told[_who(incoming)] = None
        while len(self._told) > _MOST_REFUSED:
            self._told.popitem(last=False)
        return again

    def is_spent(self, incoming: Incoming) -> bool:
        """Whether what something costs is not there. Nothing is taken."""
        return self._left.wait(_who(incoming), cost_of(incoming)) is not None

    def take_completion(self, incoming: Incoming) -> bool:
        """Take what it costs to complete a line; say whether that was there."""
        return self._left.take(_who(incoming), _COMPLETION) is None


def cost_of(incoming: Incoming) -> float:
    """Return what something costs, as far as can be told without knowing what is played."""
    parsed = (
        read_line(sanitize_text(incoming.what.text))
        if isinstance(incoming.what, Line)
        else read_press(sanitize_text(incoming.what.data))
    )
    cost = float(parsed.command.cost) if isinstance(parsed, ParsedCommand) else 1.0
    return cost + (incoming.attached.size / _OF_BYTES if incoming.attached is not None else 0.0)


def _who(incoming: Incoming) -> Who:
    return incoming.person.platform, incoming.person.key
